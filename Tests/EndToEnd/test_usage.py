# Agony
# SPDX-License-Identifier: Apache-2.0
"""How the program is spoken to: help, mistakes, JSON, exit codes, output that nobody reads."""

import json
import os
import subprocess

import agony
from agony import DONE, FIRST, MIB, NOT_OPENED, PARTLY, SECOND, UNUSABLE, USAGE, AgonyTestCase

COMMANDS = ("create register import list info export analyse thumbnail trash restore delete collection passwd forget "
            "verify enlarge doctor completions version help").split()


class Speaking(AgonyTestCase):
    def say(self, *words, **options):
        options.setdefault("env", agony.environment(self.agony.home))
        done = subprocess.run([agony.BINARY, *words], capture_output=True, stdin=subprocess.DEVNULL, timeout=60,
                              start_new_session=True, **options)
        return agony.Result(done.returncode, done.stdout, done.stderr)

    def test_help_is_on_standard_output_and_fits_a_terminal(self):
        for words in (["--help"], ["help"], ["-h"], *([command, "--help"] for command in COMMANDS),
                      *(["help", command] for command in COMMANDS), ["collection", "add", "--help"]):
            with self.subTest(words=words):
                result = self.say(*words)
                self.assertEqual((result.code, result.errors), (DONE, b""))
                text = result.output.decode()
                self.assertIn("Usage: agony", text)
                self.assertLessEqual(max(map(len, text.splitlines())), 100)
                self.assertNotRegex(text, r"[ \t]\n")
        overview = self.say("--help").output.decode()
        for command in COMMANDS:
            self.assertRegex(overview, rf"(?m)^  {command} ")

    def test_mistakes_are_named_and_help_is_offered(self):
        for words, text in (
            ([], "Usage"), (["improt"], "did you mean 'import'"), (["list", "--jsno"], "--json"),
            (["list", "--vault"], "--vault"), (["list", "a"], ""), (["import"], "PATH"), (["export", "--all"], "DEST"),
            (["list", "--limit", "x"], "limit"), (["list", "--limit", "-1"], "limit"),
            (["list", "--since", "soon"], "not a date"), (["list", "--since", "2024-02-30"], "not a date"),
            (["list", "--kind", "song"], "kind"), (["info", "x"], "x"), (["trash"], "ID"),
            (["create", "v", "--size", "much"], "size"), (["create", "v", "--size", "16M", "--rooms", "3"], "rooms"),
            (["create", "v", "--size", "64M", "--rooms", "9"], "rooms"), (["create", "v", "--rooms", "4"], "--size"),
            (["export", "1", "--all", "d"], "together"), (["export", "d"], "what is to be exported"),
            (["list", "--json", "--json"], "json"), (["list", "--password", "x"], "password"),
            (["import", "--move", "--dry-run", "x"], "contradict"), (["completions", "tcsh"], "bash"),
            (["collection"], "collection"), (["collection", "lst"], "did you mean"), (["delete"], "which items"),
            (["passwd", "--finish", "--new-password-fd", "3"], ""), (["enlarge"], "--size"),
        ):
            with self.subTest(words=words):
                result = self.say(*words)
                self.assertEqual((result.code, result.output), (USAGE, b""), result.error_text)
                self.assertIn(text, result.error_text)
                if words:
                    self.assertRegex(result.error_text, r"^agony: .+\n'agony.* --help' explains")

    def test_an_old_words_option_does_not_swallow_a_password(self):
        """A password given as an argument is refused, not used."""
        self.create()
        result = self.say("list", "--vault", str(self.agony.path), f"--password={FIRST}")
        self.assertEqual(result.code, USAGE)

    def test_sizes_and_key_derivation_have_limits(self):
        for arguments, options in (
            (["--rooms", "8"], dict(size="16M")), ([], dict(size="0")), ([], dict(memory="63M")),
            ([], dict(memory="5G")), (["--kdf-passes", "2"], {}), (["--kdf-passes", "17"], {}),
            (["--claim-codes", "3"], {}), (["--rooms", "1"], {}), ([], dict(size="9999999T")),
        ):
            with self.subTest(arguments=arguments, options=options):
                path = self.folder / "none"
                result = self.agony.create(*arguments, path=path, **options)
                self.assertIn(result.code, (USAGE, agony.NO_ROOM), result.error_text)
                self.assertRegex(result.error_text, "^agony: ")
                self.assertFalse(path.exists())

    def test_the_vault_is_found_by_option_environment_or_place(self):
        values = agony.environment(self.agony.home)
        named = str(self.folder / "named")
        made = self.agony.create(path=named)
        self.assertEqual(made.code, DONE)
        for words, more, code in (
            (["--vault", named], {}, NOT_OPENED), ([], {"AGONY_VAULT": named}, NOT_OPENED), ([], {}, UNUSABLE),
            (["--vault", "none"], {"AGONY_VAULT": named}, UNUSABLE),
        ):
            with self.subTest(words=words, more=more):
                result = self.say("list", "--password-fd", "0", *words, env=values | more)
                self.assertEqual(result.code, code, result.error_text)
        default = self.agony.start("create", "--size", "16M", "--kdf-memory", "64M", vault=None).finish()
        self.assertEqual(default.code, DONE, default.error_text)
        place = self.agony.home / "data" / "agony" / "album.agony"
        self.assertTrue(place.exists())
        self.assertEqual(place.parent.stat().st_mode & 0o777, 0o700)
        self.assertEqual(self.agony.list(vault=None), [])

    def test_every_answer_in_json_is_one_document(self):
        self.create(size="32M")
        self.agony.bring_in(self.sources(agony.photos(2)))
        ids = [item["id"] for item in self.agony.list()]
        for command, arguments in (
            ("list", []), ("list", ["--trash"]), ("info", []), ("info", ids), ("verify", []), ("trash", [ids[0]]),
            ("restore", [ids[0]]), (("collection", "create"), ["c"]), (("collection", "list"), []),
            (("collection", "add"), ["c", *ids]), (("collection", "show"), ["c"]),
            (("collection", "remove"), ["c", ids[0]]), (("collection", "rename"), ["c", "d"]),
            (("collection", "delete"), ["d"]), ("trash", [ids[1]]), ("delete", ["--all", "--yes"]),
        ):
            with self.subTest(command=command):
                result = self.agony.run(command, *arguments, "--json")
                self.assertEqual(result.code, DONE, result.error_text)
                json.loads(result.output)
                self.assertEqual(result.errors, b"")
        item, = self.agony.list()
        for field in ("id", "name", "sha256", "size", "kind", "taken"):
            self.assertIn(field, item)
        self.assertIsInstance(item["id"], str)
        self.assertRegex(item["taken"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$")
        for words in (["version", "--json"], ["doctor", "--json"]):
            json.loads(self.say(*words).output)

    def test_completions_are_valid_and_name_every_command(self):
        for shell in ("bash", "zsh", "fish"):
            script = self.say("completions", shell)
            self.assertEqual(script.code, DONE)
            for command in COMMANDS:
                self.assertIn(command, script.output.decode())
        checked = subprocess.run(["bash", "-n"], input=self.say("completions", "bash").output, capture_output=True)
        self.assertEqual((checked.returncode, checked.stderr), (0, b""))

    def test_output_that_nobody_reads_ends_the_command(self):
        self.create(size="32M")
        self.agony.bring_in(self.sources(agony.photos(900, 200)))
        started = self.agony.start("list", "--json")
        started.process.stdout.close()
        started.process.stdout = None
        result = started.finish()
        self.assertIn(result.code, (141, -13), result.error_text)
        full = os.open("/dev/full", os.O_WRONLY)
        try:
            secret = agony.secret_descriptor(FIRST)
            done = subprocess.run([agony.BINARY, "list", "--vault", self.agony.path, "--password-fd", str(secret)],
                                  pass_fds=[secret], stdout=full, stderr=subprocess.PIPE, timeout=60)
            os.close(secret)
        finally:
            os.close(full)
        self.assertEqual(done.returncode, PARTLY)
        self.assertIn(b"no space left", done.stderr.lower())

    def test_closed_standard_descriptors_never_become_the_vault(self):
        self.create()
        self.agony.bring_in(self.sources(agony.photos(2)))
        before = agony.file_hash(self.agony.path)
        for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            with self.subTest(closed=closed):
                self.agony.run("list", prefix=["sh", "-c", f'exec "$0" "$@" {closed}'])
                self.agony.run("list", password="wrong", prefix=["sh", "-c", f'exec "$0" "$@" {closed}'])
                self.assertEqual(agony.file_hash(self.agony.path), before)

    def test_signals_end_long_work_in_good_order(self):
        folder = self.folder / "new"
        folder.mkdir()
        for number, code in ((2, 130), (15, 143), (1, 129)):
            with self.subTest(signal=number):
                started = self.agony.start(
                    "create", folder / "v", "--size", "64M", "--kdf-memory", "64M", vault=None,
                    prefix=agony.slowed_at("pwrite64", 30))
                agony.wait_until(lambda: False, 1.2)
                os.killpg(started.process.pid, number)
                result = started.finish()
                self.assertEqual(result.code, code, result.error_text)
                self.assertEqual(os.listdir(folder), [])

    def test_another_password_shows_nothing_of_the_first_album(self):
        self.create(size="32M")
        self.agony.bring_in(self.sources({"Unmistakable.jpg": agony.photo(), "x.mp4": agony.film(MIB)}),
                            "--collection", "Unmistakable")
        ids = [item["id"] for item in self.agony.list()]
        # What was never there gets the same answer.
        invented = {ids[0]: "1" * len(ids[0]), ids[1]: "2" * len(ids[1]), "Unmistakable": "Somethingelse"}
        empty = self.agony.ask("info", password=SECOND)
        self.assertEqual((empty["items"], empty["collections"], empty["original_bytes"]), (0, 0, 0))
        self.assertEqual(self.agony.list(password=SECOND), [])
        self.assertEqual(self.agony.ask(("collection", "list"), password=SECOND), [])
        for command, arguments in (
            ("info", ids), ("export", [ids[0], self.folder / "out"]), ("trash", [ids[0]]), ("restore", [ids[0]]),
            ("delete", [ids[0], "--yes"]), (("collection", "show"), ["Unmistakable"]),
            ("list", ["--collection", "Unmistakable"]),
        ):
            with self.subTest(command=command):
                theirs = self.agony.run(command, *arguments, password=SECOND)
                unknown = self.agony.run(command, *(invented.get(word, word) for word in arguments), password=SECOND)
                self.assertNotEqual(theirs.code, DONE)
                self.assertEqual(theirs.code, unknown.code)
                for stream in ("output", "errors"):
                    expected = getattr(unknown, stream).decode()
                    for word, other in invented.items():
                        expected = expected.replace(other, word)
                    self.assertEqual(getattr(theirs, stream).decode(), expected)
        self.assertEqual(len(self.agony.list()), 2)
