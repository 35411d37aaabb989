"""Smoothing splines beside scipy's, on the line and in the plane, and networks beside scikit-learn's pieces."""

from collections.abc import Iterator

import numpy as np
from measure import Peer, Row, Settings, side_by_side
from scipy.interpolate import RBFInterpolator, make_smoothing_spline
from sklearn.cluster import KMeans
from sklearn.linear_model import Ridge
from sklearn.metrics.pairwise import rbf_kernel

from drupe import RBFNetworkRegressor, SmoothingSpline

STRENGTH, BENDING = 1e-3, 100.0
UNITS, WIDTH = 10, 1.0
FEWEST = 10
"""Examples at least, where sizes are cut down to show that everything runs."""


def wave(examples: int) -> tuple[np.ndarray, np.ndarray]:
    """About one example in each unit of the column: where some come very close, scipy gives up."""
    rng = np.random.default_rng(0)
    x = np.arange(examples) + rng.uniform(-0.4, 0.4, size=examples)
    return x, np.sin(0.2 * x) + 0.3 * rng.standard_normal(examples)


def sheet(examples: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    x = rng.uniform(-2.0, 2.0, size=(examples, 2))
    return x, np.sin(2.0 * x[:, 0]) * x[:, 1] + 0.1 * rng.standard_normal(examples)


def apart(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.abs(one - other).max())


def with_difference(row: Row, difference: float) -> Row:
    """The row with how far both answers are apart."""
    return Row(row.case, {**row.numbers, "answers apart": difference}, row.goals)


def cubic(examples: int, strength: float | None, repeats: int) -> Row:
    """A whole fit on the line; ours finds error bars, too."""
    x, y = wave(examples)
    ours = SmoothingSpline("cubic", strength="gcv" if strength is None else strength)
    peer = Peer("scipy", lambda: make_smoothing_spline(x, y, lam=strength), faster_at_least=1.0)
    chosen = "chosen by gcv" if strength is None else "given"
    row = side_by_side(f"cubic, strength {chosen}, {examples}", lambda: ours.fit(x[:, None], y), (peer,), repeats)
    return with_difference(row, apart(ours.predict(x[:, None]), make_smoothing_spline(x, y, lam=strength)(x)))


def cubic_answers(examples: int, repeats: int) -> Row:
    """Values at so many places, from a spline with a thousand knots."""
    x, y = wave(1000)
    ours, theirs = (
        SmoothingSpline("cubic", strength=BENDING).fit(x[:, None], y),
        make_smoothing_spline(x, y, lam=BENDING),
    )
    new = np.random.default_rng(1).uniform(1.0, 998.0, size=examples)
    peer = Peer("scipy", lambda: theirs(new), faster_at_least=1.0)
    row = side_by_side(f"cubic, {examples} answers", lambda: ours.predict(new[:, None]), (peer,), repeats)
    return with_difference(row, apart(ours.predict(new[:, None]), theirs(new)))


def thin_plate(examples: int, repeats: int) -> Row:
    """A whole fit in the plane at a given strength; scipy's kernel is 8π times ours."""
    x, y = sheet(examples)
    ours = SmoothingSpline("thin_plate", strength=STRENGTH, error_bars=False)
    smoothing = 8.0 * np.pi * STRENGTH
    peer = Peer("scipy", lambda: RBFInterpolator(x, y, smoothing=smoothing), faster_at_least=1.0)
    row = side_by_side(f"thin plate, strength given, {examples}", lambda: ours.fit(x, y), (peer,), repeats)
    return with_difference(row, apart(ours.predict(x), RBFInterpolator(x, y, smoothing=smoothing)(x)))


def thin_plate_answers(examples: int, repeats: int) -> Row:
    """Values at so many places, from a plate over five hundred."""
    x, y = sheet(500)
    ours = SmoothingSpline("thin_plate", strength=STRENGTH, error_bars=False).fit(x, y)
    theirs = RBFInterpolator(x, y, smoothing=8.0 * np.pi * STRENGTH)
    new = np.random.default_rng(1).uniform(-2.0, 2.0, size=(examples, 2))
    peer = Peer("scipy", lambda: theirs(new), faster_at_least=1.0)
    row = side_by_side(f"thin plate, {examples} answers", lambda: ours.predict(new), (peer,), repeats)
    return with_difference(row, apart(ours.predict(new), theirs(new)))


def network(examples: int, repeats: int) -> Row:
    """Means of groups and ridge regression around them, beside the same from scikit-learn's pieces."""
    x, y = sheet(examples)
    weights = np.random.default_rng(2).exponential(size=examples)

    def pieces() -> Ridge:
        groups = KMeans(UNITS, n_init=5, random_state=0).fit(x, sample_weight=weights)
        design = rbf_kernel(x, groups.cluster_centers_, gamma=0.5 / WIDTH**2)
        return Ridge(alpha=STRENGTH).fit(design, y, weights)

    ours = RBFNetworkRegressor(centers=UNITS, width=WIDTH, strength=STRENGTH, penalty="coefficients", random_state=0)
    peer = Peer("sklearn", pieces)  # no goal: most of it is the same k-means
    case = f"network of {UNITS} units, {examples}"
    return side_by_side(case, lambda: ours.fit(x, y, weights), (peer,), repeats)


def rows(settings: Settings) -> Iterator[Row]:
    """The line, the plane, networks."""
    for examples in (1000, 10_000, 100_000, 1_000_000):
        yield cubic(settings.size(examples), BENDING, min(3, settings.repeats))
    for examples in (1000, 10_000):
        yield cubic(settings.size(examples), None, min(2, settings.repeats))
    yield cubic_answers(settings.size(100_000), settings.repeats)
    for examples in (500, 1000, 3000):
        yield thin_plate(max(FEWEST, settings.size(examples)), min(3, settings.repeats))
    yield thin_plate_answers(settings.size(20_000), settings.repeats)
    for examples in (400, 20_000):
        yield network(max(UNITS, settings.size(examples)), settings.repeats)
