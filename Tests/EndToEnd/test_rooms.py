# Agony
# SPDX-License-Identifier: Apache-2.0
"""A session touches its own room and nothing else, and looks the same whatever the password opens."""

import concurrent.futures
import os
import re
import statistics
import time

import agony
from agony import DONE, FIRST, NOT_OPENED, PARTLY, SECOND, THIRD, AgonyTestCase


class TheRoomsOfOthers(AgonyTestCase):
    def setUp(self):
        super().setUp()
        self.claim, = self.create("--claim-codes", "1", size="32M")["claim_codes"]
        self.files = agony.photos(8, 40_000)
        self.folder_of_photos = self.sources(self.files)

    def places_changed_by(self, *arguments, code=DONE, **options):
        before = agony.Snapshot(self.agony.path)
        result = self.agony.run(*arguments, **options)
        self.assertEqual(result.code, code, result.error_text)
        return before.changed(self.agony.path)

    def test_every_write_stays_in_the_room_of_its_album(self):
        rooms = {}
        for password in (FIRST, SECOND):
            changed = self.places_changed_by("import", self.folder_of_photos, password=password)
            self.assertEqual(len(changed), 1)
            rooms[password] = changed
        self.assertNotEqual(rooms[FIRST], rooms[SECOND])
        ids = [item["id"] for item in self.agony.list()]
        later = self.sources(agony.photos(3), "later")
        for arguments in (
            [("collection", "create"), "summer"], [("collection", "add"), "summer", *ids[:3]],
            [("collection", "rename"), "summer", "winter"], ["import", later, "--collection", "winter"],
            ["trash", *ids[:4]], ["restore", ids[0]], ["delete", "--all", "--yes"],
            [("collection", "delete"), "winter"], ["import", self.folder_of_photos],
        ):
            with self.subTest(arguments=arguments[0]):
                self.assertEqual(self.places_changed_by(*arguments), rooms[FIRST])
        with self.subTest("passwd"):
            changed = self.places_changed_by("passwd", secrets=[("--new-password-fd", "new")])
            self.assertEqual(changed, rooms[FIRST])
        with self.subTest("register"):
            rooms[THIRD] = self.places_changed_by("register", password=THIRD, secrets=[("--claim-fd", self.claim)])
            self.assertEqual(len(rooms[THIRD] | rooms[FIRST] | rooms[SECOND]), 3)
        with self.subTest("forget"):
            self.assertEqual(self.places_changed_by("forget", "--yes", password=THIRD), rooms[THIRD])
        with self.subTest("enlarge"):
            changed = self.places_changed_by("enlarge", "--size", "64M", password=None)
            self.assertEqual(changed, {"public", "tail"})
        self.assertEqual(self.agony.hashes(password=SECOND), sorted(map(agony.sha256, self.files.values())))
        self.assert_opens_independently(map(agony.sha256, self.files.values()), SECOND)

    def test_a_session_that_only_reads_or_is_refused_changes_no_byte(self):
        self.agony.bring_in(self.folder_of_photos)
        identifier = self.agony.list()[0]["id"]
        text = self.sources({"a.txt": b"no photo", "b.jpg": b""}, "text")
        before = agony.file_hash(self.agony.path)
        for arguments, code, options in (
            (["list"], DONE, {}), (["list", "--trash"], DONE, {}), (["info"], DONE, {}),
            (["info", identifier], DONE, {}), (["export", "--all", self.folder / "out"], DONE, {}),
            (["verify"], DONE, {}), (["doctor"], None, dict(password=None)), ([("collection", "list")], DONE, {}),
            (["list"], NOT_OPENED, dict(password="wrong")), (["list"], NOT_OPENED, dict(password=self.claim)),
            (["import", self.folder_of_photos], NOT_OPENED, dict(password="wrong")),
            (["passwd"], NOT_OPENED, dict(password="wrong", secrets=[("--new-password-fd", "new")])),
            (["passwd"], agony.REFUSED, dict(secrets=[("--new-password-fd", SECOND)])),
            (["register"], NOT_OPENED, dict(password=THIRD, secrets=[("--claim-fd", "0123-4567")])),
            (["register"], agony.REFUSED, dict(password=FIRST, secrets=[("--claim-fd", self.claim)])),
            (["import", self.folder_of_photos, "--dry-run"], DONE, {}),
            (["import", self.folder_of_photos], DONE, {}), (["import", text], PARTLY, {}),
            (["enlarge", "--size", "32M"], DONE, dict(password=None)),
        ):
            with self.subTest(arguments=arguments[0], code=code):
                result = self.agony.run(*arguments, **options)
                if code is not None:
                    self.assertEqual(result.code, code, result.error_text)
                self.assertEqual(agony.file_hash(self.agony.path), before)

    def test_the_time_of_the_file_is_that_of_the_last_session_whatever_it_was(self):
        self.agony.bring_in(self.folder_of_photos)
        later = self.sources(agony.photos(1), "later")
        for arguments, options in (
            (["list"], {}), (["list"], dict(password="wrong")), (["import", later], {}), (["verify"], {}),
            (["list"], dict(password=self.claim)), (["register"], dict(secrets=[("--claim-fd", "wrong")])),
            (["passwd"], dict(secrets=[("--new-password-fd", "new")])),
        ):
            with self.subTest(arguments=arguments[0], options=options):
                os.utime(self.agony.path, (1_500_000_000, 1_500_000_000))
                began = time.time()
                self.agony.run(*arguments, **options)
                status = self.agony.path.stat()
                # The kernel's clock for files is up to a tick behind.
                self.assertTrue(began - 0.05 <= status.st_mtime <= time.time(), status.st_mtime - began)

    def test_a_killed_session_has_set_the_time_as_well(self):
        os.utime(self.agony.path, (1_500_000_000, 1_500_000_000))
        began = time.time()
        result = self.agony.run("import", self.folder_of_photos, prefix=agony.killed_at("pwrite64", 2))
        self.assertEqual(result.code, agony.KILLED)
        self.assertGreater(self.agony.path.stat().st_mtime, began - 0.05)


