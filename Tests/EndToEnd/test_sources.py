# Agony
# SPDX-License-Identifier: Apache-2.0
"""What goes in comes out: names, times, duplicates, files that are no photos, sources that change or cannot be read."""

import os
import socket
import threading
import unicodedata

import agony
from agony import DONE, FIRST, MIB, NO_ROOM, NOBODY, PARTLY, SECOND, AgonyTestCase

NFC, NFD = unicodedata.normalize("NFC", "Frühling.jpg"), unicodedata.normalize("NFD", "Frühling.jpg")

# Names as bytes: every one of them can be a file's name here, and so comes back as it was.
NAMES = [
    NFC, NFD, "👩‍👩‍👧‍👦 family.jpg", "é" * 120 + ".jpg", "n" * 251 + ".jpg", "test ;).jpg", ".hidden.jpg", "-rf.jpg",
    "--move", "-", "CON.jpg", "nul", "a:b.jpg", "with\nnewline.jpg", "with\ttab.jpg", "esc\x1b[31m.jpg",
    "<img src=x onerror=alert(1)>.jpg", "..jpg", "...", "back\\slash.jpg", " blank ", "trailing.", "'quote\".jpg",
    "$(touch x).jpg", "%s%n.jpg", "\u202egpj.exe", "no extension", "UPPER.JPG", "upper.jpg", "日本語の写真.heic",
    b"latin-\xe9.jpg", b"broken-\xff\xfe\x80.jpg", b"cut-\xe2\x82.jpg", "null\u2400.jpg",
]


