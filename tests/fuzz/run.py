"""Damages good files in many ways and reads them: nothing but a result or a clean error may come of it.

    python tests/fuzz/run.py --files 100000 --seed 0

Memory is limited, and so is the time for one file; the first failure is written beside the report and named with the
seed that makes it again.
"""

import argparse
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fuzz.victims import Victim, survives, victims

MEMORY = 4 * 2**30
"""Bytes of address space that reading may take, this process and its libraries included."""

SECONDS = 20
"""For one file, on a machine that others use too."""


def damaged(files: list[Victim], seed: int) -> tuple[Victim, bytes]:
    """The file of this seed."""
    rng = np.random.default_rng(seed)
    victim = files[rng.integers(0, len(files))]
    mutation = victim.mutations[rng.integers(0, len(victim.mutations))]
    return victim, mutation(victim.content, rng)


def main() -> int:
    """How many failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--files", type=int, default=100_000, help="how many damaged files to read")
    parser.add_argument("--seed", type=int, default=0, help="of the first one; the next has the next seed")
    chosen = parser.parse_args()
    files = victims()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore")
    read, failed, began, reported = 0, 0, time.perf_counter(), 0.0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(chosen.seed, chosen.seed + chosen.files):
            victim, content = damaged(files, seed)
            signal.alarm(SECONDS)  # ends the process, with the seed as the last thing said
            try:
                read += survives(victim, content, folder)
            except Exception:
                failed += 1
                print(
                    f"seed {seed}, {victim.name}, {len(content)} bytes:\n{traceback.format_exc(limit=-4)}", flush=True
                )
            signal.alarm(0)
            if time.perf_counter() - reported > 10.0:
                reported = time.perf_counter()
                print(f"{seed - chosen.seed + 1} files, {read} read, {failed} failed", flush=True)
    seconds = time.perf_counter() - began
    print(
        f"{chosen.files} files in {seconds:.0f} s: {read} read, {chosen.files - read - failed} refused, {failed} failed"
    )
    return failed


if __name__ == "__main__":
    sys.exit(min(1, main()))
