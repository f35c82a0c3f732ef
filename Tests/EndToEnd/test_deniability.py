# Agony
# SPDX-License-Identifier: Apache-2.0
"""Nothing in a vault tells of another album: exact rules, planted faults that they must find, and a small statistical run.

What a log-in reads, and each rule by itself, is in test_rooms.py. The harness is Tests/Distinguisher;
`Scripts/distinguish` runs its long form.
"""

import itertools
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Distinguisher"))

import numpy  # noqa: E402

import comparison  # noqa: E402
import invariants  # noqa: E402
import vaults  # noqa: E402
from nonces import Ledger  # noqa: E402
from program import Program, source_files  # noqa: E402
from world import Faulty, WriteWatch  # noqa: E402

BINARY = os.environ.get("AGONY_BINARY") or ROOT / ".build/release/agony"
LEAKY = ROOT / ".build-leaks"
PAIRS = 8


class VaultTestCase(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="agony-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "seen").mkdir()
        self.path = self.folder / "seen" / "vault.agony"
        self.numbers = itertools.count()

    def sources(self, *sizes):
        return source_files(self.folder / f"in{next(self.numbers)}", sizes)

    def bring_in(self, program, password, *sizes, path=None, **options):
        arguments = ["import", self.sources(*sizes), "--password-fd", 0]
        return program.run(path or self.path, *arguments, secrets=[password], **options)


class RoomsAreNoise(unittest.TestCase):
    """Whole histories, with kills, full rooms, deletions, changes of password and enlargements, in both worlds."""

    @classmethod
    def setUpClass(cls):
        cls.seeds = random.sample(range(2**32), PAIRS)
        cls.zero, cls.one = vaults.pairs(cls.seeds, BINARY)

    def test_no_session_of_any_history_writes_outside_its_room_and_no_vault_shows_a_pattern(self):
        for world in (self.zero, self.one):
            for seed, sample in zip(self.seeds, world):
                self.assertEqual(sample.faults, [], f"seed {seed}")

    def test_vaults_share_no_page_and_take_their_rooms_evenly(self):
        samples = self.zero + self.one
        rooms = [sample.first_room for sample in samples if sample.first_room is not None]
        self.assertEqual(invariants.faults_across([sample.beginnings for sample in samples], rooms), [])

    def test_no_feature_and_no_classifier_tells_the_worlds_apart(self):
        result = comparison.compare([s.table for s in self.zero], [s.table for s in self.one])
        telling = {name: chance for name, chance in result["chances"].items() if chance < 0.001}
        self.assertEqual(telling, {}, f"seeds {self.seeds}")
        # Four deviations of the null: a small run finds gross faults only.
        limit = 0.5 + 4 * ((2 * PAIRS + 1) / (12 * PAIRS**2)) ** 0.5
        for name, (area, *_) in result["areas"].items():
            self.assertLess(area, limit, f"{name}, seeds {self.seeds}")


class Nonces(VaultTestCase):
    def test_no_nonce_repeats_over_kills_a_restored_copy_and_a_fork(self):
        program, ledger = Program(BINARY), Ledger()
        program.create(self.path, ["first", "second"])
        fork = self.folder / "seen" / "fork.agony"

        def session(path, *sizes, **options):
            self.bring_in(program, "first", *sizes, path=path, **options)
            ledger.read(path, "first")

        ledger.read(self.path, "first")
        session(self.path, 5_000, 90_000)
        shutil.copyfile(self.path, fork)
        for path in (self.path, fork):  # the same again, from the same state
            session(path, 7_000)
            session(path, 500_000, 500_000, kill_after=0.12)
            session(path, 300)
        backup = self.folder / "backup"
        shutil.copyfile(self.path, backup)
        session(self.path, 20_000)
        shutil.copyfile(backup, self.path)  # restored over the original
        session(self.path, 20_000)
        for path in (self.path, fork):
            program.run(path, "passwd", "--password-fd", 0, "--new-password-fd", 0, secrets=["first", "third"])
            ledger.read(path, "third")
        self.assertEqual(ledger.repeated, [])
        self.assertGreater(len(ledger.seen), 100)
        self.assertGreaterEqual(len({use for use, _ in ledger.seen}), 5)

    def test_the_ledger_sees_a_nonce_used_twice(self):
        ledger = Ledger()
        ledger.note("page", b"n", b"one")
        ledger.note("page", b"n", b"one")
        ledger.note("root", b"n", b"two")
        self.assertEqual(ledger.repeated, [])
        ledger.note("page", b"n", b"two")
        self.assertEqual(ledger.repeated, ["page"])


class PlantedLeaks(VaultTestCase):
    """Each fault that a build made for this test holds is caught exactly."""

    @classmethod
    def setUpClass(cls):
        subprocess.run(
            ["swift", "build", "-c", "release", "--static-swift-stdlib", "--scratch-path", str(LEAKY), "-Xswiftc",
             "-DAGONY_PLANTED_LEAKS", "--product", "agony"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        cls.leaky = LEAKY / "release/agony"

    def leak(self, name):
        return Program(self.leaky, name)

    def faults(self, last):
        return " ".join(invariants.faults_of(invariants.Sight(self.path), last))

    def beginnings(self, program, count):
        found = []
        for number in range(count):
            path = self.folder / "seen" / f"{number}.agony"
            program.create(path, ["password"])
            found.append(invariants.Sight(path).page_beginnings())
        return found

    def test_the_build_without_a_leak_chosen_is_as_clean_as_the_shipped_one(self):
        self.check_that_nothing_is_found(self.leak(None))

    def test_the_shipped_build_ignores_the_name_of_a_leak(self):
        for name in ("identicalSlots", "zeroTail", "missedTimeReset"):
            self.path.unlink(missing_ok=True)
            self.check_that_nothing_is_found(Program(BINARY, name))

    def check_that_nothing_is_found(self, program):
        program.create(self.path, ["password"])
        program.run(self.path, "enlarge", "--size", "32M")
        last = program.run(self.path, "list", "--password-fd", 0, secrets=["password"]).session
        self.assertEqual(self.faults(last), "")

    def test_a_fixed_seed_of_the_noise_is_caught(self):
        self.assertRegex(str(invariants.faults_across(self.beginnings(self.leak("fixedFillSeed"), 2), [])), "elsewhere")

    def test_rooms_taken_in_turn_are_caught(self):
        program, rooms = self.leak("sequentialRooms"), []
        for number in range(12):
            path = self.folder / "seen" / f"{number}.agony"
            program.create(path, ["password"])
            watch = WriteWatch(path)
            self.bring_in(program, "password", 1000, path=path)
            watch.after(0, "import")
            rooms.append(watch.rooms[0])
        page = invariants.Sight(path).page_beginnings()
        self.assertRegex(str(invariants.faults_across([page], rooms)), "got the four rooms")

    def test_key_slots_alike_are_caught(self):
        program = self.leak("identicalSlots")
        program.create(self.path, ["password"])
        last = program.run(self.path, "list", "--password-fd", 0, secrets=["password"]).session
        self.assertRegex(self.faults(last), "repeated 16-byte blocks")

    def test_a_tail_of_zeros_is_caught(self):
        program = self.leak("zeroTail")
        program.create(self.path, ["password"])
        last = program.run(self.path, "enlarge", "--size", "32M").session
        self.assertRegex(self.faults(last), "runs of zeros")

    def test_a_time_that_tells_when_something_was_written_is_caught(self):
        program = self.leak("missedTimeReset")
        program.create(self.path, ["password"])
        self.bring_in(program, "password", 1000)
        time.sleep(2 * invariants.CLOCK_STEP)
        last = program.run(self.path, "list", "--password-fd", 0, secrets=["password"]).session
        self.assertRegex(self.faults(last), "time is not that of the last session")

    def test_a_counter_of_the_whole_vault_is_caught(self):
        program = self.leak("vaultWideCounter")
        program.create(self.path, ["password"])
        watch = WriteWatch(self.path)
        last = self.bring_in(program, "password", 1000).session
        with self.assertRaisesRegex(Faulty, "changed the public block"):
            watch.after(0, "import")
        self.assertRegex(self.faults(last), "reserved part of the public block")


class Comparison(unittest.TestCase):
    """The statistics, on numbers made up for them."""

    def tables(self, count, shift, seed):
        chance = numpy.random.default_rng(seed)
        return [{f"f{i}": value + (shift if i == 3 else 0) for i, value in enumerate(chance.normal(size=40))}
                for _ in range(count)]

    def test_a_feature_that_differs_is_found_by_classifier_and_test(self):
        result = comparison.compare(self.tables(60, 0, 1), self.tables(60, 2, 2))
        self.assertGreater(result["areas"]["logistic regression"][0], 0.8)
        self.assertEqual({name for (name, _), chance in result["chances"].items() if chance < 0.001}, {"f3"})

    def test_where_nothing_differs_nothing_is_found(self):
        areas = []
        for seed in range(10, 20):
            result = comparison.compare(self.tables(60, 0, seed), self.tables(60, 0, 100 + seed))
            areas.append(result["areas"]["logistic regression"][0])
            self.assertGreater(min(result["chances"].values()), 0.001)
        self.assertLess(abs(sum(areas) / len(areas) - 0.5), 0.06)

    def test_areas_ranks_and_corrections_are_those_of_the_textbook(self):
        self.assertEqual(comparison.area(numpy.array([1, 2, 3]), numpy.array([2, 4])), (1.5 + 3) / 6)
        self.assertEqual(list(comparison.ranks(numpy.array([5, 1, 5, 9]))), [2.5, 1, 2.5, 4])
        self.assertEqual(comparison.holm({"a": 0.01, "b": 0.04, "c": 0.03}), {"a": 0.03, "c": 0.06, "b": 0.06})


if __name__ == "__main__":
    unittest.main()