class Names(AgonyTestCase):
    def test_every_name_is_listed_and_exported_byte_for_byte(self):
        self.create(size="32M")
        files = {agony.raw(name): agony.photo(2000 + number) for number, name in enumerate(NAMES)}
        self.assertEqual(len(files), len(NAMES))
        sources = self.sources(files)
        imported = self.agony.bring_in(sources)
        self.assertEqual(imported.report["stored"], len(files))
        receipts = {os.fsencode(event["path"]): event["sha256"] for event in imported.events("stored")}
        wanted = {name: agony.sha256(data) for name, data in files.items()}
        folder = os.fsencode(sources)
        self.assertEqual(receipts, {os.path.join(folder, name): digest for name, digest in wanted.items()})
        listed = {os.fsencode(item["name"]): item["sha256"] for item in self.agony.list()}
        self.assertEqual(listed, wanted)
        self.assertEqual(agony.hashes_below(self.agony.export()), wanted)
        self.assertEqual(agony.hashes_below(self.assert_opens_independently(wanted.values())), wanted)
        # What a terminal is shown holds no control characters, and one line for each item.
        shown = self.agony.run("list").output
        self.assertEqual(shown.count(b"\n"), len(files))
        self.assertFalse(set(shown) & (set(range(32)) - {10}) | {0x7F} & set(shown))
        self.assertNotIn("\u202e".encode(), shown)
        self.assertEqual(self.agony.run("verify").code, DONE)

    def test_files_and_folders_that_look_like_options(self):
        self.create()
        here = self.sources({"-x.jpg": agony.photo(), "--move": agony.photo(), "--/a.jpg": agony.photo()})
        result = self.agony.run("import", "--json", "--", "-x.jpg", "--move", "--", cwd=here)
        self.assertEqual((result.code, result.report["stored"]), (DONE, 3), result.error_text)
        self.assertEqual(sorted(os.listdir(here)), ["--", "--move", "-x.jpg"])
        result = self.agony.run("export", "--all", "--json", "--", "-out", cwd=self.folder)
        self.assertEqual(result.code, DONE, result.error_text)
        self.assertEqual(len(agony.hashes_below(self.folder / "-out")), 3)

    def test_two_files_of_one_name_are_both_kept(self):
        self.create()
        files = {"a/IMG_0001.JPG": agony.photo(), "b/IMG_0001.JPG": agony.photo(), "c/img_0001.jpg": agony.photo()}
        self.assertEqual(self.agony.bring_in(self.sources(files)).report["stored"], 3)
        exported = agony.hashes_below(self.agony.export())
        self.assertEqual(sorted(exported.values()), sorted(map(agony.sha256, files.values())))

    def test_thirty_images_of_one_name_are_thirty_items(self):
        self.create()
        files = {f"{number}/image.jpg": agony.photo() for number in range(30)}
        self.assertEqual(self.agony.bring_in(self.sources(files)).report["stored"], 30)
        items = self.agony.list()
        self.assertEqual({item["name"] for item in items}, {"image.jpg"})
        exported = agony.hashes_below(self.agony.export())
        self.assertEqual(sorted(exported.values()), sorted(map(agony.sha256, files.values())))

    def test_export_overwrites_nothing(self):
        self.create()
        data = agony.photo()
        self.agony.bring_in(self.sources({"a.jpg": data}))
        destination = self.sources({"a.jpg": b"mine"}, "destination")
        for number in range(3):
            result = self.agony.run("export", "--all", destination, "--json")
            self.assertEqual((result.code, result.report["exported"]), (DONE, 1))
            self.assertEqual((destination / "a.jpg").read_bytes(), b"mine")
            self.assertEqual(len(os.listdir(destination)), number + 2)
        (destination / "trap").symlink_to(self.folder / "elsewhere")
        self.agony.bring_in(self.sources({"trap": agony.photo()}, "trap"))
        self.assertEqual(self.agony.run("export", "--all", destination).code, DONE)
        self.assertFalse((self.folder / "elsewhere").exists())

    def test_times_come_back_to_the_nanosecond(self):
        self.create()
        files = {f"{number}.jpg": agony.photo() for number in range(5)}
        sources = self.sources(files)
        times = [1_430_000_000_123_456_789, 0, -86_400_000_000_000, 4 * 10**18, 1_600_000_000_000_000_001]
        for number, moment in enumerate(times):
            os.utime(sources / f"{number}.jpg", ns=(moment, moment))
        self.assertEqual(self.agony.bring_in(sources).code, DONE)
        for exported in (self.agony.export(), self.assert_opens_independently(map(agony.sha256, files.values()))):
            found = [(exported / f"{number}.jpg").stat().st_mtime_ns for number in range(5)]
            self.assertEqual(found, times)
        items = {item["name"]: item for item in self.agony.list()}
        self.assertEqual(items["0.jpg"]["taken_source"], "file-time")
        self.assertTrue(items["0.jpg"]["taken"].startswith("2015-04-25"), items["0.jpg"]["taken"])
        self.assertTrue(items["1.jpg"]["taken"].startswith("1970-01-01"))
        self.assertEqual([item["name"] for item in self.agony.list("--since", "2015", "--until", "2015")], ["0.jpg"])


