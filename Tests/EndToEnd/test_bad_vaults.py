# Agony
# SPDX-License-Identifier: Apache-2.0
"""Files that are no vault, damaged vaults, passwords that are none, failing disks: a clear answer, and nothing lost."""

import fcntl
import hashlib
import os
import shutil
import struct
import subprocess

import agony
from agony import BUSY, DONE, FIRST, MIB, NO_ROOM, NOT_OPENED, PAGE, PARTLY, REFUSED, SECOND, THIRD, UNUSABLE, USAGE
from agony import AgonyTestCase, NOBODY


class NotAVault(AgonyTestCase):
    def test_other_files_are_named_as_no_vault_and_left_alone(self):
        random, empty, text = self.folder / "random", self.folder / "empty", self.folder / "text"
        random.write_bytes(os.urandom(3 * MIB))
        empty.write_bytes(b"")
        text.write_text("AGONY\n" * 5000)
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        missing = self.folder / "missing"
        for path in (random, empty, text, self.folder, fifo, missing, "/dev/zero", "/dev/null", "/proc/self/mem"):
            with self.subTest(path=str(path)):
                before = agony.file_hash(path) if path in (random, empty, text) else None
                for arguments in (["list"], ["enlarge", "--size", "1G"]):
                    result = self.agony.run(*arguments, vault=path, password=None if "enlarge" in arguments else FIRST)
                    self.assert_ends(result, UNUSABLE, "no vault here" if path == missing else "not a vault")
                if before:
                    self.assertEqual(agony.file_hash(path), before)
        self.assertFalse(missing.exists())
        loop = self.folder / "loop"
        loop.symlink_to(loop)
        self.assert_ends(self.agony.run("list", vault=loop), PARTLY, "too many levels of symbolic links")

    def test_create_overwrites_nothing(self):
        file = self.folder / "there"
        file.write_bytes(b"mine")
        self.assert_ends(self.agony.create(path=file), REFUSED, "already")
        self.assert_ends(self.agony.create(path=self.folder), REFUSED, "already")
        self.assertEqual(file.read_bytes(), b"mine")
        self.assert_ends(self.agony.create(path=self.folder / "none" / "there"), REFUSED, "does not exist")


