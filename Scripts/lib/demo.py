# Agony
# SPDX-License-Identifier: Apache-2.0
"""demo.py AGONY: shows on a vault that is thrown away what Agony does, and stops with an error if it does not.

Everything lies in one private folder of the temporary folder, and is removed in the end.
"""

import hashlib
import json
import os
import pathlib
import random
import shlex
import struct
import subprocess
import sys
import tempfile
import zlib

FAMILY = "walnut lantern harbour"
PRIVATE = "copper meadow seventeen"


class Broken(Exception):
    """Agony did not do what it promises."""


def png(width, height, pixel):
    """A picture as a PNG file; `pixel(x, y)` gives red, green, blue."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = b"".join(b"\0" + bytes(part for x in range(width) for part in pixel(x, y)) for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")


def paint(folder):
    """A few pictures of the evening sky, no two alike, with times of their own."""
    folder.mkdir()
    for number, name in enumerate(["sunrise.png", "noon.png", "sunset.png", "night.png", "été à la mer.png"]):
        dice = random.Random(number)
        stars = {(dice.randrange(320), dice.randrange(240)) for _ in range(60)}
        tone = 40 + 50 * number

        def pixel(x, y, stars=stars, tone=tone):
            return (255, 255, 240) if (x, y) in stars else ((tone + y) % 256, (2 * tone + x // 2) % 256, 200 - y // 2)

        (folder / name).write_bytes(png(320, 240, pixel))
        taken = 1_718_000_000 + number * 86_400
        os.utime(folder / name, (taken, taken))


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Demo:
    def __init__(self, agony, folder):
        self.agony = agony
        self.folder = folder
        self.vault = folder / "album.agony"
        # No password and no vault but those of the demonstration.
        self.environment = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TERM") if name in os.environ}
        self.environment |= {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}

    def run(self, *arguments, passwords=(), option="--password-fd", expect=0, shown=True):
        """Runs a command with passwords over a pipe; gives what it printed."""
        command = [str(self.agony), *map(str, arguments)]
        if shown:
            words = [str(word).replace(f"{self.folder}/", "") for word in arguments]
            print("   $ agony " + " ".join(map(shlex.quote, words)), flush=True)
        reader, writer = os.pipe()
        os.write(writer, "".join(word + "\n" for word in passwords).encode())
        os.close(writer)
        try:
            result = subprocess.run(
                command + ([option, str(reader)] if passwords else []), cwd=self.folder, env=self.environment,
                pass_fds=[reader], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        finally:
            os.close(reader)
        if result.returncode != expect:
            raise Broken(f"'agony {arguments[0]}' ended with {result.returncode}, not {expect}:\n{result.stderr}")
        return result.stdout

    def report(self, *arguments, **more):
        """The last line of JSON that a command printed."""
        text = self.run(*arguments, "--json", **more).strip()
        try:
            return json.loads(text)
        except ValueError:
            return json.loads(text.splitlines()[-1])

    def require(self, condition, words):
        if not condition:
            raise Broken(words)
        print(f"   {words}", flush=True)


def tell(demo):
    pictures, copies, vault = demo.folder / "pictures", demo.folder / "copies", demo.vault
    at_vault = ("--vault", vault)

    print("1. Five pictures are painted, and a file that only claims to be one.")
    paint(pictures)
    (pictures / "invoice.jpg").write_text("Dear customer, this is no photo.\n")

    print("2. A vault is made, with two passwords. It is one file; which part of it belongs to which password, and\n"
          "   whether there are more, cannot be seen.")
    demo.run("create", vault, "--size", "64M", "--rooms", "4", "--kdf-memory", "64M",
             passwords=(FAMILY, PRIVATE), option="--passwords-fd")
    demo.require(vault.stat().st_size > 64_000_000, f"The file takes {vault.stat().st_size:,} bytes from the start.")

    print("3. The folder is imported into the album of the second password.")
    report = demo.report(*at_vault, "import", pictures, passwords=[PRIVATE], expect=1)
    demo.require((report["stored"], report["skipped"], report["failed"]) == (5, 1, 0),
                 "Five pictures are stored, safely on the disk.")
    for problem in report["problems"]:
        print(f"   Skipped: {pathlib.PurePath(problem['path']).name}: {problem['reason']}.")
    again = demo.report(*at_vault, "import", pictures, passwords=[PRIVATE], expect=1)
    demo.require((again["stored"], again["duplicates"]) == (0, 5), "Imported once more, they are known: nothing is stored twice.")
    demo.require(len(list(pictures.iterdir())) == 6, "The folder itself was left as it was.")

    print("4. What the second password shows:")
    before = digest(vault)
    items = demo.report(*at_vault, "list", passwords=[PRIVATE])
    for item in items:
        print(f"     {item['name']}  {item['size']:,} bytes")
    demo.require({item["sha256"] for item in items} == {digest(path) for path in pictures.glob("*.png")},
                 "These are the five, each with the SHA-256 of its file.")

    print("5. What the first password shows:")
    demo.require(demo.report(*at_vault, "list", passwords=[FAMILY]) == [],
                 "Nothing. It opens an album of its own, which is empty, and knows of no other.")
    demo.run(*at_vault, "list", passwords=["a wrong password"], expect=3)
    demo.require(digest(vault) == before, "A wrong password opens nothing. And looking changed no byte of the vault.")

    print("6. Everything is read and checked, every byte.")
    demo.run(*at_vault, "verify", passwords=[PRIVATE])
    demo.require(True, "All is whole.")

    print("7. The pictures are exported.")
    demo.run(*at_vault, "export", "--all", copies, passwords=[PRIVATE])
    same = all(
        digest(path) == digest(copies / path.name) and int(path.stat().st_mtime) == int((copies / path.name).stat().st_mtime)
        for path in pictures.glob("*.png"))
    demo.require(same and len(list(copies.iterdir())) == 5,
                 "Five files, bit for bit the ones that were imported, with their names and times.")

    print("8. Does the vault hold any of it in the clear?")
    content = vault.read_bytes()
    traces = [path.name for path in pictures.glob("*.png")
              if path.read_bytes()[1000:1064] in content or path.name.encode() in content]
    demo.require(not traces and b"\x89PNG" not in content, "No piece of a picture and no name is found in the file.")


def main(agony):
    temporary = tempfile.TemporaryDirectory(prefix="agony-demo-")
    folder = pathlib.Path(temporary.name)
    print(f"Everything happens in {folder}, and is removed in the end.")
    try:
        tell(Demo(agony, folder))
    except Broken as error:
        print(f"\nThis went wrong: {error}", file=sys.stderr)
        return 1
    finally:
        temporary.cleanup()
    print("9. The folder is removed, the vault with it.\n\nAll as promised. Your own vault: Scripts/run")
    return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