class WhatIsAPhoto(AgonyTestCase):
    def test_bytes_decide_and_each_refusal_says_why(self):
        self.create()
        files = {
            "empty.jpg": b"", "login.jpg": b"<!DOCTYPE html><html><body>Please log in</body></html>",
            "answer.jpg": b'{"error": "not found"}', "drawing.svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
            "drawing.jpg": b'<?xml version="1.0"?><svg onload="alert(1)"></svg>', "notes.txt": b"hello\n",
            "zeros.jpg": bytes(5000), "page.pdf": b"%PDF-1.7\n" + os.urandom(500),
            "zip.jpg": b"PK\x03\x04" + os.urandom(99),
            "song.mp3": b"ID3" + os.urandom(500), "two.jpg": b"\xff\xd8", "noise.png": b"\x00\x01" + os.urandom(3000),
        }
        good = {"photo": agony.photo(), "film.txt": agony.film(9000), "picture.exe": agony.photo(500, agony.PNG)}
        imported = self.agony.bring_in(self.sources(files | good), code=PARTLY)
        report = imported.report
        self.assertEqual((report["stored"], report["skipped"], report["failed"]), (3, len(files), 0))
        problems = {os.path.basename(problem["path"]): problem for problem in report["problems"]}
        self.assertEqual(set(problems), set(files))
        for name, problem in problems.items():
            self.assertEqual((problem["status"], problem["code"]),
                             ("skipped", "empty" if name == "empty.jpg" else "not-media"), problem)
            self.assertTrue(problem["reason"])
        words = {"login.jpg": "log-in page", "answer.jpg": "JSON", "drawing.svg": "SVG", "drawing.jpg": "SVG"}
        for name, word in words.items():
            self.assertIn(word, problems[name]["reason"])
        self.assertEqual(self.agony.hashes(), sorted(map(agony.sha256, good.values())))
        kinds = {item["name"]: item["kind"] for item in self.agony.list()}
        self.assertEqual(kinds, {"photo": "photo", "film.txt": "film", "picture.exe": "photo"})

    def test_files_of_every_awkward_length_come_back(self):
        """Around a page, a chunk (65,520 bytes of plain text), a part's block and a megabyte."""
        self.create("--rooms", "1", size="64M", passwords=[FIRST])
        lengths = [3, 4, 15, 16, 17, *(middle + by for by in (-1, 0, 1) for middle in (
            4080, 4096, 65_504, 65_520, 65_536, 131_040, 131_072, 16 * 65_520, MIB, 64 * 65_520, 4 * MIB))]
        files = {f"{length}.jpg": agony.photo(length, b"\xff\xd8\xff") for length in lengths}
        self.assertEqual(self.agony.bring_in(self.sources(files)).report["stored"], len(lengths))
        wanted = {name.encode(): agony.sha256(data) for name, data in files.items()}
        self.assertEqual(agony.hashes_below(self.agony.export()), wanted)
        self.assertEqual(agony.hashes_below(self.assert_opens_independently(wanted.values())), wanted)

    def test_a_picture_cut_off_is_kept_as_it_is(self):
        self.create()
        files = {"cut.jpg": agony.JPEG + b"x", "only-magic.png": agony.PNG[:8], "cut.mp4": agony.MP4 + b"\x00\xff"}
        self.assertEqual(self.agony.bring_in(self.sources(files)).report["stored"], 3)
        self.assertEqual(self.agony.hashes(), sorted(map(agony.sha256, files.values())))


class Duplicates(AgonyTestCase):
    def test_the_same_bytes_are_stored_once_under_whatever_name(self):
        self.create()
        data, other = agony.photo(50_000), agony.photo(50_000)
        files = {f"{number}.jpg": data for number in range(5)} | {"other.jpg": other}
        first = self.agony.bring_in(self.sources(files))
        self.assertEqual((first.report["stored"], first.report["duplicates"]), (2, 4))
        again = self.agony.bring_in(self.folder / "sources")
        self.assertEqual((again.report["stored"], again.report["duplicates"]), (0, 6))
        receipts = {event["sha256"] for event in again.events("duplicate")}
        self.assertEqual(receipts, {agony.sha256(data), agony.sha256(other)})
        self.assertEqual(len(self.agony.list()), 2)
        # Another album knows nothing of it.
        theirs = self.agony.bring_in(self.folder / "sources", password=SECOND)
        self.assertEqual((theirs.report["stored"], theirs.report["duplicates"]), (2, 4))

    def test_bytes_in_the_trash_come_back(self):
        self.create()
        sources = self.sources({"a.jpg": agony.photo(), "b.jpg": agony.photo()})
        self.agony.bring_in(sources)
        identifier = next(item["id"] for item in self.agony.list() if item["name"] == "a.jpg")
        self.agony.ask("trash", identifier)
        again = self.agony.bring_in(sources)
        self.assertEqual((again.report["duplicates"], again.report["restored"]), (2, 1))
        self.assertEqual([event["id"] for event in again.events("duplicate") if event.get("restored")], [identifier])
        self.assertEqual((len(self.agony.list()), self.agony.list("--trash")), (2, []))

    def test_what_the_trash_gives_back_is_in_its_collections(self):
        self.create()
        self.agony.bring_in(self.sources(agony.photos(6)), "--collection", "summer")
        self.agony.ask(("collection", "create"), "winter")
        ids = [item["id"] for item in self.agony.list()]
        self.agony.ask(("collection", "add"), "winter", *ids[:3])
        self.assertEqual(self.agony.run("trash", *ids[:4], "5").code, PARTLY)
        self.assertEqual(len(self.agony.list()), 2)
        self.assertEqual(len(self.agony.list("--trash")), 4)
        self.assertEqual(self.agony.list("--collection", "winter"), [])
        self.agony.ask(("collection", "delete"), "winter")
        self.agony.ask("restore", ids[0])
        self.agony.ask("restore", "--all")
        self.assertEqual({item["id"] for item in self.agony.list("--collection", "summer")}, set(ids))
        self.assertEqual(self.agony.list("--trash"), [])
        self.assertEqual({tuple(item["collections"]) for item in self.agony.list()}, {("summer",)})
        self.assertTrue(self.agony.verify()["ok"])

    def test_deleting_for_ever_takes_only_what_is_in_the_trash(self):
        self.create()
        self.agony.bring_in(self.sources(agony.photos(4)))
        ids = [item["id"] for item in self.agony.list()]
        self.agony.ask("trash", ids[1])
        self.assertEqual(self.agony.run("delete", "--yes", ids[0], ids[1]).code, PARTLY)
        self.assertEqual({item["id"] for item in self.agony.list()}, {ids[0], ids[2], ids[3]})
        self.assertEqual(self.agony.list("--trash"), [])
        self.assertEqual(self.agony.run("delete", "--all").code, DONE)  # nothing to delete: nothing to confirm
        self.agony.ask("trash", ids[0])
        self.assertEqual(self.agony.run("delete", "--all").code, agony.REFUSED)
        self.assertEqual(len(self.agony.list("--trash")), 1)


