# Agony
# SPDX-License-Identifier: Apache-2.0
"""Makes vaults in numbers: pairs of the two worlds, several at a time."""

import concurrent.futures
import os
import pathlib
import tempfile
import time
from dataclasses import dataclass

import features
import invariants
import plan
import world
from program import Program


@dataclass
class Sample:
    """One seized vault, measured; the vault itself is gone."""

    table: dict
    faults: list
    beginnings: object
    first_room: int | None
    sessions: int


def make(seed, number, binary, leak, reference):
    with tempfile.TemporaryDirectory(prefix="agony-") as name:
        folder = pathlib.Path(name)
        run = world.Run(plan.draw(seed), number, Program(binary, leak), folder)
        seized = run.seize()
        sight = invariants.Sight(seized.path)
        faults = run.faults + invariants.faults_of(sight, seized.sessions[-1])
        table = features.measure(seized, sight, reference)
        first_room = run.watch.rooms.get(run.plan.order[0])
        return Sample(table, faults, sight.page_beginnings(), first_room, len(seized.sessions) + 1)


def reference(binary, leak=None):
    """The bytes of a vault that the adversary made himself."""
    with tempfile.TemporaryDirectory(prefix="agony-") as name:
        path = pathlib.Path(name) / "vault.agony"
        Program(binary, leak).create(path, ["reference"])
        return path.read_bytes()


def pairs(seeds, binary, leak=None, worlds=(0, 1), jobs=2, deadline=None, progress=lambda done: None):
    """A list of samples for each of `worlds`, the i-th ones being a pair. Ends early, with whole pairs, at `deadline`."""
    own = reference(binary, leak)
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        seeds, waiting, done = iter(seeds), {}, []

        def feed():
            for seed in seeds:
                order = list(enumerate(worlds))
                if os.urandom(1)[0] & 1:
                    order.reverse()
                futures = {i: pool.submit(make, seed, number, binary, leak, own) for i, number in order}
                waiting[seed] = [futures[i] for i in range(len(worlds))]
                return

        for _ in range(jobs + 1):
            feed()
        while waiting:
            seed = next(iter(waiting))
            done.append([future.result() for future in waiting.pop(seed)])
            progress(len(done))
            if deadline is None or time.monotonic() < deadline:
                feed()
    return [list(column) for column in zip(*done)]
