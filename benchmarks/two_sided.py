"""Passes Kᵀ φ(K A) over rows and landmarks, for one column and for many, and the metric and landmarks for them.

Seconds are of the processor, on one thread, where nothing else is said.
"""

from collections.abc import Callable, Iterator, Mapping
from math import inf
from time import perf_counter, process_time

import numpy as np
from measure import Goal, Row, Settings
from threadpoolctl import threadpool_limits

from drupe.grams.cross import ALL_FOLDS, Columns, CrossGram, Known
from drupe.grams.random_pivots import random_pivots
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.losses import Logistic
from drupe.losses.output_rows import OneAgainstRest
from drupe.solvers.sketched_metric import SketchedMetric, sketched_moments

DIMENSION, LANDMARKS, ROWS, CHUNK = 50, 5_000, 16_384, 2_048
WIDTH = 7.0

AGAINST_PRODUCT, AGAINST_NUMPY, TEN, FIFTY = 1.12, 1.35, 1.4, 2.5
TOGETHER, METRIC, PIVOTS = 0.6, 1.4, 2.5


def drawn(rows: int, seed: int) -> Vectors:
    return Vectors.of(np.random.default_rng(seed).standard_normal((rows, DIMENSION), dtype=np.float32))


def best(
    ways: Mapping[str, Callable[[], object]], repeats: int, clock: Callable[[], float] = process_time
) -> dict[str, float]:
    """The best of several runs of each, taken in turns, by default in seconds of the processor."""
    seconds = dict.fromkeys(ways, inf)
    for _ in range(repeats + 1):
        for name, work in ways.items():
            start = clock()
            work()
            seconds[name] = min(seconds[name], clock() - start)
    return seconds


def ratio(case: str, ours: float, other: float, bound: float) -> Row:
    """One row: both in milliseconds, and their ratio with its goal."""
    numbers = {"ms": 1e3 * ours, "against ms": 1e3 * other, "ratio": ours / other}
    return Row(case, numbers, (Goal("ratio", bound, at_most=True),))


def sweep(cross: CrossGram, x: Vectors, outputs: int) -> Callable[[], object]:
    """A pass with the logistic loss, each output a machine of its own that leaves out a fold."""
    rng = np.random.default_rng(outputs)
    known = Known(rng.integers(0, 2, len(x)), np.ones(len(x)), rng.integers(0, 5, len(x)))
    folds = np.concatenate([[ALL_FOLDS], np.arange(outputs - 1) % 5])
    columns = Columns(0.01 * rng.standard_normal((len(cross.landmarks), outputs)), np.zeros(outputs), folds)
    return lambda: cross.sweep(x, known, columns, OneAgainstRest(Logistic()))


def passes(settings: Settings) -> Iterator[Row]:
    """One, ten and fifty columns, the one-sided product, and numpy's, which has neither exponentials nor sums."""
    x, z = drawn(settings.size(ROWS), 0), drawn(settings.size(LANDMARKS), 1)
    cross = CrossGram(Gaussian(WIDTH), z, n_jobs=1)
    weights = np.random.default_rng(2).standard_normal((len(z), 1))
    place = np.empty((CHUNK, len(z)), dtype=np.float32)

    def bare() -> None:
        for start in range(0, len(x), CHUNK):
            chunk = x.array[start : start + CHUNK]
            np.matmul(chunk, z.array.T, out=place[: len(chunk)])

    ways = {str(outputs): sweep(cross, x, outputs) for outputs in (1, 10, 50)}
    ways |= {"one-sided": lambda: cross.prepared.rough_product(x, weights), "numpy": bare}
    with threadpool_limits(1):
        seconds = best(ways, settings.repeats)
    case = f"{len(x)} rows, {len(z)} landmarks:"
    yield ratio(f"{case} 1 column / one-sided", seconds["1"], seconds["one-sided"], AGAINST_PRODUCT)
    yield ratio(f"{case} 1 column / numpy's X @ Z.T", seconds["1"], seconds["numpy"], AGAINST_NUMPY)
    yield ratio(f"{case} 10 columns / 1", seconds["10"], seconds["1"], TEN)
    yield ratio(f"{case} 50 columns / 1", seconds["50"], seconds["1"], FIFTY)


def threads(settings: Settings) -> Row:
    """Two threads against one, by the clock on the wall."""
    x, z = drawn(settings.size(ROWS), 0), drawn(settings.size(LANDMARKS), 1)
    ways = {str(k): sweep(CrossGram(Gaussian(WIDTH), z, n_jobs=k), x, 1) for k in (1, 2)}
    seconds = best(ways, settings.repeats, perf_counter)
    return ratio(
        f"{len(x)} rows, {len(z)} landmarks: 2 threads / 1, by the clock", seconds["2"], seconds["1"], TOGETHER
    )


def metric(settings: Settings) -> Row:
    """A sketch of five rows for each landmark and its factor, against 5 M³ flops as numpy multiplies in float64.

    A sum of outer products is symmetric: half of 2 · 5 M³.
    """
    size = settings.size(3_000)
    cross, sketch = CrossGram(Gaussian(WIDTH), drawn(size, 1), n_jobs=1), drawn(5 * size, 2)
    square = np.random.default_rng(0).standard_normal((1_500, 1_500))

    def made() -> None:
        moments = sketched_moments(cross, sketch, np.ones(len(sketch)))
        SketchedMetric.of(moments, cross, 1.0, 1e-6, overwrite=True)

    with threadpool_limits(1):
        seconds = best({"metric": made, "dgemm": lambda: square @ square}, min(2, settings.repeats))
    flops = 5 * size**3 * seconds["dgemm"] / (2 * len(square) ** 3)
    return ratio(f"metric of {size} landmarks / 5 M³ flops", seconds["metric"], flops, METRIC)


def pivots(settings: Settings) -> Row:
    """Landmarks by random pivots, against n M² flops as numpy multiplies in float64."""
    candidates, size = drawn(settings.size(10_000), 2), settings.size(2_000)
    square = np.random.default_rng(0).standard_normal((1_500, 1_500))
    ways = {
        "pivots": lambda: random_pivots(Gaussian(WIDTH), candidates, size, 0, 1),
        "dgemm": lambda: square @ square,
    }
    with threadpool_limits(1):
        seconds = best(ways, min(2, settings.repeats))
    flops = len(candidates) * size**2 * seconds["dgemm"] / (2 * len(square) ** 3)
    return ratio(f"{size} pivots of {len(candidates)} / n M² flops", seconds["pivots"], flops, PIVOTS)


def rows(settings: Settings) -> Iterator[Row]:
    """Passes, threads, metric, pivots."""
    yield from passes(settings)
    yield threads(settings)
    yield metric(settings)
    yield pivots(settings)
