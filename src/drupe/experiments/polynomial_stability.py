"""What a little noise does to polynomials: high degrees move far, low ones stay, and who moves far learns badly.

Figures 2.3 and 2.4 of [Mukherjee04], which print no numbers: ten points of a sinusoid. First, targets are moved a
little, and the fit of degree 9, which meets all points, is compared with that of degree 2. Then the error against the
sinusoid is measured for least squares of degree 7, which is well-posed, and 15, whose shortest solution is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.table import Table

from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import at_least, command
from drupe.foundation.arrays import Vector

POINTS = np.linspace(0.0, 1.0, 10)
GRID = np.linspace(0.0, 1.0, 1001)
MOVED, NOISE = 0.05, 0.1
DEGREES = (2, 7, 9, 15)
SMALLEST = 1e-13
"""Singular values below this share of the largest count as zero."""


def truth(x: Vector) -> Vector:
    """One period of the sine."""
    return np.asarray(np.sin(2.0 * np.pi * x))


def fitted(degree: int, targets: Vector) -> Vector:
    """Values on the grid of the shortest least-squares polynomial through the points."""
    coefficients, *_ = np.linalg.lstsq(np.vander(POINTS, degree + 1), targets, rcond=SMALLEST)
    return np.vander(GRID, degree + 1) @ coefficients


@dataclass(frozen=True)
class Degree:
    """One degree: how far its fit moves, how far from the truth it is, and whether its solution is the only one."""

    degree: int
    moved: float
    furthest: float
    error: float
    unique: bool


def examined(degree: int, trials: int) -> Degree:
    """Means of the movement and median of the squared error over trials."""
    steps, errors = [], []
    still = fitted(degree, truth(POINTS))
    for seed in range(trials):
        rng = np.random.default_rng(seed)
        steps.append(fitted(degree, truth(POINTS) + MOVED * rng.normal(size=len(POINTS))) - still)
        noisy = np.random.default_rng(seed).normal(size=len(POINTS)) * NOISE
        errors.append(np.mean((fitted(degree, truth(POINTS) + noisy) - truth(GRID)) ** 2))
    moves = np.array(steps)
    return Degree(
        degree,
        float(np.mean(np.sqrt(np.mean(moves**2, axis=1)))),
        float(np.mean(np.abs(moves).max(axis=1))),
        float(np.median(errors)),
        degree + 1 <= len(POINTS),
    )


def table(found: Sequence[Degree]) -> Table:
    """A line for each degree."""
    caption = f"targets moved by {MOVED:g}; error: median of the mean square against the truth at noise {NOISE:g}"
    out = Table(header_style="bold", caption=caption)
    for heading in ("degree", "moved", "at most", "error"):
        out.add_column(heading, justify="right")
    out.add_column("solution")
    for one in found:
        numbers = (f"{one.moved:.4f}", f"{one.furthest:.4f}", f"{one.error:.4f}")
        out.add_row(str(one.degree), *numbers, "the only one" if one.unique else "the shortest of many")
    return out


def claims(found: Sequence[Degree]) -> list[str]:
    """What the notes see in their figures."""
    by = {one.degree: one for one in found}
    times, worse = by[9].moved / by[2].moved, by[15].error / by[7].error
    return [
        judged(times > 3.0, f"the interpolating polynomial moves much more than that of degree 2: {times:.1f} times"),
        judged(worse > 10.0, f"degree 15 errs much more than degree 7: {worse:.0f} times"),
        judged(by[7].unique and not by[15].unique, "of the two degree 7 alone has one solution"),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, print and judge."""
    parser = command("polynomial_stability", __doc__)
    parser.add_argument("--trials", type=at_least(2), default=200, metavar="N", help="draws of the noise")
    options = parser.parse_args(arguments)
    found = [examined(degree, options.trials) for degree in DEGREES]
    show(console(), [table(found)], claims(found))


if __name__ == "__main__":
    main()
