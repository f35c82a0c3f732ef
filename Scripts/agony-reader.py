#!/usr/bin/python3
# Agony
# SPDX-License-Identifier: Apache-2.0
"""Reads an Agony vault without Agony: lists, exports and checks the album that one password opens.

Written from docs/format/vault-v1.md and docs/format/index-v1.md alone; "section N" below means vault-v1.md. It needs
Python 3.11 and PyNaCl (Debian: `apt install python3-nacl`). It opens the vault for reading only and writes nothing but
the exported files: no temporary file, no cache, no log.

    agony-reader.py VAULT --list [--json]
    agony-reader.py VAULT --export DEST [--salvage] [--json]
    agony-reader.py VAULT --check [--json]
    agony-reader.py VAULT --dump-structure --json

The password is asked for without echo, or is the first line read from the descriptor of `--password-fd N`.

Items of the trash are exported too, into the folder `trash` inside DEST. No file is ever overwritten: a second
`name.jpg` becomes `name (2).jpg`. A name that no file can have is altered, and the alteration is printed.

Exit codes: 0 fine (a second copy may have stood in for a damaged one; that is said on the error output),
1 something is damaged or failed and is named, the rest was done; 2 wrong usage; 3 not opened (password);
4 not a vault, damaged beyond opening, or of an unsupported version.
"""

import argparse
import contextlib
import datetime
import errno
import getpass
import hashlib
import hmac
import io
import json
import os
import resource
import signal
import sqlite3
import stat
import struct
import sys
import unicodedata
import warnings
from typing import NamedTuple

try:
    import nacl.bindings as sodium
    import nacl.exceptions
except ImportError:
    sys.exit("agony-reader: PyNaCl is missing; on Debian: apt install python3-nacl")

FINE, PARTLY, USAGE, NOT_OPENED, NOT_READABLE = range(5)

KIB, MIB = 1024, 1024 * 1024
PAGE = 4096
TAG = 16


class UsageError(Exception):
    """The command can't be carried out as given."""


class NotOpened(Exception):
    """The password opens nothing. One answer for every such failure."""


class NotReadable(Exception):
    """Not a vault, damaged beyond opening, or unsupported."""


class Damaged(Exception):
    """One thing can't be read; the rest can."""


# --- Section 1: primitives ---------------------------------------------------------------------------------------------


def argon2id(password, salt, passes, memory_kib):
    try:
        return sodium.crypto_pwhash_alg(
            32, password, salt, passes, memory_kib * KIB, sodium.crypto_pwhash_ALG_ARGON2ID13
        )
    except (MemoryError, nacl.exceptions.RuntimeError):
        raise NotOpened(f"this machine has no {memory_kib // KIB} MiB of memory to spare for the password") from None


