# Agony
# SPDX-License-Identifier: Apache-2.0
"""count_swift_tests.py EVENTS: counts what a run of Swift Testing did, from its event stream.

Prints `PASSED FAILED`, and a line for each test that did not pass. A test that was skipped or cancelled, that never ended, or that
has a known issue counts as failed; so does a run without any test.
"""

import json
import sys


def count(lines):
    """(names of tests that passed, {name: reason} of those that did not)."""
    names, ended, reasons = {}, set(), {}
    is_whole = False
    for line in lines:
        try:
            record = json.loads(line)
        except ValueError:
            continue  # the last line of a process that died
        payload = record.get("payload", {})
        if record.get("kind") == "test":
            if payload.get("kind") == "function":
                names[payload["id"]] = payload.get("displayName") or payload.get("name") or payload["id"]
            continue
        kind, test = payload.get("kind"), payload.get("testID")
        if kind == "testEnded":
            ended.add(test)
        elif kind == "testSkipped":
            reasons[test] = "was skipped"
        elif kind in ("testCancelled", "testCaseCancelled"):
            reasons[test] = "was cancelled"
        elif kind == "issueRecorded":
            issue = payload.get("issue", {})
            if issue.get("isKnown"):
                reasons.setdefault(test, "has a known issue")
            elif issue.get("severity") != "warning":
                reasons[test] = "failed"
        elif kind == "runEnded":
            is_whole = True
    for test in names:
        if test not in ended and test not in reasons:
            reasons[test] = "never ended"
    passed = [name for test, name in names.items() if test not in reasons]
    failed = {names.get(test, test or "outside any test"): reason for test, reason in reasons.items()}
    if not is_whole:
        failed["the run"] = "broke off"
    elif not names:
        failed["the run"] = "had no test"
    return passed, failed


if __name__ == "__main__":
    try:
        with open(sys.argv[1], encoding="utf-8", errors="replace") as stream:
            passed, failed = count(stream)
    except OSError:
        passed, failed = [], {"the run": "left no record"}
    for name, reason in failed.items():
        print(f"Swift test {name!r}: {reason}", file=sys.stderr)
    print(len(passed), len(failed))
