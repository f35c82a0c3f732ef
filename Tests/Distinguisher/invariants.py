# Agony
# SPDX-License-Identifier: Apache-2.0
"""What holds of every vault exactly. A classifier misses rare certain proof; these do not."""

import functools
import os
from collections import Counter

import numpy

from world import BRICK, PAGE, ROOMS, bricks, read_quietly

CLOCK_STEP = 0.011  # file systems keep time in steps of some milliseconds


def _outside_the_public_block(data):
    row = ROOMS * BRICK
    return [data[PAGE : PAGE + row], data[2 * PAGE + row :]]


def repeated_blocks(data):
    """How many aligned 16-byte blocks outside the public block occur before."""
    pieces = [numpy.frombuffer(piece, dtype="<u8") for piece in _outside_the_public_block(data)]
    words = numpy.concatenate(pieces)
    halves = numpy.sort(words[::2])
    twins = halves[1:][halves[1:] == halves[:-1]]
    if not len(twins):
        return 0
    candidates = numpy.flatnonzero(numpy.isin(words[::2], twins))
    counts = Counter((int(words[2 * i]), int(words[2 * i + 1])) for i in candidates)
    return sum(count - 1 for count in counts.values())


def zero_runs(data):
    """How many runs of 16 zero bytes lie outside the public block, aligned or not; at most 1,000 are counted."""
    found = 0
    for piece in _outside_the_public_block(data):
        at = piece.find(bytes(16))
        while at >= 0 and found < 1000:
            found += 1
            at = piece.find(bytes(16), at + 16)
    return found


class Sight:
    """The file as it was seized: its record, taken first, and its bytes."""

    def __init__(self, path):
        self.path = path
        self.status = os.stat(path)
        self.data = read_quietly(path)

    @functools.cached_property
    def repeated_blocks(self):
        return repeated_blocks(self.data)

    @functools.cached_property
    def zero_runs(self):
        return zero_runs(self.data)

    def page_beginnings(self):
        """The first 8 bytes of every page outside the public block."""
        pieces = _outside_the_public_block(self.data)
        return numpy.concatenate([numpy.frombuffer(piece, dtype="<u8")[:: PAGE // 8] for piece in pieces])


def faults_of(sight, last):
    """Sentences, one for each thing that gives something away beyond doubt. `last`: the last session, not a killed one."""
    status, parts = sight.status, bricks(sight.data)
    faults = []
    if sight.repeated_blocks:
        faults.append(f"{sight.repeated_blocks} repeated 16-byte blocks")
    if sight.zero_runs:
        faults.append(f"{sight.zero_runs} runs of zeros")
    if parts["A"] != parts["B"]:
        faults.append("the copies of the public block differ")
    if any(parts["A"][72:4064]):
        faults.append("bytes are set in the reserved part of the public block")
    if not last.began - CLOCK_STEP <= status.st_mtime <= last.ended:
        faults.append("the file's time is not that of the last session")
    if not status.st_mtime == status.st_ctime == status.st_atime:
        faults.append("the file's three times differ")
    return faults


def faults_across(beginnings, first_rooms):
    """What must hold between vaults: no page of one is in another, and rooms are taken evenly.

    `beginnings`: one array of `Sight.page_beginnings` for each vault; `first_rooms`: the room that the first password got.
    """
    faults = []
    pages = numpy.concatenate(beginnings)
    # By chance 2^23 pages have a pair with probability 2^-19.
    if shared := len(pages) - len(numpy.unique(pages)):
        faults.append(f"{shared} pages begin as a page elsewhere does")
    counts = [first_rooms.count(room) for room in range(ROOMS)]
    expected = max(1, len(first_rooms)) / ROOMS
    if sum((count - expected) ** 2 / expected for count in counts) > 30.7:  # probability 10^-6: 3 degrees of freedom
        faults.append(f"first passwords got the four rooms {counts} times")
    return faults
