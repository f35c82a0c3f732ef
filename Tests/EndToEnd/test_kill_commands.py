# Agony
# SPDX-License-Identifier: Apache-2.0
"""`kill -9` at every step of the commands that change more than an album's content, or write elsewhere."""

import os
import shutil

import agony
from agony import DONE, FIRST, KILLED, NOT_OPENED, REFUSED, SECOND, THIRD, MIB, AgonyTestCase


class KilledCommands(AgonyTestCase):
    def setUp(self):
        super().setUp()
        code, = self.create("--claim-codes", "1")["claim_codes"]
        self.claim = code
        self.files = agony.photos(5) | {"film.mp4": agony.film(300_000)}
        self.expected = sorted(map(agony.sha256, self.files.values()))
        self.agony.bring_in(self.sources(self.files))
        self.original = self.agony.path.with_name("original")
        shutil.copyfile(self.agony.path, self.original)

    def kill(self, step, *arguments, **options):
        """Runs the command on a copy of the vault, killed at this call. The places it had changed by then."""
        shutil.copyfile(self.original, self.agony.path)
        before = agony.Snapshot(self.original)
        result = self.agony.run(*arguments, prefix=agony.killed_at(*step), **options)
        self.assertEqual(result.code, KILLED, result.error_text)
        self.assertEqual(result.output, b"")
        return before.changed(self.agony.path)

    def assert_sound(self, password=FIRST):
        self.assertEqual(self.agony.hashes(password=password), self.expected)
        self.assertTrue(self.agony.verify(password=password)["ok"])

    def test_the_old_or_the_new_password_opens(self):
        seen = set()
        steps = [("pwrite64", 1), ("pwrite64", 2), ("fdatasync", 1), ("pwrite64", 3), ("pwrite64", 4), ("fdatasync", 2)]
        for step in steps:
            with self.subTest(step=step):
                self.kill(step, "passwd", password=FIRST, secrets=[("--new-password-fd", THIRD)])
                codes = {password: self.agony.run("list", "--json", password=password) for password in (FIRST, THIRD)}
                opening = [password for password, result in codes.items() if result.code == DONE]
                self.assertTrue(opening)
                seen.add(tuple(opening))
                for password in opening:
                    found = sorted(item["sha256"] for item in codes[password].document)
                    self.assertEqual(found, self.expected)
                kept = opening[-1]
                if codes[kept].errors:
                    self.assertIn("passwd --finish", codes[kept].error_text)
                    photo = self.sources({"later.jpg": agony.photo()}, "later")
                    self.assertEqual(self.agony.run("import", photo, password=kept).code, REFUSED)
                    self.assertEqual(self.agony.run("passwd", "--finish", password=kept).code, DONE)
                self.assert_sound(kept)
                self.assert_is_sound_independently(kept)
                for password in {FIRST, THIRD} - {kept}:
                    self.assertEqual(self.agony.run("list", password=password).code, NOT_OPENED)
        self.assertIn((FIRST, THIRD), seen)

    def test_a_claim_code_or_its_album_opens(self):
        steps = [("pwrite64", 1), ("pwrite64", 3), ("fdatasync", 1), ("pwrite64", 5), ("pwrite64", 6),
                 ("pwrite64", 7), ("fdatasync", 2), ("pwrite64", 8), ("fdatasync", 3)]
        secrets = [("--claim-fd", self.claim)]
        for step in steps:
            with self.subTest(step=step):
                changed = self.kill(step, "register", password=THIRD, secrets=secrets)
                self.assertLessEqual(len(changed), 1)
                self.assert_sound()
                if self.agony.run("list", password=THIRD).code == NOT_OPENED:
                    again = self.agony.run("register", password=THIRD, secrets=secrets)
                    self.assertEqual(again.code, DONE, again.error_text)
                else:
                    finished = self.agony.run("passwd", "--finish", password=THIRD)
                    self.assertEqual(finished.code, DONE, finished.error_text)
                self.agony.bring_in(self.folder / "sources", password=THIRD)
                self.assert_sound(THIRD)
                self.assert_is_sound_independently(THIRD)
        self.assert_opens_independently(self.expected, THIRD)

    def test_a_vault_half_made_leaves_nothing(self):
        folder = self.folder / "new"
        folder.mkdir()
        for call, when in [("pwrite64", 1), ("pwrite64", 9), ("pwrite64", 17), ("fdatasync", 1), ("linkat", 1)]:
            with self.subTest(call=call, when=when):
                result = self.agony.create(path=folder / "new.agony", prefix=agony.killed_at(call, when))
                self.assertEqual(result.code, KILLED, result.error_text)
                self.assertEqual(os.listdir(folder), [])
        result = self.agony.create(path=folder / "new.agony", prefix=agony.killed_at("fsync", 1))
        self.assertEqual(result.code, KILLED)
        self.assertEqual(os.listdir(folder), ["new.agony"])
        self.assertEqual(self.agony.list(vault=folder / "new.agony"), [])

    def test_an_enlargement_is_finished_by_the_next(self):
        size = ["--size", "33M"]
        more = agony.photo(4 * MIB)
        steps = [("pwrite64", 1), ("pwrite64", 10), ("fdatasync", 1), ("fdatasync", 2), ("fdatasync", 3)]
        for step in steps:
            with self.subTest(step=step):
                changed = self.kill(step, "enlarge", *size, password=None)
                self.assertLessEqual(changed, {"public", "tail"})
                self.assertEqual(self.agony.hashes(), self.expected)
                result = self.agony.run("enlarge", *size, password=None)
                self.assertEqual(result.code, DONE, result.error_text)
                geometry = agony.Snapshot(self.agony.path).geometry
                self.assertEqual((geometry.rows, geometry.length), (3, self.agony.path.stat().st_size))
                self.assertTrue(self.agony.verify()["ok"])
                self.agony.bring_in(self.sources({"more.jpg": more}, "more"))
                self.assert_is_sound_independently()
        self.assert_opens_independently(self.expected + [agony.sha256(more)])

    def test_a_deletion_is_whole_or_not_at_all(self):
        items = self.agony.list()
        doomed = [item for item in items if item["kind"] == "film"]
        self.agony.ask("trash", doomed[0]["id"])
        shutil.copyfile(self.agony.path, self.original)
        kept = sorted(set(self.expected) - {doomed[0]["sha256"]})
        steps = [("pwrite64", 1), ("pwrite64", 4), ("pwrite64", 9)] + [("fdatasync", when) for when in (1, 2, 3)]
        for step in steps:
            with self.subTest(step=step):
                changed = self.kill(step, "delete", "--all", "--yes")
                self.assertLessEqual(len(changed), 1)
                self.assertEqual(self.agony.hashes(), kept)
                self.assertIn(self.agony.hashes("--trash"), ([], [doomed[0]["sha256"]]))
                self.assertTrue(self.agony.verify()["ok"])
                self.assertEqual(self.agony.run("delete", "--all", "--yes").code, DONE)
                self.assertEqual(self.agony.hashes("--trash"), [])
                self.assert_is_sound_independently()
        self.assert_opens_independently(kept)

    def test_an_export_leaves_no_part_of_a_file_under_its_name(self):
        whole = {name.encode(): agony.sha256(data) for name, data in self.files.items()}
        steps = [("mkdir", 1), ("write", 1), ("fsync", 1), ("fsync", 2)] + [("linkat", when) for when in (1, 2)]
        for number, (call, when) in enumerate(steps):
            with self.subTest(call=call, when=when):
                destination = self.folder / f"killed-{number}"
                before = self.agony.path.read_bytes()
                result = self.agony.run("export", "--all", destination, prefix=agony.killed_at(call, when))
                self.assertEqual(result.code, KILLED, result.error_text)
                found = agony.hashes_below(destination) if destination.exists() else {}
                self.assertLessEqual(found.items(), whole.items())
                self.assertEqual(self.agony.path.read_bytes(), before)
                self.assertEqual(self.agony.run("export", "--all", destination).code, DONE)
                self.assertEqual(set(agony.hashes_below(destination).values()), set(whole.values()))
