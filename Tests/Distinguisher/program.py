# Agony
# SPDX-License-Identifier: Apache-2.0
"""Runs the real binary, one session at a time, and keeps the times at which sessions began and ended."""

import json
import os
import pathlib
import subprocess
import time
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
DONE, PARTLY, NO_ROOM = 0, 1, 5


class Session(NamedTuple):
    """What an onlooker may know of a session: seconds since 1970."""

    began: float
    ended: float


class Outcome(NamedTuple):
    session: Session
    code: int  # negative: the signal that ended it
    output: str

    def lines(self):
        return [json.loads(line) for line in self.output.splitlines() if line.startswith("{")]


class Program:
    """The binary under test; `leak` is planted by a binary built for that."""

    def __init__(self, binary, leak=None):
        self.binary, self.leak = str(binary), leak
        # Nothing of the machine's own settings; the vault is named each time.
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}
        if leak:
            self.environment["AGONY_PLANTED_LEAK"] = leak

    def run(self, vault, *arguments, secrets=(), expect=(DONE,), kill_after=None):
        """One session. `secrets`: lines for the descriptors that are named in `arguments` as 0."""
        command = [self.binary, "--vault", str(vault), *map(str, arguments)]
        began = time.time()
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment)
        lines = "".join(secret + "\n" for secret in secrets).encode()
        try:
            output, errors = process.communicate(lines, timeout=kill_after or 120)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
        outcome = Outcome(Session(began, time.time()), process.returncode, output.decode())
        if kill_after is None and outcome.code not in expect:
            raise AssertionError(f"agony {arguments[0]} ended with {outcome.code}: {errors.decode()}")
        return outcome

    def create(self, vault, passwords, size="16M", rooms=4, codes=0):
        """Returns the claim codes."""
        options = ["--size", size, "--rooms", rooms, "--kdf-memory", "64M", "--claim-codes", codes, "--json"]
        outcome = self.run(vault, "create", *options, "--passwords-fd", 0, secrets=passwords)
        return outcome.lines()[0]["claim_codes"]


def source_files(folder, sizes):
    """Files that pass for photos, with bytes that nothing else has."""
    folder.mkdir(parents=True)
    for number, size in enumerate(sizes):
        (folder / f"{number}.jpg").write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + os.urandom(size))
    return folder
