# Agony
# SPDX-License-Identifier: Apache-2.0
"""Carries a plan out with the real binary, in one of the two worlds."""

import os
import random
import time
from dataclasses import dataclass, field

from plan import ROOMS, WRITES
from program import DONE, NO_ROOM, PARTLY, source_files

MIB = 1 << 20
BRICK = 4 * MIB
PAGE = 4096


class Faulty(Exception):
    """Something happened to the file that never may."""


def read_quietly(path):
    """All bytes of the file; its access time stays."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOATIME | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:
        return file.read()


def bricks(data):
    """{(row, room): bytes} and {"A": …, "B": …}, the copies of the public block; the geometry of a 4-room vault."""
    parts = {"A": data[:PAGE], "B": data[PAGE + ROOMS * BRICK : 2 * PAGE + ROOMS * BRICK]}
    for row in range((len(data) - 2 * PAGE) // (ROOMS * BRICK)):
        for room in range(ROOMS):
            start = PAGE + (row * ROOMS + room) * BRICK + (PAGE if row else 0)
            parts[row, room] = data[start : start + BRICK]
    return parts


@dataclass
class WriteWatch:
    """Holds every session to the writer rule, from outside: which bricks changed."""

    path: str
    rooms: dict = field(default_factory=dict)  # album: the room it was seen to write to

    def __post_init__(self):
        self.before = bricks(memoryview(read_quietly(self.path)))

    def after(self, album, action):
        now = bricks(memoryview(read_quietly(self.path)))
        changed = {place for place in now if now[place] != self.before.get(place)}
        added = now.keys() - self.before.keys()
        self.before = now
        if action == "enlarge":
            if not changed <= added | {"A", "B"}:
                raise Faulty(f"enlarging changed {sorted(map(str, changed - added - {'A', 'B'}))}")
            return
        if action not in WRITES:
            if changed:
                raise Faulty(f"a reading session ({action}) changed {sorted(map(str, changed))}")
            return
        if changed & {"A", "B"}:
            raise Faulty(f"a session ({action}) changed the public block")
        rooms = {place[1] for place in changed}
        if len(rooms) > 1:
            raise Faulty(f"a session ({action}) wrote to rooms {sorted(rooms)}")
        for room in rooms:
            if self.rooms.setdefault(album, room) != room or list(self.rooms.values()).count(room) > 1:
                raise Faulty(f"a session ({action}) wrote to a room that is not its own")


@dataclass
class Seized:
    """What the adversary gets, and nothing of the world."""

    path: str
    passwords: list  # of the revealed albums, in an order that is the same in both worlds
    sessions: list  # program.Session
    public_writes: list  # for each session, whether the public history has a write there


class Run:
    """One vault. `folder` is fresh; the vault lies in a folder of its own in it."""

    def __init__(self, plan, world, program, folder):
        self.plan, self.world, self.program = plan, world, program
        self.folder = folder
        (folder / "seen").mkdir()
        self.path = folder / "seen" / "vault.agony"
        self.passwords = {album.number: f"{os.urandom(6).hex()}" for album in plan.albums}
        self.items = {album.number: [] for album in plan.albums}
        self.trashed = {album.number: [] for album in plan.albums}
        self.chance = random.Random(plan.seed + 1)  # for what has to be drawn alike in both worlds
        self.sessions, self.public_writes = [], []
        self.faults = []

    def seize(self):
        plan = self.plan
        made = [n for n in plan.order if plan.exists(plan.albums[n], self.world)]
        codes = self.program.create(
            self.path, [self.passwords[n] for n in made], codes=plan.code_count(self.world))
        random.shuffle(codes)
        self.codes = iter(codes)
        born = {n for n in plan.order if not plan.albums[n].is_hidden}  # revealed ones that exist by now
        self.watch = WriteWatch(self.path)
        for step in plan.steps:
            is_hidden = step.album is not None and plan.albums[step.album].is_hidden
            reader = self.chance.choice(sorted(born))
            if is_hidden and self.world == 0:
                album, action = reader, "list"
                self.note(self.simple(reader, "list"))
            else:
                album, action = step.album, step.action
                self.note(self.act(step))
            self.public_writes.append(not is_hidden and (action in WRITES or action == "enlarge"))
            if action == "register" and not is_hidden:
                born.add(album)
            try:
                self.watch.after(album, action)
            except Faulty as fault:
                self.faults.append(str(fault))
        revealed = [self.passwords[album.number] for album in plan.revealed]
        return Seized(str(self.path), revealed, self.sessions, self.public_writes)

    def note(self, outcome):
        self.sessions.append(outcome.session)
        time.sleep(0.025)  # longer than a step of the file system's clock

    def simple(self, album, *arguments, expect=(DONE,)):
        options = ["--json", "--password-fd", 0]
        return self.program.run(self.path, *arguments, *options, secrets=[self.passwords[album]], expect=expect)

    def act(self, step):
        action, album = step.action, step.album
        if action in ("import", "fill"):
            expect = (DONE, PARTLY, NO_ROOM)
            outcome = self.simple(album, "import", self.files(step.sizes), expect=expect)
            self.items[album] += [line["id"] for line in outcome.lines() if line.get("event") == "stored"]
            return outcome
        if action == "kill":
            seconds = self.chance.uniform(0.08, 0.25)
            arguments = ["import", self.files(step.sizes), "--password-fd", 0]
            return self.program.run(
                self.path, *arguments, secrets=[self.passwords[album]], kill_after=seconds)
        if action == "trash":
            chosen = self.items[album][: 1 + len(self.items[album]) // 2]
            self.trashed[album] = chosen
            return self.simple(album, "trash", *chosen) if chosen else self.simple(album, "list")
        if action == "delete":
            return self.simple(album, "delete", "--all", "--yes")
        if action == "passwd":
            new = os.urandom(6).hex()
            outcome = self.program.run(
                self.path, "passwd", "--password-fd", 0, "--new-password-fd", 0, secrets=[self.passwords[album], new])
            self.passwords[album] = new
            return outcome
        if action == "register":
            return self.program.run(
                self.path, "register", "--claim-fd", 0, "--password-fd", 0,
                secrets=[next(self.codes), self.passwords[album]])
        if action == "enlarge":
            return self.program.run(self.path, "enlarge", "--size", "32M")
        if action == "export":
            return self.simple(album, "export", "--all", self.folder / f"out{len(self.sessions)}")
        return self.simple(album, action)

    def files(self, sizes):
        return source_files(self.folder / f"in{len(self.sessions)}", sizes)
