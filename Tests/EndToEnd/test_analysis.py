# Agony
# SPDX-License-Identifier: Apache-2.0
"""What an import finds out about photos and films, the small pictures of them, and what belongs together."""

import os
import shutil
import signal
import subprocess
import time

import agony
from agony import DONE, KILLED, PARTLY, REFUSED, UNUSABLE, AgonyTestCase, fixtures

RED, GREEN, BLUE, YELLOW = (200, 40, 40), (40, 160, 60), (50, 70, 190), (220, 190, 60)


def size_and_corners(picture, folder):
    """Of a coded picture: width, height, and the colour a tenth of the way in from each corner."""
    path = folder / "picture"
    path.write_bytes(picture)
    done = subprocess.run(["/usr/bin/convert", path, "-format", "%w %h", "info:"], capture_output=True, check=True)
    width, height = map(int, done.stdout.split())
    raw = subprocess.run(["/usr/bin/convert", path, "-depth", "8", "rgb:-"], capture_output=True, check=True).stdout

    def at(x, y):
        start = 3 * (y * width + x)
        return tuple(raw[start:start + 3])

    left, right, upper, lower = width // 10, width - 1 - width // 10, height // 10, height - 1 - height // 10
    return width, height, [at(left, upper), at(right, upper), at(left, lower), at(right, lower)]


class AnalysisTestCase(AgonyTestCase):
    def setUp(self):
        super().setUp()
        self.create(size="64M")

    def bring(self, *names, code=DONE, options=()):
        """Imports fixtures; what the import said, and the items by name."""
        result = self.agony.bring_in(*options, *[fixtures() / name for name in names], code=code)
        return result, self.by_name()

    def by_name(self, *arguments):
        return {item["name"]: item for item in self.agony.list(*arguments)}

    def facts(self, item):
        return self.agony.ask("info", item["id"])[0]["facts"]

    def thumbnail(self, item, *options):
        result = self.agony.run("thumbnail", *options, item["id"])
        self.assertEqual((result.code, result.errors), (DONE, b""))
        return result.output

    def assert_is_sound(self):
        self.assertTrue(self.agony.verify()["ok"])
        self.assert_is_sound_independently()


