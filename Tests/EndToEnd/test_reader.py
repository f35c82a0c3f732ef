# Agony
# SPDX-License-Identifier: Apache-2.0
"""Tests of Scripts/agony-reader.py on vaults made by synthetic_vault.py.

From this folder: /usr/bin/python3 -m unittest test_reader
"""

import contextlib
import functools
import hashlib
import importlib.util
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

FOLDER = pathlib.Path(__file__).resolve().parent
SCRIPT = FOLDER.parent.parent / "Scripts" / "agony-reader.py"
sys.path.insert(0, str(FOLDER))

import synthetic_vault as synthetic  # noqa: E402

specification = importlib.util.spec_from_file_location("agony_reader", SCRIPT)
reader = importlib.util.module_from_spec(specification)
specification.loader.exec_module(reader)
reader.argon2id = functools.cache(reader.argon2id)  # the same few passwords again and again

PASSWORD = "correct horse"
OTHER_PASSWORD = "battery staple"
ROOM = 2


class Result:
    def __init__(self, code, output, errors):
        self.code, self.output, self.errors = code, output, errors

    def json(self):
        return json.loads(self.output)


class ReaderTestCase(unittest.TestCase):
    maxDiff = 1000

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.path = self.folder / "test.agony"
        self.destination = self.folder / "out"

    def read(self, vault, *options, password=PASSWORD):
        """Runs the reader within this process on the vault's present bytes."""
        if isinstance(vault, synthetic.Vault):
            vault.write(self.path)
        else:
            self.path.write_bytes(vault)
        raw = password if isinstance(password, bytes) else password.encode()
        get, put = os.pipe()
        os.write(put, raw + b"\n")
        os.close(put)
        output, errors = io.StringIO(), io.StringIO()
        try:
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
                code = reader.main([str(self.path), *map(str, options), "--password-fd", str(get)])
        finally:
            os.close(get)
        return Result(code, output.getvalue(), errors.getvalue())

    def export(self, vault, *options, password=PASSWORD):
        return self.read(vault, "--export", self.destination, *options, password=password)

    def exported(self):
        return {
            os.fsencode(path.relative_to(self.destination)): path.read_bytes()
            for path in self.destination.rglob("*")
            if path.is_file()
        }

    def assert_whole(self, vault, files):
        """The vault checks clean and exports exactly `files`, into a fresh folder."""
        self.destination = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        result = self.read(vault, "--check")
        self.assertEqual((result.code, result.errors), (0, ""))
        result = self.export(vault)
        self.assertEqual((result.code, result.errors), (0, ""))
        self.assertEqual(self.exported(), files)


