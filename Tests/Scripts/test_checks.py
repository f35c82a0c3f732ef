# Agony
# SPDX-License-Identifier: Apache-2.0
"""Plants one fault of each kind in a copy of the package and sees that the checks find it."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PACKAGE = pathlib.Path(__file__).resolve().parents[2]
HEADER = "// Agony\n// SPDX-License-Identifier: Apache-2.0\n\n"

sys.path.insert(0, str(PACKAGE / "Scripts/lib"))

import count_swift_tests  # noqa: E402
import sources  # noqa: E402


class Copy(unittest.TestCase):
    """A copy of what the checks look at, for each test a fresh one."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)
        for name in ["Sources", "Tests", "Benchmarks", "Scripts", "docs"]:
            if (PACKAGE / name).is_dir():
                shutil.copytree(PACKAGE / name, self.root / name,
                                ignore=shutil.ignore_patterns("__pycache__", ".build*"))
        shutil.copy(PACKAGE / "Package.swift", self.root)

    def write(self, path, text):
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def change(self, path, old, new):
        text = (self.root / path).read_text()
        self.assertIn(old, text)
        self.write(path, text.replace(old, new, 1))

    def run_check(self, name):
        return subprocess.run([PACKAGE / "Scripts" / name, "--root", self.root], capture_output=True, text=True,
                              check=False)

    def assertFound(self, name, *words):
        result = self.run_check(name)
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def assertClean(self, name):
        result = self.run_check(name)
        self.assertEqual(result.returncode, 0, result.stderr)


class Imports(Copy):
    check = "check-imports"

    def plant(self, folder, line):
        self.write(f"{folder}/Planted.swift", HEADER + line + "\n")

    def test_the_package_as_it_is_passes(self):
        self.assertClean(self.check)

    def test_an_upper_module_imported_by_a_lower_one_is_found(self):
        self.plant("Sources/Vault", "internal import Index")
        self.assertFound(self.check, "Sources/Vault/Planted.swift:4: Vault may not import Index")

    def test_key_bytes_in_the_album_and_the_command_line_are_found(self):
        self.plant("Sources/Album", "package import Crypto")
        self.plant("Sources/CommandLine", "import struct Crypto.SecretBytes")
        self.assertFound(self.check, "Album may not import Crypto", "CommandLineInterface may not import Crypto")

    def test_a_second_importer_of_a_C_library_is_found(self):
        self.plant("Sources/Unlock", "@preconcurrency internal import CSodium")
        self.assertFound(self.check, "Unlock may not import CSodium")

    def test_a_second_owner_in_the_table_is_found(self):
        self.change("Scripts/lib/architecture.toml", 'imports = ["Crypto", "Vault"]',
                    'imports = ["CSodium", "Crypto", "Vault"]')
        self.assertFound(self.check, "CSodium is owned by Crypto")

    def test_foundation_is_found_wherever_it_hides(self):
        self.plant("Sources/Crypto", "internal import Foundation")
        self.plant("Sources/Index", "let one = 1; import Foundation.NSData")
        self.plant("Sources/agony", "#if os(Linux)\n  private import FoundationEssentials\n#endif")
        self.assertFound(self.check, "Crypto may not import Foundation", "Index may not import Foundation",
                         "agony may not import FoundationEssentials")

    def test_an_import_in_a_comment_or_a_string_is_none(self):
        self.plant("Sources/Vault", '// import Index\n/* import\n/* */ import Album */\nlet text = """\nimport Index\n"""')
        self.assertClean(self.check)

    def test_a_header_of_a_library_in_a_foreign_C_file_is_found(self):
        self.write("Sources/CSystem/Planted.c", HEADER + "#include <openssl/evp.h>\n")
        self.assertFound(self.check, "CSystem may not include a header of COpenSSL")

    def test_a_dependency_in_the_manifest_that_the_table_forbids_is_found(self):
        self.change("Package.swift", 'dependencies: ["CSystem", "Crypto"]', 'dependencies: ["Album", "CSystem", "Crypto"]')
        self.assertFound(self.check, "Vault depends on Album")

    def test_an_import_that_only_a_dependency_of_a_dependency_provides_is_found(self):
        self.change("Package.swift", 'dependencies: ["CSystem", "Crypto"]', 'dependencies: ["Crypto"]')
        self.assertFound(self.check, "Vault as declared in Package.swift may not import CSystem")

    def test_an_undeclared_import_of_a_test_is_found(self):
        self.write("Tests/CryptoTests/Planted.swift", HEADER + "@testable import Unlock\n")
        self.assertFound(self.check, "CryptoTests imports Unlock undeclared")

    def test_a_module_that_the_table_does_not_know_is_found(self):
        self.write("Sources/Extra/Planted.swift", HEADER)
        self.assertFound(self.check, "no module of the module table lives here")

    def test_a_module_without_a_paragraph_is_found(self):
        text = (self.root / "docs/architecture.md").read_text()
        self.write("docs/architecture.md", text.replace("`Vault`", "`Safe`"))
        self.assertFound(self.check, "no paragraph about Vault")


