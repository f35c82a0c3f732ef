# Agony
# SPDX-License-Identifier: Apache-2.0
"""Runs the real program for the end-to-end tests, makes sources for it, and looks at vaults from outside.

The program is the one that the environment variable AGONY_BINARY names, else .build/release/agony.
"""

import functools
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = str(pathlib.Path(os.environ.get("AGONY_BINARY") or ROOT / ".build" / "release" / "agony").absolute())
READER = ROOT / "Scripts" / "agony-reader.py"

KIB, MIB = 1024, 1024 * 1024
PAGE = 4096

DONE, PARTLY, USAGE, NOT_OPENED, UNUSABLE, NO_ROOM, BUSY, REFUSED = range(8)
KILLED = -9

FIRST, SECOND, THIRD = "first password", "second: пароль, 密码", "third\tpassword "

# Before a command that root runs without root's rights.
NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]

# Whatever runs longer than this hangs.
LIMIT_SECONDS = 120


class Result:
    """What a finished process said."""

    def __init__(self, code, output, errors):
        self.code, self.output, self.errors = code, output, errors

    @property
    def error_text(self):
        return self.errors.decode("utf-8", "replace")

    @property
    def lines(self):
        """JSON objects, one a line; a last line cut short by a kill is left out."""
        return [json.loads(line) for line in self.output.split(b"\n")[:-1]]

    @property
    def report(self):
        return self.lines[-1]

    @property
    def document(self):
        return json.loads(self.output)

    def events(self, *kinds):
        return [line for line in self.lines if line.get("event") in kinds]


def raw(text):
    return text if isinstance(text, bytes) else os.fsencode(text)


