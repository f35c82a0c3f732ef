#!/usr/bin/env python3
# Agony
# SPDX-License-Identifier: Apache-2.0
"""An import with analysis beside one without, in photos a second.

    Benchmarks/analysis.py FOLDER [--photos 2000] [--pairs 2]

FOLDER/photo-*.jpg are the photos, as media.py makes them; each is used many times, made another file by a comment in it. FOLDER
needs room for them three times; what is made is removed.
"""

import argparse
import pathlib
import shutil
import statistics

from compare import AGONY, PASSWORD, agony, timed, touch_memory


def make_photos(folder, sources, count):
    folder.mkdir()
    for number in range(count):
        data = sources[number % len(sources)]
        comment = b"\xff\xfe\x00\x0a%08d" % number
        (folder / f"IMG_{number:05}.jpg").write_bytes(data[:2] + comment + data[2:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--photos", type=int, default=2000)
    parser.add_argument("--pairs", type=int, default=2)
    options = parser.parse_args()
    sources = [photo.read_bytes() for photo in sorted(options.folder.glob("photo-*.jpg"))]
    photos, vault = options.folder / "many", options.folder / "benchmark.agony"
    rates = {"with": [], "without": []}
    try:
        make_photos(photos, sources, options.photos)
        megabytes = sum(photo.stat().st_size for photo in photos.iterdir()) // 1_000_000
        for _ in range(options.pairs):
            for name, arguments in (("without", ["--no-analysis"]), ("with", [])):
                vault.unlink(missing_ok=True)
                timed([AGONY, "create", str(vault), "--rooms", "1", "--size", f"{megabytes + megabytes // 4 + 256}M",
                       "--passwords-fd", "FD"], secret=PASSWORD)
                touch_memory()
                run = agony(str(vault), "import", "-q", *arguments, str(photos))
                rates[name].append(options.photos / run.seconds)
                print(f"{name:8} analysis: {options.photos} photos, {megabytes} MB, {run.seconds:.1f} s, "
                      f"{options.photos / run.seconds:.0f} photos/s, peak {run.peak_mib:.0f} MiB", flush=True)
    finally:
        shutil.rmtree(photos, ignore_errors=True)
        vault.unlink(missing_ok=True)
    with_, without = (statistics.median(rates[name]) for name in ("with", "without"))
    print(f"{with_:.0f} photos/s with analysis, {without:.0f} without: {without / with_:.1f} × the time")


main()