class Damage(AgonyTestCase):
    def setUp(self):
        super().setUp()
        self.create(size="32M")
        self.files = agony.photos(3) | {"film.mp4": agony.film(700_000)}
        self.hashes = {name: agony.sha256(data) for name, data in self.files.items()}
        self.agony.bring_in(self.sources(self.files))
        self.whole = self.agony.path.read_bytes()
        self.geometry = agony.Geometry(self.whole)

    def write(self, data):
        with open(self.agony.path, "r+b") as file:
            file.write(data)
            file.truncate(len(data))

    def altered(self, *changes):
        """The vault's bytes with some replaced: pairs of offset and bytes."""
        data = bytearray(self.whole)
        for offset, new in changes:
            data[offset : offset + len(new)] = new
        return bytes(data)

    def flipped(self, *offsets):
        return self.altered(*((offset, bytes([self.whole[offset] ^ 0x10])) for offset in offsets))

    def with_public_block(self, offset, field, copies="AB"):
        """The public block's field replaced, with a right checksum."""
        block = bytearray(self.whole[:PAGE])
        block[offset : offset + len(field)] = field
        block[4064:] = hashlib.sha256(block[:4064]).digest()
        places = {"A": 0, "B": self.geometry.copy_b}
        return self.altered(*((places[copy], bytes(block)) for copy in copies))

    def assert_all_there(self, **options):
        self.assertEqual(self.agony.hashes(**options), sorted(self.hashes.values()))

    def test_a_vault_cut_short_is_refused(self):
        for length in (1, 7, 8, 63, 100, PAGE - 1, PAGE, MIB, self.geometry.copy_b + PAGE,
                       len(self.whole) // 2, len(self.whole) - PAGE, len(self.whole) - 1):
            with self.subTest(length=length):
                self.write(self.whole[:length])
                result = self.agony.run("list")
                self.assert_ends(result, UNUSABLE, "not a vault|cut short|damaged")
                self.assertEqual(self.agony.path.read_bytes(), self.whole[:length])
        self.write(self.whole)
        self.assert_all_there()

    def test_bytes_after_the_end_are_ignored(self):
        self.write(self.whole + os.urandom(5000))
        self.assert_all_there()
        self.assertTrue(self.agony.verify()["ok"])

    def test_one_copy_of_the_public_block_serves(self):
        copy_b = self.geometry.copy_b
        for offset in (0, 8, 13, 21, 40, 66, 500, 4070, copy_b + 40):
            with self.subTest(offset=offset):
                self.write(self.flipped(offset))
                result = self.agony.run("list")
                self.assertEqual(result.code, DONE)
                self.assertIn("copies of the vault's public block", result.error_text)
        verified = self.agony.run("verify", "--json")
        self.assertEqual(verified.code, UNUSABLE)
        self.assertFalse(verified.document["public_block_whole"])
        self.assertEqual(self.agony.run("verify", "--repair").code, DONE)
        self.assertTrue(self.agony.verify()["ok"])
        self.assertEqual(self.agony.path.read_bytes()[:PAGE], self.whole[:PAGE])

    def test_both_copies_damaged_are_refused(self):
        self.write(self.flipped(40, self.geometry.copy_b + 41))
        self.assert_ends(self.agony.run("list"), UNUSABLE, "damaged|not a vault")

    def test_another_version_and_parameters_out_of_range_are_refused_at_once(self):
        word = struct.Struct("<I").pack
        for offset, field, text in (
            (8, word(2), "version 2"), (8, word(0), "version"), (20, word(65_535), "parameters"),
            (20, word(4_194_305), "parameters"), (20, word(0xFFFFFFFF), "parameters"), (20, word(0), "parameters"),
            (24, word(2), "parameters"), (24, word(17), "parameters"), (12, word(3), "parameters"),
            (12, word(16), "parameters"), (16, word(5000), "parameters"), (16, word(8 * MIB), "parameters"),
            (28, word(1), "parameters"), (64, struct.pack("<Q", 0), "parameters"),
            (64, struct.pack("<Q", 9), "parameters"), (64, struct.pack("<Q", 2**63), "parameters"),
            (64, struct.pack("<Q", 4), "cut short"),
        ):
            with self.subTest(offset=offset, field=field):
                self.write(self.with_public_block(offset, field))
                self.assert_ends(self.agony.run("list"), UNUSABLE, text)

    def test_two_sound_copies_that_differ_are_refused(self):
        for copies in "AB":
            with self.subTest(copies=copies):
                self.write(self.with_public_block(32, os.urandom(32), copies))
                self.assert_ends(self.agony.run("list"), UNUSABLE, "differ|damaged")

    def structure(self):
        return self.agony.read_independently("--dump-structure", "--json").document

    def test_any_flipped_bit_of_a_key_slot_is_survived_and_mended(self):
        for slot in self.structure()["slots"][:4]:
            with self.subTest(slot=slot["index"]):
                self.write(self.flipped(slot["offset"] + 17 + slot["index"] * 1020))
                result = self.agony.run("list", "--json")
                self.assertEqual((result.code, len(result.document)), (DONE, 4))
                self.assertIn("passwd --finish", result.error_text)
        verified = self.agony.run("verify", "--json")
        self.assertEqual((verified.code, verified.document["key_slots_whole"]), (UNUSABLE, False))
        ids = [item["id"] for item in self.agony.run("list", "--json").document]
        for arguments in (["import", self.folder / "sources"], ["trash", ids[0]], ["delete", "--all", "--yes"]):
            self.assert_ends(self.agony.run(*arguments), REFUSED, "passwd --finish")
        self.assertEqual(self.agony.run("passwd", "--finish").code, DONE)
        self.assertTrue(self.agony.verify()["ok"])

    def test_all_key_slots_damaged_is_like_a_wrong_password(self):
        self.write(self.flipped(*(slot["offset"] + 5 for slot in self.structure()["slots"][:4])))
        damaged = self.agony.run("list")
        wrong = self.agony.run("list", password="wrong")
        self.assertEqual((damaged.code, damaged.errors), (wrong.code, wrong.errors))
        self.assertEqual(damaged.code, NOT_OPENED)
        self.assertEqual(self.agony.list(password=SECOND), [])

    def test_any_one_page_outside_objects_may_be_lost(self):
        structure = self.structure()
        offsets = [root["offset"] for root in structure["roots"]]
        for page in structure["pages"]:
            offsets += [page["first"]["offset"], page["mirror"]["offset"]]
        self.assertGreater(len(offsets), 20)
        for offset in offsets[:6] + offsets[6::3]:
            with self.subTest(offset=offset):
                self.write(self.altered((offset, bytes(PAGE))))
                self.assert_all_there()
                verified = self.agony.run("verify", "--json")
                document = verified.document
                self.assertEqual((verified.code, document["ok"], document["damaged"]), (UNUSABLE, False, []))
                self.assertEqual(document["damaged_copies"] + document["damaged_root_slots"], 1)
        self.assertEqual(sorted(agony.hashes_below(self.agony.export()).values()), sorted(self.hashes.values()))
        self.assertEqual(self.agony.run("verify", "--repair").code, DONE)
        self.assertTrue(self.agony.verify()["ok"])
        self.assert_opens_independently(self.hashes.values())

    def test_both_copies_of_an_index_page_lost_is_said(self):
        page = self.structure()["pages"][1]
        self.write(self.flipped(page["first"]["offset"] + 99, page["mirror"]["offset"] + 99))
        self.assert_ends(self.agony.run("list"), UNUSABLE, "damaged")
        self.assert_ends(self.agony.run("import", self.folder / "sources"), UNUSABLE, "damaged")
        self.assertEqual(self.agony.list(password=SECOND), [])

    def test_a_flipped_bit_in_a_film_costs_only_that_film(self):
        film = max(self.structure()["originals"], key=lambda original: original["size"])
        offset = film["parts"][0]["extents"][0]["offset"] + 300_000
        self.write(self.flipped(offset))
        verified = self.agony.run("verify", "--json")
        self.assertEqual(verified.code, UNUSABLE)
        self.assertEqual([item["name"] for item in verified.document["damaged"]], ["film.mp4"])
        destination = self.folder / "out"
        exported = self.agony.run("export", "--all", destination, "--json")
        self.assertEqual((exported.code, exported.report["exported"], exported.report["failed"]), (PARTLY, 3, 1))
        self.assertEqual([problem["code"] for problem in exported.report["problems"]], ["damaged"])
        self.assertEqual(agony.hashes_below(destination),
                         {name.encode(): digest for name, digest in self.hashes.items() if name != "film.mp4"})
        self.assertEqual(self.agony.path.read_bytes(), self.flipped(offset))


class Passwords(AgonyTestCase):
    def opens(self, password, **options):
        return self.agony.run("list", password=password, **options)

    def test_a_password_opens_only_as_it_is(self):
        long = "x" * 72
        self.create("--rooms", "8", size="32M",
                    passwords=["mañana", " blank ", long + "ab", "CASE", "cr\r", "\N{KELVIN SIGN}"])
        for password in ("mañana", "man\u0303ana", " blank ", long + "ab", "CASE", "cr\r", "K"):
            with self.subTest(password=password):
                self.assertEqual(self.opens(password).code, DONE)
        for password in ("blank", " blank", long, long + "a", long + "ac", long + "abc", "case", "cr", "manana", "ma",
                         "k", "mañana\N{ZERO WIDTH SPACE}"):
            with self.subTest(password=password):
                self.assert_ends(self.opens(password), NOT_OPENED, "no album opens with this password")

    def test_what_is_no_password_opens_nothing_and_becomes_none(self):
        self.create()
        for password, text in ((b"", "empty"), (b"x" * MIB, "4,096 bytes"), (b"\xff\xfe", "UTF-8")):
            with self.subTest(password=password[:9]):
                self.assert_ends(self.opens(password), NOT_OPENED, text)
                new = self.agony.run("passwd", secrets=[("--new-password-fd", password)])
                self.assert_ends(new, USAGE, text)
                self.assert_ends(self.agony.create(path=self.folder / "new", passwords=[password]), USAGE, text)
        self.assert_ends(self.opens(b"with\0nul"), USAGE, "NUL")
        self.assertEqual(self.opens(b"x" * 4097).code, NOT_OPENED)
        self.assertEqual(self.opens(FIRST).code, DONE)
        self.assertFalse((self.folder / "new").exists())

    def test_a_password_that_opens_an_album_cannot_become_anothers(self):
        claim, = self.create("--claim-codes", "1")["claim_codes"]
        before = agony.file_hash(self.agony.path)
        for result in (
            self.agony.run("passwd", secrets=[("--new-password-fd", SECOND)]),
            self.agony.run("register", password=SECOND, secrets=[("--claim-fd", claim)]),
            self.agony.run("register", password=claim, secrets=[("--claim-fd", claim)]),
            self.agony.run("passwd", secrets=[("--new-password-fd", claim)]),
        ):
            self.assert_ends(result, REFUSED, "already")
        self.assert_ends(self.agony.create(path=self.folder / "twice", passwords=["a", "a"]), REFUSED, "already")
        self.assertFalse((self.folder / "twice").exists())
        self.assertEqual(agony.file_hash(self.agony.path), before)

    def test_descriptors(self):
        self.create()
        self.assert_ends(self.agony.run("list", "--password-fd", "77", password=None), USAGE, "no file descriptor 77")
        self.assert_ends(self.agony.run("list", "--password-fd", "x", password=None), USAGE, "password-fd")
        self.assert_ends(self.agony.run("list", password=None), USAGE, "no terminal")
        descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            done = subprocess.run([agony.BINARY, "list", "--vault", self.agony.path, "--password-fd", str(descriptor)],
                                  pass_fds=[descriptor], capture_output=True, timeout=60)
        finally:
            os.close(descriptor)
        self.assertEqual(done.returncode, USAGE)

    def test_a_claim_code_is_used_up_and_forgiving_about_its_spelling(self):
        code, = self.create("--claim-codes", "1")["claim_codes"]
        self.assert_ends(self.opens(code), NOT_OPENED, "claim code")
        spelt = " " + code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
        registered = self.agony.run("register", password=THIRD, secrets=[("--claim-fd", spelt)])
        self.assertEqual(registered.code, DONE, registered.error_text)
        self.agony.bring_in(self.sources(agony.photos(1)), password=THIRD)
        again = self.agony.run("register", password="x", secrets=[("--claim-fd", code)])
        self.assert_ends(again, NOT_OPENED, "used before")
        self.assertEqual(len(self.agony.list(password=THIRD)), 1)
        forgotten = self.agony.run("forget", "--yes", "--json", password=THIRD)
        self.assertEqual(forgotten.code, DONE)
        new, = forgotten.document["claim_codes"]
        self.assertEqual(self.opens(THIRD).code, NOT_OPENED)
        self.agony.ask("register", password="fourth", secrets=[("--claim-fd", new)])
        self.assertEqual(self.agony.list(password="fourth"), [])


class FailingDisks(AgonyTestCase):
    def setUp(self):
        super().setUp()
        self.create(size="32M")
        self.files = agony.photos(6, 30_000)
        self.first = self.sources(self.files)
        self.agony.bring_in(self.first)
        self.hashes = set(map(agony.sha256, self.files.values()))
        self.more = agony.photos(9, 150_000, "more")
        self.second = self.sources(self.more, "more")

    def assert_survives(self, result):
        """What was reported is there and all is whole, and then the rest goes in."""
        reported = {event["sha256"] for event in result.events("stored")}
        listed = set(self.agony.hashes())
        self.assertLessEqual(self.hashes | reported, listed)
        self.assertTrue(self.agony.verify()["ok"])
        self.assertEqual(self.agony.run("import", self.second).code, DONE)
        self.assert_opens_independently(self.hashes | set(map(agony.sha256, self.more.values())))

    def test_a_failing_write_or_sync_ends_an_import_and_loses_nothing(self):
        saved = self.agony.path.read_bytes()
        for call, when, error, code in (
            ("pwrite64", 1, "EIO", PARTLY), ("pwrite64", 12, "EIO", PARTLY), ("pwrite64", 3, "ENOSPC", NO_ROOM),
            ("fdatasync", 1, "EIO", PARTLY), ("fdatasync", 2, "EIO", PARTLY),
        ):
            with self.subTest(call=call, when=when, error=error):
                self.agony.path.write_bytes(saved)
                result = self.agony.run("import", self.second, "--json", prefix=agony.failing_at(call, when, error))
                self.assertEqual(result.code, code, result.error_text)
                self.assertRegex(result.error_text, "(?m)^agony: ")
                report = result.report
                self.assertEqual(report["stored"] + report["failed"], 9)
                self.assertEqual(len(result.events("stored")), report["stored"])
                self.assertTrue(all(problem["reason"] for problem in report["problems"]))
                self.assert_survives(result)

    def test_no_source_goes_when_a_write_fails(self):
        result = self.agony.run("import", self.second, "--move", "--json",
                                prefix=agony.failing_at("fdatasync", 1, "EIO"))
        self.assertEqual(result.code, PARTLY)
        kept = set(agony.hashes_below(self.second).values())
        self.assertEqual(kept | {event["sha256"] for event in result.events("removed")},
                         set(map(agony.sha256, self.more.values())))
        self.assert_survives(result)

    def test_a_full_disk_leaves_no_vault_half_made(self):
        folder = self.folder / "new"
        folder.mkdir()
        for call in ("pwrite64", "fdatasync"):
            result = self.agony.create(path=folder / "v", prefix=agony.failing_at(call, 1, "ENOSPC"))
            self.assert_ends(result, NO_ROOM, "full")
            self.assertEqual(os.listdir(folder), [])

    def test_a_full_disk_stops_an_enlargement_and_loses_nothing(self):
        saved = self.agony.path.read_bytes()
        result = self.agony.run("enlarge", "--size", "80M", password=None,
                                prefix=agony.failing_at("pwrite64", 3, "ENOSPC"))
        self.assert_ends(result, NO_ROOM, "full")
        self.assertEqual(self.agony.path.read_bytes()[: len(saved)], saved)
        self.assertTrue(self.agony.verify()["ok"])
        self.agony.ask("enlarge", "--size", "80M", password=None)
        self.assertTrue(self.agony.verify()["ok"])

    def test_a_full_disk_leaves_no_part_of_a_file_behind(self):
        destination = self.folder / "out"
        result = self.agony.run("export", "--all", destination, "--json",
                                prefix=agony.failing_at("write", 1, "ENOSPC"))
        self.assertNotEqual(result.code, DONE)
        self.assertLessEqual(set(agony.hashes_below(destination).values()), self.hashes)
        self.assertEqual(self.agony.run("export", "--all", destination).code, DONE)

    def test_small_file_systems_run_full_without_loss(self):
        """A real file system in memory, mounted for one process: 40 MiB, the vault in it takes 32."""
        mount = self.folder / "small"
        mount.mkdir()
        script = ('mount -t tmpfs -o size=40m none "$0" && cp "$1" "$0/v" && shift && "$@"; code=$?; '
                  'ls -s "$0" >&2; exit $code')

        def run(*arguments, **options):
            namespace = ["unshare", "-m"] if os.geteuid() == 0 else ["unshare", "-rm"]
            prefix = [*namespace, "sh", "-c", script, mount, self.agony.path]
            return self.agony.run(*arguments, prefix=prefix, vault=mount / "v", **options)

        listed = run("list", "--json")
        if b"mount:" in listed.errors or b"unshare:" in listed.errors:
            return  # no right to mount here; the tests above cover the same with injected errors
        self.assertEqual(listed.code, DONE, listed.error_text)
        enlarged = run("enlarge", "--size", "64M", password=None)
        self.assertEqual(enlarged.code, NO_ROOM, enlarged.error_text)
        self.assertRegex(enlarged.error_text, r"agony: .*full")
        self.assertRegex(enlarged.error_text, r"(?m)^ *32776 v$")
        big = self.folder / "big"
        self.agony.bring_in(agony.write_sources(big, {"a.mp4": agony.film(6 * MIB)}))
        self.agony.run("trash", *(item["id"] for item in self.agony.list() if item["kind"] == "photo"))
        exported = run("export", "--all", mount / "out")
        self.assertEqual(exported.code, DONE, exported.error_text)


class Access(AgonyTestCase):
    def test_a_vault_that_cannot_be_written_can_be_read(self):
        self.create()
        sources = self.sources(agony.photos(2))
        self.agony.bring_in(sources)
        os.chmod(self.agony.path, 0o444)
        for path in (self.folder, sources):
            os.chmod(path, 0o755)
        prefix = NOBODY if os.geteuid() == 0 else []
        before = (agony.file_hash(self.agony.path), self.agony.path.stat().st_mtime_ns)
        listed = self.agony.run("list", "--json", prefix=prefix)
        self.assertEqual((listed.code, len(listed.document)), (DONE, 2), listed.error_text)
        identifier = listed.document[0]["id"]
        for arguments in (["info"], ["verify"], [("collection", "list")]):
            result = self.agony.run(*arguments, prefix=prefix)
            self.assertEqual(result.code, DONE, result.error_text)
        out = self.folder / "out"
        out.mkdir()
        os.chmod(out, 0o777)
        self.assertEqual(self.agony.run("export", "--all", out, prefix=prefix).code, DONE)
        self.assertEqual(len(agony.hashes_below(out)), 2)
        for arguments, options in (
            (["import", sources], {}), (["trash", identifier], {}), (["delete", "--all", "--yes"], {}),
            (["verify", "--repair"], {}), (["passwd"], dict(secrets=[("--new-password-fd", "new")])),
            (["enlarge", "--size", "64M"], dict(password=None)), ([("collection", "create"), "x"], {}),
        ):
            with self.subTest(arguments=arguments):
                self.assert_ends(self.agony.run(*arguments, prefix=prefix, **options), REFUSED, "written to")
        self.assertEqual((agony.file_hash(self.agony.path), self.agony.path.stat().st_mtime_ns), before)

    def test_a_vault_that_cannot_be_read_says_so(self):
        self.create()
        os.chmod(self.folder, 0o755)
        os.chmod(self.agony.path, 0)
        result = self.agony.run("list", prefix=NOBODY if os.geteuid() == 0 else [])
        self.assertNotIn(result.code, (DONE, NOT_OPENED))
        self.assertRegex(result.error_text, "^agony: ")

    def test_a_vault_that_another_process_holds_is_busy(self):
        self.create()
        read, write = os.pipe()
        holder = subprocess.Popen(
            [agony.BINARY, "list", "--vault", self.agony.path, "--password-fd", str(read)], pass_fds=[read],
            stdout=subprocess.PIPE, env=agony.environment(self.agony.home), start_new_session=True)
        os.close(read)
        try:
            self.assertTrue(agony.wait_until(lambda: not can_lock(self.agony.path)))
            for arguments, options in (
                (["list"], {}), (["import", self.folder], {}), (["list"], dict(password="wrong")),
                (["enlarge", "--size", "64M"], dict(password=None)),
            ):
                with self.subTest(arguments=arguments):
                    self.assert_ends(self.agony.run(*arguments, **options), BUSY, "another process")
            self.assertIn(self.agony.run("doctor", password=None).code, (DONE, REFUSED))
            os.write(write, FIRST.encode())
        finally:
            os.close(write)
            holder.communicate(timeout=60)
        self.assertEqual(holder.returncode, DONE)
        self.assertEqual(self.agony.run("list").code, DONE)


def can_lock(path):
    with open(path, "r+b") as file:
        try:
            fcntl.fcntl(file, fcntl.F_OFD_SETLK, struct.pack("hhqqi4x", fcntl.F_WRLCK, 0, 0, 0, 0))
        except OSError:
            return False
    return True
