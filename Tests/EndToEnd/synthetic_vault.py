# Agony
# SPDX-License-Identifier: Apache-2.0
"""Builds tiny vaults from docs/format/vault-v1.md and index-v1.md, for tests of readers.

It shares no code with Scripts/agony-reader.py nor with the program. Section numbers are those of vault-v1.md. Keys,
salts, seeds and nonces come from a seeded generator, so a vault is a function of its seed: good for tests, never for
photos. `python3 synthetic_vault.py vectors` prints the frozen values kept in vectors.json.
"""

import hashlib
import hmac
import json
import os
import random
import sqlite3
import struct
import sys
import unicodedata

import nacl.bindings as sodium

PAGE = 4096
CHUNK = 65520
FAN_OUT = 60
ABSENT = bytes(68)
ALL_ONES = b"\xff" * 12 + bytes(56)
ALBUM, SPARE = 1, 2
INDEX_TREE, FREE_MAP_TREE = 0, 1

SCHEMA = """
CREATE TABLE item (
  bin INTEGER NOT NULL,
  taken INTEGER NOT NULL,
  id INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  taken_source INTEGER NOT NULL,
  utc_offset INTEGER,
  favourite INTEGER NOT NULL DEFAULT 0,
  trashed INTEGER,
  PRIMARY KEY (bin, taken, id)
) WITHOUT ROWID;
CREATE UNIQUE INDEX item_id ON item (id);
CREATE TABLE original (
  id INTEGER PRIMARY KEY,
  item INTEGER NOT NULL,
  role INTEGER NOT NULL,
  object INTEGER NOT NULL UNIQUE,
  format TEXT NOT NULL,
  name BLOB NOT NULL,
  size INTEGER NOT NULL,
  sha256 BLOB NOT NULL UNIQUE,
  modified INTEGER NOT NULL
);
CREATE INDEX original_item ON original (item, role);
CREATE INDEX original_size ON original (size);
CREATE TABLE part (
  object INTEGER NOT NULL,
  number INTEGER NOT NULL,
  seed BLOB NOT NULL,
  size INTEGER NOT NULL,
  extents BLOB NOT NULL,
  PRIMARY KEY (object, number)
) WITHOUT ROWID;
CREATE TABLE collection (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  position INTEGER NOT NULL
);
CREATE TABLE membership (
  collection INTEGER NOT NULL,
  item INTEGER NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (collection, item)
) WITHOUT ROWID;
CREATE INDEX membership_item ON membership (item);
"""


# Section 1: primitives.


def u8(value):
    return struct.pack("<B", value)


def u64(value):
    return struct.pack("<Q", value)


def hkdf(key, salt, info, length):
    """RFC 5869 with SHA-256."""
    pseudorandom = hmac.new(salt, key, hashlib.sha256).digest()
    out, block, counter = b"", b"", 1
    while len(out) < length:
        block = hmac.new(pseudorandom, block + info + bytes([counter]), hashlib.sha256).digest()
        out += block
        counter += 1
    return out[:length]


def seal(key, nonce, additional, plain):
    """Ciphertext followed by the 16-byte tag."""
    return sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(plain, additional, nonce, key)


_argon2_results = {}


def argon2id(password, salt, passes, memory):
    inputs = (password, salt, passes, memory)
    if inputs not in _argon2_results:
        _argon2_results[inputs] = sodium.crypto_pwhash_alg(
            32, password, salt, passes, memory * 1024, sodium.crypto_pwhash_ALG_ARGON2ID13
        )
    return _argon2_results[inputs]


# Section 2: public block.


def public_block(rooms, brick, memory, passes, salt, rows, version=1):
    block = b"AGONY\r\n\x1a" + struct.pack("<6I", version, rooms, brick, memory, passes, 0) + salt + u64(rows)
    block += bytes(4064 - len(block))
    return block + hashlib.sha256(block).digest()


# Section 3: places.


def brick_offset(rooms, brick, row, room):
    return 4096 + (row * rooms + room) * brick + (0 if row == 0 else 4096)


