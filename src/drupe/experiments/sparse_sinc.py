"""The sinc function from a hundred points by a sparse expansion: how few centers, beside a support vector machine.

Figure 5.5 of [Mika02], which prints no numbers: 100 equally spaced points, without noise (c = 4, C = 0.01) and with
Gaussian noise of deviation 0.2 (c = 3, C = 0.1). The interval, which it does not name, is [−10, 10] here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from rich.table import Table

from drupe.estimators.discriminant.sparse_kernel_regressor import SparseKernelRegressor
from drupe.estimators.margin.svr import SVR
from drupe.experiments.claims import Verdict, console, graded, show
from drupe.experiments.command import at_least, command
from drupe.foundation.arrays import Vector
from drupe.kernels import Gaussian

POINTS = 100
NEAR = np.linspace(-10.0, 10.0, POINTS)
GRID = np.linspace(-10.0, 10.0, 1001)


@dataclass(frozen=True)
class Panel:
    """One half of the figure.

    Parameters
    ----------
    noise
        Deviation of what is added to the function.
    width
        c in exp(−(x − z)² / c).
    alpha
        Weight of the sum of absolute coefficients.
    """

    noise: float
    width: float
    alpha: float


PANELS = {"no noise": Panel(0.0, 4.0, 0.01), "noise 0.2": Panel(0.2, 3.0, 0.1)}


def sinc(x: Vector) -> Vector:
    """sin(x) / x."""
    return np.asarray(np.sinc(x / np.pi))


@dataclass(frozen=True)
class Fit:
    """Centers of both machines, and root mean squared distances from the true function."""

    sparse: int
    margin: int
    sparse_distance: float
    margin_distance: float


def trial(panel: Panel, seed: int) -> Fit:
    """Both machines with one kernel; the tube of the support vector machine is as wide as the noise, or 0.01."""
    X, kernel = NEAR[:, None], Gaussian.from_gamma(1.0 / panel.width)
    y = sinc(NEAR) + panel.noise * np.random.default_rng(seed).normal(size=POINTS)
    sparse = SparseKernelRegressor(kernel, alpha=panel.alpha).fit(X, y)
    margin = SVR(kernel=kernel, C=1.0, epsilon=max(panel.noise, 0.01)).fit(X, y)
    distances = [float(np.sqrt(np.mean((one.predict(GRID[:, None]) - sinc(GRID)) ** 2))) for one in (sparse, margin)]
    return Fit(len(sparse.support_), len(margin.support_), *distances)


def table(found: Mapping[str, Sequence[Fit]]) -> Table:
    """Means over the draws of the noise."""
    out = Table(header_style="bold", caption="means over draws of the noise; distance: root mean square from sinc")
    out.add_column("panel", no_wrap=True)
    for heading in ("SKFD, centers", "SVR, centers", "SKFD, distance", "SVR, distance"):
        out.add_column(heading, justify="right", no_wrap=True)
    for name, fits in found.items():
        numbers = np.mean([list(vars(fit).values()) for fit in fits], axis=0)
        out.add_row(name, *(f"{value:.1f}" for value in numbers[:2]), *(f"{value:.4f}" for value in numbers[2:]))
    return out


def claims(found: Mapping[str, Sequence[Fit]]) -> list[str]:
    """The one sentence of the thesis about the figure, in two."""
    lines = []
    for name, fits in found.items():
        ours, theirs = (float(np.mean([getattr(fit, one) for fit in fits])) for one in ("sparse", "margin"))
        words = f"{name}: far fewer centers than support vectors ({ours:.1f} against {theirs:.1f})"
        lines.append(graded(2.0 * ours <= theirs, ours < theirs, words))
    lines.append(Verdict.OPEN.of("as few centers as a relevance vector machine: there is none here to count"))
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, count, print and judge."""
    parser = command("sparse_sinc", __doc__)
    parser.add_argument("--draws", type=at_least(1), default=20, metavar="N", help="draws of the noise")
    options = parser.parse_args(arguments)
    found = {
        name: [trial(panel, seed) for seed in range(options.draws if panel.noise else 1)]
        for name, panel in PANELS.items()
    }
    show(console(), [table(found)], claims(found))


if __name__ == "__main__":
    main()
