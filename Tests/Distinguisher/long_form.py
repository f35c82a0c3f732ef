# Agony
# SPDX-License-Identifier: Apache-2.0
"""The long form of the distinguisher: worlds with and without hidden albums, a control, and the planted leaks.

It ends with code 0 only if the worlds could not be told apart, the control neither, and every planted leak was found.
All that was measured goes into a JSON file.
"""

import argparse
import json
import pathlib
import random
import sys
import time
from collections import Counter

import comparison
import invariants
import vaults
from plan import ROOMS

AREA_LIMIT = 0.56
CHANCE_LIMIT = 0.001
LEAK_AREA = 0.75
LEAKS = ("fixedFillSeed", "sequentialRooms", "identicalSlots", "missedTimeReset", "zeroTail", "vaultWideCounter")


def parse():
    parser = argparse.ArgumentParser(prog="distinguish", description=__doc__)
    parser.add_argument("--binary", required=True, help="the shipped agony")
    parser.add_argument("--leaky", required=True, help="the agony built with -DAGONY_PLANTED_LEAKS")
    parser.add_argument("--pairs", type=int, default=400, help="pairs of vaults of the two worlds (default 400)")
    parser.add_argument("--control-pairs", type=int, default=100, help="pairs of world 0 with itself (default 100; 0: none)")
    parser.add_argument("--leak-pairs", type=int, default=16, help="pairs for each planted leak (default 16; 0: none)")
    parser.add_argument("--jobs", type=int, default=2, help="vaults made at a time (default 2)")
    parser.add_argument("--minutes", type=float, default=60, help="what is not begun by then is left out (default 60)")
    parser.add_argument("--seed", type=int, default=None, help="of the histories; by default a new one, which is printed")
    parser.add_argument("--out", type=pathlib.Path, help="where the report goes, as JSON")
    parser.add_argument("--tables", type=pathlib.Path, help="where the features of both worlds go, as JSON")
    return parser.parse_args()