def content(length, unit=b"0123456789abcde"):
    return (unit * (length // len(unit) + 1))[:length]


FILES = {
    b"small.jpg": content(1),
    b"one chunk.jpg": content(65520, b"one"),
    b"two chunks.heic": content(65521, b"two!"),
    b"film.mp4": content(300_000, b"film, "),
}


def small_vault(index_depth=None, map_depth=None, rows=16, **options):
    """An album of `FILES` in room 2, another one in room 0, and a spare room 3."""
    vault = synthetic.Vault(rows=rows, **options)
    room = vault.room(ROOM, PASSWORD)
    index = synthetic.Index(room)
    for name, data in FILES.items():
        index.add(name, data, parts=2 if name == b"film.mp4" else 1, longest=5)
    room.commit(index.serialize(), index_depth, map_depth)
    vault.room(0, OTHER_PASSWORD)
    vault.room(3, "claim code", synthetic.SPARE)
    return vault, room, index


class Primitives(unittest.TestCase):
    """The reader's own functions against the frozen vectors and published ones."""

    def setUp(self):
        self.vectors = json.loads((FOLDER / "vectors.json").read_text())

    def test_vectors_are_what_the_builder_makes(self):
        self.assertEqual(json.loads(json.dumps(synthetic.vectors())), self.vectors)

    def test_hkdf_gives_the_values_of_rfc_5869(self):
        key, salt, info = b"\x0b" * 22, bytes(range(13)), bytes(range(0xF0, 0xFA))
        expected = "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        self.assertEqual(reader.hkdf(key, salt, info, 42).hex(), expected)
        self.assertEqual(synthetic.hkdf(key, salt, info, 42).hex(), expected)

    def test_aead_is_the_one_of_the_draft(self):
        plain = (
            b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
            b"sunscreen would be it."
        )
        sealed = synthetic.seal(bytes(range(0x80, 0xA0)), bytes(range(0x40, 0x58)), bytes.fromhex("50515253c0c1c2c3c4c5c6c7"), plain)
        self.assertEqual(sealed[:16].hex(), "bd6d179d3e83d43b9576579493c0e939")
        self.assertEqual(sealed[-16:].hex(), "c0875924c1c7987947deafd8780acf49")

    def test_password_secret_and_slot(self):
        kdf, slot = self.vectors["argon2id"], self.vectors["slot"]
        password = reader.normalized_password(bytes.fromhex(kdf["passwordAsTypedHex"]))
        self.assertEqual(password.hex(), kdf["passwordHex"])
        main = reader.argon2id(password, bytes.fromhex(kdf["saltHex"]), kdf["passes"], kdf["memoryKiB"])
        self.assertEqual(main.hex(), kdf["mHex"])

        class OneSlot:
            hash = bytes.fromhex(slot["hHex"])
            slot_pages = range(6)

            @staticmethod
            def read(room, page):
                return bytes.fromhex(slot["slotHex"])

        opened = reader.open_slot(OneSlot, main, slot["room"], slot["index"])
        self.assertEqual((opened.state, opened.change, opened.master.hex()), (1, slot["change"], slot["masterHex"]))
        self.assertIsNone(reader.open_slot(OneSlot, main, slot["room"], slot["index"] + 1))
        self.assertIsNone(reader.open_slot(OneSlot, main, slot["room"] - 1, slot["index"]))

    def test_ladder(self):
        self.assertEqual([rows for rows in range(0, 2049) if reader.is_on_ladder(rows)], self.vectors["ladder"])


class WholeVaults(ReaderTestCase):
    def test_an_album_is_listed_checked_and_exported_bit_for_bit(self):
        vault, _, _ = small_vault()
        self.assert_whole(vault, FILES)
        listed = self.read(vault, "--list", "--json").json()
        self.assertEqual({entry["name"].encode() for entry in listed}, set(FILES))
        for entry in listed:
            data = FILES[entry["name"].encode()]
            self.assertEqual((entry["size"], entry["sha256"]), (len(data), hashlib.sha256(data).hexdigest()))
        for line in ("film.mp4", "300,000", "2017-07-14 02:40:00"):
            self.assertIn(line, self.read(vault, "--list").output)

    def test_times_are_restored_and_files_are_private(self):
        vault, _, _ = small_vault()
        self.export(vault)
        status = (self.destination / "film.mp4").stat()
        self.assertEqual((status.st_mtime_ns, status.st_mode & 0o777), (1_500_000_000_123_456_789, 0o600))

    def test_any_number_of_rooms(self):
        for rooms in (1, 2, 4, 8):
            for number in {0, rooms - 1}:
                vault = synthetic.Vault(rooms=rooms, rows=5)
                room = vault.room(number, PASSWORD)
                index = synthetic.Index(room)
                index.add(b"a.jpg", content(70_000))
                room.commit(index.serialize())
                self.assert_whole(vault, {b"a.jpg": content(70_000)})

    def test_a_bigger_brick(self):
        vault, _, _ = small_vault(brick=1 << 20, rows=3)
        self.assert_whole(vault, FILES)

    def test_trees_of_any_depth(self):
        for index_depth, map_depth in ((1, 0), (2, 1), (3, 2), (6, 6)):
            with self.subTest(index_depth=index_depth, map_depth=map_depth):
                vault, _, _ = small_vault(index_depth, map_depth)
                self.assert_whole(vault, FILES)
                root = self.read(vault, "--dump-structure", "--json").json()["root"]
                self.assertEqual((root["indexDepth"], root["mapDepth"]), (index_depth, map_depth))

    def test_an_index_of_more_than_sixty_pages(self):
        vault = synthetic.Vault(rooms=1, rows=32)
        room = vault.room(0, PASSWORD)
        index = synthetic.Index(room)
        files = {b"%04d.jpg" % i: b"photo %d" % i for i in range(300)}
        for name, data in files.items():
            index.add(name, data)
        index.connection.execute("CREATE TABLE later (filler BLOB)")
        index.connection.execute("INSERT INTO later VALUES (zeroblob(200000))")
        room.commit(index.serialize())
        self.assert_whole(vault, files)
        self.assertEqual(self.read(vault, "--dump-structure", "--json").json()["root"]["indexDepth"], 2)

    def test_a_second_commit(self):
        vault, room, index = small_vault()
        index.add(b"later.jpg", b"later")
        room.commit(index.serialize())
        self.assert_whole(vault, FILES | {b"later.jpg": b"later"})

    def test_a_free_map_with_a_subtree_of_ones(self):
        # Pages 32,768 to 65,535 are one part whose bytes were never written: only its item is damaged.
        vault = synthetic.Vault(rooms=1, brick=4 << 20, rows=80, noise=False)
        room = vault.room(0, PASSWORD)
        index = synthetic.Index(room)
        index.add(b"a.jpg", b"a")
        chunks = 32768 // 16
        seed = vault.random.randbytes(32)
        index.add_part(5, 0, seed, chunks * synthetic.CHUNK, synthetic.encoded_extents([(32768, 32768)]))
        room.used.update(range(32768, 65536))
        room.commit(index.serialize())
        result = self.read(vault, "--check", "--json")
        self.assertEqual(result.code, 1)
        self.assertEqual([failure["name"] for failure in result.json()["failed"]], ["object 5"])
        self.assertEqual(result.json()["damage"], [])

    def test_an_empty_album_and_an_empty_file(self):
        vault = synthetic.Vault()
        vault.room(1, PASSWORD)
        self.assert_whole(vault, {})
        vault, room, index = small_vault()
        index.add(b"empty", b"")
        room.commit(index.serialize())
        self.assertEqual(self.export(vault).code, 0)
        self.assertEqual(self.exported()[b"empty"], b"")

    def test_what_later_versions_add_is_skipped(self):
        vault, room, index = small_vault()
        index.connection.executescript(
            "PRAGMA user_version = 2; ALTER TABLE item ADD COLUMN rating INTEGER; ALTER TABLE original ADD COLUMN x;"
            "CREATE TABLE face (id INTEGER); UPDATE item SET kind = 9, taken_source = 7; UPDATE original SET role = 5"
        )
        room.commit(index.serialize())
        self.assertEqual(self.export(vault).code, 0)
        self.assertEqual(self.exported(), FILES)

    def test_reading_changes_no_byte(self):
        vault, _, _ = small_vault()
        self.export(vault)
        self.read(vault, "--check")
        self.assertEqual(self.path.read_bytes(), bytes(vault.image))

    def test_bytes_after_the_last_row_are_ignored(self):
        vault, _, _ = small_vault()
        vault.image += vault.random.randbytes(100_000)
        self.assert_whole(vault, FILES)


class Passwords(ReaderTestCase):
    def test_each_password_opens_its_own_room(self):
        vault, _, _ = small_vault()
        result = self.read(vault, "--list", "--json", password=OTHER_PASSWORD)
        self.assertEqual((result.code, result.json()), (0, []))

    def test_what_does_not_open_gets_one_answer(self):
        vault, _, _ = small_vault()
        for password in ("wrong", PASSWORD[:-1], PASSWORD + " ", " " + PASSWORD, PASSWORD.upper(), PASSWORD + "\r"):
            result = self.read(vault, "--list", password=password)
            expected = "agony-reader: not opened: this password opens nothing in this vault\n"
            self.assertEqual((result.code, result.output, result.errors), (3, "", expected))

    def test_impossible_passwords(self):
        vault, _, _ = small_vault()
        for password in (b"", b"x" * 4097, b"\xff", b"x" * (1 << 15)):
            self.assertEqual(self.read(vault, "--list", password=password).code, 3)

    def test_long_passwords_count_to_their_last_byte(self):
        vault = synthetic.Vault()
        vault.room(0, "x" * 4096)
        self.assertEqual(self.read(vault, "--list", password="x" * 4096).code, 0)
        self.assertEqual(self.read(vault, "--list", password="x" * 4095 + "y").code, 3)

    def test_passwords_are_normalized(self):
        vault = synthetic.Vault()
        vault.room(0, "man\u0303ana")
        self.assertEqual(self.read(vault, "--list", password="ma\u00f1ana").code, 0)
        self.assertEqual(self.read(vault, "--list", password="man\u0303ana").code, 0)

    def test_a_claim_code_opens_an_empty_room(self):
        vault, _, _ = small_vault()
        result = self.export(vault, password="claim code")
        self.assertEqual((result.code, self.exported()), (0, {}))
        self.assertIn("claim code", result.errors)

    def test_an_interrupted_change_leaves_both_passwords_good_and_is_reported(self):
        vault, room, _ = small_vault()
        room.seal_slots("new password", indices=(0, 1), change=2)
        for password in (PASSWORD, "new password"):
            result = self.export(vault, password=password)
            self.assertEqual(result.code, 0)
            self.assertIn("2 of 4 password slots open", result.errors)
            self.assertEqual(self.read(vault, "--check", password=password).code, 1)

    def test_the_highest_change_number_holds(self):
        vault, room, _ = small_vault()
        stranger = vault.random.randbytes(32)
        room.seal_slots(PASSWORD, indices=(1, 3), change=0, master=stranger)
        result = self.export(vault)
        self.assertEqual((result.code, self.exported()), (0, FILES))
        self.assertIn("disagree", result.errors)

    def test_a_slot_of_another_room_or_place_does_not_open(self):
        vault, room, _ = small_vault()
        pages = synthetic.slot_pages(vault.brick)
        first, second = (room.get(page) for page in pages[:2])
        for page in pages:
            room.put(page, vault.random.randbytes(4096))
        room.put(pages[1], first)
        room.put(pages[0], second)
        other = synthetic.Room(vault, 1, None, synthetic.SPARE)
        other.put(pages[0], first)
        self.assertEqual(self.read(vault, "--list").code, 3)

    def test_slots_of_later_layouts_are_refused(self):
        for change in ({"layout": 2}, {"state": 3}):
            vault, room, _ = small_vault()
            room.seal_slots(PASSWORD, **change)
            self.assertEqual(self.read(vault, "--list").code, 4)

    def test_the_script_itself_reads_from_a_descriptor_and_never_echoes(self):
        vault, _, _ = small_vault()
        vault.write(self.path)
        command = [sys.executable, str(SCRIPT), str(self.path), "--list"]
        run = functools.partial(subprocess.run, capture_output=True, start_new_session=True)
        result = run(command + ["--password-fd", "0"], input=PASSWORD.encode() + b"\nnext line")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        self.assertEqual(result.stdout.count(b"\n"), 4)
        self.assertEqual(run(command, input=PASSWORD.encode()).returncode, 2)  # no terminal
        self.assertEqual(run(command + ["--password-fd", "99"]).returncode, 2)
        self.assertEqual(run([sys.executable, str(SCRIPT)]).returncode, 2)
        self.assertEqual(run([sys.executable, str(SCRIPT), str(self.path), "--list", "--check"]).returncode, 2)


class PublicBlocks(ReaderTestCase):
    def damage_copy(self, vault, copies, position=1000):
        for copy, offset in (("A", 0), ("B", 4096 + vault.rooms * vault.brick)):
            if copy in copies:
                vault.image[offset + position] ^= 1

    def test_one_copy_is_enough(self):
        for rooms, brick in ((1, 65536), (8, 65536), (2, 1 << 20), (8, 4 << 20)):
            for copy in "AB":
                vault = synthetic.Vault(rooms=rooms, brick=brick, rows=1, noise=False)
                vault.room(0, PASSWORD)
                self.damage_copy(vault, copy)
                result = self.read(vault, "--list")
                self.assertEqual(result.code, 0)
                self.assertIn(f"public block, copy {copy}", result.errors)

    def test_a_flipped_bit_in_any_field_costs_nothing(self):
        vault, _, _ = small_vault()
        for position in (0, 7, 8, 12, 16, 20, 24, 28, 40, 64, 71, 72, 4063, 4064, 4095):
            for copy in "AB":
                self.damage_copy(vault, copy, position)
                self.assertEqual(self.read(vault, "--list").code, 0, (copy, position))
                self.assertEqual(self.read(vault, "--check").code, 1)
                self.damage_copy(vault, copy, position)

    def test_two_bad_copies_are_no_vault(self):
        vault, _, _ = small_vault()
        self.damage_copy(vault, "AB")
        self.assertEqual(self.read(vault, "--list").code, 4)

    def test_another_version_or_parameters_out_of_range_are_refused(self):
        changes = [
            {"version": 0}, {"version": 2}, {"rooms": 3}, {"rooms": 16}, {"rooms": 0}, {"brick": 32768}, {"brick": 65537},
            {"brick": 8 << 20}, {"memory": 65535}, {"memory": 4_194_305}, {"passes": 2}, {"passes": 17},
            {"rows": 0}, {"rows": 9}, {"rows": 11}, {"rows": 2**64 - 1}, {"rows": 2**63},
        ]  # fmt: skip
        for change in changes:
            with self.subTest(**change):
                vault = synthetic.Vault()
                rows = change.pop("rows", 4)
                vault.publish(rows, **change)
                self.assertEqual(self.read(vault, "--list").code, 4)

    def test_copies_of_different_vaults_are_refused(self):
        vault, _, _ = small_vault()
        vault.publish(16, copies="B", salt=bytes(32))
        self.assertEqual(self.read(vault, "--list").code, 4)

    def test_an_interrupted_enlargement(self):
        vault, _, _ = small_vault()
        vault.image += vault.random.randbytes(4 * vault.rooms * vault.brick)
        vault.publish(20, copies="A")
        self.assertEqual(self.read(vault, "--dump-structure").json()["geometry"]["rows"], 20)
        del vault.image[-1]
        self.assertEqual(self.read(vault, "--dump-structure").json()["geometry"]["rows"], 16)

    def test_a_file_cut_short_is_refused(self):
        vault, _, _ = small_vault()
        image = bytes(vault.image)
        for length in (0, 1, 4095, 4096, 8192, 70_000, len(image) - 1):
            self.assertEqual(self.read(image[:length], "--list").code, 4)

    def test_what_is_no_vault(self):
        self.assertEqual(self.read(b"\xff\xd8\xff\xe0" + bytes(100_000), "--list").code, 4)
        for path in (self.folder, self.folder / "missing", "/dev/null"):
            with contextlib.redirect_stderr(io.StringIO()):
                self.assertEqual(reader.main([str(path), "--list", "--password-fd", "0"]), 4)
        fifo = self.folder / "fifo"
        os.mkfifo(fifo)
        with contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(reader.main([str(fifo), "--list", "--password-fd", "0"]), 4)


class Damage(ReaderTestCase):
    def test_any_one_page_outside_objects_may_be_lost(self):
        vault, room, index = small_vault(index_depth=2, map_depth=1)
        objects = {page for (i,) in index.connection.execute("SELECT object FROM part") for page in index.object_pages(i)}
        pristine = bytes(vault.image)
        expected = sorted(FILES)
        offsets = [0, 4096 + vault.rooms * vault.brick]
        offsets += [vault.offset(ROOM, page) for page in sorted(room.used - objects)]
        self.assertGreater(len(offsets), 40)
        for offset in offsets:
            for damage in ("zeroed", "bit flipped"):
                with self.subTest(offset=offset, damage=damage):
                    if damage == "zeroed":
                        vault.image[offset : offset + 4096] = bytes(4096)
                    else:
                        vault.image[offset + 77] ^= 0x10
                    destination = self.folder / f"{damage} {offset}"
                    result = self.read(vault, "--export", destination)
                    self.assertEqual(result.code, 0, result.errors)
                    self.assertEqual(sorted(os.fsencode(path.name) for path in destination.iterdir()), expected)
                    vault.image[:] = pristine

    def test_every_used_page_is_checked(self):
        vault, room, _ = small_vault(index_depth=2, map_depth=1)
        pristine = bytes(vault.image)
        unused_slots = set(synthetic.slot_pages(vault.brick)[4:])
        for page in sorted(room.used - unused_slots):
            offset = vault.offset(ROOM, page)
            vault.image[offset] ^= 1
            self.assertEqual(self.read(vault, "--check").code, 1, page)
            vault.image[:] = pristine

    def test_both_copies_of_each_tree_page(self):
        vault, room, _ = small_vault(index_depth=2, map_depth=1)
        pristine = bytes(vault.image)
        for tree, level, number, first, mirror in room.places:
            with self.subTest(tree=tree, level=level, number=number):
                for page in (first, mirror):
                    room.put(page, bytes(4096))
                result = self.read(vault, "--check")
                self.assertEqual(result.code, 1)
                self.assertIn("free map" if tree else "the root before it is used", result.errors)
                vault.image[:] = pristine

    def test_an_index_without_an_older_root_gives_what_is_left(self):
        vault = synthetic.Vault(rooms=1, rows=32)
        room = vault.room(0, PASSWORD)
        index = synthetic.Index(room)
        files = {b"%04d.jpg" % i: b"photo %d" % i for i in range(300)}
        for name, data in files.items():
            index.add(name, data)
        room.commit(index.serialize())
        for page in (2, 6, 10, 14):  # only the last root is left
            if page in (6, 14):
                room.put(page, bytes(4096))
        lost = next(page for page in index_leaf_pages(index, b"original") if page)
        for page in next(place[3:] for place in room.places if place[:3] == (0, 0, lost)):
            room.put(page, bytes(4096))
        result = self.export(vault)
        self.assertEqual(result.code, 1)
        self.assertIn("lost in both copies", result.errors)
        self.assertGreater(len(self.exported()), 200)
        self.assertTrue(all(files[name] == data for name, data in self.exported().items()))

    def test_a_damaged_chunk_costs_one_item_which_is_named(self):
        vault, room, index = small_vault()
        film = self.object_of(index, b"film.mp4")
        offset = vault.offset(ROOM, index.object_pages(film)[20])
        for position in (0, 4095):
            vault.image[offset + position] ^= 1
            result = self.export(vault)
            self.assertEqual(result.code, 1)
            self.assertIn("failed: film.mp4: chunk 1 of part 0 is damaged", result.errors)
            self.assertEqual(self.exported(), {name: data for name, data in FILES.items() if name != b"film.mp4"})
            self.assertEqual(self.read(vault, "--check", "--json").json()["failed"][0]["name"], "film.mp4")
            vault.image[offset + position] ^= 1
            for path in self.destination.iterdir():
                path.unlink()

    def test_salvage_keeps_what_is_left_of_a_damaged_original(self):
        vault, room, index = small_vault()
        room.put(index.object_pages(self.object_of(index, b"film.mp4"))[20], bytes(4096))
        self.assertEqual(self.export(vault, "--salvage").code, 1)
        film = FILES[b"film.mp4"]
        expected = film[:65520] + bytes(65520) + film[131040:]
        self.assertEqual(self.exported()[b"damaged film.mp4"], expected)

    def test_chunks_can_not_be_cut_off_or_swapped(self):
        vault, room, index = small_vault()
        film = self.object_of(index, b"film.mp4")
        pages = index.object_pages(film)
        first, second = [room.get(page) for page in pages[:16]], [room.get(page) for page in pages[16:32]]
        for page, data in zip(pages[:32], second + first):
            room.put(page, data)
        self.assertEqual(self.export(vault).code, 1)
        self.assertNotIn(b"film.mp4", self.exported())

    def test_rows_that_can_not_be_true_cost_their_item(self):
        far = synthetic.encoded_extents([(2**40, 16)])
        reserved = synthetic.encoded_extents([(0, 16)])
        changes = [
            ("UPDATE part SET size = size + 1 WHERE object = ?", ()), ("UPDATE part SET size = 0 WHERE object = ?", ()),
            ("UPDATE part SET size = 9223372036854775807 WHERE object = ?", ()),
            ("UPDATE part SET size = -5 WHERE object = ?", ()), ("UPDATE part SET size = 'x' WHERE object = ?", ()),
            ("UPDATE part SET seed = x'00' WHERE object = ?", ()), ("UPDATE part SET extents = x'' WHERE object = ?", ()),
            ("UPDATE part SET extents = x'0011' WHERE object = ?", ()), ("UPDATE part SET extents = 5 WHERE object = ?", ()),
            ("UPDATE part SET number = number + 1 WHERE object = ?", ()), ("DELETE FROM part WHERE object = ?", ()),
            ("UPDATE part SET extents = ?1 WHERE object = ?2", (far,)),
            ("UPDATE part SET extents = ?1 WHERE object = ?2", (reserved,)),
            ("UPDATE original SET name = 5 WHERE object = ?", ()), ("UPDATE original SET sha256 = x'00' WHERE object = ?", ()),
            ("UPDATE original SET sha256 = zeroblob(32) WHERE object = ?", ()),
            ("UPDATE original SET size = size - 1 WHERE object = ?", ()), ("UPDATE original SET modified = 'x' WHERE object = ?", ()),
        ]  # fmt: skip
        for number, (change, values) in enumerate(changes):
            with self.subTest(change=change):
                vault, room, index = small_vault()
                index.connection.execute(change, (*values, self.object_of(index, b"one chunk.jpg")))
                room.commit(index.serialize())
                destination = self.folder / str(number)
                result = self.read(vault, "--export", destination)
                self.assertEqual(result.code, 1)
                self.assertEqual({path.name for path in destination.iterdir()}, {os.fsdecode(n) for n in FILES} - {"one chunk.jpg"})
                self.assertEqual(self.read(vault, "--check").code, 1)

    def test_an_original_without_an_item_is_exported(self):
        vault, room, index = small_vault()
        index.connection.execute("DELETE FROM item")
        room.commit(index.serialize())
        self.assertEqual(self.export(vault).code, 0)
        self.assertEqual(self.exported(), FILES)

    def test_an_index_that_is_no_database(self):
        vault, room, index = small_vault()
        for bytes_of_index in (bytes(8192), b"SQLite format 3\0" + bytes(8176)):
            room.commit(bytes_of_index)
            room.commit(bytes_of_index)  # both pairs of root slots
            self.assertEqual(self.read(vault, "--list").code, 4)

    def test_a_room_without_a_root_is_damaged(self):
        vault, room, _ = small_vault()
        for page in synthetic.root_pages(vault.brick):
            room.put(page, bytes(4096))
        self.assertEqual(self.read(vault, "--list").code, 4)

    def test_roots_that_claim_the_impossible(self):
        top = synthetic.entry(2**40, 3, bytes(24), bytes(16), bytes(16))
        claims = [
            dict(pages=2**63, depths=(6, 0), tops=(top, synthetic.ABSENT)),
            dict(pages=2**64 - 1, depths=(2**32 - 1, 0), tops=(top, synthetic.ABSENT)),
            dict(pages=1, depths=(0, 2**32 - 1), tops=(top, top)),
            dict(pages=2, depths=(0, 0), tops=(top, synthetic.ABSENT)),
            dict(pages=30, depths=(1, 0), tops=(top, synthetic.ABSENT)),
            dict(pages=30, depths=(1, 0), tops=(synthetic.ABSENT, synthetic.ABSENT)),
            dict(pages=0, depths=(0, 0), tops=(synthetic.ABSENT, synthetic.ABSENT), layout=2),
        ]
        for claim in claims:
            with self.subTest(**claim):
                vault, room, _ = small_vault()
                room.put_root(synthetic.root_plain(3, used=10, **claim), 3)
                result = self.export(vault)
                self.assertEqual(result.code, 0)  # the root before it has everything
                self.assertIn("root 3", result.errors)
                self.assertEqual(self.exported().keys(), FILES.keys())
                for path in self.destination.iterdir():
                    path.unlink()

    def test_overlapping_parts_and_a_wrong_free_map_are_found(self):
        vault, room, index = small_vault()
        row = index.connection.execute("SELECT seed, size, extents FROM part LIMIT 1").fetchone()
        index.add_part(77, 0, *row)
        room.commit(index.serialize())
        self.assertIn("belongs to", self.read(vault, "--check").errors)

        def mark(bits):
            bits[30] ^= 0xFF

        vault, room, index = small_vault()
        room.commit(index.serialize(), bend=mark)
        errors = self.read(vault, "--check").errors
        self.assertTrue("marked free" in errors or "in use by nothing" in errors, errors)

    def test_random_damage_of_the_file_gets_a_plain_answer(self):
        for seed in range(15):
            vault, _, _ = small_vault(seed=seed)
            for _ in range(vault.random.choice((1, 10, 1000))):
                at = vault.random.randrange(len(vault.image))
                vault.image[at : at + vault.random.choice((1, 4096))] = vault.random.randbytes(1)
            with self.subTest(seed=seed):
                for command in ("--list", "--check", "--dump-structure"):
                    self.assertIn(self.read(vault, command).code, (0, 1, 3, 4))

    def test_random_damage_within_an_authentic_index_gets_a_plain_answer(self):
        for seed in range(25):
            vault, room, index = small_vault(seed=seed)
            database = bytearray(index.serialize())
            for _ in range(vault.random.choice((1, 5, 50))):
                at = vault.random.randrange(len(database))
                database[at] = vault.random.choice((0, 255, vault.random.randrange(256)))
            for _ in range(2):
                room.commit(bytes(database))
            with self.subTest(seed=seed):
                for options in (("--list",), ("--check",), ("--export", self.folder / str(seed))):
                    self.assertIn(self.read(vault, *options).code, (0, 1, 4))

    def test_a_root_that_miscounts_its_pages_is_found(self):
        vault, room, _ = small_vault()
        plain = bytearray(room_root(vault, room))
        plain[168] ^= 1
        room.put_root(bytes(plain), room.sequence)
        self.assertIn("but the root says", self.read(vault, "--check").errors)

    def test_an_entry_past_the_end_is_found(self):
        vault, room, index = small_vault()
        database = index.serialize()
        room.commit(database, index_depth=1)
        pages = len(database) // 4096
        plain = bytearray(room_root(vault, room))
        plain[16:24] = synthetic.u64(pages - 1)
        room.put_root(bytes(plain), room.sequence)
        self.assertEqual(self.read(vault, "--check").code, 1)

    @staticmethod
    def object_of(index, name):
        return index.connection.execute("SELECT object FROM original WHERE name = ?", (name,)).fetchone()[0]


def room_root(vault, room):
    """The plain text of the newest root, opened with the builder's own keys."""
    index = room.sequence % 2
    sealed = room.get(synthetic.root_pages(vault.brick)[index])
    context = b"agony/1/root" + synthetic.u8(room.number) + synthetic.u8(index)
    return synthetic.sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed[24:], context, sealed[:24], room.keys["root"])


def index_leaf_pages(index, table):
    """Leaf numbers of the tree that hold leaves of this table (not its first page)."""
    root = index.connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table.decode(),)).fetchone()[0]
    image = index.serialize()
    page = image[(root - 1) * 4096 : root * 4096]
    if page[0] != 5:  # an interior page of a table
        return []
    cells = int.from_bytes(page[3:5], "big")
    pointers = [int.from_bytes(page[12 + 2 * i : 14 + 2 * i], "big") for i in range(cells)]
    return [int.from_bytes(page[pointer : pointer + 4], "big") - 1 for pointer in pointers]


