# Agony
# SPDX-License-Identifier: Apache-2.0
"""`kill -9` at random moments of real imports: what was reported is there and right, and nothing else was touched."""

import concurrent.futures
import os
import pathlib
import random
import shutil
import tempfile
import time
import unittest

import agony
from agony import DONE, FIRST, KILLED, MIB, SECOND


class Series:
    """Imports into one album, killed again and again; every round is checked before the next one begins.

    Every other kill comes at a random time; the others at a random call to the system, which also strikes where the
    program stays but for a moment: between two receipts, before a sync, between comparing and deleting a source.
    """

    CALLS = {"pwrite64": 30, "fdatasync": 2, "write": 40}

    def __init__(self, folder, seed, rounds, move, size):
        self.folder = folder
        self.random = random.Random(seed)
        self.rounds = rounds
        self.options = ["--move"] if move else []
        self.moves = move
        self.agony = agony.Agony(folder)
        self.sources = agony.write_sources(folder / "sources", {})
        self.made = {}  # where the bytes with this hash came from
        self.listed = {}  # the album after the last round, by hash
        self.promised = set()  # hashes of which a receipt was read
        self.deleted = set()  # hashes deleted for ever on purpose
        self.killed = self.killed_amid = 0
        self.typical = 0.5  # seconds of a whole import
        result = self.agony.create("--rooms", "2", size=size, passwords=[SECOND, FIRST])
        assert result.code == DONE, result.error_text
        # Neighbours have something to lose.
        self.agony.bring_in(agony.write_sources(folder / "neighbour", agony.photos(3)), password=SECOND)
        self.neighbours = self.agony.hashes(password=SECOND)
        self.before = agony.Snapshot(self.agony.path)
        self.agony.ask(("collection", "create"), "summer")
        changed = self.before.changed(self.agony.path)
        assert len(changed) == 1, changed
        self.room = changed.pop()

    def add(self, files):
        agony.write_sources(self.sources, files)
        for name, data in files.items():
            self.made[agony.sha256(data)] = self.sources / name

    def prepare(self, number):
        raise NotImplementedError

    def run(self):
        number = 0
        while self.killed < self.rounds:
            number += 1
            assert number <= 2 * self.rounds, "too few imports were caught alive"
            self.prepare(number)
            self.one_round(number)
        self.note(self.agony.bring_in(self.sources, *self.options))
        self.check("at the end", verifies=True, exports=True)
        left = agony.hashes_below(self.sources)
        assert not (self.moves and left), left
        stored = set(self.made) - self.deleted
        assert set(self.listed) == stored
        result = self.agony.read_independently("--check")
        assert (result.code, result.errors) == (DONE, b""), result.error_text
        independent = self.folder / "independent"
        independent.mkdir()
        result = self.agony.read_independently("--export", independent)
        assert (result.code, result.errors) == (DONE, b""), result.error_text
        assert set(agony.hashes_below(independent).values()) == stored
        assert self.agony.hashes(password=SECOND) == self.neighbours
        return self

    def one_round(self, number):
        if number % 2:
            began = time.monotonic()
            started = self.agony.start("import", self.sources, "--json", *self.options)
            time.sleep(self.typical * self.random.uniform(0.4, 1))
            result = started.kill()
            if result.code == DONE:
                self.typical = (self.typical + time.monotonic() - began) / 2
        else:
            call, most = self.random.choice(sorted(self.CALLS.items()))
            result = self.agony.run("import", self.sources, "--json", *self.options,
                                    prefix=agony.killed_at(call, self.random.randint(1, most)))
        assert result.code in (DONE, KILLED), (result.code, result.error_text)
        reported = self.note(result)
        if result.code == KILLED:
            self.killed += 1
            self.killed_amid += bool(reported)
        self.check(f"round {number}", verifies=number % 3 != 0, exports=number % 3 == 0)

    def note(self, result):
        reported = {event["sha256"] for event in result.events("stored", "duplicate")}
        assert reported <= set(self.made), "a receipt for bytes that nobody brought"
        self.promised |= reported
        return reported

    def check(self, when, verifies, exports):
        items = self.agony.list()
        self.listed = listed = {item["sha256"]: item for item in items}
        assert len(listed) == len(items), f"{when}: stored twice"
        lost = self.promised - self.deleted - set(listed)
        assert not lost, f"{when}: {len(lost)} of {len(self.promised)} reported files are gone"
        assert set(listed) <= set(self.made)
        for digest, item in listed.items():
            assert item["name"] == self.made[digest].name
        if self.moves:
            left = set(agony.hashes_below(self.sources).values())
            missing = set(self.made) - left - set(listed) - self.deleted
            assert not missing, f"{when}: {len(missing)} files are in neither place"
        changed = self.before.changed(self.agony.path)
        assert changed <= {self.room}, f"{when}: {changed} changed, not only {self.room}"
        if verifies:
            verified = self.agony.verify()
            assert verified["ok"] and verified["items"] == len(items) and not verified["damaged_copies"], verified
        if exports:
            destination = self.agony.export()
            assert sorted(agony.hashes_below(destination).values()) == sorted(listed), when
            shutil.rmtree(destination)


