# Agony
# SPDX-License-Identifier: Apache-2.0
"""What an adversary measures on a seized vault: its bytes, the file system's records, and what the passwords open.

Every feature is a number. Rooms that no password opens are looked at one by one and enter as least, mean and greatest,
since which of them might hold an album is what the adversary wants to know.
"""

import fcntl
import importlib.util
import os
import struct

import numpy

from program import ROOT
from world import PAGE, bricks

_specification = importlib.util.spec_from_file_location("agony_reader", ROOT / "Scripts/agony-reader.py")
reader = importlib.util.module_from_spec(_specification)
_specification.loader.exec_module(reader)

SLOT_PAGES = (0, 256, 512, 768, 1, 513)
ROOT_PAGES = (2, 258, 514, 770)
BITS = numpy.unpackbits(numpy.arange(256, dtype=numpy.uint8)[:, None], axis=1).sum(axis=1)


def measure(seized, sight, reference):
    """All features of one vault. `reference`: the bytes of a vault that the adversary made himself."""
    found = _metadata(seized, sight.status)
    found |= _file_system(seized.path)
    rooms = _open(seized, found)
    found |= _bytes(sight, rooms, reference)
    return found


# --- The file system's records ----------------------------------------------------------------------------------------


def _metadata(seized, status):
    last = seized.sessions[-1]
    length = max(last.ended - last.began, 0.001)
    writes = [i for i, is_write in enumerate(seized.public_writes) if is_write]
    return {
        "size": status.st_size,
        "blocks": status.st_blocks,
        "mode": status.st_mode,
        "links": status.st_nlink,
        # When sessions ended is known to a tenth of a second.
        "age at the end": round(last.ended - status.st_mtime, 1),
        # Sessions since the one that set the time, and since the last one known to have written.
        "sessions since time": _sessions_since(seized.sessions, status.st_mtime),
        "time after known writes": max(writes, default=-1) - _index_at(seized.sessions, status.st_mtime),
        "change less modification": round(status.st_ctime - status.st_mtime, 2),
        "access within the session": round(min(1, max(0, (status.st_atime - last.began) / length)), 1),
        "access less modification": round(status.st_atime - status.st_mtime, 2),
        "names in the folder": len(os.listdir(os.path.dirname(seized.path))),
        "extended attributes": len(os.listxattr(seized.path)),
    }


def _index_at(sessions, moment):
    """The last session that had begun at that moment; file systems keep time in steps of some milliseconds."""
    return max((i for i, session in enumerate(sessions) if session.began - 0.01 <= moment), default=-1)


def _sessions_since(sessions, moment):
    return len(sessions) - 1 - _index_at(sessions, moment)


def _file_system(path):
    """FIEMAP: where the file lies on the disk."""
    most = 512
    request = struct.pack("=QQLLLL", 0, 2**64 - 1, 0, 0, most, 0) + bytes(56 * most)
    descriptor = os.open(path, os.O_RDONLY | os.O_NOATIME | os.O_CLOEXEC)
    try:
        buffer = bytearray(request)
        fcntl.ioctl(descriptor, 0xC020660B, buffer, True)
    except OSError:
        return {"extents": -1, "extent flags": -1, "extent gaps": -1, "extent jumps": -1, "shortest extent": -1}
    finally:
        os.close(descriptor)
    count = struct.unpack_from("=L", buffer, 20)[0]
    extents = [struct.unpack_from("=QQQQQL", buffer, 32 + 56 * i) for i in range(count)]
    flags = 0
    for extent in extents:
        flags |= extent[5]
    pairs = list(zip(extents, extents[1:]))
    return {
        "extents": count,
        "extent flags": flags,
        "extent gaps": sum(a[0] + a[2] != b[0] for a, b in pairs),
        "extent jumps": sum(a[1] + a[2] != b[1] for a, b in pairs),
        "shortest extent": min((extent[2] for extent in extents), default=0),
    }


# --- What the passwords open ------------------------------------------------------------------------------------------