class Pictures(AnalysisTestCase):
    def test_every_orientation_is_applied_once(self):
        names = [f"turned-{number}.{ending}" for number in range(1, 9) for ending in ("jpg", "tif", "png", "webp", "heic")]
        result, items = self.bring(*names)
        self.assertEqual((result.report["analysed"], result.report["flagged"]), (len(items), 0))
        for name, item in items.items():
            width, height, corners = size_and_corners(self.thumbnail(item), self.folder)
            self.assertEqual((width, height), (427, 320), name)
            for found, wanted in zip(corners, (RED, GREEN, BLUE, YELLOW)):
                self.assertLess(max(abs(a - b) for a, b in zip(found, wanted)), 12, (name, corners))
            self.assertEqual((item["width"], item["height"]), (480, 360), name)

    def test_a_preview_is_there_where_a_browser_needs_one(self):
        _, items = self.bring("plain.jpg", "plain.heic", "plain.tif")
        for name in ("plain.heic", "plain.tif"):
            self.assertEqual(size_and_corners(self.thumbnail(items[name], "--preview"), self.folder)[:2], (480, 360))
        refused = self.agony.run("thumbnail", "--preview", items["plain.jpg"]["id"])
        self.assert_ends(refused, PARTLY, "the original can be shown as it is")
        self.assert_ends(self.agony.run("thumbnail", "77"), PARTLY, "77")

    def test_what_cannot_be_decoded_is_stored_and_named(self):
        names = ["cut.jpg", "cut.png", "hostile-claim.png", "hostile-bomb.png", "hostile-claim.heic", "hostile-scans.jpg",
                 "hostile-index.mp4", "hostile-nested.mp4", "sound.mp4", "plain.jpg"]
        result, items = self.bring(*names)
        self.assertEqual(set(items), set(names))
        codes = {line["name"]: line["code"] for line in result.report["flagged_items"]}
        self.assertEqual(codes["cut.jpg"], "guessed")
        self.assertEqual(codes["hostile-claim.png"], "too-large")
        self.assertNotIn("plain.jpg", codes)
        self.assertEqual(result.report["flagged"], len(codes))
        self.assertEqual([line["name"] for line in result.events("flagged")],
                         [line["name"] for line in result.report["flagged_items"]])
        lacking = self.agony.run("thumbnail", items["hostile-claim.png"]["id"])
        self.assert_ends(lacking, PARTLY, "there is no picture of this item")
        again = self.agony.run("analyse", "--again", "--json")
        self.assertEqual((again.code, again.report["analysed"], again.report["flagged"]), (PARTLY, len(names), len(codes)))
        self.assert_opens_independently([agony.file_hash(fixtures() / name) for name in names])

    def test_damage_of_every_kind_costs_only_the_picture(self):
        """Cut short, bad data inside, 96 MB behind the picture, no picture at all."""
        data = (fixtures() / "plain.jpg").read_bytes()
        scan = data.index(b"\xff\xda")
        made = {
            "short.jpg": data[:scan + (len(data) - scan) // 2],
            "bad.jpg": data[:scan + 40] + bytes(range(256)) * 4 + data[scan + 200:],
            "large.jpg": data + b"\x5a" * 96_000_000,
            "none.jpg": data[:scan],
            "whole.jpg": data[:2] + b"\xff\xfe\x00\x04me" + data[2:],
        }
        folder = self.folder / "damaged"
        folder.mkdir()
        for name, content in made.items():
            (folder / name).write_bytes(content)
        self.agony.path.unlink()
        self.create(size="512M")
        result = self.agony.bring_in(folder)
        items = self.by_name()
        self.assertEqual(set(items), set(made))
        flagged = {line["name"] for line in result.report["flagged_items"]}
        self.assertLessEqual({"short.jpg", "none.jpg"}, flagged)
        self.assertFalse({"large.jpg", "whole.jpg"} & flagged)
        for name in ("short.jpg", "large.jpg", "whole.jpg"):
            self.assertEqual(size_and_corners(self.thumbnail(items[name]), self.folder)[:2], (427, 320), name)
        exported = self.agony.export()
        self.assertEqual({path.name: path.read_bytes() for path in exported.iterdir()}, made)

    def test_a_black_shot_is_measured(self):
        _, items = self.bring("moments/black.jpg", "plain.jpg")
        self.assertEqual([self.facts(items["black.jpg"])[key] for key in ("brightness", "contrast")], [0, 0])
        self.assertGreater(self.facts(items["plain.jpg"])["contrast"], 10)


class Moments(AnalysisTestCase):
    def setUp(self):
        super().setUp()
        self.result, self.items = self.bring("moments")

    def test_when_each_was_taken_and_who_says_so(self):
        for name, taken, source, offset in (
            ("IMG_0001.JPG", "2024-03-12T14:05:06", "exif-original", 60),
            ("old.jpg", "1955-06-07T08:09:10", "exif-original", None),
            ("IMG_20150704_120102.jpg", "2015-07-04T12:01:02", "file-name", None),
            ("absurd-20160801_101112.jpg", "2016-08-01T10:11:12", "file-name", None),
            ("later-20160802_101112.jpg", "2016-08-02T10:11:12", "file-name", None),
            ("IMG_9140.MOV", "2017-09-01T10:00:00", "quicktime-creation", 60),
        ):
            item = self.items[name]
            self.assertEqual((item["taken"], item["taken_source"], item["utc_offset_minutes"]), (taken, source, offset), name)
        self.assertEqual(self.items["nothing.jpg"]["taken_source"], "file-time")

    def test_a_file_without_a_date_keeps_its_own_and_gets_it_back(self):
        path = self.folder / "plain name.jpg"
        data = (fixtures() / "plain.jpg").read_bytes()
        path.write_bytes(data)
        os.utime(path, ns=(0, 1_434_000_000_123_456_789))
        self.agony.bring_in(path)
        item = self.by_name()["plain name.jpg"]
        self.assertEqual((item["taken"][:10], item["taken_source"]), ("2015-06-11", "file-time"))
        exported = self.agony.export(item["id"]) / "plain name.jpg"
        self.assertEqual((exported.read_bytes(), exported.stat().st_mtime_ns), (data, 1_434_000_000_123_456_789))

    def test_the_wall_clock_at_the_place_is_what_counts(self):
        """Whatever the offsets say, and where there are none: the day a person remembers."""
        for name, words, offset in (
            ("none.jpg", [], None),
            ("two.jpg", ["-OffsetTime=+09:00", "-OffsetTimeOriginal=-10:00"], -600),
            ("other.jpg", ["-OffsetTime=+09:00"], 540),
        ):
            path = self.folder / name
            path.write_bytes((fixtures() / "plain.jpg").read_bytes())
            subprocess.run(["exiftool", "-q", "-overwrite_original", "-DateTimeOriginal=2024:05:01 23:58:00",
                            f"-ImageDescription={name}", *words, path], check=True)
            self.agony.bring_in(path)
            item = self.by_name()[name]
            self.assertEqual(item["taken"], "2024-05-01T23:58:00", name)
            self.assertEqual(item["utc_offset_minutes"], offset, name)

    def test_where(self):
        facts = self.facts(self.items["IMG_0001.JPG"])
        self.assertAlmostEqual(facts["latitude"], 59 + 54 / 60 + 50 / 3600, places=6)
        self.assertAlmostEqual(facts["longitude"], 10 + 45 / 60 + 8 / 3600, places=6)
        nowhere = self.facts(self.items["nowhere.jpg"])
        self.assertEqual((nowhere["latitude"], nowhere["longitude"]), (None, None))

    def test_live_photos_are_one_item_and_what_only_looks_like_one_is_two(self):
        live = self.by_name("--kind", "live")
        self.assertEqual(set(live), {"IMG_0001.JPG", "a name.jpg", "IMG_0003.JPG"})
        self.assertTrue(all(item["kind"] == "photo" and item["duration_ms"] == 2000 for item in live.values()))
        films = {"IMG_9140.MOV", "IMG_0005.MOV", "IMG_0006.MOV"}
        self.assertEqual(set(self.by_name("--kind", "film")), films)
        self.assertEqual([line["name"] for line in self.result.report["flagged_items"]], ["IMG_0006.MOV"])
        self.assertEqual(self.result.report["paired"], 3)
        gone = {line["film_id"] for line in self.result.events("paired")}
        self.assertEqual({line["id"] for line in self.result.events("paired")}, {item["id"] for item in live.values()})
        self.assertFalse(gone & {item["id"] for item in self.items.values()})
        originals = self.agony.ask("info", live["a name.jpg"]["id"])[0]["originals"]
        self.assertEqual([(o["role"], o["name"]) for o in originals], [(1, "a name.jpg"), (2, "another name.mov")])

    def test_both_halves_are_exported_found_as_duplicates_and_deleted_together(self):
        files = sorted((fixtures() / "moments").iterdir())
        hashes = sorted(map(agony.file_hash, files))
        self.assertEqual(sorted(agony.hashes_below(self.agony.export()).values()), hashes)
        again, _ = self.bring("moments")
        self.assertEqual((again.report["duplicates"], again.report["stored"]), (len(files), 0))
        live = self.items["IMG_0001.JPG"]["id"]
        film = agony.file_hash(fixtures() / "moments" / "IMG_0001.MOV")
        self.assertEqual([line["id"] for line in again.events("duplicate") if line["sha256"] == film], [live])
        self.agony.ask("trash", live)
        self.agony.ask("delete", "--all", "--yes")
        self.assert_is_sound()
        hashes.remove(film)
        hashes.remove(agony.file_hash(fixtures() / "moments" / "IMG_0001.JPG"))
        self.assert_opens_independently(hashes)

    def test_an_analysis_anew_keeps_pairs_and_finds_the_same(self):
        before = {name: self.facts(item) for name, item in self.items.items()}
        report = self.agony.run("analyse", "--again", "--json").report
        self.assertEqual((report["analysed"], report["paired"]), (len(self.items), 0))
        self.assertEqual({name: self.facts(item) for name, item in self.by_name().items()}, before)
        self.assert_is_sound()

    def test_halves_that_come_one_after_the_other_find_each_other(self):
        other = agony.Agony(self.folder / "second")
        other.folder.mkdir()
        other.create(size="64M")
        for names in (["a name.jpg", "IMG_0003.MOV", "IMG_0001.MOV"], ["another name.mov", "IMG_0003.JPG", "IMG_0001.JPG"]):
            other.bring_in(*[fixtures() / "moments" / name for name in names])
        self.assertEqual([item["live"] for item in other.list()], [True] * 3)

    def test_bursts_and_motion_photos_are_known(self):
        bursts = self.by_name("--kind", "burst")
        names = {}
        for item in bursts.values():
            names.setdefault(item["burst"], set()).add(item["name"])
        self.assertEqual(sorted(map(len, names.values())), [3, 3])
        self.assertIn({"IMG_0010.JPG", "IMG_0011.JPG", "IMG_0012.JPG"}, names.values())
        moving, = self.by_name("--kind", "motion").values()
        self.assertEqual(moving["name"], "MVIMG_20190506_101112.jpg")
        facts = self.facts(moving)
        whole = (fixtures() / "moments" / moving["name"]).read_bytes()
        film = whole[facts["film_offset"]:facts["film_offset"] + facts["film_size"]]
        self.assertEqual(film[4:8], b"ftyp")
        self.assertTrue(whole.endswith(film))


class LaterAndAgain(AnalysisTestCase):
    def test_left_for_later_it_is_done_later(self):
        result, items = self.bring("plain.jpg", "plain.png", options=["--no-analysis"])
        self.assertEqual([result.report[key] for key in ("stored", "analysed", "not_analysed")], [2, 0, 2])
        self.assertEqual(self.agony.ask("info")["not_analysed"], 2)
        self.assertIsNone(self.facts(items["plain.jpg"]))
        self.assert_ends(self.agony.run("thumbnail", items["plain.jpg"]["id"]), PARTLY, "agony analyse")
        self.assertEqual(self.agony.run("analyse", "--json").report["analysed"], 2)
        self.assertEqual(self.agony.run("analyse", "--json").report["analysed"], 0)
        self.assertEqual(self.agony.ask("info")["not_analysed"], 0)
        self.thumbnail(items["plain.jpg"])

    def test_what_an_earlier_import_left_is_done_by_bringing_it_again(self):
        """As after a kill between storing and the analysis. What was not brought again stays as it is."""
        _, items = self.bring("plain.jpg", "plain.png", options=["--no-analysis"])
        result, _ = self.bring("plain.jpg")
        self.assertEqual([result.report[key] for key in ("stored", "duplicates", "analysed")], [0, 1, 1])
        self.thumbnail(items["plain.jpg"])
        self.assertEqual(self.agony.ask("info")["not_analysed"], 1)
        result, _ = self.bring("plain.jpg")
        self.assertEqual(result.report["analysed"], 0)

    def program_without_worker(self):
        folder = self.folder / "alone"
        folder.mkdir()
        shutil.copy(agony.BINARY, folder / "agony")
        return folder / "agony"

    def test_without_the_worker_everything_is_stored_all_the_same(self):
        whole, alone = agony.BINARY, self.program_without_worker()
        try:
            agony.BINARY = str(alone)
            result, _ = self.bring("plain.jpg")
            self.assertEqual([result.report[key] for key in ("stored", "analysed", "not_analysed")], [1, 0, 1])
            self.assertRegex(result.error_text, "^agony: ")
            self.assert_ends(self.agony.run("analyse"), REFUSED, "agony-media-worker", output=None)
        finally:
            agony.BINARY = whole
        self.assertEqual(self.agony.run("analyse", "--json").report["analysed"], 1)

    def test_a_worker_that_is_no_worker_costs_no_photo(self):
        whole, alone = agony.BINARY, self.program_without_worker()
        worker = alone.parent / "agony-media-worker"
        try:
            agony.BINARY = str(alone)
            for script in ("#!/bin/sh\nexit 3\n", "#!/bin/sh\nexec cat /dev/urandom\n"):
                worker.write_text(script)
                worker.chmod(0o755)
                result = self.agony.bring_in(fixtures() / "plain.jpg", fixtures() / "plain.png")
                self.assertEqual(result.report["failed"], 0)
        finally:
            agony.BINARY = whole
        self.assertEqual(len(self.agony.list()), 2)
        self.assertEqual(self.agony.run("analyse", "--again", "--json").report["flagged"], 0)
        self.assert_is_sound()

    def test_a_damaged_thumbnail_is_found_taken_out_and_made_anew(self):
        _, items = self.bring("plain.jpg")
        item = items["plain.jpg"]
        before = self.thumbnail(item)
        # Page by page: whichever is zeroed, the original is whole or named, and a thumbnail that is gone comes back.
        whole = bytearray(self.agony.path.read_bytes())
        geometry = agony.Geometry(whole)
        hits = 0
        for offset in self.written_pages(whole, geometry):
            broken = bytearray(whole)
            broken[offset:offset + agony.PAGE] = os.urandom(agony.PAGE)
            self.agony.path.write_bytes(broken)
            report = self.agony.run("verify", "--json")
            if report.code != UNUSABLE or report.report["damaged_pictures"] == 0:
                continue
            hits += 1
            self.assertEqual(report.report["damaged"], [])
            self.assert_ends(self.agony.run("thumbnail", item["id"]), UNUSABLE, "damaged")
            self.assertEqual(self.agony.run("verify", "--repair").code, DONE)
            self.assertEqual(self.agony.ask("info")["not_analysed"], 1)
            self.assertEqual(self.agony.run("analyse", "--json").report["analysed"], 1)
            self.assertEqual(self.thumbnail(item), before)
            self.assert_is_sound()
        self.assertGreater(hits, 0)

    def written_pages(self, whole, geometry):
        """Where the vault before this import differs from the one after it."""
        fresh = agony.Agony(self.folder / "fresh")
        fresh.folder.mkdir()
        self.addCleanup(shutil.rmtree, fresh.folder)
        shutil.copy(self.agony.path, fresh.path)
        item = self.agony.list()[0]["id"]
        self.agony.ask("analyse", item)
        after = self.agony.path.read_bytes()
        offsets = [at for at in range(0, len(whole), agony.PAGE)
                   if after[at:at + agony.PAGE] != whole[at:at + agony.PAGE]]
        whole[:] = after
        return offsets

    def test_killed_at_any_moment_it_goes_on_where_it_was(self):
        names = sorted(path.name for path in fixtures().glob("turned-*"))
        self.bring(*names, options=["--no-analysis"])
        hashes = self.agony.hashes()
        killed = 0
        for round_ in range(12):
            started = self.agony.start("analyse", "--json", *(["--again"] if round_ % 3 == 2 else []))
            time.sleep(0.16 + 0.04 * round_)
            result = started.kill()
            killed += result.code == KILLED
            self.assertEqual(self.agony.hashes(), hashes)
            self.assertTrue(self.agony.verify()["ok"])
        self.assertGreater(killed, 3)
        self.assertEqual(self.agony.run("analyse", "--again", "--json").report["analysed"], len(names))
        for item in self.agony.list():
            self.thumbnail(item)
        self.assert_is_sound()

    def test_a_signal_ends_it_in_good_order(self):
        self.bring(*[path.name for path in fixtures().glob("turned-*")], options=["--no-analysis"])
        started = self.agony.start("analyse", "--json")
        time.sleep(0.25)
        started.process.send_signal(signal.SIGINT)
        result = started.finish()
        self.assertIn(result.code, (DONE, 130), result.error_text)
        report = result.report
        self.assertEqual(report["analysed"] + report["not_reached"], 40)
        self.assertEqual(self.agony.run("analyse", "--json").report["analysed"], report["not_reached"])

    def test_a_full_album_keeps_its_photos_and_says_so(self):
        self.agony = agony.Agony(self.folder / "small")
        self.agony.folder.mkdir()
        self.agony.create(size="16M")
        room = self.agony.ask("info")["available_bytes"]
        filler = self.sources({"filler.jpg": agony.photo(room - 60_000)}, "filler")
        self.agony.bring_in(filler, "--no-analysis", code=DONE)
        files = sorted(fixtures().glob("turned-*.heic"))
        result = self.agony.run("import", *files, "--json")
        self.assertIn(result.code, (DONE, agony.NO_ROOM), result.error_text)
        stored = [line["sha256"] for line in result.events("stored")]
        self.assertTrue(set(stored) <= set(self.agony.hashes()))
        self.assert_is_sound()


class Rooms(AnalysisTestCase):
    def test_an_analysis_writes_in_one_room_only(self):
        self.bring("plain.jpg", options=["--no-analysis"])
        self.agony.bring_in(fixtures() / "plain.png", password=agony.SECOND)
        before = self.agony.path.read_bytes()
        self.agony.ask("analyse")
        after = self.agony.path.read_bytes()
        geometry = agony.Geometry(before)
        changed = set()
        for row in range(geometry.rows):
            for room in range(geometry.rooms):
                brick = slice(geometry.offset(row, room), geometry.offset(row, room) + geometry.brick)
                if before[brick] != after[brick]:
                    changed.add(room)
        self.assertEqual(len(changed), 1)
        self.assertEqual((before[:agony.PAGE], before[geometry.copy_b:geometry.copy_b + agony.PAGE]),
                         (after[:agony.PAGE], after[geometry.copy_b:geometry.copy_b + agony.PAGE]))