class Sources(AgonyTestCase):
    def test_one_unreadable_file_in_fifty_is_reported_and_the_rest_is_stored(self):
        self.create()
        sources = self.sources(agony.photos(50))
        os.chmod(sources / "photo-00017.jpg", 0)
        prefix = self.give_to_nobody()
        result = self.agony.run("import", sources, "--json", prefix=prefix)
        self.assertEqual((result.code, result.report["stored"], result.report["failed"]), (PARTLY, 49, 1))
        problem, = result.report["problems"]
        self.assertEqual((problem["code"], os.path.basename(problem["path"])), ("unreadable", "photo-00017.jpg"))
        self.assertIn("ermission denied", problem["reason"])

    def test_a_folder_that_cannot_be_read_is_reported(self):
        self.create()
        sources = self.sources(agony.photos(2) | {"closed/a.jpg": agony.photo()})
        os.chmod(sources / "closed", 0)
        result = self.agony.run("import", sources, "--json", prefix=self.give_to_nobody())
        self.assertEqual((result.code, result.report["stored"], result.report["failed"]), (PARTLY, 2, 1))
        os.chmod(sources / "closed", 0o755)

    def give_to_nobody(self):
        if os.geteuid() != 0:
            return []
        for folder, _, names in os.walk(self.folder):
            for path in (folder, *(os.path.join(folder, name) for name in names)):
                os.chown(path, 65534, 65534)
        return NOBODY

    def test_links_pipes_devices_and_sockets_are_passed_over_and_named(self):
        self.create()
        data = agony.photo()
        sources = self.sources({"a.jpg": data, "deep/b.jpg": agony.photo()})
        (sources / "loop").symlink_to(sources)
        (sources / "deep" / "up").symlink_to("..")
        (sources / "self").symlink_to("self")
        (sources / "dangling.jpg").symlink_to("nowhere")
        (sources / "link.jpg").symlink_to("a.jpg")
        os.mkfifo(sources / "fifo.jpg")
        if os.geteuid() == 0:
            os.mknod(sources / "device.jpg", 0o20600, os.makedev(1, 5))  # /dev/zero
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.bind(str(sources / "socket.jpg"))
        report = self.agony.bring_in(sources, code=PARTLY).report
        codes = {os.path.basename(problem["path"]): problem["code"] for problem in report["problems"]}
        expected = dict.fromkeys(["loop", "up", "self", "dangling.jpg", "link.jpg"], "symbolic-link")
        expected |= dict.fromkeys(["fifo.jpg", "socket.jpg"] + ["device.jpg"] * (os.geteuid() == 0), "not-regular")
        self.assertEqual((report["stored"], report["failed"], codes), (2, 0, expected))
        # Named by hand, a link is followed; a loop, a pipe and a hole are told.
        report = self.agony.bring_in(sources / "link.jpg").report
        self.assertEqual((report["stored"], report["duplicates"]), (0, 1))
        for name in ("self", "dangling.jpg", "missing", "fifo.jpg"):
            result = self.agony.run("import", sources / name, "--json")
            self.assertEqual((result.code, len(result.report["problems"])), (PARTLY, 1), name)

    def test_a_vault_inside_the_folder_passes_over_itself(self):
        self.create()
        data = agony.photo()
        (self.folder / "a.jpg").write_bytes(data)
        hard = self.folder / "hard-link.jpg"
        os.link(self.agony.path, hard)
        report = self.agony.bring_in(self.folder, code=PARTLY).report
        problems = {os.path.basename(problem["path"]): problem["code"] for problem in report["problems"]}
        self.assertEqual(problems, {"test.agony": "the-vault", "hard-link.jpg": "the-vault"})
        self.assertEqual(self.agony.hashes(), [agony.sha256(data)])

    def test_a_source_that_changes_while_it_is_read_is_not_called_stored(self):
        self.create(size="256M", passwords=[FIRST])
        for what in ("grows", "shrinks", "is rewritten", "is replaced"):
            with self.subTest(what=what):
                folder = self.sources({"film.mp4": agony.film(24 * MIB), "photo.jpg": agony.photo()}, what)
                film = folder / "film.mp4"
                started = self.agony.start("import", folder, "--json", prefix=["nice", "-n", "19"])
                stop = threading.Event()
                changes = [0]

                def change():
                    with open(film, "r+b") as file:
                        while not stop.is_set():
                            changes[0] += 1
                            if what == "grows":
                                os.pwrite(file.fileno(), b"x", os.fstat(file.fileno()).st_size)
                            elif what == "shrinks":
                                file.truncate(max(100, os.fstat(file.fileno()).st_size - 1000))
                            elif what == "is rewritten":
                                os.pwrite(file.fileno(), os.urandom(64), changes[0] * 4096 % (20 * MIB))
                            else:
                                other = self.folder / "other.mp4"
                                other.write_bytes(agony.film(50_000))
                                os.replace(other, film)
                            stop.wait(0.0005)

                thread = threading.Thread(target=change)
                thread.start()
                result = started.finish()
                stop.set()
                thread.join()
                self.assertIn(result.code, (DONE, PARTLY), result.error_text)
                failed = result.events("failed")
                for event in failed:
                    self.assertEqual((event["code"], os.path.basename(event["path"])), ("changed", "film.mp4"))
                if what != "is replaced":
                    self.assertEqual(len(failed), 1)
                self.assertEqual(len(result.events("stored")) + len(failed), 2)
        stored = self.agony.list()
        self.assertTrue(self.agony.verify()["ok"])
        exported = self.agony.export()
        self.assertEqual(sorted(agony.hashes_below(exported).values()), sorted(item["sha256"] for item in stored))

    def test_a_dry_run_changes_nothing_and_says_what_would_happen(self):
        self.create()
        sources = self.sources(agony.photos(3) | {"notes.txt": b"text", "copy.jpg": agony.photo(seed=1),
                                                  "again.jpg": agony.photo(seed=1)})
        before = agony.file_hash(self.agony.path)
        result = self.agony.bring_in(sources, "--dry-run", code=PARTLY)
        report = result.report
        self.assertEqual((report["stored"], report["duplicates"], report["skipped"]), (4, 1, 1))
        self.assertTrue(report["dry_run"])
        self.assertEqual((len(result.events("would-store")), result.events("stored")), (4, []))
        self.assertEqual(agony.file_hash(self.agony.path), before)

    def test_move_takes_only_what_is_stored(self):
        self.create()
        files = agony.photos(5) | {"notes.txt": b"text", "empty.jpg": b""}
        sources = self.sources(files)
        result = self.agony.bring_in(sources, "--move", code=PARTLY)
        self.assertEqual((result.report["stored"], result.report["removed"]), (5, 5))
        self.assertEqual(sorted(os.listdir(sources)), ["empty.jpg", "notes.txt"])
        # Without --move nothing is ever taken away.
        again = self.sources(agony.photos(3), "again")
        self.agony.bring_in(again)
        self.assertEqual(len(os.listdir(again)), 3)

    def test_a_cancelled_import_keeps_what_was_reported(self):
        self.create(size="128M", passwords=[FIRST])
        sources = self.sources(agony.photos(150, 150_000))
        started = self.agony.start("import", sources, "--json", prefix=agony.slowed_at("pwrite64", 25))
        started.head = os.read(started.process.stdout.fileno(), 20_000)
        os.killpg(started.process.pid, 2)
        result = started.finish()
        self.assertEqual(result.code, 130, result.error_text)
        report = result.report
        self.assertTrue(report["stopped"])
        reported = {event["sha256"] for event in result.events("stored")}
        self.assertEqual(report["stored"], len(reported))
        self.assertTrue(0 < len(reported) < 150, len(reported))
        self.assertEqual(set(self.agony.hashes()), reported)
        self.assertEqual(self.agony.bring_in(sources).report["stored"], 150 - len(reported))
        self.assertTrue(self.agony.verify()["ok"])