class ManySmallFiles(Series):
    def prepare(self, number):
        # Half of what is stored already goes from the sources; the rest comes up again as duplicates.
        for digest in self.random.sample(sorted(self.promised), len(self.promised) // 2):
            self.made[digest].unlink(missing_ok=True)
        self.add(agony.photos(40, self.random.randrange(500, 5000), f"{number:03}"))


class SomeLargeFilms(Series):
    CALLS = {"pwrite64": 20, "fdatasync": 2, "write": 3}

    def prepare(self, number):
        stored = [item for item in self.listed.values() if item["kind"] == "film"]
        if stored and (len(stored) > 1 or self.random.random() < 0.7):
            ids = [item["id"] for item in stored]
            self.agony.ask("trash", *ids)
            self.agony.ask("delete", *ids, "--yes")
            for item in stored:
                self.deleted.add(item["sha256"])
                self.made[item["sha256"]].unlink()
            stored = []
        if len(stored) == sum(path.suffix == ".mp4" for path in self.sources.iterdir()):
            self.add({f"{number:03}.mp4": agony.film(8 * MIB + number)})
        self.add(agony.photos(2, 70_000, f"{number:03}"))


class Moves(Series):
    CALLS = Series.CALLS | {"unlinkat": 15}

    def prepare(self, number):
        self.add(agony.photos(30, self.random.randrange(2000, 12_000), f"{number:03}"))
        if number % 4 == 0:
            self.add({f"{number:03}.mp4": agony.film(MIB)})
        if self.promised:  # what the album has already may go as well
            item = self.listed[self.random.choice(sorted(self.promised))]
            exported = self.agony.export(item["id"])
            shutil.move(exported / item["name"], self.sources / item["name"])


class KilledImports(unittest.TestCase):
    """The three series run side by side, each in a vault of its own."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="agony-test-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        cls.seed = int(os.environ.get("AGONY_SEED") or random.SystemRandom().randrange(10**6))
        threads = concurrent.futures.ThreadPoolExecutor(3)
        cls.addClassCleanup(threads.shutdown)
        cls.series = {}
        for name, kind, options in [
            ("small", ManySmallFiles, dict(rounds=20, move=False, size="32M")),
            ("large", SomeLargeFilms, dict(rounds=14, move=False, size="64M")),
            ("moves", Moves, dict(rounds=18, move=True, size="64M")),
        ]:
            (cls.folder / name).mkdir()
            cls.series[name] = threads.submit(cls.run_series, kind, cls.folder / name, options)

    @classmethod
    def run_series(cls, kind, folder, options):
        return kind(folder, cls.seed, **options).run()

    def finished(self, name):
        with self.subTest(seed=self.seed):
            series = self.series[name].result()
            self.assertGreaterEqual(series.killed, series.rounds)
            self.assertGreater(series.killed_amid, 0, "no kill came between a receipt and the end")

    def test_many_small_files_that_were_reported_as_stored_are_there(self):
        self.finished("small")

    def test_a_large_film_is_whole_or_not_there(self):
        self.finished("large")

    def test_a_moved_file_is_in_at_least_one_place(self):
        self.finished("moves")