class LoggingIn(AgonyTestCase):
    def accesses(self, path, password, number):
        """What a log-in does with the vault until it answers: calls, offsets and sizes."""
        log = self.folder / f"log-{number}"
        trace = "trace=?open,openat,pread64,read,preadv,preadv2,pwrite64,lseek,utimensat,fcntl,fstat,newfstatat"
        result = self.agony.run(("collection", "create"), "x", password=password, vault=path,
                                prefix=agony.strace(log, "-e", trace))
        seen = []
        for call in agony.calls(log):
            if str(path) not in call.arguments:
                continue
            if call.name == "pread64":
                seen.append((call.name, *map(int, re.search(r", (\d+), (\d+)$", call.arguments).groups())))
            elif call.name == "openat":
                seen.append((call.name, call.arguments.split(", ", 2)[2]))
            else:
                seen.append((call.name, re.sub(r'".*?"\.*|0x[0-9a-f]+', "…", call.arguments.split(", ", 1)[1])))
        return result, seen

    def test_reads_are_the_same_whatever_the_password_and_the_number_of_albums(self):
        slots = [(room, page) for room in range(4) for page in (0, 256, 512, 768, 1, 513)]

        def look(count):
            path = self.folder / f"vault-{count}"
            passwords = [f"password {number}" for number in range(count)]
            made = self.agony.create(*(["--claim-codes", "1"] if count < 4 else []), path=path, passwords=passwords)
            tried = [*passwords, "wrong", passwords[0] + " ", *made.document["claim_codes"]]
            geometry = agony.Snapshot(path).geometry
            wanted = {geometry.offset_of_page(*slot) for slot in slots}
            return [(password in passwords, wanted, *self.accesses(path, password, f"{count}-{number}"))
                    for number, password in enumerate(tried)]

        first = None
        with concurrent.futures.ThreadPoolExecutor(3) as threads:
            tries = [entry for entries in threads.map(look, (1, 2, 4)) for entry in entries]
        self.assertEqual(len(tries), 15)
        for is_right, wanted, result, seen in tries:
            self.assertEqual(result.code, DONE if is_right else NOT_OPENED, result.error_text)
            reads = [entry for entry in seen if entry[0] == "pread64"]
            # Both copies of the public block, then all slots. What a right password leads to comes afterwards.
            self.assertEqual({offset for _, _, offset in reads[2:26]}, wanted)
            self.assertEqual({size for _, size, _ in reads[:26]}, {4096})
            before = seen[: seen.index(reads[25]) + 1]
            first = first or before
            self.assertEqual(before, first)
            if not is_right:
                self.assertEqual([entry[0] for entry in seen[len(before) :]], ["utimensat"])

    def test_wrong_and_unknown_take_alike(self):
        """A password that opened something once, one that never did, a claim code, the right one with a blank."""
        code, = self.create("--claim-codes", "1")["claim_codes"]
        self.assertEqual(self.agony.run("passwd", password=SECOND, secrets=[("--new-password-fd", THIRD)]).code, DONE)
        passwords = [SECOND, "never seen", FIRST + " ", "x" * 4000]
        times = {password: [] for password in passwords}
        answers = set()
        for _ in range(7):
            for password in passwords:
                began = time.perf_counter()
                result = self.agony.run("list", password=password)
                times[password].append(time.perf_counter() - began)
                answers.add((result.code, result.output, result.errors))
        self.assertEqual(len(answers), 1, answers)
        middles = {password: statistics.median(values) for password, values in times.items()}
        self.assertLess(max(middles.values()), 1.5 * min(middles.values()), middles)
        claimed = self.agony.run("list", password=code)
        self.assertEqual(claimed.code, NOT_OPENED)
        self.assertIn("register", claimed.error_text)