def secret_descriptor(*lines):
    """A descriptor from which `lines` can be read. The caller closes it."""
    descriptor = os.memfd_create("lines")
    data = b"".join(raw(line) + b"\n" for line in lines)
    while data:
        data = data[os.write(descriptor, data) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


def environment(home):
    """A small environment whose every folder lies below `home`."""
    home = pathlib.Path(home)
    folders = {
        "HOME": home / "home",
        "TMPDIR": home / "tmp",
        "XDG_CACHE_HOME": home / "cache",
        "XDG_CONFIG_HOME": home / "config",
        "XDG_DATA_HOME": home / "data",
        "XDG_RUNTIME_DIR": home / "runtime",
        "XDG_STATE_HOME": home / "state",
    }
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    values = {name: str(folder) for name, folder in folders.items()}
    return values | {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8", "TZ": "UTC"}


class Started:
    """A running command with its own session, so that it has no terminal, and with its secrets."""

    def __init__(self, arguments, home, secrets=(), prefix=(), cwd=None, stdin=subprocess.DEVNULL, preexec=None):
        self.head = b""  # what was read of the output before `finish`
        self.secrets = {option: secret_descriptor(*([lines] if isinstance(lines, (str, bytes)) else lines))
                        for option, lines in secrets}
        command = [raw(BINARY), *map(raw, arguments)]
        for option, descriptor in self.secrets.items():
            command[2:2] = [raw(option), raw(str(descriptor))]
        self.process = subprocess.Popen(
            [*map(raw, prefix), *command], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            pass_fds=list(self.secrets.values()), env=environment(home), cwd=cwd, start_new_session=True,
            preexec_fn=preexec)

    def finish(self, timeout=LIMIT_SECONDS):
        try:
            output, errors = self.process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise AssertionError(f"hangs: {self.process.args[1:]}") from None
        finally:
            for descriptor in self.secrets.values():
                os.close(descriptor)
            self.secrets = {}
        return Result(self.process.returncode, self.head + (output or b""), errors)

    def kill(self):
        self.process.kill()
        return self.finish()


class Agony:
    """The program with a folder of its own for the vault, sources and everything it might want to write."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.path = self.folder / "test.agony"
        self.home = self.folder / "around"

    def start(self, command, *arguments, password=FIRST, secrets=(), **options):
        """`password`: None for a command that is to get none. `command` may be several words in a tuple."""
        words = [command] if isinstance(command, str) else list(command)
        given = list(secrets)
        if password is not None:
            given.append(("--password-fd", password))
        vault = options.pop("vault", self.path)
        if vault is not None:
            words += ["--vault", vault]
        return Started([*words, *arguments], self.home, given, **options)

    def run(self, command, *arguments, **options):
        return self.start(command, *arguments, **options).finish()

    def create(self, *arguments, passwords=(FIRST, SECOND), size="16M", memory="64M", path=None, **options):
        return self.run(
            "create", path or self.path, "--size", size, "--kdf-memory", memory, "--json", *arguments, vault=None,
            password=None, secrets=[("--passwords-fd", list(passwords))], **options)

    def ask(self, command, *arguments, **options):
        """Runs with --json and returns what it answers; the command has to succeed."""
        result = self.run(command, *arguments, "--json", **options)
        if result.code != DONE:
            raise AssertionError(f"{command} ended with {result.code}: {result.error_text}")
        return result.document

    def bring_in(self, *paths, code=DONE, **options):
        """Imports, and returns the result with receipts and the report."""
        result = self.run("import", *paths, "--json", **options)
        if result.code != code:
            raise AssertionError(f"import ended with {result.code}: {result.error_text}\n{result.output[-600:]}")
        return result

    def list(self, *arguments, **options):
        return self.ask("list", *arguments, **options)

    def hashes(self, *arguments, **options):
        return sorted(item["sha256"] for item in self.list(*arguments, **options))

    def verify(self, **options):
        return self.ask("verify", **options)

    def export(self, *arguments, **options):
        """Exports into a fresh folder and returns it."""
        destination = pathlib.Path(tempfile.mkdtemp(dir=self.folder, prefix="out-"))
        result = self.run("export", *(arguments or ["--all"]), destination, "--json", **options)
        if result.code != DONE:
            raise AssertionError(f"export ended with {result.code}: {result.error_text}")
        return destination

    def read_independently(self, *arguments, password=FIRST, path=None):
        """The other program that knows the format."""
        descriptor = secret_descriptor(password)
        try:
            done = subprocess.run(
                ["/usr/bin/python3", READER, path or self.path, *arguments, "--password-fd", str(descriptor)],
                pass_fds=[descriptor], capture_output=True, timeout=LIMIT_SECONDS)
        finally:
            os.close(descriptor)
        return Result(done.returncode, done.stdout, done.stderr)


_MADE = {}  # vaults with nothing in them, by how they were made, and what was answered
_MADE_FOLDER = tempfile.TemporaryDirectory(prefix="agony-test-")


class AgonyTestCase(unittest.TestCase):
    """A test with a folder of its own, gone afterwards."""

    maxDiff = 2000

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="agony-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.agony = Agony(self.folder)

    def create(self, *arguments, **options):
        """Makes the vault, or copies one that was made in the same way for another test. What `create` answers."""
        kind = repr((arguments, sorted(options.items())))
        if kind not in _MADE:
            result = self.agony.create(*arguments, **options)
            self.assertEqual((result.code, result.errors), (DONE, b""))
            _MADE[kind] = pathlib.Path(_MADE_FOLDER.name) / str(len(_MADE)), result.document
            shutil.copyfile(self.agony.path, _MADE[kind][0])
        path, document = _MADE[kind]
        shutil.copyfile(path, self.agony.path)
        os.chmod(self.agony.path, 0o600)
        return document

    def sources(self, files, name="sources"):
        """A folder of files, from names to bytes; a name with slashes lies in folders of its own."""
        return write_sources(self.folder / name, files)

    def assert_ends(self, result, code, text=None, output=b""):
        """`result` ended with `code`, one sentence that holds `text` on standard error, and `output` (None: any)."""
        self.assertEqual(result.code, code, result.error_text)
        if output is not None:
            self.assertEqual(result.output, output)
        if code != DONE and text is not None:
            self.assertRegex(result.error_text, r"(?m)^agony: .+")
            self.assertRegex(result.error_text, text)
        self.assertNotRegex(result.error_text, r"(?i)fatal error|precondition|stack dump|0x[0-9a-f]{8}")

    def assert_is_sound_independently(self, password=FIRST):
        """The other reader finds no damage."""
        result = self.agony.read_independently("--check", password=password)
        self.assertEqual((result.code, result.error_text), (DONE, ""))

    def assert_opens_independently(self, files, password=FIRST):
        """The other reader finds no damage, and writes exactly the contents with these hashes. Returns where."""
        self.assert_is_sound_independently(password)
        destination = pathlib.Path(tempfile.mkdtemp(dir=self.folder, prefix="independent-"))
        result = self.agony.read_independently("--export", destination, password=password)
        self.assertEqual((result.code, result.error_text), (DONE, ""))
        self.assertEqual(sorted(hashes_below(destination).values()), sorted(files))
        return destination


# --- Sources -------------------------------------------------------------------------------------------------------

JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x00\x08\x00\x00\x00\x08\x08\x02\x00\x00\x00"
MP4 = b"\x00\x00\x00\x20ftypisom\x00\x00\x02\x00isomiso2avc1mp41"


def photo(length=3000, magic=JPEG, seed=None):
    """Bytes that begin like a picture and go on at random."""
    body = os.urandom(length - len(magic)) if seed is None else random.Random(seed).randbytes(length - len(magic))
    return magic + body


def film(length):
    return photo(length, MP4)


def photos(count, length=3000, prefix="photo"):
    return {f"{prefix}-{number:05}.jpg": photo(length) for number in range(count)}


def write_sources(folder, files):
    folder = raw(str(folder))
    os.makedirs(folder, exist_ok=True)
    for name, data in files.items():
        path = os.path.join(folder, raw(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
    return pathlib.Path(os.fsdecode(folder))


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def file_hash(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def hashes_below(folder):
    """SHA-256 of each file below `folder`, by its path from there as bytes."""
    folder = raw(str(folder))
    found = {}
    for where, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(where, name)
            found[os.path.relpath(path, folder)] = file_hash(path)
    return found


_FIXTURES = tempfile.TemporaryDirectory(prefix="agony-fixtures-")


@functools.cache
def fixtures():
    """The folder of pictures and films; made if nobody has made it."""
    folder = os.environ.get("AGONY_MEDIA_FIXTURES")
    if not folder:
        folder = _FIXTURES.name
        subprocess.run([ROOT / "Scripts" / "make-media-fixtures", folder], check=True)
    return pathlib.Path(folder)


# --- The vault from outside ----------------------------------------------------------------------------------------


class Geometry:
    """Where each room lies; docs/format/vault-v1.md, sections 2 and 3."""

    def __init__(self, data):
        assert data[:8] == b"AGONY\r\n\x1a", "not a vault"
        self.rooms = int.from_bytes(data[12:16], "little")
        self.brick = int.from_bytes(data[16:20], "little")
        self.rows = int.from_bytes(data[64:72], "little")

    @property
    def copy_b(self):
        return PAGE + self.rooms * self.brick

    @property
    def length(self):
        return 2 * PAGE + self.rows * self.rooms * self.brick

    def offset(self, row, room):
        return PAGE + (row * self.rooms + room) * self.brick + (PAGE if row else 0)

    def offset_of_page(self, room, page):
        row, rest = divmod(page * PAGE, self.brick)
        return self.offset(row, room) + rest

    def place(self, offset):
        """The room that holds this byte of the file; "public" and "tail" for the rest."""
        if offset < PAGE or self.copy_b <= offset < self.copy_b + PAGE:
            return "public"
        if offset >= self.length:
            return "tail"
        return (offset - PAGE - (PAGE if offset > self.copy_b else 0)) // self.brick % self.rooms


class Snapshot:
    """The bytes of a vault at one moment."""

    def __init__(self, path):
        self.data = pathlib.Path(path).read_bytes()
        self.geometry = Geometry(self.data)

    def pieces(self):
        """Every place with the ranges of bytes it consists of."""
        geometry = self.geometry
        yield "public", 0, PAGE
        yield "public", geometry.copy_b, geometry.copy_b + PAGE
        for row in range(geometry.rows):
            for room in range(geometry.rooms):
                start = geometry.offset(row, room)
                yield room, start, start + geometry.brick
        yield "tail", geometry.length, max(geometry.length, len(self.data))

    def changed(self, path):
        """The places, by this snapshot's geometry, that differ in the file now; "tail" if its length does."""
        later = pathlib.Path(path).read_bytes()
        places = {place for place, start, end in self.pieces() if self.data[start:end] != later[start:end]}
        return places | {"tail"} if len(self.data) != len(later) else places


# --- The system calls of a run -------------------------------------------------------------------------------------


def killed_at(call, when):
    """The words to put before a command so that it is killed as a thread of it is about to make its `when`th `call`."""
    return strace(os.devnull, "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={when}")


def failing_at(call, when, error):
    """The words to put before a command so that the `when`th `call` of a thread fails with `error`."""
    return strace(os.devnull, "-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={when}")


def slowed_at(call, milliseconds):
    """The words to put before a command so that each `call` of it takes that much longer."""
    return strace(os.devnull, "-e", f"trace={call}", "-e", f"inject={call}:delay_enter={milliseconds * 1000}")


class Call:
    """One line of strace: `name`, the text of the arguments, and the result as text."""

    def __init__(self, name, arguments, result):
        self.name, self.arguments, self.result = name, arguments, result

    def __repr__(self):
        return f"{self.name}({self.arguments}) = {self.result}"


def strace(log, *options):
    """The words to put before a command so that strace writes its calls, of all threads, into `log`."""
    words = ["strace", "-f", "-y", "-s", "4096", "-o", str(log), *options]
    return words if os.geteuid() == 0 else ["sudo", "-n", *words, "-u", str(os.getuid())]


_CALL = re.compile(r"^\d+ +(\w+)\((.*)\) += (.*)$")
_UNFINISHED = re.compile(r"^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$")
_RESUMED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>(.*)$")


def calls(log):
    """All calls in a log of strace, in order of their ends."""
    found, begun = [], {}
    for line in pathlib.Path(log).read_text(errors="surrogateescape").splitlines():
        if match := _UNFINISHED.match(line):
            begun[match[1]] = match[3]
            continue
        if match := _RESUMED.match(line):
            line = f"{match[1]} {match[2]}({begun.pop(match[1], '')}{match[3]}"
        if match := _CALL.match(line):
            found.append(Call(match[1], match[2], match[3]))
    return found


# --- Time ----------------------------------------------------------------------------------------------------------


def wait_until(condition, seconds=20):
    """Whether `condition()` comes true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True