class Sources(Copy):
    check = "check-sources"

    def plant(self, body, path="Sources/Album/Planted.swift"):
        self.write(path, HEADER + body + "\n")

    def test_the_package_as_it_is_passes(self):
        self.assertClean(self.check)

    def test_writing_a_file_outside_the_listed_places_is_found(self):
        for call in ['open("/tmp/x", O_WRONLY | O_CREAT, 0o600)', "Glibc.write(1, bytes, 3)", 'rename("a", "b")',
                     "ftruncate(descriptor, 0)", 'mkdir("a", 0o700)', 'fopen("a", "w")', "pwrite(d, b, 1, 0)",
                     'agony_create("a")', "unlink(path)"]:
            with self.subTest(call):
                self.plant(f"func planted() {{\n  let result = {call}\n}}")
                self.assertFound(self.check, "Sources/Album/Planted.swift:5: calls")

    def test_writing_in_a_C_file_is_found(self):
        self.plant('int planted(void) { return creat("/tmp/x", 0600); }', "Sources/CSQLite/Planted.c")
        self.assertFound(self.check, "calls creat")

    def test_a_call_that_a_place_was_not_allowed_is_found(self):
        self.write("Scripts/lib/architecture.toml", (self.root / "Scripts/lib/architecture.toml").read_text()
                   + '\n[[writing.allowed]]\nwhere = "Sources/Album/Planted.swift"\ncalls = ["mkdir"]\nwhy = "a test"\n')
        self.plant('func planted() { _ = mkdir("a", 0o700) }')
        self.assertClean(self.check)
        self.plant('func planted() { _ = rmdir("a") }')
        self.assertFound(self.check, "calls rmdir")

    def test_reading_and_the_functions_of_types_are_no_writing(self):
        self.plant("""func planted() throws {
              let file = open(path, O_RDONLY | O_CLOEXEC)
              try write(bytes)
              try pages.write(bytes)
              // open("x", O_WRONLY)
              let text = "open(x)"
            }""")
        self.assertClean(self.check)

    def test_a_function_of_the_shim_that_nobody_classified_is_found(self):
        self.plant("int agony_scribble(const char *path);", "Sources/CSystem/include/Planted.h")
        self.assertFound(self.check, "agony_scribble is neither")

    def test_ways_to_end_the_process_are_found(self):
        for line in ['fatalError("no")', "let x = try! f()", "let x = y as! Int", "let x = y!.count", "f(y[0]!)",
                     "let x = f()!", 'let x = "\\(y!)"', "var x: Int!", "unowned(unsafe) let x = y"]:
            with self.subTest(line):
                self.plant(line)
                self.assertFound(self.check, "Sources/Album/Planted.swift:4:")

    def test_negation_and_inequality_are_no_forced_unwrap(self):
        self.plant('let x = !y && a != b && f(!z); let s = "Really! \\(y) yes!"; precondition(y != nil)')
        self.assertClean(self.check)

    def test_a_mark_without_its_reason_is_found(self):
        for mark in ["final class A: @unchecked Sendable {}", "nonisolated(unsafe) var x = 1"]:
            with self.subTest(mark):
                self.plant("// The reason.\n" + mark)
                self.assertClean(self.check)
                self.plant("let y = 1\n" + mark)
                self.assertFound(self.check, "without its reason on the line above")

    def test_text_on_the_terminal_is_found(self):
        self.plant('func planted(_ key: Key) { dump(key); print("x") }')
        self.assertFound(self.check, "writes to the terminal")

    def test_a_missing_header_is_found(self):
        self.write("Sources/Album/Planted.swift", "let x = 1\n")
        self.write("Scripts/lib/planted.py", "x = 1\n")
        self.assertFound(self.check, "Sources/Album/Planted.swift:1: the header", "Scripts/lib/planted.py:1: the header")

    def test_work_left_undone_is_found(self):
        self.plant("// TO" + "DO: later")
        self.assertFound(self.check, "work left undone")


