# Agony
# SPDX-License-Identifier: Apache-2.0
"""Every nonce, salt and seed that a vault's structures show, and a ledger that finds one used for two contents.

Written against docs/format/vault-v1.md, W6. It sees what the password of an album opens in one state of the file;
enough states, of all branches of a history, make the ledger.
"""

import hashlib

from features import ROOT_PAGES, SLOT_PAGES, reader


class Ledger:
    """(what it is used with, nonce): hash of what was sealed with it. The same nonce again must be the same bytes."""

    def __init__(self):
        self.seen = {}
        self.repeated = []

    def note(self, use, nonce, sealed):
        digest = hashlib.sha256(sealed).digest()
        if self.seen.setdefault((use, bytes(nonce)), digest) != digest:
            self.repeated.append(use)

    def read(self, path, password):
        """Notes all that this password opens in the file as it is now, by every root that opens."""
        file = reader.File(str(path))
        try:
            self._read(reader.Session(file, lambda: password.encode()))
        finally:
            file.close()

    def _read(self, session):
        vault, room = session.vault, session.room
        for page in SLOT_PAGES:
            sealed = vault.read(room.number, page)
            self.note("slot", sealed[:32], sealed)
        for page in ROOT_PAGES:
            sealed = vault.read(room.number, page)
            self.note("root", sealed[:24], sealed)
        for root in {root.sequence: root for root in session.roots if root}.values():
            for tree in (0, 1):
                for page in room.walk(root, tree):
                    # An older root's page may have been overwritten since; its content is None, or is not its own.
                    if page.content is None or page.is_all_ones:
                        continue
                    nonce = page.entry[12:36]
                    self.note("page", nonce, vault.read(room.number, page.first))
                    self.note("mirror", nonce, vault.read(room.number, page.mirror))
        for original in session.originals([]):
            for part in session.index.parts_of(original):
                start, count = part.extents[0]
                self.note("part", part.seed, vault.read(room.number, start, count))
