"""Components that do not see a transformation: oriented kernel PCA in the plane, against turns and against shifts.

Figure 5.4 of [Mika02], which prints no numbers and does not say what its points are; ours lie in a disk. Measured is
how much of a feature's variance a transformation of the examples alone makes: none for an invariant feature.
"""

from collections.abc import Callable, Sequence

import numpy as np
from rich.table import Table

from drupe.estimators.components.kernel_pca import KernelPCA
from drupe.estimators.components.noise import Tangents
from drupe.estimators.components.oriented_kernel_pca import OrientedKernelPCA
from drupe.estimators.components.transformations import PlaneRotation, Translation
from drupe.experiments.claims import console, graded, show
from drupe.experiments.command import at_least, command
from drupe.foundation.arrays import Matrix
from drupe.kernels import Gaussian

KERNEL = Gaussian.from_gamma(1.0)
ANGLE, STEP = 10.0, 0.2
"""Amounts of the transformations: degrees, and units along the first axis."""

POSITIONS = 24
"""Copies of each point over which a feature's variance is taken."""

ALPHA = 1e-6
FEATURES = 2


def disk(n: int, rng: np.random.Generator) -> Matrix:
    """n points, uniform in the unit disk."""
    radius, angle = np.sqrt(rng.random(n)), 2.0 * np.pi * rng.random(n)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


def turned(X: Matrix) -> list[Matrix]:
    """All points at angles around the whole circle."""
    angles = 2.0 * np.pi * np.arange(POSITIONS) / POSITIONS
    return [X @ np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]]) for t in angles]


def shifted(X: Matrix) -> list[Matrix]:
    """All points at first coordinates from −0.7 to 0.7, the second one as it is, if that keeps them in the disk."""
    inside = X[np.abs(X[:, 1]) <= 0.7]
    return [np.column_stack([np.full(len(inside), x), inside[:, 1]]) for x in np.linspace(-0.7, 0.7, POSITIONS)]


MOVES: dict[str, Callable[[Matrix], list[Matrix]]] = {"turns": turned, "shifts": shifted}


def seen(transform: Callable[[Matrix], Matrix], copies: Sequence[Matrix]) -> float:
    """Variance of features over the copies of a point, as a share of all variance; mean over features."""
    outputs = np.array([transform(copy) for copy in copies])
    return float(np.mean(outputs.var(axis=0).mean(axis=0) / outputs.reshape(-1, outputs.shape[2]).var(axis=0)))


def examine(n: int, seed: int) -> dict[str, dict[str, float]]:
    """What each of three maps sees of turns and of shifts, at new points."""
    rng = np.random.default_rng(seed)
    X, new = disk(n, rng), disk(n, rng)
    maps = {
        "kernel PCA": KernelPCA(FEATURES, kernel=KERNEL),
        "oriented, turns": _oriented(Tangents([PlaneRotation(ANGLE)])),
        "oriented, shifts": _oriented(Tangents([Translation([STEP, 0.0])])),
    }
    return {
        name: {move: seen(machine.fit(X).transform, copies(new)) for move, copies in MOVES.items()}
        for name, machine in maps.items()
    }


def _oriented(noise: Tangents) -> OrientedKernelPCA:
    return OrientedKernelPCA(KERNEL, n_components=FEATURES, noise=noise, alpha=ALPHA, penalty="coefficients")


def table(found: dict[str, dict[str, float]]) -> Table:
    """Shares in percent."""
    out = Table(
        header_style="bold", caption=f"variance of {FEATURES} features that a transformation makes, percent of all"
    )
    out.add_column("features", no_wrap=True)
    for move in MOVES:
        out.add_column(f"by {move}", justify="right")
    for name, shares in found.items():
        out.add_row(name, *(f"{100 * shares[move]:.1f}" for move in MOVES))
    return out


def claims(found: dict[str, dict[str, float]]) -> list[str]:
    """Invariant features where an invariance was asked for."""
    lines = []
    for move in MOVES:
        plain, oriented = found["kernel PCA"][move], found[f"oriented, {move}"][move]
        words = f"oriented against {move}, features change little with them ({oriented:.1%}; kernel PCA {plain:.1%})"
        lines.append(graded(oriented < 0.1 and 3.0 * oriented < plain, oriented < plain, words))
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, measure, print and judge."""
    parser = command("oriented_toy", __doc__)
    parser.add_argument(
        "--points", type=at_least(20), default=200, metavar="N", help="points to learn from, and new ones"
    )
    parser.add_argument("--seed", type=at_least(0), default=0, metavar="S", help="of the points")
    options = parser.parse_args(arguments)
    found = examine(options.points, options.seed)
    show(console(), [table(found)], claims(found))


if __name__ == "__main__":
    main()