class Binary(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)

    def compile(self, name, text, *options, binding="now"):
        source = self.root / f"{name}.c"
        source.write_text(text)
        subprocess.run(["clang", source, "-o", self.root / name, f"-Wl,-z,{binding}", *options], check=True,
                       capture_output=True)
        return self.root / name

    def run_check(self, path):
        return subprocess.run([PACKAGE / "Scripts/check-binary", path], capture_output=True, text=True, check=False)

    def test_a_plain_program_passes(self):
        self.assertEqual(self.run_check(self.compile("plain", "int main(void) { return 0; }")).returncode, 0)

    def test_a_decoder_is_found(self):
        for soname in ["libavcodec.so.59", "libvips.so.42", "libjpeg.so.62", "libFoundation.so", "libcurl.so.4"]:
            with self.subTest(soname):
                library = self.compile("library.so", "int planted(void) { return 1; }", "-shared", "-fPIC",
                                       f"-Wl,-soname,{soname}")
                program = self.compile("program", "int planted(void); int main(void) { return planted(); }", library)
                result = self.run_check(program)
                self.assertEqual(result.returncode, 1)
                self.assertIn(soname, result.stderr)

    def test_faults_planted_for_tests_are_found(self):
        program = self.compile("program", 'const char *name = "AGONY_PLANTED_LEAK"; int main(void) { return !name; }')
        result = self.run_check(program)
        self.assertEqual(result.returncode, 1)
        self.assertIn("planted", result.stderr)

    def test_binding_symbols_late_is_found(self):
        result = self.run_check(self.compile("late", "int main(void) { return 0; }", binding="lazy"))
        self.assertEqual(result.returncode, 1)
        self.assertIn("-z now", result.stderr)

    def test_what_is_no_program_fails(self):
        text = self.root / "text"
        text.write_text("no program")
        self.assertNotEqual(self.run_check(text).returncode, 0)


class Counting(unittest.TestCase):
    """The counts that Scripts/test adds up."""

    TESTS = [{"kind": "test", "payload": {"kind": "function", "id": name, "name": name}} for name in ("a", "b")]

    def event(self, kind, test=None, **more):
        return {"kind": "event", "payload": {"kind": kind, "testID": test, **more}}

    def count(self, *events):
        passed, failed = count_swift_tests.count(json.dumps(line) for line in [*self.TESTS, *events])
        return len(passed), sorted(failed.values())

    def test_tests_that_end_without_an_issue_pass(self):
        self.assertEqual(
            self.count(self.event("testEnded", "a"), self.event("testEnded", "b"), self.event("runEnded")), (2, []))

    def test_issues_skips_and_known_issues_fail(self):
        ends = [self.event("testEnded", "a"), self.event("testEnded", "b"), self.event("runEnded")]
        self.assertEqual(self.count(self.event("issueRecorded", "a", issue={"isKnown": False}), *ends), (1, ["failed"]))
        self.assertEqual(self.count(self.event("issueRecorded", "a", issue={"isKnown": True}), *ends),
                         (1, ["has a known issue"]))
        self.assertEqual(self.count(self.event("testSkipped", "a"), *ends[1:]), (1, ["was skipped"]))
        self.assertEqual(self.count(self.event("testCaseCancelled", "a"), *ends), (1, ["was cancelled"]))

    def test_a_run_that_breaks_off_fails(self):
        self.assertEqual(self.count(self.event("testEnded", "a")), (1, ["broke off", "never ended"]))

    def test_a_run_without_a_test_fails(self):
        passed, failed = count_swift_tests.count([json.dumps(self.event("runEnded"))])
        self.assertEqual((passed, list(failed.values())), ([], ["had no test"]))

    def run_python(self, body):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "test_planted.py").write_text("import unittest\nclass T(unittest.TestCase):\n" + body)
            counts = pathlib.Path(folder, "counts")
            result = subprocess.run([sys.executable, PACKAGE / "Scripts/lib/run_python_tests.py", folder, counts],
                                    capture_output=True, check=False)
            return result.returncode, counts.read_text().split()

    def test_python_tests_are_counted(self):
        self.assertEqual(self.run_python("  def test_a(self): pass\n  def test_b(self): pass\n"), (0, ["2", "0"]))

    def test_python_failures_errors_skips_and_empty_folders_fail(self):
        self.assertEqual(self.run_python("  def test_a(self): pass\n  def test_b(self): self.fail()\n"), (1, ["1", "1"]))
        self.assertEqual(self.run_python("  def test_a(self): 1/0\n"), (1, ["0", "1"]))
        self.assertEqual(self.run_python("  def test_a(self): self.skipTest('why')\n"), (1, ["0", "1"]))
        self.assertEqual(self.run_python("  @unittest.expectedFailure\n  def test_a(self): self.fail()\n"), (1, ["0", "1"]))
        self.assertEqual(self.run_python("  pass\n"), (1, ["0", "1"]))


class Blanking(unittest.TestCase):
    def test_comments_and_strings_go_and_interpolated_code_stays(self):
        text = 'a /* x /* y */ z */ b "c \\(d("e")) f" #"g \\(h) \\#(i)"# // j\nk """\nl "m" \\(n)\n""" o'
        code = sources.code_only(text)
        self.assertEqual(len(code), len(text))
        kept = "".join(character for character in code if character.isalpha())
        self.assertEqual(kept, "abdikno")


if __name__ == "__main__":
    unittest.main()
