#!/usr/bin/env python3
# Agony
# SPDX-License-Identifier: Apache-2.0
"""Thumbnails and previews beside other programs, side by side in one run, in processor time.

    Benchmarks/media.py FOLDER [--runs 5]

FOLDER gets the pictures that are measured, made once: 12 photos of 12 megapixels as a phone writes them, out of the photos in
FOLDER/sources (JPEG or HEIC, yours), or out of noise where there are none; one HEIC, and 4K films. Everything runs on one
processor. Build first: AGONY_BENCHMARKS=1 swift build -c release. Peers are measured where they are there: Pillow (or
Pillow-SIMD) and pyvips for this Python, vipsthumbnail, convert, ffmpeg, libheif.

The floor is libjpeg-turbo alone: each photo decoded at half size by its DCT, and encoded again at quality 82.
"""

import argparse
import ctypes
import ctypes.util
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import textwrap
import time

TOOL = pathlib.Path(os.environ.get("AGONY_MEDIA_BENCHMARK", pathlib.Path(__file__).parent / "../.build/release/MediaBenchmark"))


def quiet(words):
    subprocess.run([str(word) for word in words], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def make_inputs(folder):
    photos = sorted(folder.glob("photo-*.jpg"))
    if not photos:
        sources = sorted((folder / "sources").glob("*")) if (folder / "sources").is_dir() else []
        for index in range(12):
            target = folder / f"photo-{index:02}.jpg"
            if sources:
                base = ["(", sources[index % len(sources)], "-auto-orient", "-resize", "4032x3024!", ")"]
            else:
                base = ["-size", "4032x3024", f"plasma:#{index * 0x151515:06x}-#f0e0c0", "-blur", "0x2"]
            # The noise of a sensor is what most of a photo's bytes are.
            quiet(["/usr/bin/convert", *base, "-attenuate", "0.12", "+noise", "Gaussian", "-sampling-factor", "2x2",
                   "-quality", "94", "-seed", index, target])
            photos.append(target)
    heic = folder / "photo.heic"
    if not heic.exists():
        quiet(["heif-enc", "-q", "60", photos[0], "-o", heic])
    films = []
    for name, codec in (("film-h264.mp4", ["-c:v", "libx264", "-preset", "ultrafast"]),
                        ("film-hevc.mp4", ["-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1"])):
        film = folder / name
        if not film.exists():
            quiet(["ffmpeg", "-nostdin", "-y", "-loop", "1", "-t", "2", "-r", "30", "-i", photos[1], "-vf",
                   "scale=3840:2160,noise=alls=8:allf=t", "-pix_fmt", "yuv420p", *codec, film])
        films.append(film)
    return photos, heic, films


def processor_seconds(words):
    """Of a program and all it starts, its own start included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    quiet(words)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def libjpeg_floor(photos):
    library = ctypes.CDLL(ctypes.util.find_library("turbojpeg"))
    for name in ("tjInitDecompress", "tjInitCompress"):
        getattr(library, name).restype = ctypes.c_void_p
    decoder, encoder = ctypes.c_void_p(library.tjInitDecompress()), ctypes.c_void_p(library.tjInitCompress())
    pixels = ctypes.create_string_buffer(2016 * 1512 * 3)
    library.tjFree.argtypes = [ctypes.c_void_p]
    data = [photo.read_bytes() for photo in photos]
    start = time.process_time()
    for bytes_ in data:
        result = library.tjDecompress2(decoder, bytes_, ctypes.c_ulong(len(bytes_)), pixels, 2016, 0, 1512, 0, 0)
        output, length = ctypes.c_void_p(), ctypes.c_ulong(0)
        result |= library.tjCompress2(encoder, pixels, 2016, 0, 1512, 0, ctypes.byref(output), ctypes.byref(length), 2, 82, 0)
        if result != 0:
            sys.exit("libjpeg-turbo failed")
        library.tjFree(output)
    return time.process_time() - start


def libheif_decode(heic):
    library = ctypes.CDLL(ctypes.util.find_library("heif"))

    class Error(ctypes.Structure):
        _fields_ = [("code", ctypes.c_int), ("subcode", ctypes.c_int), ("message", ctypes.c_char_p)]
    for name in ("heif_context_read_from_file", "heif_context_get_primary_image_handle", "heif_decode_image"):
        getattr(library, name).restype = Error
    library.heif_context_alloc.restype = ctypes.c_void_p
    start = time.process_time()
    context, handle, image = ctypes.c_void_p(library.heif_context_alloc()), ctypes.c_void_p(), ctypes.c_void_p()
    codes = [library.heif_context_read_from_file(context, str(heic).encode(), None).code,
             library.heif_context_get_primary_image_handle(context, ctypes.byref(handle)).code,
             library.heif_decode_image(handle, ctypes.byref(image), 99, 99, None).code]
    seconds = time.process_time() - start
    if any(codes):
        sys.exit("libheif failed")
    return seconds


def python_peer(code, photos):
    return processor_seconds([sys.executable, "-c", textwrap.dedent(code), *photos])


PILLOW = """
    import io, sys
    from PIL import Image
    for name in sys.argv[1:]:
        with Image.open(name) as image:
            image.draft("RGB", (2016, 2016))
            image = image.convert("RGB")
            if {preview}:
                preview = image.copy()
                preview.thumbnail((2048, 2048))
                preview.save(io.BytesIO(), "JPEG", quality=82)
        with Image.open(name) as small:
            if not {preview}:
                small.draft("RGB", (640, 640))
                image = small.convert("RGB")
            image.thumbnail((427, 320))
            image.save(io.BytesIO(), "WEBP", quality=75, method=2)
"""
VIPS = """
    import sys
    import pyvips
    for name in sys.argv[1:]:
        if {preview}:
            preview = pyvips.Image.thumbnail(name, 2048, size="down")
            preview.jpegsave_buffer(Q=82)
        pyvips.Image.thumbnail(name, 427, height=320).webpsave_buffer(Q=75, effort=2)
"""


def has(module):
    return subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    photos, heic, films = make_inputs(options.folder)
    tool = [TOOL, "-j", "1", "--quiet"]
    out = options.folder / "out"
    out.mkdir(exist_ok=True)
    cases = {
        "floor: libjpeg-turbo, 1/2 and back": lambda: libjpeg_floor(photos),
        "agony, thumbnail and preview": lambda: processor_seconds([*tool, *photos]),
        "agony, thumbnail": lambda: processor_seconds([*tool, "--thumbnail", *photos]),
    }
    if has("PIL"):
        cases["Pillow, thumbnail and preview"] = lambda: python_peer(PILLOW.format(preview=True), photos)
        cases["Pillow, thumbnail"] = lambda: python_peer(PILLOW.format(preview=False), photos)
    if has("pyvips"):
        cases["pyvips, thumbnail and preview"] = lambda: python_peer(VIPS.format(preview=True), photos)
        cases["pyvips, thumbnail"] = lambda: python_peer(VIPS.format(preview=False), photos)
    if shutil.which("vipsthumbnail"):
        cases["vipsthumbnail"] = lambda: processor_seconds(
            ["vipsthumbnail", *photos, "--size", "427x320", "-o", out / "%s.webp[Q=75]"])
    cases["convert, thumbnail"] = lambda: sum(processor_seconds(
        ["/usr/bin/convert", "-define", "jpeg:size=640x640", photo, "-thumbnail", "427x320", "-quality", "75",
         out / "thumbnail.webp"]) for photo in photos)
    # Several in a run, as an import has them: the worker starts once, and libheif's side has no start at all.
    single = {"agony, HEIC": lambda: processor_seconds([*tool, *[heic] * 6]) / 6, "libheif, decoding alone": lambda: libheif_decode(heic)}
    for film in films:
        single[f"agony, {film.name}"] = lambda film=film: processor_seconds([*tool, film])
        single[f"ffmpeg, {film.name}"] = lambda film=film: processor_seconds(
            ["ffmpeg", "-nostdin", "-y", "-threads", "1", "-ss", "1", "-i", film, "-frames:v", "1", "-vf", "scale=2048:-2",
             out / "poster.jpg"])
    times = {name: [] for name in [*cases, *single]}
    for _ in range(options.runs):
        for name, case in {**cases, **single}.items():
            times[name].append(case())
    os.environ["LC_ALL"] = "C"
    floor = min(times["floor: libjpeg-turbo, 1/2 and back"])
    print(f"{'processor ms a file':42} {'best':>8} {'median':>8} {'floor':>7}")
    for name, values in times.items():
        count = len(photos) if name in cases else 1
        ratio = f"{min(values) / floor:7.2f}" if name in cases else ""
        print(f"{name:42} {min(values) / count * 1000:8.1f} {statistics.median(values) / count * 1000:8.1f} {ratio}")
    for name, files in (("12-megapixel JPEG", photos), ("12-megapixel HEIC", [heic])):
        last = subprocess.run([*map(str, tool), *map(str, files)], capture_output=True, text=True, check=True)
        print(f"{name}: {last.stdout.strip().splitlines()[-1]}")
    shutil.rmtree(out)


main()