def _open(seized, found):
    """Adds what the revealed albums tell, and returns their rooms."""
    albums = []
    for password in seized.passwords:
        file = reader.File(seized.path)
        try:
            albums.append(_album(reader.Session(file, lambda: password.encode())))
        finally:
            file.close()
    rooms = [album["room"] for album in albums]
    for name in albums[0]:
        values = [album[name] for album in albums]
        found |= {f"album {name}, first": values[0], f"album {name}, mean": sum(values) / len(values)}
        found |= {f"album {name}, least": min(values), f"album {name}, most": max(values)}
    found["rooms in order"] = sum(a < b for a, b in zip(rooms, rooms[1:]))
    return rooms


def _album(session):
    room, root = session.room, session.root
    roots = sorted(root.sequence for root in session.roots if root)
    pages = [page for tree in (0, 1) for page in room.walk(root, tree) if not page.is_all_ones]
    places = [place for page in pages for place in (page.first, page.mirror)]
    object_hint, page_hint = _hints(session)
    found = {
        "room": room.number,
        "change number": max(slot.change for slot in room.slots),
        "open slots": len(room.slots),
        "roots": len(roots),
        "sequence": root.sequence,
        "oldest sequence": roots[0],
        "index pages": root.index_pages,
        "depths": root.depths[0] + 10 * root.depths[1],
        "pages used": root.used,
        "object hint": object_hint,
        "page hint": page_hint,
        "damage": len(session.structural_damage()) - len(session.damage),
        "tree pages": len(pages),
        "first tree page": min(places, default=0),
        "last tree page": max(places, default=0),
        "mean tree page": sum(places) / len(places) if places else 0,
        "free map bits": sum(int.from_bytes(p.content, "little").bit_count() for p in pages if p.tree == 1 and not p.level),
    }
    header, rows = bytes(100), {"items": [], "originals": [], "parts": []}
    if not session.index.is_empty:
        header = next(p.content for p in room.walk(root, 0) if p.level == 0 and p.number == 0)[:100]
        for name, query in (("items", "SELECT id FROM item"), ("originals", "SELECT id FROM original"),
                            ("parts", "SELECT object FROM part")):
            rows[name] = [row[0] for row in session.index.database.execute(query)]
    fields = struct.unpack_from(">8I", header, 24)
    found |= {f"database header {i}": value for i, value in enumerate(fields)}
    found["database version-valid-for"] = struct.unpack_from(">I", header, 92)[0]
    for name, ids in rows.items():
        found[name] = len(ids)
        found[f"mean id of {name}"] = sum(ids) / len(ids) / 2**63 if ids else 0.5
    extents = []
    for original in session.originals([]):
        for part in session.index.parts_of(original):
            extents += part.extents
    found["extents"] = len(extents)
    found["first object page"] = min((start for start, _ in extents), default=0)
    found["last object page"] = max((start + count for start, count in extents), default=0)
    return found


def _hints(session):
    """Where the next search for free pages begins: the two fields of the root that the reader has no use for."""
    vault, room, root = session.vault, session.room, session.root
    sealed = vault.read(room.number, vault.root_pages[root.index])
    context = b"agony/1/root" + reader.u8(room.number) + reader.u8(root.index)
    return struct.unpack_from("<QQ", reader.open_sealed(room.root_key, sealed[:24], context, sealed[24:]), 176)


# --- Bytes ------------------------------------------------------------------------------------------------------------


def _bytes(sight, opened, reference):
    parts = bricks(numpy.frombuffer(sight.data, dtype=numpy.uint8))
    rows = 1 + max(place[0] for place in parts if isinstance(place, tuple))
    whole = {room: numpy.concatenate([parts[row, room] for row in range(rows)]) for room in range(4)}
    found = {"size behind the rows": len(sight.data) - 2 * PAGE - sum(len(room) for room in whole.values())}
    found |= _public_block(parts)
    closed = [room for room in whole if room not in opened]
    tables = {room: _statistics(whole[room]) for room in whole}
    _spread(found, "room", [tables[room] for room in closed])
    _spread(found, "own room", [tables[room] for room in opened])
    for name in tables[0]:
        found[f"closed less opened, {name}"] = (
            numpy.mean([tables[r][name] for r in closed]) - numpy.mean([tables[r][name] for r in opened]))
    _spread(found, "head", [_statistics(parts[0, room], is_small=True) for room in closed])
    tail = [_statistics(parts[rows - 1, room], is_small=True) for room in closed] if rows > 1 else []
    _spread(found, "tail", tail or [dict.fromkeys(_statistics(parts[0, 0][:PAGE], is_small=True), 0)])
    for name, pages in (("slot", SLOT_PAGES), ("root", ROOT_PAGES)):
        _spread(found, name, [_reserved(parts[0, room], pages) for room in closed])
    found |= _repeats(sight, parts, reference, closed)
    return found


