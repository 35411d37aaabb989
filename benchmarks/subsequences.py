"""Gram matrices of kernels on pairs of strings: beside a package that is made for them, if it is installed."""

# `strkernels` adds the kernels of lengths 1, ..., p with equal weights and normalizes the sum, and so do we here. Its
# licence is not one for a dependency: `pip install strkernels` brings it into the table.

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import inf
from time import process_time, sleep

import numpy as np
from measure import OURS, PAUSE, Goal, Row, Settings, best_seconds

from drupe.foundation.threads import OPENMP_DEFAULT
from drupe.inputs import Sequences
from drupe.kernels import AllSubstrings, Kernel, SubsequenceMixture, Subsequences
from drupe.kernels.strings.pairwise import PairwisePrepared

DECAY = 0.5
PEER = "strkernels"

CASES = (
    # letters, strings, their length, words up to; how many times as fast at least: in double, in single on all threads
    (20, 200, 200, 4, 50.0, 150.0),
    (4, 200, 200, 4, 900.0, 900.0),
)


def strings(letters: int, count: int, length: int) -> list[str]:
    """Random strings over the first letters of the alphabet."""
    rng = np.random.default_rng(0)
    codes = rng.integers(0, letters, (count, length)) + ord("A")
    return ["".join(map(chr, row)) for row in codes]


def cpu_seconds(work: Callable[[], object], repeats: int) -> float:
    """The least processor time of several runs."""
    best = inf
    for _ in range(repeats):
        sleep(PAUSE)
        start = process_time()
        work()
        best = min(best, process_time() - start)
    return best


def peer_matrix(texts: list[str], longest: int) -> np.ndarray:
    """The same normalized mixture by the other package."""
    kernel = import_module(PEER).SubsequenceStringKernel(maxlen=longest, ssk_lambda=DECAY)
    array = np.array(texts, dtype=object)
    return np.asarray(kernel(array, array))


def normalized(gram: np.ndarray) -> np.ndarray:
    """K, with ones on its diagonal."""
    lengths = np.sqrt(gram.diagonal().astype(np.float64))
    return gram / lengths / lengths[:, None]


def gram(kernel: Kernel[Sequences], inputs: Sequences, threads: int) -> np.ndarray:
    """K in double precision."""
    return kernel.prepare(inputs, threads=threads).gram()


def rough_gram(kernel: Kernel[Sequences], inputs: Sequences, threads: int) -> np.ndarray:
    """K as solvers take it that ask for single precision."""
    return kernel.prepare(inputs, threads=threads).rough_gram()


def beside_the_peer(settings: Settings) -> Iterator[Row]:
    """The same matrix by both: processor time against processor time, and against the clock with all our threads."""
    for letters, count, length, longest, alone, together in CASES:
        texts = strings(letters, settings.size(count), length)
        kernel, inputs = SubsequenceMixture((1.0,) * longest, DECAY), Sequences.of(texts)
        case = f"{letters} letters, {len(texts)} × {length}, up to {longest}"
        ours = cpu_seconds(partial(gram, kernel, inputs, 1), settings.repeats)
        numbers = {f"{OURS} CPU ms": 1e3 * ours}
        clock = best_seconds({OURS: partial(rough_gram, kernel, inputs, OPENMP_DEFAULT)}, settings.repeats)[OURS]
        numbers["single, all threads, ms by the clock"] = 1e3 * clock
        goals: tuple[Goal, ...] = ()
        if find_spec(PEER) is not None:
            np.testing.assert_allclose(normalized(gram(kernel, inputs, 1)), peer_matrix(texts, longest), rtol=1e-6)
            theirs = cpu_seconds(partial(peer_matrix, texts, longest), 1)
            numbers |= {f"{PEER} CPU ms": 1e3 * theirs, f"{PEER} / {OURS}": theirs / ours}
            numbers[f"{PEER} CPU / clock"] = theirs / clock
            if not settings.quick:
                goals = (
                    Goal(f"{PEER} / {OURS}", alone, at_most=False),
                    Goal(f"{PEER} CPU / clock", together, at_most=False),
                )
        yield Row(case, numbers, goals)


def two_ways(settings: Settings) -> Iterator[Row]:
    """The recursion and the features, and whether the faster was chosen."""
    for letters, count, length, longest in ((4, 200, 1000, 4), (4, 50, 50, 6), (20, 200, 200, 3), (20, 50, 60, 4)):
        inputs = Sequences.of(strings(letters, settings.size(count), length))
        kernel = Subsequences(longest, DECAY)
        chosen = cpu_seconds(partial(gram, kernel, inputs, 1), settings.repeats)
        recursion = cpu_seconds(lambda k=kernel, x=inputs: PairwisePrepared(k, x, 1).gram(), settings.repeats)
        goals = () if settings.quick else (Goal("recursion / chosen", 0.7, at_most=False),)
        case = f"{letters} letters, {len(inputs)} × {length}, words of {longest}"
        numbers = {f"{OURS} CPU ms": 1e3 * chosen, "recursion CPU ms": 1e3 * recursion}
        yield Row(case, numbers | {"recursion / chosen": recursion / chosen}, goals)


def growth(settings: Settings) -> Iterator[Row]:
    """All substrings of twice as long strings take twice as long."""
    kernel, seconds = AllSubstrings(DECAY), []
    for length in (10_000, 40_000):
        inputs = Sequences.of(strings(4, 12, settings.size(length)))
        seconds.append(cpu_seconds(partial(gram, kernel, inputs, 1), settings.repeats))
    goals = () if settings.quick else (Goal("four times as long", 8.0, at_most=True),)
    yield Row(
        "all substrings, 12 strings of 40000 letters",
        {f"{OURS} CPU ms": 1e3 * seconds[1], "four times as long": seconds[1] / seconds[0]},
        goals,
    )


def rows(settings: Settings) -> Iterator[Row]:
    """All of them."""
    yield from beside_the_peer(settings)
    yield from two_ways(settings)
    yield from growth(settings)