class Room(AgonyTestCase):
    def test_what_fits_is_stored_and_the_rest_stays(self):
        self.create(size="16M")  # four albums of 4 MiB
        files = agony.photos(20, 300_000)
        sources = self.sources(files)
        result = self.agony.run("import", sources, "--json", "--move")
        self.assertEqual(result.code, NO_ROOM, result.error_text)
        self.assertIn("'agony enlarge' makes room", result.error_text)
        report = result.report
        self.assertGreater(report["stored"], 9)
        self.assertEqual(report["stored"] + report["failed"], 20)
        self.assertEqual({problem["code"] for problem in report["problems"]}, {"no-room"})
        left = set(agony.hashes_below(sources).values())
        stored = {event["sha256"] for event in result.events("stored")}
        self.assertEqual(left | stored, set(map(agony.sha256, files.values())))
        self.assertFalse(left & stored)
        self.assertEqual(set(self.agony.hashes()), stored)
        # A full album can still be read, thinned out, and given another password.
        self.assert_opens_independently(stored)
        ids = [item["id"] for item in self.agony.list()]
        self.agony.ask("trash", *ids[:5])
        self.agony.ask("delete", "--all", "--yes")
        self.agony.ask("passwd", secrets=[("--new-password-fd", "new")])
        self.agony.ask("enlarge", "--size", "32M", password=None)
        again = self.agony.bring_in(sources, "--move", password="new")
        self.assertEqual(again.report["stored"], len(left))
        self.assertEqual(os.listdir(sources), [])
        self.assertTrue(self.agony.verify(password="new")["ok"])

    def test_a_file_larger_than_the_album_fails_and_smaller_ones_go_in(self):
        self.create(size="16M")
        files = {"a-large.mp4": agony.film(5 * MIB), "b.jpg": agony.photo(), "c.jpg": agony.photo()}
        result = self.agony.run("import", self.sources(files), "--json")
        self.assertEqual((result.code, result.report["stored"], result.report["failed"]), (NO_ROOM, 2, 1))
        self.assertTrue(self.agony.verify()["ok"])

    def test_room_given_back_is_used_again(self):
        self.create(size="16M")
        for round in range(6):
            sources = self.sources({f"{round}.mp4": agony.film(2 * MIB)}, f"round-{round}")
            self.agony.bring_in(sources)
            self.agony.ask("trash", *(item["id"] for item in self.agony.list()))
            self.agony.ask("delete", "--all", "--yes")
        info = self.agony.ask("info")
        self.assertEqual((info["items"], info["trashed"]), (0, 0))
        self.assertGreater(info["available_bytes"], 3 * MIB)
        self.assertTrue(self.agony.verify()["ok"])