class Long:
    def __init__(self, options):
        self.options = options
        self.began = time.monotonic()
        self.seed = options.seed if options.seed is not None else random.SystemRandom().randrange(2**32)
        self.findings = []
        self.report = {"seed": self.seed, "sessions": 0, "vaults": 0}

    def seeds(self, name, count):
        return random.Random(f"{self.seed} {name}").sample(range(2**32), count)

    def say(self, text):
        print(f"[{(time.monotonic() - self.began) / 60:5.1f} min] {text}", flush=True)

    def pairs(self, name, count, share, **options):
        return self.columns(name, self.seeds(name, count), share, **options)

    def columns(self, name, seeds, share, binary=None, **options):
        """`share`: of all the time, after which no further pair is begun."""
        def progress(done):
            if done % 20 == 0:
                self.say(f"{name}: {done} pairs")

        deadline = self.began + share * self.options.minutes * 60
        columns = vaults.pairs(
            seeds, binary or self.options.binary, jobs=self.options.jobs, deadline=deadline, progress=progress,
            **options)
        samples = sum(columns, [])
        self.report["vaults"] += len(samples)
        self.report["sessions"] += sum(sample.sessions for sample in samples)
        return columns

    def compare(self, name, zero, one):
        result = comparison.compare([sample.table for sample in zero], [sample.table for sample in one])
        least = sorted(result["chances"].items(), key=lambda item: item[1])[:5]
        apart = sorted(result["alone"].items(), key=lambda item: -abs(item[1] - 0.5))[:5]
        self.report[name] = {
            "pairs": result["pairs"], "features": result["features"], "varying": result["varying"],
            "areas": {key: [round(value, 4) for value in values] for key, values in result["areas"].items()},
            "least chances, corrected": [[*key, value] for key, value in least],
            "areas of single features": [[key, round(value, 4)] for key, value in apart],
        }
        for key, (area, low, high) in result["areas"].items():
            self.say(f"{name}: {key}, AUC {area:.3f} ({low:.3f} to {high:.3f}) over {result['pairs']} held-out pairs")
        for (feature, test), chance in least[:2]:
            self.say(f"{name}: least corrected p {chance:.2g} ({feature}, {test})")
        return result

    def main_run(self):
        others = bool(self.options.leak_pairs or self.options.control_pairs)
        zero, one = self.pairs("worlds", self.options.pairs, 0.8 if others else 1)
        self.zero = zero
        if self.options.tables:
            self.options.tables.write_text(json.dumps([[sample.table for sample in world] for world in (zero, one)],
                                                      default=float))
        self.judge("worlds", self.compare("worlds", zero, one))
        faults = Counter(fault for sample in zero + one for fault in sample.faults)
        rooms = [sample.first_room for sample in zero + one if sample.first_room is not None]
        faults.update(invariants.faults_across([sample.beginnings for sample in zero + one], rooms))
        self.report["faults"] = dict(faults)
        self.report["rooms of the first password"] = [rooms.count(room) for room in range(ROOMS)]
        self.findings += [f"worlds: {fault}, {count} times" for fault, count in faults.items()]
        if len(zero) < self.options.pairs:
            self.findings.append(f"worlds: only {len(zero)} of {self.options.pairs} pairs in the time given")

    def judge(self, name, result):
        for key, (area, *_) in result["areas"].items():
            if area > AREA_LIMIT:
                self.findings.append(f"{name}: {key} has AUC {area:.3f}")
        for (feature, test), chance in result["chances"].items():
            if chance < CHANCE_LIMIT:
                self.findings.append(f"{name}: {feature}, {test}: corrected p {chance:.2g}")

    def leaks(self):
        self.report["leaks"] = {}
        for number, leak in enumerate(LEAKS):
            share = 0.8 + 0.15 * (number + 1) / len(LEAKS)
            zero, one = self.pairs(leak, self.options.leak_pairs, share, binary=self.options.leaky, leak=leak)
            result = self.compare(f"leak {leak}", zero, one)
            rooms = [sample.first_room for sample in zero + one if sample.first_room is not None]
            across = invariants.faults_across([sample.beginnings for sample in zero + one], rooms)
            caught = sum(bool(sample.faults) for sample in zero + one)
            best = max(area for area, *_ in result["areas"].values())
            alone = max((max(area, 1 - area) for area in result["alone"].values()), default=0.5)
            self.report["leaks"][leak] = {
                "pairs": len(zero), "area": round(best, 4), "area of the best feature": round(alone, 4),
                "vaults caught exactly": caught, "caught between vaults": across}
            self.say(f"{leak}: AUC {best:.3f}, {caught} of {2 * len(zero)} vaults caught exactly; {'; '.join(across)}")
            if best < LEAK_AREA and not caught and not across:
                self.findings.append(f"the leak {leak} was not found")

    def control(self):
        """World 0 once more, against the world 0 of the main run."""
        count = min(self.options.control_pairs, len(self.zero))
        (again,) = self.columns("control", self.seeds("worlds", self.options.pairs)[:count], 1, worlds=(0,))
        result = self.compare("control", self.zero[: len(again)], again)
        # Fewer pairs than in the main run: only what its own bound excludes is held against it.
        for key, (area, low, _) in result["areas"].items():
            if low > AREA_LIMIT:
                self.findings.append(f"control: {key} has AUC {area:.3f}")

    def run(self):
        self.say(f"seed {self.seed}")
        self.main_run()
        if self.options.leak_pairs:
            self.leaks()
        if self.options.control_pairs:
            self.control()
        self.report["minutes"] = round((time.monotonic() - self.began) / 60, 1)
        self.report["findings"] = self.findings
        if self.options.out:
            self.options.out.write_text(json.dumps(self.report, indent=1) + "\n")
        for finding in self.findings:
            print(finding)
        self.say("nothing was found" if not self.findings else f"{len(self.findings)} findings")
        return 1 if self.findings else 0


if __name__ == "__main__":
    sys.exit(Long(parse()).run())