def _spread(found, family, tables):
    for name in tables[0]:
        values = [table[name] for table in tables]
        found |= {f"{family} {name}, least": min(values), f"{family} {name}, most": max(values)}
        found[f"{family} {name}, mean"] = sum(values) / len(values)


def _statistics(content, is_small=False):
    """Departures from noise, each with mean near 0 and deviation near 1 for noise."""
    count = len(content)
    histogram = numpy.bincount(content, minlength=256)
    chi = ((histogram - count / 256) ** 2).sum() / (count / 256)
    bits = int(histogram @ BITS)
    centred = content.astype(numpy.float32) - numpy.float32(127.5)
    variance = (256**2 - 1) / 12
    found = {
        "bytes": (chi - 255) / 510**0.5,
        "bits": (bits - 4 * count) / (2 * count) ** 0.5,
        "next byte": float(centred[:-1] @ centred[1:]) / variance / count**0.5,
        "sixteenth byte": float(centred[:-16] @ centred[16:]) / variance / count**0.5,
    }
    if is_small:
        return found
    pairs = numpy.bincount(content[: count // 2 * 2].view("<u2"), minlength=65536)
    expected = count / 2 / 65536
    found["pairs"] = (((pairs - expected) ** 2).sum() / expected - 65535) / (2 * 65535) ** 0.5
    found["next page"] = float(centred[:-PAGE] @ centred[PAGE:]) / variance / count**0.5
    for width in (16, PAGE, 65536):
        means = centred.reshape(-1, width).mean(axis=0) / (variance * width / count) ** 0.5
        found[f"columns of {width}"] = (float((means**2).sum()) - width) / (2 * width) ** 0.5
    per_page = centred.reshape(-1, PAGE).mean(axis=1) / (variance / PAGE) ** 0.5
    found["means of pages"] = (float((per_page**2).sum()) - len(per_page)) / (2 * len(per_page)) ** 0.5
    found["greatest mean of a page"] = float(numpy.abs(per_page).max())
    return found


def _reserved(brick, pages):
    contents = numpy.stack([brick[page * PAGE : (page + 1) * PAGE] for page in pages])
    found = _statistics(contents.reshape(-1), is_small=True)
    for name, part in (("salt", contents[:, :64]), ("end", contents[:, -16:])):
        values = part.reshape(-1).astype(float)
        found[f"mean of {name}"] = float(values.mean() - 127.5) / (5461.25 / len(values)) ** 0.5
    equal = [(a == b).mean() for i, a in enumerate(contents) for b in contents[i + 1 :]]
    found["greatest likeness"] = max(equal)
    found["mean likeness"] = float(numpy.mean(equal))
    return found


def _public_block(parts):
    a, b = parts["A"], parts["B"]
    return {
        "copies differ in": int((a != b).sum()),
        "bytes set in A": int((a[72:4064] != 0).sum()),
        "bytes set in B": int((b[72:4064] != 0).sum()),
        "sum of reserved bytes of A": int(a[72:4064].astype(int).sum()),
    }


def _repeats(sight, parts, reference, closed):
    """Repeated blocks, runs of zeros, and pages that a vault of the adversary's own has in the same place."""
    own = bricks(numpy.frombuffer(reference, dtype=numpy.uint8))
    same = [
        float((parts[0, room].reshape(-1, PAGE)[:, :16] == own[0, room].reshape(-1, PAGE)[:, :16]).all(axis=1).mean())
        for room in closed
    ]
    return {
        "repeated blocks": sight.repeated_blocks,
        "zero runs": sight.zero_runs,
        "pages as elsewhere, least": min(same),
        "pages as elsewhere, most": max(same),
        "pages as elsewhere, mean": sum(same) / len(same),
    }
