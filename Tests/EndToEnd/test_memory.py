# Agony
# SPDX-License-Identifier: Apache-2.0
"""Memory stays flat whatever the size of a film."""

import os
import re

import agony
from agony import DONE, FIRST, MIB, AgonyTestCase

# Runs a command and says its peak of memory at last.
MEASURING = ["/usr/bin/python3", "-c",
             "import os, resource, subprocess, sys; code = subprocess.call(sys.argv[1:], close_fds=False); "
             "print('peak', resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr); sys.exit(code)"]
LIMIT_KIB = 120_000


class Memory(AgonyTestCase):
    def peak(self, *arguments):
        result = self.agony.run(*arguments, "--quiet", prefix=MEASURING)
        self.assertEqual(result.code, DONE, result.error_text)
        return int(re.search(r"peak (\d+)", result.error_text)[1])

    def test_a_film_of_a_gigabyte_takes_no_more_memory_than_a_password(self):
        self.create("--rooms", "1", size="1100M", passwords=[FIRST])
        sources = self.sources({"film.mp4": agony.MP4})
        block = os.urandom(16 * MIB + 7)
        with open(sources / "film.mp4", "ab") as film:
            for _ in range(63):
                film.write(block)
        digest = agony.file_hash(sources / "film.mp4")
        self.assertLess(self.peak("import", sources, "--move"), LIMIT_KIB)
        self.assertEqual(os.listdir(sources), [])
        self.assertLess(self.peak("verify"), LIMIT_KIB)
        destination = self.folder / "out"
        self.assertLess(self.peak("export", "--all", destination), LIMIT_KIB)
        self.assertEqual(agony.hashes_below(destination), {b"film.mp4": digest})
