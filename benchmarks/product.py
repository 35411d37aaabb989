"""K v without K: time, growth with the number of examples, and memory of a process that does nothing else."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial

import numpy as np
from measure import OURS, Goal, Peer, Row, Settings, best_seconds, exponent, side_by_side
from sklearn.metrics.pairwise import rbf_kernel

from drupe.grams import LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian

COLUMNS = 100
GAMMA = 1.0 / COLUMNS
EXAMPLES = 50_000
GROWING = (5_000, 10_000, 20_000, 40_000)
EXPONENT = 2.1
MEGABYTES = 300.0
CHUNK = 1_000

ALONE = r"""
import pathlib, re, resource, sys
import numpy as np
from drupe.grams import LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian

def peak():
    # What getrusage says may be the peak of the process that started this one.
    status = pathlib.Path("/proc/self/status")
    if status.exists():
        return 1024 * int(re.search(r"VmHWM:\s*(\d+) kB", status.read_text())[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

n, d = int(sys.argv[1]), int(sys.argv[2])
x = np.random.default_rng(0).standard_normal((n, d), dtype=np.float32)
before = peak()
LazyGram(Gaussian.from_gamma(1.0 / d), Vectors.of(x)) @ np.ones(n)
print(before, peak())
"""


def drawn(examples: int) -> np.ndarray:
    return np.random.default_rng(0).standard_normal((examples, COLUMNS), dtype=np.float32)


def in_chunks(x: np.ndarray) -> np.ndarray:
    """The same product with scikit-learn, which has to be told not to make the whole matrix."""
    ones = np.ones(len(x))
    chunks = (x[start : start + CHUNK] for start in range(0, len(x), CHUNK))
    return np.concatenate([rbf_kernel(chunk, x, gamma=GAMMA) @ ones for chunk in chunks])


def time(settings: Settings) -> Row:
    """One product with many examples."""
    x = drawn(settings.size(EXAMPLES))
    gram, ones = LazyGram(Gaussian.from_gamma(GAMMA), Vectors.of(x)), np.ones(len(x))
    peer = Peer("sklearn in chunks", lambda: in_chunks(x))
    return side_by_side(f"K @ v, {len(x)} × {COLUMNS} float32", lambda: gram @ ones, (peer,), repeats=1)


def growth(settings: Settings) -> Row:
    """The exponent p of time ~ nᵖ, by least squares on logarithms."""
    sizes = [settings.size(examples) for examples in GROWING]
    seconds = []
    for size in sizes:
        gram, ones = LazyGram(Gaussian.from_gamma(GAMMA), Vectors.of(drawn(size))), np.ones(size)
        seconds.append(best_seconds({OURS: partial(gram.product, ones)}, settings.repeats)[OURS])
    growing = exponent(dict(zip(sizes, seconds, strict=True)))
    goal = Goal("exponent", EXPONENT, at_most=True)
    return Row(f"growth from {sizes[0]} to {sizes[-1]} examples", {"exponent": growing}, (goal,))


def memory(settings: Settings) -> Row:
    """Peak resident memory, and how much of it was there before the product."""
    examples = settings.size(EXAMPLES)
    told = subprocess.run(
        [sys.executable, "-c", ALONE, str(examples), str(COLUMNS)], capture_output=True, text=True, check=True
    )
    before, peak = (float(number) / 1e6 for number in told.stdout.split())
    goal = Goal("peak MB", MEGABYTES, at_most=True)
    return Row(f"memory, {examples} × {COLUMNS} float32", {"before MB": before, "peak MB": peak}, (goal,))


def rows(settings: Settings) -> Iterator[Row]:
    """Time, growth, memory."""
    yield time(settings)
    yield growth(settings)
    yield memory(settings)