class Noise(AgonyTestCase):
    def test_no_block_repeats_and_no_run_of_zeros_outside_the_public_block(self):
        self.create("--rooms", "2", size="8M")
        self.agony.bring_in(self.sources({"random.png": agony.photo(1_000_000, agony.PNG)} | {
            # Pictures of one colour: long runs of the same bytes.
            f"flat-{number}.jpg": agony.JPEG + bytes([number]) * 400_000 for number in range(4)}))
        self.agony.ask("enlarge", "--size", "16M", password=None)
        snapshot = agony.Snapshot(self.agony.path)
        data = snapshot.data
        blocks = set()
        count = 0
        for place, start, end in snapshot.pieces():
            if place != "public":
                for offset in range(start, end, 16):
                    blocks.add(data[offset : offset + 16])
                count += (end - start) // 16
        self.assertEqual(len(blocks), count)
        self.assertNotIn(bytes(8), data[4096 : snapshot.geometry.copy_b])
        self.assertNotIn(bytes(8), data[snapshot.geometry.copy_b + 4096 :])

    def test_two_vaults_made_alike_share_no_byte_but_the_public_words(self):
        first, second = self.folder / "one", self.folder / "two"
        for path in (first, second):
            self.assertEqual(self.agony.create(path=path).code, DONE)
        one, two = agony.Snapshot(first), agony.Snapshot(second)
        self.assertEqual(one.data[:32], two.data[:32])
        blocks = {one.data[offset : offset + 16] for offset in range(4096, one.geometry.copy_b, 16)}
        self.assertFalse(blocks & {two.data[offset : offset + 16] for offset in range(4096, two.geometry.copy_b, 16)})
        self.assertGreaterEqual(first.stat().st_blocks * 512, first.stat().st_size, "sparse")
        self.assertEqual(first.stat().st_mode & 0o777, 0o600)

    def test_an_enlarged_vault_is_as_long_as_one_made_so(self):
        for rows, size in enumerate(("16M", "32M", "33M", "100M"), 1):
            with self.subTest(size=size):
                made, enlarged = self.folder / "made", self.folder / "enlarged"
                self.agony.create(path=made, size=size)
                self.agony.create(path=enlarged, size="16M")
                self.agony.ask("enlarge", "--size", size, password=None, vault=enlarged)
                one, two = agony.Snapshot(made), agony.Snapshot(enlarged)
                self.assertEqual(len(one.data), len(two.data))
                self.assertEqual(one.data[:32] + one.data[64:4064], two.data[:32] + two.data[64:4064])
                for vault in (one, two):
                    copy = vault.geometry.copy_b
                    self.assertEqual(vault.data[:4096], vault.data[copy : copy + 4096])
                made.unlink()
                enlarged.unlink()
