#!/usr/bin/env python3
# Agony
# SPDX-License-Identifier: Apache-2.0
"""Import and export beside `cp -r` and other programs, as ratios in one run.

    Benchmarks/compare.py FOLDER [--pairs 5] [--peers] [--small]

FOLDER is on the disk to be measured and needs 12 GB free; everything made in it is removed. Each measurement of a program is paired with one of
`cp -r` directly before it. Before each, 3 GiB of memory are touched, since a virtual machine's first touch of a page costs more than a
copy. Imports end with what they wrote being durable: `cp` is followed by a sync of the file system. Run it as root for the cold figures, which drop
the caches of the machine.
"""

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import time

AGONY = os.environ.get("AGONY_BINARY", os.path.join(os.path.dirname(__file__), "../.build/release/agony"))
PASSWORD = "a password for measuring"


class Run:
    def __init__(self, seconds, processor_seconds, peak_mib):
        self.seconds, self.processor_seconds, self.peak_mib = seconds, processor_seconds, peak_mib


def touch_memory(gib=3):
    """In a process of its own: a child's peak memory begins with its parent's."""
    program = "import sys; n = int(sys.argv[1]); b = bytearray(n << 30); b[::4096] = b'x' * (n << 18)"
    subprocess.run([sys.executable, "-c", program, str(gib)], check=True)


def drop_caches():
    subprocess.run(["sync"], check=True)
    if os.geteuid() == 0:
        with open("/proc/sys/vm/drop_caches", "w") as file:
            file.write("1\n")


def read_all(folder):
    for root, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(root, name), "rb", buffering=0) as file:
                while file.read(1 << 22):
                    pass