def hkdf(key, salt, info, length):
    """HKDF(k, s, i, n): RFC 5869 with SHA-256."""
    pseudorandom_key = hmac.digest(salt, key, "sha256")
    output, block = b"", b""
    for counter in range(1, -(-length // 32) + 1):
        block = hmac.digest(pseudorandom_key, block + info + bytes([counter]), "sha256")
        output += block
    return output[:length]


def open_sealed(key, nonce, additional, sealed):
    """Opens `ciphertext ‖ tag`; None if it isn't authentic."""
    try:
        return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(sealed, additional, nonce, key)
    except nacl.exceptions.CryptoError:
        return None


def u8(value):
    return struct.pack("<B", value)


def u64(value):
    return struct.pack("<Q", value)


# --- Section 2: public block -------------------------------------------------------------------------------------------

MAGIC = bytes.fromhex("41 47 4F 4E 59 0D 0A 1A")
VERSION = 1


def is_on_ladder(rows):
    """Rule 5: 1, 2, 3, 4, then 5, 6, 7 or 8 times a power of two."""
    while rows > 8 and rows % 2 == 0:
        rows //= 2
    return 1 <= rows <= 8


class PublicBlock(NamedTuple):
    immutable: bytes
    rooms: int
    brick: int
    memory_kib: int
    passes: int
    rows: int

    @property
    def row_size(self):
        return self.rooms * self.brick

    @property
    def file_size(self):
        """Section 3: the least length of the file."""
        return 8192 + self.rows * self.row_size


class PublicCopy(NamedTuple):
    """What was found at a place of the public block: `block` if it is sound, else why it isn't."""

    block: PublicBlock | None
    fault: str = ""
    # The checksum fits, so whoever wrote this meant it: it isn't damage, and no other copy is asked.
    is_deliberate: bool = False


def examine_public_copy(data):
    if data is None:
        return PublicCopy(None, "can't be read")
    if data[:8] != MAGIC:
        return PublicCopy(None, "no magic")
    version, rooms, brick, memory_kib, passes, reserved = struct.unpack_from("<6I", data, 8)
    (rows,) = struct.unpack_from("<Q", data, 64)
    is_intact = hmac.compare_digest(hashlib.sha256(data[:4064]).digest(), data[4064:])
    if version != VERSION:
        return PublicCopy(None, f"format version {version} is not supported", is_intact)
    if not is_intact:
        return PublicCopy(None, "checksum does not match")
    faults = [
        (rooms not in (1, 2, 4, 8), f"{rooms} rooms"),
        (brick not in [64 * KIB << i for i in range(7)], f"brick size {brick}"),
        (not 65_536 <= memory_kib <= 4_194_304, f"{memory_kib} KiB of memory for the password"),
        (not 3 <= passes <= 16, f"{passes} passes"),
        (reserved != 0, "reserved bytes not zero"),
        (not is_on_ladder(rows), f"{rows} rows"),
        (rows * (brick // PAGE) > 2**48 - 2, f"{rows} rows"),
    ]
    for is_fault, text in faults:
        if is_fault:
            return PublicCopy(None, f"out of range: {text}", True)
    return PublicCopy(PublicBlock(data[:64], rooms, brick, memory_kib, passes, rows))


def find_public_block(file, damage):
    """Rules 2 to 4: the public block that holds, and the fault of each copy ("" if sound)."""
    first = examine_public_copy(file.read(0, PAGE))
    if first.is_deliberate:
        raise NotReadable(first.fault)
    if first.block:
        second = examine_public_copy(file.read(4096 + first.block.row_size, PAGE))
    else:
        second = find_second_copy(file)
        if second is None:
            if "version" in first.fault:
                raise NotReadable(first.fault)
            raise NotReadable("not a vault, or damaged beyond opening (both copies of the public block)")
    if first.block and second.block and first.block.immutable != second.block.immutable:
        raise NotReadable("the two copies of the public block belong to different vaults")
    for name, copy in (("A", first), ("B", second)):
        if not copy.block:
            damage.append(f"public block, copy {name}: {copy.fault}")
    candidates = sorted({copy.block for copy in (first, second) if copy.block}, key=lambda block: -block.rows)
    for block in candidates:
        if file.size >= block.file_size:
            return block, {"A": first.fault, "B": second.fault}
    raise NotReadable(f"cut short: {file.size} bytes of {candidates[-1].file_size}")


def find_second_copy(file):
    """Rule 3: copy B, at 4096 + N·B for an N·B that isn't known."""
    for shift in range(10):
        row_size = 64 * KIB << shift
        copy = examine_public_copy(file.read(4096 + row_size, PAGE))
        if copy.block and copy.block.row_size == row_size:
            return copy
    return None


# --- Section 3: rows, bricks, rooms, pages -----------------------------------------------------------------------------


class File:
    """The vault file, opened for reading only."""

    def __init__(self, path):
        try:
            # Without O_NONBLOCK, opening a FIFO would wait for a writer.
            self.descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK)
        except (OSError, ValueError) as error:
            raise NotReadable(getattr(error, "strerror", None) or "not a file name") from None
        mode = os.fstat(self.descriptor).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISBLK(mode)):
            self.close()
            raise NotReadable("not a file")
        self.size = os.lseek(self.descriptor, 0, os.SEEK_END)

    def close(self):
        os.close(self.descriptor)

    def read(self, offset, length):
        """Exactly `length` bytes, or None: past the end, or the disk can't give them."""
        if offset < 0 or offset + length > self.size:
            return None
        pieces = []
        while length > 0:
            try:
                piece = os.pread(self.descriptor, length, offset)
            except OSError:
                return None
            if not piece:
                return None
            pieces.append(piece)
            offset += len(piece)
            length -= len(piece)
        return b"".join(pieces)


class Vault:
    """The file and its public block; knows where pages lie."""

    def __init__(self, file):
        self.damage = []
        self.file = file
        self.public, self.public_faults = find_public_block(self.file, self.damage)
        self.hash = hashlib.sha256(self.public.immutable).digest()  # H of section 1
        self.pages_per_brick = self.public.brick // PAGE
        self.page_count = self.public.rows * self.pages_per_brick
        quarter = self.pages_per_brick // 4
        self.slot_pages = [0, quarter, 2 * quarter, 3 * quarter, 1, 2 * quarter + 1]
        self.root_pages = [i * quarter + 2 for i in range(4)]
        self.reserved = sorted(self.slot_pages + self.root_pages)

    def offset(self, room, page):
        row, rest = divmod(page, self.pages_per_brick)
        brick = 4096 + (row * self.public.rooms + room) * self.public.brick + (0 if row == 0 else 4096)
        return brick + rest * PAGE

    def read(self, room, page, count=1):
        """`count` pages of a room, or None."""
        if page < 0 or count < 1 or page + count > self.page_count:
            return None
        pieces = []
        while count:
            run = min(count, self.pages_per_brick - page % self.pages_per_brick)
            piece = self.file.read(self.offset(room, page), run * PAGE)
            if piece is None:
                return None
            pieces.append(piece)
            page += run
            count -= run
        return b"".join(pieces)


# --- Section 4: key slots ----------------------------------------------------------------------------------------------

ALBUM, SPARE = 1, 2


class Slot(NamedTuple):
    room: int
    index: int
    layout: int
    state: int
    change: int
    master: bytes


def normalized_password(raw):
    """UTF-8 in Normalization Form C, 1 to 4,096 bytes, never trimmed or folded."""
    try:
        password = unicodedata.normalize("NFC", raw.decode("utf-8")).encode("utf-8")
    except UnicodeError:
        raise NotOpened("the password is not UTF-8") from None
    if not 1 <= len(password) <= 4096:
        raise NotOpened("a password has 1 to 4,096 bytes")
    return password


def open_slot(vault, main, room, index):
    sealed = vault.read(room, vault.slot_pages[index])
    if sealed is None:
        return None
    secrets = hkdf(main, sealed[:32], b"agony/1/slot" + vault.hash + u8(room) + u8(index), 88)
    key, commitment, nonce = secrets[:32], secrets[32:64], secrets[64:]
    if not hmac.compare_digest(commitment, sealed[32:64]):
        return None
    plain = open_sealed(key, nonce, b"", sealed[64:])
    if plain is None:
        return None
    return Slot(room, index, *struct.unpack_from("<IIQ32s", plain))


def open_room(vault, password):
    """Rule 2: one Argon2id, then every slot of every room, without stopping at the first that opens."""
    public = vault.public
    main = argon2id(password, vault.hash[:16], public.passes, public.memory_kib)
    found = [open_slot(vault, main, room, index) for room in range(public.rooms) for index in range(6)]
    slots = [slot for slot in found if slot]
    if not slots:
        raise NotOpened("this password opens nothing in this vault")
    known = [slot for slot in slots if slot.layout == 1 and slot.state in (ALBUM, SPARE)]
    if not known:
        raise NotReadable("this password opens a room of a later version")
    # Section 4 knows no password of two rooms. Should there be one, an album goes before a spare room.
    number = min(known, key=lambda slot: (slot.state != ALBUM, slot.room)).room
    if len({slot.room for slot in known}) > 1:
        vault.damage.append("this password opens more than one room; only one of them is read")
    return Room(vault, [slot for slot in known if slot.room == number])


# --- Sections 5 to 7: keys, roots and trees of a room ------------------------------------------------------------------

FAN_OUT = 60
ENTRY = 68
DEEPEST = 6
ABSENT = bytes(ENTRY)
ALL_ONES = b"\xff" * 12 + bytes(56)
INDEX, FREE_MAP = 0, 1
TREE_NAMES = ("index", "free map")
LEAF_BITS = PAGE * 8


class Root(NamedTuple):
    index: int
    layout: int
    sequence: int
    index_pages: int
    depths: tuple
    tops: tuple
    used: int


class PageOfTree(NamedTuple):
    tree: int
    level: int
    number: int
    entry: bytes
    content: bytes | None  # None: both copies are lost, or an entry that stands for ones

    @property
    def first(self):
        return int.from_bytes(self.entry[0:6], "little")

    @property
    def mirror(self):
        return int.from_bytes(self.entry[6:12], "little")

    @property
    def is_all_ones(self):
        return self.tree == FREE_MAP and self.entry == ALL_ONES


class CopyFault(NamedTuple):
    """One copy of a page of a tree that can't be opened."""

    tree: int
    level: int
    number: int
    copy: str
    page: int

    def __str__(self):
        kind = f"page {self.number} of level {self.level}"
        return f"{TREE_NAMES[self.tree]}, {kind}: the {self.copy} copy (room page {self.page}) is damaged"


class Room:
    def __init__(self, vault, slots):
        self.vault = vault
        self.slots = slots
        self.number = slots[0].room
        self.copy_faults = {}  # CopyFault: True; a dict keeps the order
        self.faults = {}  # other faults of trees, as sentences
        holding = max(slots, key=lambda slot: slot.change)  # rule 3
        if any((slot.master, slot.state) != (holding.master, holding.state) for slot in slots):
            vault.damage.append("the key slots of this password disagree; the last change holds")
        opened = sum(slot.index < 4 for slot in slots)
        if opened < 4:  # rule 4
            vault.damage.append(
                f"{opened} of 4 password slots open: a change of the password was interrupted, or a slot is damaged"
            )
        self.state = holding.state
        self.root_key, self.page_key, self.mirror_key, self.object_key = (
            hkdf(holding.master, vault.hash, b"agony/1/" + name, 32) for name in (b"root", b"page", b"mirror", b"object")
        )

    # Section 6.

    def read_roots(self):
        """What the four root slots hold; None where no root opens."""
        return [self.open_root(index) for index in range(4)]

    def open_root(self, index):
        sealed = self.vault.read(self.number, self.vault.root_pages[index])
        if sealed is None:
            return None
        context = b"agony/1/root" + u8(self.number) + u8(index)
        plain = open_sealed(self.root_key, sealed[:24], context, sealed[24:])
        if plain is None:
            return None
        layout, _, sequence, index_pages, *depths = struct.unpack_from("<IIQQII", plain)
        tops = plain[32:100], plain[100:168]
        (used,) = struct.unpack_from("<Q", plain, 168)
        return Root(index, layout, sequence, index_pages, tuple(depths), tops, used)

    def fault_of_root(self, root):
        """Why this root can't be used, or None. Lengths are bounded here, before anything is allocated by them."""
        if root.layout != 1:
            return f"layout {root.layout} is not supported"
        if max(root.depths) > DEEPEST:
            return f"a tree of depth {max(root.depths)}"
        if root.index_pages > FAN_OUT ** root.depths[INDEX]:
            return f"{root.index_pages} index pages in a tree of depth {root.depths[INDEX]}"
        if root.index_pages * 2 > self.vault.page_count:
            return f"{root.index_pages} index pages in a room of {self.vault.page_count} pages"
        return None

    # Section 7.

    def leaf_limit(self, root, tree):
        return root.index_pages if tree == INDEX else -(-self.vault.page_count // LEAF_BITS)

    def walk(self, root, tree, both_copies=False, known=()):
        """Every page of a tree, parents first, leaves in order. Entries in `known` are passed over, and all below them."""
        limit = self.leaf_limit(root, tree)
        stack = [(root.depths[tree], 0, root.tops[tree])]
        while stack:
            level, number, entry = stack.pop()
            if entry == ABSENT or (tree, level, number, entry) in known:
                continue
            if number * FAN_OUT**level >= limit:
                self.faults[f"{TREE_NAMES[tree]}: an entry past the end (level {level}, number {number})"] = True
                continue
            page = PageOfTree(tree, level, number, entry, None)
            if page.is_all_ones:
                yield page
                continue
            page = page._replace(content=self.open_page(page, both_copies))
            yield page
            if level > 0 and page.content is not None:
                for i in reversed(range(FAN_OUT)):
                    child = page.content[i * ENTRY : (i + 1) * ENTRY]
                    stack.append((level - 1, number * FAN_OUT + i, child))

    def open_page(self, page, both_copies):
        """The first copy, and the mirror if that fails; with `both_copies` each is tried."""
        nonce, tags = page.entry[12:36], (page.entry[36:52], page.entry[52:68])
        context = b"agony/1/page" + u8(page.tree) + u8(page.level) + u64(page.number)
        copies = (("first", page.first, self.page_key, tags[0]), ("mirror", page.mirror, self.mirror_key, tags[1]))
        content = None
        for name, place, key, tag in copies:
            if content is not None and not both_copies:
                break
            sealed = None if self.is_reserved(place, 1) else self.vault.read(self.number, place)
            plain = None if sealed is None else open_sealed(key, nonce, context, sealed + tag)
            if plain is None:
                self.copy_faults[CopyFault(page.tree, page.level, page.number, name, place)] = True
            elif content is not None and plain != content:
                self.faults[f"{TREE_NAMES[page.tree]}, page {page.number} of level {page.level}: copies differ"] = True
            else:
                content = plain
        return content

    def is_reserved(self, start, count):
        return any(start <= page < start + count for page in self.vault.reserved)


# --- Section 8: objects ------------------------------------------------------------------------------------------------

CHUNK = 65_520
SEALED_CHUNK = CHUNK + TAG
CHUNK_PAGES = SEALED_CHUNK // PAGE


class Part(NamedTuple):
    object: int
    number: int
    seed: bytes
    size: int
    extents: tuple  # of (start page, pages)

    @property
    def chunks(self):
        return -(-self.size // CHUNK)


def decode_part(room, object_id, number, seed, size, extents):
    """A part from its row of the index; raises `Damaged` if the row can't be true."""
    vault = room.vault
    name = f"part {number}"
    if not isinstance(seed, bytes) or len(seed) != 32:
        raise Damaged(f"{name}: the seed is not 32 bytes")
    if not isinstance(size, int) or size < 1:
        raise Damaged(f"{name}: impossible size")
    if not isinstance(extents, bytes) or len(extents) % 10 != 0:
        raise Damaged(f"{name}: impossible extents")
    decoded = []
    for i in range(0, len(extents), 10):
        start, count = int.from_bytes(extents[i : i + 6], "little"), int.from_bytes(extents[i + 6 : i + 10], "little")
        if count < 1 or start + count > vault.page_count or room.is_reserved(start, count):
            raise Damaged(f"{name}: an extent lies where none can")
        decoded.append((start, count))
    part = Part(object_id, number, seed, size, tuple(decoded))
    if sum(count for _, count in decoded) != -(-(size + TAG * part.chunks) // PAGE):
        raise Damaged(f"{name}: the extents do not fit the size")
    return part


def read_chunks(room, part):
    """The plain text of each chunk in order, None for a damaged one. One chunk is in memory at a time."""
    key = hkdf(room.object_key, part.seed, b"agony/1/part", 32)
    extents = iter(part.extents)
    start, count = 0, 0
    for chunk in range(part.chunks):
        is_last = chunk == part.chunks - 1
        length = part.size - chunk * CHUNK if is_last else CHUNK
        wanted = -(-(length + TAG) // PAGE)
        pieces = []
        while wanted:
            if count == 0:
                start, count = next(extents)
            run = min(count, wanted)
            pieces.append(room.vault.read(room.number, start, run))
            start, count, wanted = start + run, count - run, wanted - run
        if None in pieces:
            yield None
            continue
        nonce = bytes(16) + u64(chunk | (1 << 63 if is_last else 0))
        yield open_sealed(key, nonce, b"", b"".join(pieces)[: length + TAG])


# --- index-v1.md: the database -----------------------------------------------------------------------------------------

# SQLite never uses the page that holds byte 2^30 of its file, so that leaf may be absent.
LOCK_BYTE_LEAF = (1 << 30) // PAGE
# What reading a damaged database can raise; Python adds its own kinds where a message or a name is no UTF-8.
DATABASE_ERRORS = (sqlite3.Error, UnicodeError, OverflowError, MemoryError)
KINDS = {1: "photo", 2: "film"}


class Original(NamedTuple):
    id: int
    item: int
    role: int
    object: int
    format: str
    name: bytes
    size: int
    sha256: bytes
    modified: int
    # From `item`; None where the item is missing.
    bin: int | None
    taken: int | None
    kind: int | None
    utc_offset: int | None
    favourite: int | None
    trashed: int | None


class Index:
    """The database of one root, in memory."""

    def __init__(self, room, root, accept_gaps=False):
        self.room = room
        self.damage = []
        self.is_empty = root.index_pages == 0
        if self.is_empty:
            return
        image = self.join(root, accept_gaps)
        if image[:16] != b"SQLite format 3\0" or image[16:18] != b"\x10\x00":
            raise Damaged("the index is not a database of 4,096-byte pages")
        if image[18:20] != b"\x01\x01":
            raise Damaged("the index is a WAL database")
        self.database = sqlite3.connect(":memory:")
        self.database.text_factory = bytes
        try:
            self.database.deserialize(image)
            # Sorting must not spill into a temporary file, and what came from the vault may run nothing.
            self.database.executescript("PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF; PRAGMA query_only = ON;")
            self.database.set_authorizer(self.authorize)
            self.version = self.one("PRAGMA user_version")[0]
            tables = {name for (name,) in self.database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        except DATABASE_ERRORS as error:
            raise Damaged(f"the index can't be opened: {error}") from None
        missing = {b"item", b"original", b"part"} - tables
        if missing:
            raise Damaged(f"the index lacks the table {sorted(missing)[0].decode()}")

    @staticmethod
    def authorize(action, *_):
        allowed = (sqlite3.SQLITE_READ, sqlite3.SQLITE_SELECT, sqlite3.SQLITE_PRAGMA, sqlite3.SQLITE_FUNCTION)
        return sqlite3.SQLITE_OK if action in allowed else sqlite3.SQLITE_DENY

    def join(self, root, accept_gaps):
        image = bytearray(root.index_pages * PAGE)
        missing = root.index_pages
        for page in self.room.walk(root, INDEX):
            if page.level == 0 and page.content is not None:
                image[page.number * PAGE : (page.number + 1) * PAGE] = page.content
                missing -= 1
                if page.number == LOCK_BYTE_LEAF:
                    missing += 1
        if root.index_pages > LOCK_BYTE_LEAF:
            missing -= 1
        if missing > 0:
            text = f"{missing} of {root.index_pages} pages of the index are lost in both copies"
            if not accept_gaps:
                raise Damaged(text)
            self.damage.append(text)
        return image

    def one(self, query, *values):
        return self.database.execute(query, values).fetchone()

    def original_ids(self):
        """Ids of all originals by date. From a damaged database, all that any way of reading it still finds."""
        if self.is_empty:
            return []
        by_date = (
            "SELECT original.id FROM original LEFT JOIN item ON item.id = original.item"
            " ORDER BY item.bin, item.taken, original.id"
        )
        try:
            return [row[0] for row in self.database.execute(by_date)]
        except DATABASE_ERRORS:
            self.damage.append("the index is damaged; originals may be missing")
        ids = {}
        for source in ("NOT INDEXED", "INDEXED BY original_item", "INDEXED BY original_size"):
            for column in ("id", "item", "size"):
                for order in ("ASC", "DESC"):
                    try:
                        for row in self.database.execute(f"SELECT id FROM original {source} ORDER BY {column} {order}"):
                            ids[row[0]] = True
                    except DATABASE_ERRORS:
                        pass  # what came before the damage is kept
        return list(ids)

    def original(self, original_id):
        try:
            row = self.one(
                "SELECT id, item, role, object, format, name, size, sha256, modified FROM original WHERE id = ?", original_id
            )
        except DATABASE_ERRORS:
            row = None
        if row is None:
            raise Damaged("its row in the index is lost")
        try:
            item = self.one(
                "SELECT bin, taken, kind, utc_offset, favourite, trashed FROM item WHERE id = ?", row[1]
            )
        except DATABASE_ERRORS:
            item = None
        row, item = list(row), item or (None,) * 6
        row[4] = row[4].decode("utf-8", "replace") if isinstance(row[4], bytes) else ""
        original = Original(*row, *(value if isinstance(value, int) else None for value in item))
        numbers = (original.id, original.object, original.size, original.modified)
        if not all(isinstance(value, int) for value in numbers) or original.size < 0:
            raise Damaged("its row in the index makes no sense")
        if not isinstance(original.name, bytes) or not isinstance(original.sha256, bytes) or len(original.sha256) != 32:
            raise Damaged("its row in the index makes no sense")
        return original

    def parts(self, object_id):
        query = "SELECT number, seed, size, extents FROM part WHERE object = ? ORDER BY number"
        try:
            rows = self.database.execute(query, (object_id,)).fetchall()
        except DATABASE_ERRORS:
            raise Damaged("its list of parts is damaged") from None
        if [row[0] for row in rows] != list(range(len(rows))):
            raise Damaged("a part is missing")
        return [decode_part(self.room, object_id, *row) for row in rows]

    def parts_of(self, original):
        parts = self.parts(original.object)
        if sum(part.size for part in parts) != original.size:
            raise Damaged("its parts do not add up to its size")
        return parts


def open_index(room, damage):
    """The index of the newest root that can be read, and that root. Whatever stood in for it is named in `damage`."""
    roots = room.read_roots()
    valid = sorted((root for root in roots if root), key=lambda root: -root.sequence)
    if not valid:
        raise NotReadable("damaged: none of the four root slots holds a root")
    faults, last_root = [], None
    for root in valid:
        if last_root is not None and root._replace(index=last_root.index) == last_root:
            continue
        last_root = root
        fault = room.fault_of_root(root)
        if not fault:
            try:
                index = Index(room, root)
                damage += faults
                return index, root, roots
            except Damaged as error:
                fault = str(error)
        faults.append(f"root {root.sequence}: {fault}; the root before it is used")
    for root in valid:  # no root is whole: what is left of the newest
        if not room.fault_of_root(root):
            try:
                index = Index(room, root, accept_gaps=True)
                return index, root, roots
            except Damaged:
                continue
    raise NotReadable("damaged: " + faults[0].removesuffix("; the root before it is used"))


# --- Export ------------------------------------------------------------------------------------------------------------

LONGEST_NAME = 255
STOPPING = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO}


def printable(name):
    """Bytes of a name as text that can't steer a terminal."""
    text = name.decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def shortened(text, length):
    """At most `length` bytes, not cut within a UTF-8 character."""
    if len(text) <= length:
        return text
    end = length
    while end > max(0, length - 3) and text[end] & 0xC0 == 0x80:
        end -= 1
    return text[:end]


def file_name(name, number=1):
    """A name a file can have, as near to `name` as can be; the `number`th of its kind."""
    name = name.replace(b"/", b"_").replace(b"\0", b"_")
    if name in (b"", b".", b".."):
        name = b"unnamed" + name.replace(b".", b"_")
    dot = name.rfind(b".")
    stem, extension = (name[:dot], name[dot:]) if 0 < dot and len(name) - dot <= 32 else (name, b"")
    mark = b"" if number == 1 else b" (%d)" % number
    return shortened(stem, LONGEST_NAME - len(mark) - len(extension)) + mark + extension


def plain_name(name):
    """For file systems that take no other names than these."""
    kept = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._- ()"
    return bytes(byte if byte in kept else ord("_") for byte in name).strip(b" .") or b"unnamed"


class Folder:
    """A folder that receives files; all paths are relative to its descriptor, so none leads out of it."""

    def __init__(self, path, parent=None):
        try:
            os.mkdir(path, 0o700, dir_fd=parent)
        except FileExistsError:
            pass
        # A link at DEST itself is the user's own choice; one inside DEST is not followed.
        no_links = os.O_NOFOLLOW if parent is not None else 0
        self.descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | no_links, dir_fd=parent)
        self.next_number = {}

    def subfolder(self, name):
        for number in range(1, 1000):
            try:
                return Folder(file_name(name, number), self.descriptor)
            except (FileExistsError, NotADirectoryError):
                continue
            except OSError as error:
                if error.errno != errno.ELOOP:
                    raise
        raise FileExistsError(errno.EEXIST, "no free name for the trash folder")

    def write(self, name, chunks, modified):
        """Writes a file under a temporary name, syncs it, then gives it a name no file has yet. Returns that name."""
        temporary = b".agony-" + os.urandom(12).hex().encode() + b".part"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(temporary, flags, 0o600, dir_fd=self.descriptor)
        try:
            try:
                for chunk in chunks:
                    view = memoryview(chunk)
                    while view:
                        view = view[os.write(descriptor, view) :]
                try:
                    os.utime(descriptor, ns=(modified, modified))
                except (OSError, OverflowError, ValueError):
                    pass  # a time this file system can't hold
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            return self.publish(temporary, name)
        finally:
            try:
                os.unlink(temporary, dir_fd=self.descriptor)
            except FileNotFoundError:
                pass

    def publish(self, temporary, name):
        while True:
            number = self.next_number.get(name, 1)
            candidate = file_name(name, number)
            try:
                self.link(temporary, candidate)
                self.next_number[name] = number + 1
                return candidate
            except FileExistsError:
                self.next_number[name] = number + 1
            except OSError as error:
                if error.errno not in (errno.EINVAL, errno.EILSEQ, errno.ENAMETOOLONG) or name == plain_name(name)[:100]:
                    raise
                name = plain_name(name)[:100]

    def link(self, temporary, name):
        """Renames without overwriting."""
        here = self.descriptor
        try:
            os.link(temporary, name, src_dir_fd=here, dst_dir_fd=here, follow_symlinks=False)
            return
        except FileExistsError:
            raise
        except OSError as error:
            if error.errno not in (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK):
                raise
        # No hard links here (FAT): an empty file of our own takes the name first, and only that one is replaced.
        os.close(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=here))
        os.rename(temporary, name, src_dir_fd=here, dst_dir_fd=here)

    def sync(self):
        os.fsync(self.descriptor)


def plain_text(room, index, original, accept_gaps=False):
    """The original's bytes chunk by chunk. Raises `Damaged` at the first damaged chunk, and at the end if SHA-256 differs."""
    digest = hashlib.sha256()
    for part in index.parts_of(original):
        for number, chunk in enumerate(read_chunks(room, part)):
            if chunk is None:
                if not accept_gaps:
                    raise Damaged(f"chunk {number} of part {part.number} is damaged")
                chunk = bytes(min(CHUNK, part.size - number * CHUNK))
            digest.update(chunk)
            yield chunk
    if not accept_gaps and not hmac.compare_digest(digest.digest(), original.sha256):
        raise Damaged("its SHA-256 differs from the one noted at import")


# --- Commands ----------------------------------------------------------------------------------------------------------


class Session:
    """What the password opened, and what was found damaged on the way."""

    def __init__(self, file, password_source):
        self.vault = Vault(file)
        self.room = open_room(self.vault, normalized_password(password_source()))
        self.damage = self.vault.damage
        self.index, self.root, self.roots = None, None, [None] * 4
        if self.room.state == ALBUM:
            self.index, self.root, self.roots = open_index(self.room, self.damage)

    @property
    def is_spare(self):
        return self.room.state == SPARE

    def structural_damage(self):
        """Damage of structures, as sentences; all of it had a second copy unless an item is named too."""
        found = list(self.damage) + [str(fault) for fault in self.room.copy_faults] + list(self.room.faults)
        return found + (self.index.damage if self.index else [])

    def originals(self, failures):
        """Every original that has a row; what has none that can be read is named in `failures`."""
        for original_id in self.index.original_ids() if self.index else []:
            try:
                yield self.index.original(original_id)
            except Damaged as error:
                failures.append({"id": str(original_id), "name": None, "reason": str(error)})

    def finish(self, failures):
        """Says what is damaged, on the error output, and gives the exit code."""
        if self.is_spare:
            say("this is a claim code: its room holds no album yet")
        structural = self.structural_damage()
        for text in structural:
            say("damaged: " + text)
        for failure in failures:
            say(f"failed: {failure['name'] or 'original ' + failure['id']}: {failure['reason']}")
        if (structural or failures) and self.root and self.was_written_meanwhile():
            say("the vault was written to while it was read; try again when no other program has it open")
        return PARTLY if failures or (self.index and self.index.damage) else FINE

    def was_written_meanwhile(self):
        return max((root.sequence for root in self.room.read_roots() if root), default=0) > self.root.sequence and (
            self.roots != self.room.read_roots()
        )


def say(text):
    print("agony-reader: " + text, file=sys.stderr)


def show_json(value):
    json.dump(value, sys.stdout, indent=2)
    print()


def wall_clock(microseconds):
    """A time since 1970 as text; years beyond what Python's dates hold are left as a number."""
    try:
        moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=microseconds)
        return moment.isoformat(sep=" ", timespec="seconds")
    except (OverflowError, TypeError):
        return "?" if microseconds is None else str(microseconds)


def describe(original):
    """One original as the `--json` outputs show it. Ids are text: they don't fit the numbers of every JSON reader."""
    return {
        "id": str(original.item),
        "original": str(original.id),
        "name": original.name.decode("utf-8", "replace"),
        "nameHex": original.name.hex(),
        "sha256": original.sha256.hex(),
        "size": original.size,
        "kind": KINDS.get(original.kind, str(original.kind)),
        "format": original.format,
        "taken": original.taken,
        "utcOffset": original.utc_offset,
        "modified": original.modified,
        "favourite": original.favourite == 1,
        "inTrash": original.bin == 1,
    }


def list_originals(session, as_json):
    failures = []
    originals = session.originals(failures)
    if as_json:
        show_json([describe(original) for original in originals])
    else:
        for original in originals:
            mark = "  (in the trash)" if original.bin == 1 else ""
            print(f"{wall_clock(original.taken)}  {original.size:>13,}  {printable(original.name)}{mark}")
    return session.finish(failures)


def export_originals(session, destination, salvage, as_json):
    failures, exported = [], []
    try:
        folders = {False: Folder(os.fsencode(destination))}
    except OSError as error:
        raise UsageError(f"can't export to {printable(os.fsencode(destination))}: {error.strerror}") from None
    for original in session.originals(failures):
        is_trash = original.bin == 1
        try:
            if is_trash not in folders:
                folders[is_trash] = folders[False].subfolder(b"trash")
            folder = folders[is_trash]
            try:
                chunks = plain_text(session.room, session.index, original)
                name = folder.write(original.name, chunks, original.modified)
            except Damaged as error:
                failures.append({"id": str(original.item), "name": printable(original.name), "reason": str(error)})
                if salvage:
                    chunks = plain_text(session.room, session.index, original, accept_gaps=True)
                    left = folder.write(b"damaged " + original.name, chunks, original.modified)
                    failures[-1]["reason"] += f"; what is left is in {printable(left)}"
                continue
        except Damaged:
            continue  # nothing to salvage
        except OSError as error:
            failures.append({"id": str(original.item), "name": printable(original.name), "reason": error.strerror or "?"})
            if error.errno in STOPPING:
                say("stopped: the destination takes no more")
                break
            continue
        if as_json:
            exported.append(describe(original) | {"file": os.fsdecode(name), "isInTrashFolder": is_trash})
        else:
            shown = printable(name) if name == original.name else f"{printable(original.name)} -> {printable(name)}"
            print(("trash: " if is_trash else "") + shown)
    for folder in folders.values():
        folder.sync()
    if as_json:
        show_json({"exported": exported, "failed": failures})
    return session.finish(failures)


class Checker:
    """Reads everything the password opens, and compares what can be compared."""

    def __init__(self, session):
        self.session = session
        self.room, self.root, self.index = session.room, session.root, session.index
        self.vault = session.vault
        self.claims = []  # (start page, end page, owner): what the root uses
        self.failures = []
        self.counts = {"originals": 0, "bytes": 0, "parts": 0, "chunks": 0, "treePages": 0}

    def run(self):
        if self.root is None:
            return
        self.check_roots()
        known = self.check_trees(self.root)
        self.check_other_roots(known)
        self.check_database()
        self.check_objects()
        self.check_free_map()

    def fault(self, text):
        self.room.faults[text] = True

    def check_roots(self):
        """Section 6: the two pairs of slots hold the last root and the one before."""
        for index, root in enumerate(self.session.roots):
            if root is None:
                self.fault(f"root slot {index} holds no root")
            elif root.sequence % 2 != index % 2:
                self.fault(f"root slot {index} holds root {root.sequence}, which belongs in the other pair")
            elif root.sequence not in (self.root.sequence, self.root.sequence - 1):
                self.fault(f"root slot {index} holds root {root.sequence}; the last is {self.root.sequence}")
        for index in (0, 1):
            one, other = self.session.roots[index], self.session.roots[index + 2]
            if one and other and one._replace(index=other.index) != other:
                self.fault(f"root slots {index} and {index + 2} differ")

    def check_trees(self, root):
        """Both copies of every page; notes what the trees use. Returns all entries seen."""
        known = set()
        for tree in (INDEX, FREE_MAP):
            for page in self.room.walk(root, tree, both_copies=True):
                known.add((tree, page.level, page.number, page.entry))
                if page.is_all_ones:
                    continue
                self.counts["treePages"] += 1
                owner = f"{TREE_NAMES[tree]}, page {page.number} of level {page.level}"
                self.claims += [(place, place + 1, owner) for place in (page.first, page.mirror)]
                if page.content is None:
                    self.fault(f"{owner}: lost in both copies")
        return known

    def check_other_roots(self, known):
        """W2: the root before the last is still whole."""
        for root in {root.sequence: root for root in self.session.roots if root}.values():
            if root.sequence != self.root.sequence - 1 or self.room.fault_of_root(root):
                continue
            for tree in (INDEX, FREE_MAP):
                for page in self.room.walk(root, tree, both_copies=True, known=known):
                    if page.content is None and not page.is_all_ones:
                        self.fault(f"root {root.sequence}, {TREE_NAMES[tree]}, page {page.number}: lost in both copies")

    def check_database(self):
        if self.index.is_empty:
            return
        if self.index.version not in (1, 2):
            self.fault(f"the index has user_version {self.index.version}")
        try:
            for (text,) in self.index.database.execute("PRAGMA integrity_check(10)"):
                if text != b"ok":
                    self.fault("index: " + printable(text))
        except DATABASE_ERRORS as error:
            self.fault(f"index: {error}")

    def check_objects(self):
        """Every chunk of every part; the SHA-256 of every original."""
        seen = set()
        for original in self.session.originals(self.failures):
            seen.add(original.object)
            self.counts["originals"] += 1
            self.counts["bytes"] += original.size
            try:
                digest = self.check_parts(self.index.parts_of(original))
                if not hmac.compare_digest(digest, original.sha256):
                    raise Damaged("its SHA-256 differs from the one noted at import")
            except Damaged as error:
                self.fail(str(original.item), printable(original.name), error)
        for object_id in self.object_ids():
            if object_id not in seen:
                try:
                    self.check_parts(self.index.parts(object_id))
                except Damaged as error:
                    self.fail(str(object_id), f"object {object_id}", error)

    def fail(self, identifier, name, error):
        self.failures.append({"id": identifier, "name": name, "reason": str(error)})

    def object_ids(self):
        if self.index.is_empty:
            return []
        try:
            return [row[0] for row in self.index.database.execute("SELECT DISTINCT object FROM part")]
        except DATABASE_ERRORS:
            return []  # the integrity check has said so

    def check_parts(self, parts):
        digest, damaged = hashlib.sha256(), []
        for part in parts:
            self.counts["parts"] += 1
            owner = f"part {part.number} of object {part.object}"
            self.claims += [(start, start + count, owner) for start, count in part.extents]
        for part in parts:
            for number, chunk in enumerate(read_chunks(self.room, part)):
                self.counts["chunks"] += 1
                if chunk is None:
                    damaged.append(f"chunk {number} of part {part.number}")
                else:
                    digest.update(chunk)
        if damaged:
            shown = ", ".join(damaged[:5]) + (f" and {len(damaged) - 5} more" if len(damaged) > 5 else "")
            raise Damaged(f"damaged: {shown}")
        return digest.digest()

    def check_free_map(self):
        """Section 7: the free map, recomputed from what the root reaches, bit for bit."""
        self.claims += [(page, page + 1, "reserved") for page in self.vault.reserved]
        expected = self.recomputed_leaves()
        unmarked, stray, used = [], [], 0
        is_initial = self.root.depths[FREE_MAP] == 0 and self.root.tops[FREE_MAP] == ABSENT
        if is_initial:  # section 9: the first root has no map although ten pages are used
            used = len(self.vault.reserved)
            for page in self.vault.reserved:
                expected[page // LEAF_BITS][page % LEAF_BITS // 8] &= ~(1 << page % 8)
        zero = bytes(PAGE)
        for number, leaf in self.stored_leaves():
            wanted = bytes(expected.pop(number, zero))
            used += int.from_bytes(leaf, "little").bit_count()
            self.compare(number, wanted, leaf, unmarked, stray)
        for number, wanted in expected.items():
            self.compare(number, bytes(wanted), zero, unmarked, stray)
        for pages, text in ((unmarked, "in use but marked free"), (stray, "marked used but in use by nothing")):
            if pages:
                self.fault(f"free map: {len(pages)} pages {text}, the first is room page {min(pages)}")
        if used != self.root.used:
            self.fault(f"free map: {used} pages marked used, but the root says {self.root.used}")

    def recomputed_leaves(self):
        leaves, end_so_far, last_owner = {}, 0, ""
        for start, end, owner in sorted(self.claims):
            if start < end_so_far:
                self.fault(f"room page {start} belongs to {last_owner} and to {owner}")
            if end > end_so_far:
                end_so_far, last_owner = end, owner
            if end > self.vault.page_count:
                continue  # named already: such a page can't be read
            while start < end:
                number, bit = divmod(start, LEAF_BITS)
                count = min(end - start, LEAF_BITS - bit)
                leaf = leaves.setdefault(number, bytearray(PAGE))
                mask = ((1 << count) - 1) << bit % 8
                low, high = bit // 8, (bit + count + 7) // 8
                marked = int.from_bytes(leaf[low:high], "little") | mask
                leaf[low:high] = marked.to_bytes(high - low, "little")
                start += count
        return leaves

    def stored_leaves(self):
        limit = self.room.leaf_limit(self.root, FREE_MAP)
        for page in self.room.walk(self.root, FREE_MAP):
            if page.is_all_ones:
                span = FAN_OUT**page.level
                for number in range(page.number * span, min(limit, (page.number + 1) * span)):
                    yield number, b"\xff" * PAGE
                if (page.number + 1) * span > limit:
                    self.fault("free map: an entry of ones reaches past the end of the room")
            elif page.level == 0 and page.content is not None:
                yield page.number, page.content

    @staticmethod
    def compare(number, wanted, stored, unmarked, stray):
        if wanted == stored:
            return
        for byte, (want, have) in enumerate(zip(wanted, stored)):
            for bit in range(8) if want != have else ():
                page = number * LEAF_BITS + byte * 8 + bit
                if want >> bit & 1 > have >> bit & 1:
                    unmarked.append(page)
                elif want >> bit & 1 < have >> bit & 1:
                    stray.append(page)


def check(session, as_json):
    checker = Checker(session)
    checker.run()
    structural = session.structural_damage()
    if as_json:
        report = {"isSound": not (structural or checker.failures), "damage": structural, "failed": checker.failures}
        show_json(report | checker.counts)
    else:
        counts = checker.counts
        print(f"{counts['originals']} originals, {counts['bytes']:,} bytes, {counts['parts']} parts,", end=" ")
        print(f"{counts['chunks']} chunks, {counts['treePages']} pages of trees, each in two copies")
        print("damage was found" if structural or checker.failures else "everything is whole")
    code = session.finish(checker.failures)
    return PARTLY if structural else code


def dump_structure(session):
    """Where everything lies and what of it is damaged, as JSON. Holds no key, name or hash."""
    vault, room, root = session.vault, session.room, session.root
    public = vault.public
    value = {
        "geometry": {
            "rooms": public.rooms,
            "brickSize": public.brick,
            "rows": public.rows,
            "memoryKiB": public.memory_kib,
            "passes": public.passes,
            "fileSize": vault.file.size,
            "sizeInUse": public.file_size,
            "pagesOfRoom": vault.page_count,
            "copyB": 4096 + public.row_size,
            "publicFaults": vault.public_faults,
        },
        "room": room.number,
        "state": {ALBUM: "album", SPARE: "spare"}[room.state],
        "slots": [
            {"index": index, "page": page, "offset": vault.offset(room.number, page), "change": change}
            for index, page in enumerate(vault.slot_pages)
            for change in [next((slot.change for slot in room.slots if slot.index == index), None)]
        ],
        "roots": [
            {"index": i, "page": page, "offset": vault.offset(room.number, page), "sequence": found and found.sequence}
            for i, (page, found) in enumerate(zip(vault.root_pages, session.roots))
        ],
    }
    failures = []
    if root:
        value["root"] = {
            "sequence": root.sequence,
            "indexPages": root.index_pages,
            "indexDepth": root.depths[INDEX],
            "mapDepth": root.depths[FREE_MAP],
            "pagesUsed": root.used,
        }
        value["pages"] = [
            describe_page(vault, room, page)
            for tree in (INDEX, FREE_MAP)
            for page in room.walk(root, tree, both_copies=True)
            if not page.is_all_ones
        ]
        value["pageCounts"] = {
            name: sum(page["tree"] == tree for page in value["pages"]) for tree, name in enumerate(("index", "freeMap"))
        }
        value["originals"] = []
        for original in session.originals(failures):
            try:
                parts = [describe_part(vault, room, part) for part in session.index.parts_of(original)]
                entry = {"id": str(original.item), "size": original.size, "parts": parts}
                value["originals"].append(entry)
            except Damaged as error:
                failures.append({"id": str(original.item), "name": None, "reason": str(error)})
    value["damage"] = session.structural_damage()
    show_json(value)
    return session.finish(failures)


def describe_page(vault, room, page):
    faulty = {fault.copy for fault in room.copy_faults if fault[:3] == (page.tree, page.level, page.number)}
    copies = {
        name: {
            "page": place,
            "offset": vault.offset(room.number, place) if place < vault.page_count else None,
            "isSound": name not in faulty,
        }
        for name, place in (("first", page.first), ("mirror", page.mirror))
    }
    return {"tree": page.tree, "level": page.level, "number": page.number} | copies


def describe_part(vault, room, part):
    extents = [
        {"page": start, "pages": count, "offset": vault.offset(room.number, start)} for start, count in part.extents
    ]
    return {"size": part.size, "chunks": part.chunks, "extents": extents}


# --- Command line ------------------------------------------------------------------------------------------------------


def password_from(descriptor):
    """The first line, without its newline and nothing else taken off; from the terminal if no descriptor is given."""
    if descriptor is None:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)
            try:
                return getpass.getpass("Password: ").encode("utf-8", "surrogateescape")
            except (getpass.GetPassWarning, EOFError, OSError):
                raise UsageError("no terminal to ask the password on; use --password-fd") from None
    line = bytearray()
    try:
        while len(line) <= 64 * KIB:  # far beyond any password, in any normalization form
            byte = os.read(descriptor, 1)
            if byte in (b"", b"\n"):
                break
            line += byte
    except OSError as error:
        raise UsageError(f"descriptor {descriptor}: {error.strerror}") from None
    return bytes(line)


def parse(arguments):
    parser = argparse.ArgumentParser(
        prog="agony-reader.py", description="Lists, exports and checks the album that one password opens."
    )
    parser.add_argument("vault", metavar="VAULT")
    command = parser.add_mutually_exclusive_group(required=True)
    command.add_argument("--list", action="store_true", help="list all originals")
    command.add_argument("--export", metavar="DEST", help="write all originals into this folder; never overwrites")
    command.add_argument("--check", action="store_true", help="read everything and report what is damaged")
    command.add_argument("--dump-structure", action="store_true", help="show where everything lies, as JSON")
    parser.add_argument("--salvage", action="store_true", help="with --export: keep what is left of damaged originals")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--password-fd", type=int, metavar="N", help="read the password from this descriptor")
    return parser.parse_args(arguments)


def main(arguments=None):
    options = parse(arguments)
    # A core dump would hold keys. Python can't wipe its memory: run this on a machine you trust.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # not when a test catches it
            stream.reconfigure(errors="backslashreplace")
    try:
        with contextlib.closing(File(options.vault)) as file:
            session = Session(file, lambda: password_from(options.password_fd))
            if options.list:
                code = list_originals(session, options.json)
            elif options.export is not None:
                code = export_originals(session, options.export, options.salvage, options.json)
            elif options.check:
                code = check(session, options.json)
            else:
                code = dump_structure(session)
            sys.stdout.flush()  # here, so that a closed pipe is met here
            return code
    except UsageError as error:
        say(str(error))
        return USAGE
    except NotOpened as error:
        say(f"not opened: {error}")
        return NOT_OPENED
    except NotReadable as error:
        say(f"not readable: {error}")
        return NOT_READABLE
    except KeyboardInterrupt:
        say("interrupted")
        return PARTLY
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the reader of our output has left; nothing more to say
        return PARTLY


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # no temporary file is left behind
    sys.exit(main())
