"""Damages good files in many ways, reads them and asks what was read: a result or a clean error must come of it.

    python tests/fuzz/run.py --files 100000 --seed 0

Memory is limited, and so is the time for one file. A failure is named with the seed that makes it again; a file that
takes too long ends the process that reads it, with a traceback, and another one goes on with the next seed.
"""

import argparse
import faulthandler
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"  # files are small, and threads do not outlive a fork

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzz.victims import Victim, survives, victims

MEMORY = 4 * 2**30
"""Bytes of address space that reading may take, this process and its libraries included."""

SECONDS = 5
"""Of a processor's time for one file: a machine that others use too is no excuse."""

WAITING = 120
"""Seconds by the clock after which a file is taken to wait for something that never comes."""

READ, REFUSED, FAILED = b"+", b"-", b"!"


def damaged(files: list[Victim], seed: int) -> tuple[Victim, bytes]:
    """The file of this seed."""
    rng = np.random.default_rng(seed)
    victim = files[rng.integers(0, len(files))]
    mutation = victim.mutations[rng.integers(0, len(victim.mutations))]
    return victim, mutation(victim.content, rng)


def tried(files: list[Victim], seed: int, folder: str) -> bytes:
    """What came of one file; a failure is told at once."""
    victim, content = damaged(files, seed)
    try:
        return READ if survives(victim, content, folder) else REFUSED
    except Exception:
        print(f"seed {seed}, {victim.name}, {len(content)} bytes:\n{traceback.format_exc(limit=-4)}", flush=True)
        return FAILED


def work(files: list[Victim], seeds: range, folder: str, results: int) -> None:
    """Try files until there are no more; one byte for each goes to the results."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore")
    for number in (signal.SIGPROF, signal.SIGALRM):
        faulthandler.register(number, chain=True)  # tells where it was, and then the signal ends the process
    for seed in seeds:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        signal.alarm(WAITING)
        os.write(results, tried(files, seed, folder))


def worker(files: list[Victim], seeds: range, folder: str) -> tuple[int, int]:
    """The process that tries these files, and where its results come from."""
    results, told = os.pipe()
    child = os.fork()
    if child:
        os.close(told)
        return child, results
    os.close(results)  # so that this process ends when nobody listens any more
    try:
        work(files, seeds, folder, told)
    finally:
        os._exit(0)


def main() -> int:
    """How many failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=100_000, help="how many damaged files to read")
    parser.add_argument("--seed", type=int, default=0, help="of the first one; the next has the next seed")
    parser.add_argument("--only", default="", help="only files whose name contains this, as .drupe")
    chosen = parser.parse_args()
    files = [victim for victim in victims() if chosen.only in victim.name]
    counts, began, reported = {READ: 0, REFUSED: 0, FAILED: 0}, time.perf_counter(), 0.0
    seed, end = chosen.seed, chosen.seed + chosen.files
    with tempfile.TemporaryDirectory() as folder:
        while seed < end:
            child, results = worker(files, range(seed, end), folder)
            while outcome := os.read(results, 1):
                counts[outcome] += 1
                seed += 1
                if time.perf_counter() - reported > 10.0:
                    reported = time.perf_counter()
                    print(f"{seed - chosen.seed} files, {_words(counts)}", flush=True)
            os.close(results)
            _, status = os.waitpid(child, 0)
            if seed < end:
                print(
                    f"seed {seed}, {damaged(files, seed)[0].name}: the process ended with status {status}", flush=True
                )
                counts[FAILED] += 1
                seed += 1
    print(f"{chosen.files} files in {time.perf_counter() - began:.0f} s: {_words(counts)}")
    return counts[FAILED]


def _words(counts: dict[bytes, int]) -> str:
    return f"{counts[READ]} read, {counts[REFUSED]} refused, {counts[FAILED]} failed"


if __name__ == "__main__":
    sys.exit(min(1, main()))