def timed(command, secret=None, sync=None, shell=False):
    """Wall and processor seconds, and peak memory, of a command and, if `sync` is a folder, a sync of its file system."""
    descriptors = ()
    if secret is not None:
        reading, writing = os.pipe()
        os.write(writing, secret.encode() + b"\n")
        os.close(writing)
        command = [part if part != "FD" else str(reading) for part in command]
        descriptors = (reading,)
    start = time.monotonic()
    process = subprocess.Popen(
        command, pass_fds=descriptors, shell=shell, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    error = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if sync:
        descriptor = os.open(sync, os.O_RDONLY)
        subprocess.run(["sync", "-f", sync], check=True)
        os.close(descriptor)
    seconds = time.monotonic() - start
    for descriptor in descriptors:
        os.close(descriptor)
    if status != 0:
        sys.exit(f"{command[0] if not shell else command}: {error.decode(errors='replace')}")
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def agony(vault, *arguments, secret=PASSWORD, descriptor_option="--password-fd"):
    return timed([AGONY, "--vault", vault, descriptor_option, "FD", *arguments], secret=secret)


def make_photos(folder, small):
    """400 files of 2 to 6 MB and one film of 2 GB; incompressible."""
    os.makedirs(folder)
    numbers = random.Random(1)
    count, film = (40, 200_000_000) if small else (400, 2_000_000_000)
    for number in range(count):
        with open(os.path.join(folder, f"IMG_{number:04}.jpg"), "wb") as file:
            file.write(b"\xff\xd8\xff\xe0" + numbers.randbytes(numbers.randint(2_000_000, 6_000_000)))
    with open(os.path.join(folder, "VID_0001.mp4"), "wb") as file:
        file.write(b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom")
        for _ in range(film // 20_000_000):
            file.write(numbers.randbytes(20_000_000))


def remove(path):
    shutil.rmtree(path, ignore_errors=True)
    if os.path.isfile(path):
        os.remove(path)


class Bench:
    def __init__(self, folder, pairs, small):
        self.folder, self.pairs = folder, pairs
        self.photos = os.path.join(folder, "photos")
        self.vault = os.path.join(folder, "benchmark.agony")
        make_photos(self.photos, small)
        self.bytes = sum(os.path.getsize(os.path.join(self.photos, name)) for name in os.listdir(self.photos))
        print(f"{len(os.listdir(self.photos))} files, {self.bytes / 1e9:.2f} GB, {pairs} pairs a line")

    def path(self, name):
        return os.path.join(self.folder, name)

    def new_vault(self):
        remove(self.vault)
        size = str(-(-self.bytes * 11 // 10 // (1 << 20))) + "M"
        timed([AGONY, "create", self.vault, "--size", size, "--rooms", "1", "--kdf-memory", "64M",
               "--passwords-fd", "FD"], secret=PASSWORD)

    def ready(self, cold, sources):
        touch_memory()
        if cold:
            drop_caches()
        else:
            for source in sources:
                read_all(source)

    def copy(self, cold, source, target):
        remove(target)
        self.ready(cold, [source])
        return timed(["cp", "-r", source, target], sync=self.folder)

    def compare(self, name, cold, run, prepare, source=None):
        """Prints the ratio of `run` to `cp -r` of the same bytes."""
        ratios, seconds, copies, processor, peaks = [], [], [], [], []
        for _ in range(self.pairs):
            prepare()
            copy = self.copy(cold, source or self.photos, self.path("copy"))
            remove(self.path("copy"))
            self.ready(cold, [source or self.photos])
            mine = run()
            ratios.append(mine.seconds / copy.seconds)
            seconds.append(mine.seconds)
            copies.append(copy.seconds)
            processor.append(mine.processor_seconds / (self.bytes / 1e9))
            peaks.append(mine.peak_mib)
        print(f"{name}, {'cold' if cold else 'warm'}: {statistics.median(ratios):.2f} x cp "
              f"[{' '.join(f'{ratio:.2f}' for ratio in ratios)}], "
              f"{self.bytes / 1e6 / statistics.median(seconds):.0f} MB/s (cp {self.bytes / 1e6 / statistics.median(copies):.0f}), "
              f"processor {statistics.median(processor):.2f} s/GB, peak {max(peaks):.0f} MiB", flush=True)

    def agony_import(self):
        return agony(self.vault, "import", self.photos, "--quiet")

    def agony_export(self):
        return agony(self.vault, "export", "--all", self.path("export"), "--quiet")

    def ours(self):
        for cold in (True, False):
            self.compare("agony import", cold, self.agony_import, self.new_vault)
        self.new_vault()
        self.agony_import()
        for cold in (True, False):
            def export(cold=cold):
                if not cold:
                    read_all_file(self.vault)
                return self.agony_export()
            self.compare("agony export", cold, export, lambda: remove(self.path("export")))
        remove(self.path("export"))

    def peers(self):
        for name, prepare, run in peer_programs(self):
            if shutil.which(name.split()[0]) is None:
                print(f"{name}: not installed")
                continue
            self.compare(f"{name} import", True, run, prepare)

    def clean(self):
        for name in os.listdir(self.folder):
            remove(self.path(name))


def read_all_file(path):
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 22):
            pass


def peer_programs(bench):
    """Name, preparation, and the run to be timed, of programs people use for this."""
    key, archive = bench.path("age.key"), bench.path("archive")
    environment = {"RESTIC_PASSWORD": PASSWORD, "BORG_PASSPHRASE": PASSWORD, "HOME": bench.folder}
    os.environ.update(environment)

    def age_prepare():
        remove(archive)
        remove(key)
        subprocess.run(["age-keygen", "-o", key], check=True, capture_output=True)

    def age_run():
        public = subprocess.run(["age-keygen", "-y", key], check=True, capture_output=True, text=True).stdout.strip()
        return timed(f"tar -cf - -C {bench.folder} photos | age -r {public} -o {archive}", shell=True, sync=bench.folder)

    def gocryptfs_prepare():
        cipher, mount = bench.path("cipher"), bench.path("mount")
        subprocess.run(["fusermount", "-u", mount], capture_output=True)
        for folder in (cipher, mount):
            remove(folder)
            os.makedirs(folder)
        subprocess.run(["gocryptfs", "-q", "-init", "-scryptn", "10", "-extpass", f"echo {PASSWORD}", cipher], check=True)
        subprocess.run(["gocryptfs", "-q", "-extpass", f"echo {PASSWORD}", cipher, mount], check=True)

    def gocryptfs_run():
        return timed(["cp", "-r", bench.photos, bench.path("mount")], sync=bench.folder)

    def restic_prepare():
        remove(bench.path("restic"))
        subprocess.run(["restic", "-q", "-r", bench.path("restic"), "init"], check=True)

    def restic_run():
        return timed(["restic", "-q", "-r", bench.path("restic"), "--no-cache", "backup", bench.photos], sync=bench.folder)

    def borg_prepare():
        remove(bench.path("borg"))
        subprocess.run(["borg", "init", "-e", "repokey-blake2", bench.path("borg")], check=True, capture_output=True)

    def borg_run():
        return timed(["borg", "create", bench.path("borg") + "::one", bench.photos], sync=bench.folder)

    return [("age (tar)", age_prepare, age_run), ("gocryptfs", gocryptfs_prepare, gocryptfs_run),
            ("restic", restic_prepare, restic_run), ("borg", borg_prepare, borg_run)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--peers", action="store_true", help="also age, gocryptfs, restic and borg, where installed")
    parser.add_argument("--small", action="store_true", help="a tenth of the files: to see that this program works")
    options = parser.parse_args()
    folder = os.path.join(options.folder, "agony-benchmark")
    remove(folder)
    os.makedirs(folder)
    bench = Bench(folder, options.pairs, options.small)
    try:
        bench.ours()
        if options.peers:
            bench.peers()
    finally:
        subprocess.run(["fusermount", "-u", bench.path("mount")], capture_output=True)
        bench.clean()
        remove(folder)


if __name__ == "__main__":
    main()
