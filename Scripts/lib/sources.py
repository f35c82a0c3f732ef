# Agony
# SPDX-License-Identifier: Apache-2.0
"""What the checks of the sources share: finding files, blanking comments and strings, reporting."""

import argparse
import pathlib
import re
import sys
import tomllib


class Report:
    """Findings of one check. `finish` prints them and gives the exit code."""

    def __init__(self, name):
        self.name = name
        self.findings = []
        parser = argparse.ArgumentParser(prog=name)
        parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2],
                            help="the package to look at (default: the one this script is in)")
        self.root = parser.parse_args().root.resolve()
        with open(self.root / "Scripts/lib/architecture.toml", "rb") as file:
            self.table = tomllib.load(file)

    def add(self, path, line, text):
        place = path.relative_to(self.root) if isinstance(path, pathlib.Path) else path
        self.findings.append(f"{place}:{line}: {text}" if line else f"{place}: {text}")

    def files(self, folder, *suffixes):
        """Files below `folder`, in a fixed order; hidden ones and build folders left out."""
        start = self.root / folder
        return sorted(
            path for path in start.rglob("*")
            if path.is_file() and path.suffix in suffixes
            and not any(part.startswith(".") for part in path.relative_to(start).parts))

    def finish(self, summary):
        for finding in self.findings:
            print(finding, file=sys.stderr)
        if self.findings:
            print(f"{self.name}: {len(self.findings)} found", file=sys.stderr)
            return 1
        print(f"{self.name}: {summary}")
        return 0


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


OPENING = re.compile(r'//|/\*|#*"""|#*"')


def code_only(text):
    """Swift or C text with comments and the contents of strings turned into spaces; code inside an
    interpolation stays. Offsets and line numbers are those of the text."""
    out = list(text)

    def wipe(start, end):
        for index in range(start, min(end, len(out))):
            if out[index] != "\n":
                out[index] = " "

    def comment_end(start):
        depth, at = 0, start
        while at < len(text):
            if text.startswith("/*", at):
                depth, at = depth + 1, at + 2
            elif text.startswith("*/", at):
                depth, at = depth - 1, at + 2
                if depth == 0:
                    return at
            else:
                at += 1
        return at

    def string_end(start, quote):
        """Just past the closing quote; wipes everything but interpolated code."""
        hashes = quote.count("#")
        closing = quote.strip("#") + "#" * hashes
        escape = "\\" + "#" * hashes
        at = wiped = start + len(quote)
        while at < len(text):
            if text.startswith(escape + "(", at):
                wipe(wiped, at + len(escape) + 1)
                at = wiped = code_end(at + len(escape) + 1, inside=True)
            elif text.startswith(escape, at):
                at += len(escape) + 1
            elif text.startswith(closing, at):
                wipe(wiped, at)
                return at + len(closing)
            elif text[at] == "\n" and '"""' not in quote:
                wipe(wiped, at)  # not closed on its line: a C character or a macro
                return at
            else:
                at += 1
        wipe(wiped, at)
        return at

    def code_end(start, inside=False):
        """Blanks what must be blanked from `start` on; inside an interpolation, up to its closing parenthesis."""
        depth, at = 1, start
        while at < len(text):
            match = OPENING.match(text, at)
            if match is None:
                depth += {"(": 1, ")": -1}.get(text[at], 0) if inside else 0
                if depth == 0:
                    return at
                at += 1
            elif match.group() == "//":
                end = text.find("\n", at)
                end = len(text) if end < 0 else end
                wipe(at, end)
                at = end
            elif match.group() == "/*":
                end = comment_end(at)
                wipe(at, end)
                at = end
            else:
                at = string_end(at, match.group())
        return at

    code_end(0)
    return "".join(out)


def arguments_of(code, opening):
    """What stands between the parenthesis at `opening` and the one that closes it."""
    depth = 0
    for at in range(opening, len(code)):
        depth += {"(": 1, ")": -1}.get(code[at], 0)
        if depth == 0:
            return code[opening + 1:at]
    return code[opening + 1:]