class Names(ReaderTestCase):
    def test_hostile_and_odd_names_stay_inside_and_keep_apart(self):
        vault = synthetic.Vault(rows=8)
        room = vault.room(0, PASSWORD)
        index = synthetic.Index(room)
        long_name = "é".encode() * 200 + b".jpeg"
        names = [
            b"../../x.jpg", b"..", b".", b"", b"/etc/passwd", b"a\0b.jpg", b"\xff\xfe.jpg", long_name, long_name,
            b".hidden", b".hidden", b"test ;).jpg", b"CON.jpg", "👩‍👧.jpg".encode(), b"e\xcc\x81.jpg", b"\xc3\xa9.jpg",
            b"a.jpg", b"a.jpg", b"a.jpg", b"a (2).jpg", b"line\nbreak\x1b[31m.jpg", b"x." + b"y" * 300,
        ]  # fmt: skip
        for number, name in enumerate(names):
            index.add(name, b"content %d" % number, modified=1_000_000_000 * number)
        room.commit(index.serialize())
        self.destination.mkdir()
        (self.destination / "a.jpg").write_bytes(b"was here before")
        result = self.export(vault)
        self.assertEqual((result.code, result.errors), (0, ""))
        self.assertNotIn("\x1b", result.output)
        exported = self.exported()
        self.assertEqual(exported.pop(b"a.jpg"), b"was here before")
        self.assertEqual(sorted(exported.values()), sorted(b"content %d" % i for i in range(len(names))))
        for name in (b"a (2).jpg", b"a (3).jpg", b"a (4).jpg", b".hidden", b".hidden (2)", b"\xff\xfe.jpg", b".._.._x.jpg"):
            self.assertIn(name, exported)
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"test.agony", "out"})
        self.assertTrue(all(len(name) <= 255 for name in exported))

    def test_a_second_export_overwrites_nothing(self):
        vault, _, _ = small_vault()
        self.export(vault)
        before = {path: path.stat().st_ino for path in self.destination.iterdir()}
        self.assertEqual(self.export(vault).code, 0)
        self.assertEqual(len(self.exported()), 2 * len(FILES))
        self.assertEqual({path: path.stat().st_ino for path in before}, before)

    def test_the_trash_goes_into_a_folder_and_links_are_not_followed(self):
        vault, room, index = small_vault()
        index.add(b"gone.jpg", b"gone", trashed=1_600_000_000)
        index.add(b"trash", b"not a folder")
        room.commit(index.serialize())
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        self.destination.mkdir()
        (self.destination / "trash").symlink_to(elsewhere)
        self.assertEqual(self.export(vault).code, 0)
        self.assertEqual(list(elsewhere.iterdir()), [])
        self.assertEqual(self.exported()[b"trash (3)/gone.jpg"], b"gone")

    def test_times_that_no_file_can_have(self):
        vault, room, index = small_vault()
        for number, modified in enumerate((-(10**18), -1, 0, 2**63 - 1, -(2**63))):
            index.add(b"t%d" % number, b"time %d" % number, modified=modified)
        room.commit(index.serialize())
        self.assertEqual(self.export(vault).code, 0)
        self.assertEqual(len(self.exported()), len(FILES) + 5)
        self.assertEqual((self.destination / "t1").stat().st_mtime_ns, -1)
        self.assertEqual(self.read(vault, "--list").code, 0)

    def test_without_hard_links_nothing_is_overwritten_either(self):
        def no_links(*_, **__):
            raise PermissionError(reader.errno.EPERM, "no links here")

        vault, _, _ = small_vault()
        self.destination.mkdir()
        (self.destination / "film.mp4").write_bytes(b"older")
        with unittest.mock.patch.object(reader.os, "link", no_links):
            self.assertEqual(self.export(vault).code, 0)
        self.assertEqual(self.exported(), FILES | {b"film.mp4": b"older", b"film (2).mp4": FILES[b"film.mp4"]})

    def test_a_full_disk_is_told_and_leaves_no_half_file(self):
        def full(*_):
            raise OSError(reader.errno.ENOSPC, "No space left on device")

        vault, _, _ = small_vault()
        with unittest.mock.patch.object(reader.os, "write", full):
            vault.write(self.path)
            get, put = os.pipe()
            with os.fdopen(put, "wb") as pipe:
                pipe.write(PASSWORD.encode() + b"\n")
            output, errors = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
                code = reader.main([str(self.path), "--export", str(self.destination), "--password-fd", str(get)])
            os.close(get)
        self.assertEqual((code, list(self.destination.iterdir())), (1, []))
        self.assertIn("No space left", errors.getvalue())

    def test_a_destination_that_can_not_be(self):
        vault, _, _ = small_vault()
        (self.folder / "file").write_bytes(b"")
        for destination in ("file", "missing/deeper"):
            self.assertEqual(self.read(vault, "--export", self.folder / destination).code, 2)


if __name__ == "__main__":
    unittest.main()