def page_offset(rooms, brick, room, page):
    per_brick = brick // PAGE
    return brick_offset(rooms, brick, page // per_brick, room) + page % per_brick * PAGE


def slot_pages(brick):
    """Pages of slots 0 to 5: four password slots, then two device slots."""
    quarter = brick // PAGE // 4
    return [0, quarter, 2 * quarter, 3 * quarter, 1, 2 * quarter + 1]


def root_pages(brick):
    quarter = brick // PAGE // 4
    return [i * quarter + 2 for i in range(4)]


def is_on_ladder(rows):
    while rows > 8 and rows % 2 == 0:
        rows //= 2
    return 1 <= rows <= 8


# Section 4: key slots.


def slot_secrets(main, salt, public_hash, room, index):
    """Key, commitment and nonce of one slot."""
    out = hkdf(main, salt, b"agony/1/slot" + public_hash + u8(room) + u8(index), 88)
    return out[:32], out[32:64], out[64:]


def slot_plain(state, change, master, layout=1):
    return struct.pack("<IIQ", layout, state, change) + master + bytes(3968)


def sealed_slot(main, salt, public_hash, room, index, plain):
    key, commitment, nonce = slot_secrets(main, salt, public_hash, room, index)
    return salt + commitment + seal(key, nonce, b"", plain)


# Section 5: keys of a room.


def room_keys(master, public_hash):
    return {name: hkdf(master, public_hash, b"agony/1/" + name.encode(), 32) for name in ("root", "page", "mirror", "object")}


# Section 6: root.


def root_plain(sequence, pages, depths, tops, used, layout=1):
    fixed = struct.pack("<IIQQII", layout, 0, sequence, pages, *depths) + tops[0] + tops[1] + u64(used)
    return fixed + bytes(4056 - len(fixed))


def sealed_root(key, nonce, room, index, plain):
    return nonce + seal(key, nonce, b"agony/1/root" + u8(room) + u8(index), plain)


# Section 7: pages of trees.


def page_context(tree, level, number):
    return b"agony/1/page" + u8(tree) + u8(level) + u64(number)


def page6(page):
    return struct.pack("<Q", page)[:6]


def entry(first, mirror, nonce, first_tag, mirror_tag):
    return page6(first) + page6(mirror) + nonce + first_tag + mirror_tag


# Section 8: objects.


def chunk_nonce(number, is_last):
    return bytes(16) + u64(number | (1 << 63 if is_last else 0))


def part_key(object_key, seed):
    return hkdf(object_key, seed, b"agony/1/part", 32)


def sealed_part(object_key, seed, plain):
    key = part_key(object_key, seed)
    starts = range(0, len(plain), CHUNK)
    return b"".join(seal(key, chunk_nonce(i, s == starts[-1]), b"", plain[s : s + CHUNK]) for i, s in enumerate(starts))


def part_pages(length):
    chunks = -(-length // CHUNK)
    return -(-(length + 16 * chunks) // PAGE)


def encoded_extents(extents):
    return b"".join(page6(start) + struct.pack("<I", pages) for start, pages in extents)


class Vault:
    """A vault in memory. `image` is the file; tests may bend it before `write`."""

    def __init__(self, rooms=4, brick=65536, rows=4, seed=1, memory=65536, passes=3, noise=True):
        self.random = random.Random(seed)
        self.rooms, self.brick, self.rows = rooms, brick, rows
        self.memory, self.passes = memory, passes
        self.salt = self.random.randbytes(32)
        size = 8192 + rows * rooms * brick
        self.image = bytearray(self.random.randbytes(size) if noise else size)
        self.publish(rows)

    def publish(self, rows, copies="AB", **changes):
        """Writes the public block, both copies unless told otherwise."""
        fields = dict(rooms=self.rooms, brick=self.brick, memory=self.memory, passes=self.passes, salt=self.salt, rows=rows)
        block = public_block(**{**fields, **changes})
        self.public_hash = hashlib.sha256(block[:64]).digest()
        for copy, offset in (("A", 0), ("B", 4096 + self.rooms * self.brick)):
            if copy in copies:
                self.image[offset : offset + 4096] = block

    def main_secret(self, password):
        text = unicodedata.normalize("NFC", password).encode()
        return argon2id(text, self.public_hash[:16], self.passes, self.memory)

    def offset(self, room, page):
        return page_offset(self.rooms, self.brick, room, page)

    def room(self, number, password=None, state=ALBUM):
        return Room(self, number, password, state)

    def write(self, path):
        """Stretches of zeros become holes, so that a big vault without noise costs little."""
        step = 1 << 20
        with open(path, "wb") as file:
            for start in range(0, len(self.image), step):
                piece = self.image[start : start + step]
                if piece.count(0) < len(piece):
                    file.seek(start)
                    file.write(piece)
            file.truncate(len(self.image))


class Room:
    """One formatted room: slots and the empty roots of section 9, "Creation of a room with an album"."""

    def __init__(self, vault, number, password, state=ALBUM):
        self.vault, self.number, self.state = vault, number, state
        self.master = vault.random.randbytes(32)
        self.keys = room_keys(self.master, vault.public_hash)
        self.reserved = slot_pages(vault.brick) + root_pages(vault.brick)
        self.page_count = vault.rows * vault.brick // PAGE
        self.used = set(self.reserved)
        self.used_by_last_root = set()
        self.sequence = 1
        self.places = []  # (tree, level, number, first page, mirror page) of the last root
        if password is not None:
            self.seal_slots(password)
        if state == ALBUM:
            for sequence in (0, 1):
                self.put_root(root_plain(sequence, 0, (0, 0), (ABSENT, ABSENT), 10), sequence)

    def put(self, page, content):
        offset = self.vault.offset(self.number, page)
        self.vault.image[offset : offset + len(content)] = content

    def get(self, page):
        offset = self.vault.offset(self.number, page)
        return bytes(self.vault.image[offset : offset + PAGE])

    def seal_slots(self, password, indices=range(4), change=1, state=None, master=None, layout=1, secret=None):
        main = secret or self.vault.main_secret(password)
        plain = slot_plain(state or self.state, change, master or self.master, layout)
        for index in indices:
            salt = self.vault.random.randbytes(32)
            page = slot_pages(self.vault.brick)[index]
            self.put(page, sealed_slot(main, salt, self.vault.public_hash, self.number, index, plain))

    def put_root(self, plain, sequence, indices=None):
        for index in indices if indices is not None else (sequence % 2, sequence % 2 + 2):
            nonce = self.vault.random.randbytes(24)
            page = root_pages(self.vault.brick)[index]
            self.put(page, sealed_root(self.keys["root"], nonce, self.number, index, plain))

    def allocate(self, count=1):
        """Free pages, lowest first; neither of the last two roots uses them (W2)."""
        taken = self.used | self.used_by_last_root
        pages = []
        page = 0
        while len(pages) < count:
            if page >= self.page_count:
                raise ValueError("the room is full")
            if page not in taken:
                pages.append(page)
            page += 1
        self.used.update(pages)
        return pages

    def allocate_extents(self, count, longest=None):
        """Extents of together `count` pages, none longer than `longest` pages."""
        extents = []
        for page in self.allocate(count):
            if extents and sum(extents[-1]) == page and (longest is None or extents[-1][1] < longest):
                extents[-1] = (extents[-1][0], extents[-1][1] + 1)
            else:
                extents.append((page, 1))
        return extents

    def add_part(self, plain, longest=None):
        """Seals a part; returns (seed, size, extents) as the index names it."""
        seed = self.vault.random.randbytes(32)
        sealed = sealed_part(self.keys["object"], seed, plain)
        extents = self.allocate_extents(part_pages(len(plain)), longest)
        pages = (page for start, count in extents for page in range(start, start + count))
        for position in range(0, len(sealed), PAGE):
            self.put(next(pages), sealed[position : position + PAGE])
        return seed, len(plain), encoded_extents(extents)

    def seal_page(self, tree, level, number, plain, places=None):
        first, mirror = places or self.allocate(2)
        nonce = self.vault.random.randbytes(24)
        context = page_context(tree, level, number)
        sealed = seal(self.keys["page"], nonce, context, plain)
        mirrored = seal(self.keys["mirror"], nonce, context, plain)
        self.put(first, sealed[:PAGE])
        self.put(mirror, mirrored[:PAGE])
        self.places.append((tree, level, number, first, mirror))
        return entry(first, mirror, nonce, sealed[PAGE:], mirrored[PAGE:])

    def build_levels(self, tree, entries, depth):
        """Joins {leaf number: entry} into map pages up to `depth`; returns the top entry."""
        for level in range(1, depth + 1):
            parents = {}
            for number in sorted({n // FAN_OUT for n in entries}):
                children = [entries.get(number * FAN_OUT + i, ABSENT) for i in range(FAN_OUT)]
                parents[number] = self.seal_page(tree, level, number, b"".join(children) + bytes(16))
            entries = parents
        return entries.get(0, ABSENT)

    def commit(self, database, index_depth=None, map_depth=None, bend=None):
        """Writes the index (bytes of a database), a free map and the next root.

        `bend(bits)` may alter the free map before it is sealed.
        """
        self.sequence += 1
        self.used_by_last_root = {page for place in self.places for page in place[3:]}
        self.used -= self.used_by_last_root
        self.places = []
        leaves = [database[i : i + PAGE] for i in range(0, len(database), PAGE)]
        depth = index_depth if index_depth is not None else smallest_depth(len(leaves))
        entries = {i: self.seal_page(INDEX_TREE, 0, i, leaf) for i, leaf in enumerate(leaves)}
        index_top = self.build_levels(INDEX_TREE, entries, depth)
        map_top, map_depth, used = self.write_free_map(map_depth, bend)
        plain = root_plain(self.sequence, len(leaves), (depth, map_depth), (index_top, map_top), used)
        self.put_root(plain, self.sequence)

    def write_free_map(self, depth, bend):
        # The map marks its own pages, so places are taken before bits are set. The highest page may move up by that.
        leaf_count = -(-self.page_count // 32768)
        depth = depth if depth is not None else smallest_depth(leaf_count)
        leaf_numbers = range(leaf_count)
        places = {(0, n): self.allocate(2) for n in leaf_numbers}
        numbers = leaf_numbers
        for level in range(1, depth + 1):
            numbers = sorted({n // FAN_OUT for n in numbers})
            places.update({(level, n): self.allocate(2) for n in numbers})
        bits = bytearray(leaf_count * PAGE)
        for leaf in leaf_numbers:  # a leaf of nothing but ones is an entry without pages
            if len(self.used.intersection(range(leaf * 32768, (leaf + 1) * 32768))) == 32768:
                self.used.difference_update(places.pop((0, leaf)))
        for page in self.used:
            bits[page // 8] |= 1 << page % 8
        if bend:
            bend(bits)
        entries = {}
        for leaf in leaf_numbers:
            content = bytes(bits[leaf * PAGE : (leaf + 1) * PAGE])
            pair = places.get((0, leaf))
            entries[leaf] = self.seal_page(FREE_MAP_TREE, 0, leaf, content, pair) if pair else ALL_ONES
        for level in range(1, depth + 1):
            parents = {}
            for number in sorted({n // FAN_OUT for n in entries}):
                children = [entries.get(number * FAN_OUT + i, ABSENT) for i in range(FAN_OUT)]
                content = b"".join(children) + bytes(16)
                parents[number] = self.seal_page(FREE_MAP_TREE, level, number, content, places[level, number])
            entries = parents
        return entries[0], depth, sum(byte.bit_count() for byte in bits)


def smallest_depth(leaves):
    depth = 0
    while FAN_OUT**depth < leaves:
        depth += 1
    return depth


class Index:
    """An index database in memory, filled with plausible rows."""

    def __init__(self, room, page_size=PAGE, user_version=1):
        self.room = room
        self.random = room.vault.random
        self.connection = sqlite3.connect(":memory:")
        self.connection.executescript(f"PRAGMA page_size = {page_size}; PRAGMA user_version = {user_version};" + SCHEMA)
        self.extent_pages = {}  # object: its pages

    def new_id(self):
        return self.random.randrange(1, 1 << 63)

    def add(self, name, content, parts=1, longest=None, trashed=None, modified=1_500_000_000_123_456_789, kind=1, **false):
        """Stores `content` as one original in `parts` parts; `false` overrides columns of `original`."""
        item, object_id = self.new_id(), self.new_id()
        cut = max(1, -(-len(content) // parts))
        pieces = [content[i : i + cut] for i in range(0, len(content), cut)]
        for number, piece in enumerate(pieces):
            self.add_part(object_id, number, *self.room.add_part(piece, longest))
        taken = modified // 1000
        self.connection.execute(
            "INSERT INTO item VALUES (?, ?, ?, ?, 1, NULL, 0, ?)", (int(trashed is not None), taken, item, kind, trashed)
        )
        row = dict(id=self.new_id(), item=item, role=1, object=object_id, format="jpeg", name=name, size=len(content))
        row.update(sha256=hashlib.sha256(content).digest(), modified=modified)
        row.update(false)
        marks = ", ".join("?" * len(row))
        self.connection.execute(f"INSERT INTO original ({', '.join(row)}) VALUES ({marks})", tuple(row.values()))
        return object_id

    def add_part(self, object_id, number, seed, size, extents):
        self.connection.execute("INSERT INTO part VALUES (?, ?, ?, ?, ?)", (object_id, number, seed, size, extents))

    def object_pages(self, object_id):
        pages = []
        query = "SELECT extents FROM part WHERE object = ? ORDER BY number"
        for (extents,) in self.connection.execute(query, (object_id,)):
            for i in range(0, len(extents), 10):
                start = int.from_bytes(extents[i : i + 6], "little")
                pages += range(start, start + int.from_bytes(extents[i + 6 : i + 10], "little"))
        return pages

    def serialize(self):
        self.connection.commit()
        return self.connection.serialize()


# Frozen values.


def vectors():
    """Every value follows from the inputs beside it; binary values are hex, byte for byte in file order."""

    def fixed(name, length):
        return hashlib.shake_256(b"agony test vector " + name.encode()).digest(length)

    def repeated(unit, length):
        return (unit * (length // len(unit) + 1))[:length]

    rooms, brick, memory, passes, rows, room = 4, 65536, 65536, 3, 5, 3
    salt = fixed("public salt", 32)
    block = public_block(rooms, brick, memory, passes, salt, rows)
    public_hash = hashlib.sha256(block[:64]).digest()

    composed, decomposed = "mañana ".encode(), unicodedata.normalize("NFD", "mañana ").encode()
    main = argon2id(composed, public_hash[:16], passes, memory)

    master, slot_salt, slot_index, change = fixed("master", 32), fixed("slot salt", 32), 2, 7
    key, commitment, nonce = slot_secrets(main, slot_salt, public_hash, room, slot_index)
    slot = sealed_slot(main, slot_salt, public_hash, room, slot_index, slot_plain(ALBUM, change, master))

    keys = room_keys(master, public_hash)

    page_nonce, unit = fixed("page nonce", 24), fixed("page unit", 61)
    tree, level, number, first, mirror = INDEX_TREE, 0, 1_000_003, 0x0102030405, 0x0605040302
    page_plain = repeated(unit, PAGE)
    context = page_context(tree, level, number)
    sealed = seal(keys["page"], page_nonce, context, page_plain)
    mirrored = seal(keys["mirror"], page_nonce, context, page_plain)
    page_entry = entry(first, mirror, page_nonce, sealed[PAGE:], mirrored[PAGE:])

    sequence, root_index, root_nonce = 41, 3, fixed("root nonce", 24)
    plain = root_plain(sequence, 1_000_004, (4, 2), (page_entry, ALL_ONES), 123_456)
    root = sealed_root(keys["root"], root_nonce, room, root_index, plain)

    seed, part_unit, part_length = fixed("part seed", 32), fixed("part unit", 67), CHUNK + 100
    part = sealed_part(keys["object"], seed, repeated(part_unit, part_length))

    extents = [(0x0A0B0C0D0E0F, 0x01020304), (17, 1)]
    used = [0, 1, 2, 4, 6, 8, 9, 10, 12, 14, 15, 32767]
    leaf = bytearray(PAGE)
    for page in used:
        leaf[page // 8] |= 1 << page % 8

    offsets = [
        (4, 4 << 20, 3, 1024, 29_368_320),
        (1, 65536, 0, 15, page_offset(1, 65536, 0, 15)),
        (1, 65536, 0, 16, page_offset(1, 65536, 0, 16)),
        (8, 65536, 7, 100, page_offset(8, 65536, 7, 100)),
        (2, 1 << 20, 1, 12_345_678, page_offset(2, 1 << 20, 1, 12_345_678)),
    ]
    assert all(page_offset(*o[:4]) == o[4] for o in offsets)

    return {
        "about": "Frozen values of docs/format/vault-v1.md, made by synthetic_vault.py alone. Names ending in Hex are bytes "
        "in file order. A 'unit' is repeated from its first byte until the stated length is reached.",
        "publicBlock": {
            "rooms": rooms,
            "brickSize": brick,
            "memoryKiB": memory,
            "passes": passes,
            "saltHex": salt.hex(),
            "rows": rows,
            "immutableHex": block[:64].hex(),
            "checksumHex": block[4064:].hex(),
            "blockSha256Hex": hashlib.sha256(block).hexdigest(),
            "hHex": public_hash.hex(),
        },
        "ladder": [rows for rows in range(1, 2049) if is_on_ladder(rows)],
        "offsets": [dict(zip(("rooms", "brickSize", "room", "page", "offset"), o)) for o in offsets],
        "reservedPages": [
            {"brickSize": size, "slots": slot_pages(size), "roots": root_pages(size)} for size in (65536, 1 << 20, 4 << 20)
        ],
        "argon2id": {
            "passwordAsTypedHex": decomposed.hex(),
            "passwordHex": composed.hex(),
            "saltHex": public_hash[:16].hex(),
            "passes": passes,
            "memoryKiB": memory,
            "mHex": main.hex(),
        },
        "slot": {
            "mHex": main.hex(),
            "hHex": public_hash.hex(),
            "saltHex": slot_salt.hex(),
            "room": room,
            "index": slot_index,
            "keyHex": key.hex(),
            "commitmentHex": commitment.hex(),
            "nonceHex": nonce.hex(),
            "state": ALBUM,
            "change": change,
            "masterHex": master.hex(),
            "slotSha256Hex": hashlib.sha256(slot).hexdigest(),
            "slotHex": slot.hex(),
        },
        "roomKeys": {"masterHex": master.hex(), "hHex": public_hash.hex(), **{name + "Hex": key.hex() for name, key in keys.items()}},
        "page": {
            "tree": tree,
            "level": level,
            "number": number,
            "nonceHex": page_nonce.hex(),
            "contextHex": context.hex(),
            "plain": {"unitHex": unit.hex(), "length": PAGE},
            "pageKeyHex": keys["page"].hex(),
            "mirrorKeyHex": keys["mirror"].hex(),
            "firstPage": first,
            "mirrorPage": mirror,
            "firstHex": sealed[:PAGE].hex(),
            "firstTagHex": sealed[PAGE:].hex(),
            "mirrorSha256Hex": hashlib.sha256(mirrored[:PAGE]).hexdigest(),
            "mirrorTagHex": mirrored[PAGE:].hex(),
            "entryHex": page_entry.hex(),
        },
        "root": {
            "rootKeyHex": keys["root"].hex(),
            "room": room,
            "index": root_index,
            "nonceHex": root_nonce.hex(),
            "sequence": sequence,
            "indexPages": 1_000_004,
            "indexDepth": 4,
            "mapDepth": 2,
            "indexTopHex": page_entry.hex(),
            "mapTopHex": ALL_ONES.hex(),
            "pagesUsed": 123_456,
            "plainHex": plain[:176].hex(),
            "rootSha256Hex": hashlib.sha256(root).hexdigest(),
            "rootHex": root.hex(),
        },
        "part": {
            "objectKeyHex": keys["object"].hex(),
            "seedHex": seed.hex(),
            "partKeyHex": part_key(keys["object"], seed).hex(),
            "plain": {"unitHex": part_unit.hex(), "length": part_length},
            "chunkNoncesHex": [chunk_nonce(0, False).hex(), chunk_nonce(1, True).hex()],
            "sealedLength": len(part),
            "sealedSha256Hex": hashlib.sha256(part).hexdigest(),
            "firstChunkStartHex": part[:64].hex(),
            "firstChunkTagHex": part[CHUNK:65536].hex(),
            "secondChunkHex": part[65536:].hex(),
        },
        "partPages": [{"length": n, "pages": part_pages(n)} for n in (1, 4080, 4081, 65520, 65521, 131040, 1_000_000)],
        "extents": {"extents": [list(extent) for extent in extents], "encodedHex": encoded_extents(extents).hex()},
        "freeMapLeaf": {"usedPages": used, "leafSha256Hex": hashlib.sha256(leaf).hexdigest(), "startHex": bytes(leaf[:8]).hex()},
    }


if __name__ == "__main__":
    if sys.argv[1:] != ["vectors"]:
        sys.exit("usage: synthetic_vault.py vectors")
    json.dump(vectors(), sys.stdout, indent=2)
    print()
