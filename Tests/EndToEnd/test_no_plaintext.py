# Agony
# SPDX-License-Identifier: Apache-2.0
"""Nothing of a session stays anywhere but in the vault and the export target; and nobody can look into the process."""

import os
import pathlib
import re
import time

import agony
from agony import DONE, FIRST, NOBODY, NOT_OPENED, PARTLY, THIRD, AgonyTestCase

# Calls that make, change, rename or remove a file by its name.
# The question mark lets strace pass over what an architecture does not have.
BY_NAME = ",".join("?" + name for name in (
    "open openat openat2 creat mkdir mkdirat rename renameat renameat2 link linkat symlink symlinkat mknod mknodat "
    "unlink unlinkat rmdir truncate memfd_create socket bind connect execve fork vfork setxattr lsetxattr chmod "
    "fchmodat utimensat").split())

PASSWORDS = ("Pa55-of-the-first-album", "Pa55-of-the-second-album")
NEW_PASSWORD = "Pa55-that-is-new"


class NothingElseIsWritten(AgonyTestCase):
    def test_a_whole_session_writes_only_the_vault_and_the_export(self):
        name = "Unmistakable-Name-of-a-Photo.jpg"
        files = agony.photos(4, 60_000) | {name: agony.photo(200_000), "film.mp4": agony.film(1_500_000)}
        # These are decoded, too.
        files |= {name: (agony.fixtures() / name).read_bytes() for name in ("plain.png", "plain.heic", "film.mp4", "adobe.tif")}
        sources = self.sources(files)
        target = self.folder / "target"
        outputs = []
        logs = []

        def run(*arguments, **options):
            logs.append(self.folder / f"log-{len(logs)}")
            options.setdefault("password", PASSWORDS[0])
            options["prefix"] = agony.strace(logs[-1], "-e", f"trace={BY_NAME}")
            result = self.agony.run(*arguments, **options)
            outputs.append(result.output + result.errors)
            return result

        logs.append(self.folder / "log-0")
        created = self.agony.create("--claim-codes", "1", passwords=PASSWORDS,
                                    prefix=agony.strace(logs[0], "-e", f"trace={BY_NAME}"))
        self.assertEqual(created.code, DONE)
        claim, = created.document["claim_codes"]
        self.assertEqual(run("import", sources, "--json", "--collection", "Secret Summer").code, DONE)
        ids = [item["id"] for item in run("list", "--json").document]
        self.assertEqual(run("info").code, DONE)
        self.assertEqual(run("analyse", "--again").code, PARTLY)
        picture = next(item["id"] for item in run("list", "--json").document if item["name"] == "plain.heic")
        self.assertEqual(run("thumbnail", picture).code, DONE)
        self.assertEqual(run("info", *ids).code, DONE)
        self.assertEqual(run("list", password="Pa55-that-is-wrong").code, NOT_OPENED)
        self.assertEqual(run("trash", ids[0]).code, DONE)
        self.assertEqual(run("delete", "--all", "--yes").code, DONE)
        self.assertEqual(run(("collection", "list")).code, DONE)
        self.assertEqual(run("export", "--all", target).code, DONE)
        self.assertEqual(run("verify", "--repair").code, DONE)
        self.assertEqual(run("passwd", secrets=[("--new-password-fd", NEW_PASSWORD)]).code, DONE)
        self.assertEqual(run("register", password=THIRD, secrets=[("--claim-fd", claim)]).code, DONE)
        self.assertEqual(run("enlarge", "--size", "17M", password=None).code, DONE)
        run("doctor", password=None)

        allowed = re.compile("|".join([
            re.escape(str(self.agony.path)), re.escape(str(target)) + r"(/.*)?", r"/dev/(tty|null)",
            # unnamed files in the vault's and the target's folders, which get their name when they are whole
            re.escape(str(self.folder)) + r"/#\d+", re.escape(str(target)) + r"/#\d+"]))
        written = set()
        for log in logs:
            for call in agony.calls(log):
                if call.result.startswith("-1"):
                    continue
                if call.name in ("open", "openat", "openat2"):
                    if re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_TMPFILE", call.arguments):
                        path = re.search(r"<(.*)>(?:\(deleted\))?$", call.result)[1]
                        written.add(path)
                        self.assertRegex(path, f"^({allowed.pattern})$", call)
                elif call.name == "linkat":
                    self.assertRegex(call.arguments, r"AT_SYMLINK_FOLLOW$")
                    linked = re.findall(r'"([^"]*)"', call.arguments)[1]
                    self.assertTrue(linked == str(self.agony.path) or linked.startswith("/proc/self/fd/"), call)
                elif call.name in ("mkdir", "mkdirat"):
                    self.assertIn("target", call.arguments, call)
                elif call.name == "utimensat":
                    self.assertRegex(call.arguments, rf'<({allowed.pattern})>(\(deleted\))?, (NULL|"")', call)
                else:
                    # memfd_create is memory without a place on a disk: how a file is handed to the worker.
                    self.assertIn(call.name, ("execve", "memfd_create"), call)
                    if call.name == "execve":
                        self.assertRegex(call.arguments, r'^"[^"]*/(agony|agony-media-worker)"')
        self.assertIn(str(self.agony.path), written)

        # Around the vault: nothing at all.
        for folder, _, names in os.walk(self.agony.home):
            self.assertEqual(names, [], folder)
        self.assertEqual(sorted(os.listdir(self.folder)),
                         sorted({"around", "sources", "target", "test.agony"} | {log.name for log in logs}))

        # In the vault: neither names nor bytes nor words of the index.
        vault = self.agony.path.read_bytes()
        for data in files.values():
            for start in range(24, len(data) - 16, len(data) // 8):
                self.assertNotIn(data[start : start + 16], vault)
        for word in (name.encode(), b"photo-0000", b"Secret Summer", b"SQLite format", b"CREATE TABLE", b"Pa55"):
            self.assertNotIn(word, vault)

        # Passwords: in no output and no argument.
        for text in outputs:
            self.assertNotIn(b"Pa55", text)
        for log in logs:
            self.assertNotIn("Pa55", log.read_text(errors="replace"))

    def test_no_error_says_a_password_or_a_name_of_the_album(self):
        self.create(passwords=PASSWORDS)
        self.agony.bring_in(self.sources({"Unmistakable.jpg": agony.photo()}), password=PASSWORDS[0])
        for arguments, options in [
            (["list"], dict(password=PASSWORDS[0] + "x")),
            (["passwd"], dict(password=PASSWORDS[0], secrets=[("--new-password-fd", PASSWORDS[1])])),
            (["passwd"], dict(password=PASSWORDS[0], secrets=[("--new-password-fd", "")])),
            (["register"], dict(password=THIRD, secrets=[("--claim-fd", PASSWORDS[1])])),
            (["info", "1"], dict(password=PASSWORDS[0])),
            (["export", "--collection", "none", self.folder / "x"], dict(password=PASSWORDS[0])),
        ]:
            with self.subTest(arguments=arguments):
                result = self.agony.run(*arguments, **options)
                self.assertNotEqual(result.code, DONE)
                self.assertNotIn(b"Pa55", result.output + result.errors)
                self.assertNotIn(b"Unmistakable", result.output + result.errors)

    def test_a_full_index_spills_nowhere(self):
        """Five thousand rows are more than a cache of SQLite's holds."""
        self.create(size="160M", passwords=[FIRST])
        sources = self.sources({f"{number}/{name}": data for number in range(5)
                                for name, data in agony.photos(1000, 150, f"spilled-{number}").items()})
        log = self.folder / "log"
        began = time.monotonic()
        trace = "trace=openat,?open,?creat,memfd_create"
        imported = self.agony.bring_in(sources, prefix=agony.strace(log, "-e", trace))
        self.assertEqual((imported.report["stored"], len(imported.events("stored"))), (5000, 5000))
        for call in agony.calls(log):
            if "O_RDONLY" not in call.arguments and not call.result.startswith("-1"):
                self.assertTrue(call.name == "memfd_create" or call.result.endswith("</dev/null>")
                                or f"<{self.agony.path}>" in call.result, call)
        self.assertEqual(len(self.agony.list()), 5000)
        self.assertTrue(self.agony.verify()["ok"])
        self.assertLess(time.monotonic() - began, 100)


class TheProcess(AgonyTestCase):
    def setUp(self):
        super().setUp()
        self.create("--kdf-passes", "16")  # so that it lives long enough to be looked at

    def watch(self, look):
        """Calls `look` with the number of a process that has its password and is at work."""
        started = self.agony.start("list", "--json")
        status = pathlib.Path(f"/proc/{started.process.pid}/status")

        def works():
            return int(re.search(r"VmRSS:\s+(\d+)", status.read_text())[1]) > 30_000

        self.assertTrue(agony.wait_until(works))
        look(started.process.pid)
        self.assertIsNone(started.process.poll(), "too fast to be looked at")
        self.assertEqual(started.finish().code, DONE)

    def test_no_core_dump_and_no_look_into_its_memory(self):
        def look(process):
            folder = pathlib.Path(f"/proc/{process}")
            limits = (folder / "limits").read_text()
            self.assertRegex(limits, r"Max core file size +0 +0 +")
            # The kernel gives these files to root as soon as a process says that it must not be dumped.
            for name in ("mem", "maps", "environ", "fd"):
                self.assertEqual((folder / name).stat().st_uid, 0, name)

        if os.geteuid() == 0:
            # As root all files of /proc are root's anyhow: look at a process of somebody else's.
            os.chmod(self.folder, 0o755)
            os.chown(self.agony.path, 65534, 65534)
            self.agony.start = as_nobody(self.agony.start)
        self.watch(look)

    def test_a_process_of_the_same_user_cannot_trace_it(self):
        if os.geteuid() == 0:
            os.chmod(self.folder, 0o755)
            os.chown(self.agony.path, 65534, 65534)
            self.agony.start = as_nobody(self.agony.start)

        def look(process):
            attach = ("import ctypes, sys; library = ctypes.CDLL(None, use_errno=True); "
                      f"sys.exit(library.ptrace(16, {process}, None, None) == 0)")  # PTRACE_ATTACH
            words = ["/usr/bin/python3", "-c", attach]
            if os.geteuid() == 0:
                words = [*NOBODY, *words]
            self.assertEqual(os.spawnvp(os.P_WAIT, words[0], words), 0)

        self.watch(look)

    def test_arguments_and_environment_hold_no_password(self):
        def look(process):
            for name in ("cmdline", "environ"):
                if os.geteuid() == 0 or name == "cmdline":
                    data = pathlib.Path(f"/proc/{process}/{name}").read_bytes()
                    self.assertNotIn(FIRST.encode(), data)

        self.watch(look)

    def test_keys_are_in_locked_memory(self):
        def look(process):
            text = pathlib.Path(f"/proc/{process}/status").read_text()
            self.assertGreater(int(re.search(r"VmLck:\s+(\d+)", text)[1]), 0)

        self.watch(look)



def as_nobody(start):
    """`Agony.start`, but the command runs as the user nobody."""
    return lambda *arguments, **options: start(*arguments, prefix=NOBODY, **options)
