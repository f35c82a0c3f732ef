# Agony
# SPDX-License-Identifier: Apache-2.0
"""run_python_tests.py FOLDER COUNTS: runs the unittest tests of a folder and writes `PASSED FAILED` into COUNTS.

A skipped test, an expected failure, an unexpected success and a folder without tests count as failed.
"""

import pathlib
import sys
import time
import unittest

SLOW_SECONDS = 10


class Result(unittest.TextTestResult):
    passed = 0
    _began = 0.0

    def startTest(self, test):
        super().startTest(test)
        self._began = time.monotonic()

    def stopTest(self, test):
        super().stopTest(test)
        took = time.monotonic() - self._began
        if took > SLOW_SECONDS:
            self.stream.writeln(f"  ({took:.0f} s: {test})")

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


def main(folder, counts):
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(folder))
    suite = unittest.TestLoader().discover(str(folder), pattern="test_*.py", top_level_dir=str(folder))
    runner = unittest.TextTestRunner(resultclass=Result, verbosity=2, stream=sys.stdout)
    result = runner.run(suite)
    refused = [f"{test} was skipped: {reason}" for test, reason in result.skipped]
    refused += [f"{test} was expected to fail" for test, _ in result.expectedFailures]
    refused += [f"{test} was expected to fail and did not" for test in result.unexpectedSuccesses]
    if result.testsRun == 0 and not result.errors:
        refused.append(f"no test in {folder}")
    for line in refused:
        print(line, file=sys.stderr)
    failed = len(result.failures) + len(result.errors) + len(refused)
    counts.write_text(f"{result.passed} {failed}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])))
