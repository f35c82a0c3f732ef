# Agony
# SPDX-License-Identifier: Apache-2.0
"""What happens to a vault: one plan, drawn at random, carried out in two worlds.

In world 1 all of it happens. In world 0 the hidden albums are never made, and each of their sessions is a reading
session of a revealed album instead. Everything else is the same in both: size, rooms, order of the sessions,
enlargement, what the revealed albums hold.
"""

import random
from dataclasses import dataclass, field
from typing import NamedTuple

ROOMS = 4
WRITES = {"register", "import", "fill", "kill", "trash", "delete", "passwd"}


class Step(NamedTuple):
    album: int | None  # None: the vault as a whole
    action: str
    sizes: tuple = ()  # bytes of the files that come in


@dataclass
class Album:
    number: int
    is_hidden: bool
    is_claimed: bool  # made by a claim code after the vault, not with it


@dataclass
class Plan:
    seed: int
    albums: list = field(default_factory=list)
    order: list = field(default_factory=list)  # in which passwords are given to `create`
    spare_codes: int = 0
    keeps_codes: bool = False  # world 0 has the codes of hidden albums too, and nobody uses them
    steps: list = field(default_factory=list)

    @property
    def revealed(self):
        return [album for album in self.albums if not album.is_hidden]

    def exists(self, album, world):
        return world == 1 or not album.is_hidden

    def code_count(self, world):
        claimed = [a for a in self.albums if a.is_claimed and (self.exists(a, world) or self.keeps_codes)]
        return self.spare_codes + len(claimed)


def draw(seed):
    """1 to 3 revealed albums, and at least one hidden."""
    chance = random.Random(seed)
    plan = Plan(seed)
    revealed = chance.randint(1, ROOMS - 1)
    hidden = min(ROOMS - revealed, chance.choice([1, 1, 1, 2, 3]))
    kinds = [False] * revealed + [True] * hidden
    chance.shuffle(kinds)
    plan.albums = [Album(i, is_hidden, chance.random() < 0.3) for i, is_hidden in enumerate(kinds)]
    # A vault begins with a password at least, in both worlds.
    chance.choice(plan.revealed).is_claimed = False
    plan.order = [album.number for album in plan.albums if not album.is_claimed]
    chance.shuffle(plan.order)
    if revealed + hidden < ROOMS and chance.random() < 0.3:
        plan.spare_codes = 1
    plan.keeps_codes = chance.random() < 0.5
    histories = [_hidden(album, chance) if album.is_hidden else _public(album, chance) for album in plan.albums]
    if chance.random() < 0.35:
        histories.append([Step(None, "enlarge")])
    plan.steps = _merge(histories, plan, chance)
    return plan


def _public(album, chance):
    steps = [Step(album.number, "register")] if album.is_claimed else []
    steps.append(Step(album.number, "import", _load(chance, 400_000)))
    for _ in range(chance.choice([0, 0, 1])):
        steps += _further(album, chance, ["import", "list", "verify", "export", "delete", "passwd", "kill"], 400_000)
    return steps


def _hidden(album, chance):
    steps = [Step(album.number, "register")] if album.is_claimed else []
    if chance.random() < 0.25:
        steps.append(Step(album.number, "fill", (300_000,) * 14))  # more than a room of 4 MiB holds
    else:
        steps.append(Step(album.number, "import", _load(chance, 2_500_000)))
    for _ in range(chance.choice([0, 1, 1])):
        steps += _further(album, chance, ["import", "kill", "kill", "delete", "passwd"], 1_000_000)
    return steps


def _further(album, chance, actions, limit):
    action = chance.choice(actions)
    if action == "delete":
        return [Step(album.number, "trash"), Step(album.number, "delete")]
    return [Step(album.number, action, _load(chance, limit) if action in ("import", "kill") else ())]


def _load(chance, limit):
    """One to six files, sizes spread over the powers of ten, `limit` bytes in all at most."""
    sizes = []
    for _ in range(chance.randint(1, 6)):
        size = int(10 ** chance.uniform(2, 6))
        if sum(sizes) + size <= limit:
            sizes.append(size)
    return tuple(sizes) or (1000,)


def _merge(histories, plan, chance):
    hidden = [album.number for album in plan.albums if album.is_hidden]
    # The last to be used is the hidden album more often than not: the harder case for the vault.
    last = chance.choice(hidden) if chance.random() < 0.6 else None
    waiting = [list(history) for history in histories]
    steps = []
    while any(waiting):
        ready = [h for h in waiting if h and not (h[0].album == last and len(h) == 1 and sum(map(len, waiting)) > 1)]
        steps.append(chance.choice(ready).pop(0))
    if steps[-1].action == "kill" or chance.random() < 0.2:
        # Directly after a kill the file's time tells of the last write; README.md, "What is not shown".
        steps.append(Step(chance.choice(plan.revealed).number, "list"))
    return steps
