"""Noise in the plane by three margins: the hard one follows it, squared and plain slacks let it be.

Figure 6.3 of [Cristianini00]: the same Gaussian kernel, hard margin, 2-norm and 1-norm soft margin. The points are not
given; ours are two clouds with two of the positive examples among the negative ones.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.table import Table

from drupe.estimators.margin.hard_margin_svc import HardMarginSVC
from drupe.estimators.margin.svc import SVC
from drupe.estimators.margin.two_norm_svc import TwoNormSVC
from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import at_least, command
from drupe.foundation.arrays import Index, Matrix
from drupe.kernels.gaussian import Gaussian

KERNEL = Gaussian(1.0)
STRANGERS = 2
"""Positive examples that lie among the negative ones."""


def clouds(n: int, seed: int) -> tuple[Matrix, Index]:
    """Two clouds of n points each; the first two of the positive ones stand in the middle of the other cloud."""
    rng = np.random.default_rng(seed)
    y = np.repeat([1, -1], n)
    X = rng.normal(size=(2 * n, 2)) * 0.7 + np.outer(y, [1.6, 0.0])
    X[:STRANGERS] = [[-1.9, 0.3], [-1.3, -0.4]]
    return X, y


def machines() -> Mapping[str, Any]:
    """The three, with one kernel."""
    return {
        "hard margin": HardMarginSVC(KERNEL),
        "2-norm soft margin": TwoNormSVC(kernel=KERNEL, C=1.0),
        "1-norm soft margin": SVC(kernel=KERNEL, C=1.0, tol=1e-6),
    }


@dataclass(frozen=True)
class Fitted:
    """What became of one machine: whom it misses, how many support vectors, how long its normal vector is."""

    missed: tuple[int, ...]
    support: int
    length: float


def fitted(machine: Any, X: Matrix, y: Index) -> Fitted:
    """One machine on the points."""
    machine.fit(X, y)
    missed = np.flatnonzero(machine.predict(X) != y)
    signed = np.ravel(machine.dual_coef_)
    vectors = X[machine.support_]
    squared = float(signed @ KERNEL(vectors, vectors) @ signed)
    return Fitted(tuple(missed.tolist()), len(machine.support_), float(np.sqrt(squared)))


def table(found: Mapping[str, Fitted]) -> Table:
    """A line for each machine."""
    out = Table(header_style="bold", caption="‖w‖ says how much the boundary bends")
    out.add_column("machine", no_wrap=True)
    for heading in ("training errors", "support vectors", "‖w‖"):
        out.add_column(heading, justify="right")
    for name, one in found.items():
        out.add_row(name, str(len(one.missed)), str(one.support), f"{one.length:.2f}")
    return out


def claims(found: Mapping[str, Fitted]) -> list[str]:
    """What the book sees in its figure."""
    hard, squared, plain = found.values()
    both = tuple(range(STRANGERS))
    return [
        judged(not hard.missed, "the hard margin gets every example right"),
        judged(
            hard.length > max(squared.length, plain.length),
            f"by a boundary that bends more: ‖w‖ = {hard.length:.0f} against {squared.length:.1f}, {plain.length:.1f}",
        ),
        judged(
            squared.missed == plain.missed == both,
            f"both soft margins miss the two positive examples that lie among the others, and no other: "
            f"{len(squared.missed)} and {len(plain.missed)}",
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, print and judge."""
    parser = command("three_margins", __doc__)
    parser.add_argument("--points", type=at_least(10), default=40, metavar="N", help="of each class")
    parser.add_argument("--seed", type=at_least(0), default=0, metavar="S", help="of the points")
    options = parser.parse_args(arguments)
    X, y = clouds(options.points, options.seed)
    found = {name: fitted(machine, X, y) for name, machine in machines().items()}
    show(console(), [table(found)], claims(found))


if __name__ == "__main__":
    main()
