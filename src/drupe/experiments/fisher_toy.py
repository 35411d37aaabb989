"""Decision lines in the plane: support vectors at the margin, Fisher's discriminant on all points, or on two.

Figures 2.10 and 5.1 of [Mika02]: a linear and a Gaussian kernel, the lines where outputs are −1, 0 and 1, and the
examples that each expansion rests on, marked. The points are not given; ours are two half moons.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from rich.table import Table

from drupe.estimators.discriminant.kernel_fisher import KernelFisher
from drupe.estimators.discriminant.linear_sparse_kernel_fisher import LinearSparseKernelFisher
from drupe.estimators.discriminant.thresholds import LeastSquares
from drupe.estimators.margin.svc import SVC
from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import at_least, command
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.kernels import Gaussian, Linear

KERNELS = {"linear": Linear(), "Gaussian": Gaussian.from_gamma(1.0)}
BLUE, RED, INK = "#2563a8", "#b3261e", "#1c2230"


def moons(n: int, seed: int) -> tuple[Matrix, Index]:
    """n points of two half circles that reach into each other, with noise."""
    rng = np.random.default_rng(seed)
    y = np.where(np.arange(n) % 2 == 0, 1, -1)
    angle = np.pi * rng.random(n)
    bow = np.column_stack([np.cos(angle), np.sin(angle)])
    return np.where(y[:, None] > 0, bow, [1.0, 0.4] - bow) + 0.15 * rng.normal(size=(n, 2)), y


def machines(kernel: Any) -> dict[str, Any]:
    """The three machines with one kernel."""
    return {
        "SVM": SVC(kernel=kernel, C=10.0, tol=1e-6),
        "KFD": KernelFisher(kernel, alpha=0.1, penalty="coefficients", threshold=LeastSquares()),
        "LSKFD": LinearSparseKernelFisher(kernel, alpha=0.1, threshold=LeastSquares()),
    }


@dataclass(frozen=True, eq=False)
class Panel:
    """One machine on the points."""

    name: str
    kernel: str
    X: Matrix
    y: Index
    fitted: Any

    @property
    def outputs(self) -> Vector:
        """f at the points."""
        return np.asarray(self.fitted.decision_function(self.X))

    @property
    def error(self) -> float:
        """Share of the points on the wrong side."""
        return float(np.mean(self.fitted.predict(self.X) != self.y))

    @property
    def beyond(self) -> int:
        """How many examples of the expansion are farther than the line where the output is their label."""
        return int(np.sum((self.y * self.outputs)[self.fitted.support_] > 1.0 + 1e-3))

    def draw(self, ax: Axes) -> None:
        """Points, lines at −1, 0 and 1, and rings around what the expansion rests on."""
        low, high = self.X.min(axis=0) - 0.4, self.X.max(axis=0) + 0.4
        across, up = np.meshgrid(np.linspace(low[0], high[0], 120), np.linspace(low[1], high[1], 120))
        plane = self.fitted.decision_function(np.column_stack([across.ravel(), up.ravel()])).reshape(across.shape)
        ax.contour(across, up, plane, levels=[-1.0, 0.0, 1.0], colors=INK, linestyles=["--", "-", "--"], linewidths=1.0)
        ax.scatter(self.X[:, 0], self.X[:, 1], s=14, c=np.where(self.y > 0, RED, BLUE))
        marked = self.X[self.fitted.support_]
        ax.scatter(marked[:, 0], marked[:, 1], s=60, facecolors="none", edgecolors=INK, linewidths=0.8)
        ax.set(title=f"{self.name}, {self.kernel}: {len(self.fitted.support_)} examples", xticks=[], yticks=[])


def panels(n: int, seed: int) -> list[Panel]:
    """All six."""
    X, y = moons(n, seed)
    return [
        Panel(name, word, X, y, machine.fit(X, y))
        for word, kernel in KERNELS.items()
        for name, machine in machines(kernel).items()
    ]


def draw(found: Sequence[Panel], folder: Path) -> Path:
    """All panels in one picture."""
    figure = Figure(figsize=(12.0, 7.6), facecolor="white", layout="constrained")
    for ax, panel in zip(figure.subplots(2, 3).ravel(), found, strict=True):
        panel.draw(ax)
    folder.mkdir(parents=True, exist_ok=True)
    figure.savefig(folder / "fisher_toy.png", dpi=120)
    return folder / "fisher_toy.png"


def table(found: Sequence[Panel]) -> Table:
    """How many examples each expansion rests on."""
    out = Table(header_style="bold", caption="beyond: examples of the expansion whose output exceeds their label")
    for heading in ("machine", "kernel"):
        out.add_column(heading, no_wrap=True)
    for heading in ("examples in the expansion", "beyond", "training error, percent"):
        out.add_column(heading, justify="right")
    for one in found:
        count = str(len(one.fitted.support_))
        out.add_row(one.name, one.kernel, count, str(one.beyond), f"{100 * one.error:.1f}")
    return out


def claims(found: Sequence[Panel]) -> list[str]:
    """What the thesis says of the figures."""
    by_name = {(one.name, one.kernel): one for one in found}
    n = len(found[0].y)
    linear = len(by_name["LSKFD", "linear"].fitted.support_)
    beyond = [by_name["SVM", word].beyond for word in KERNELS]
    whole = [len(by_name["KFD", word].fitted.support_) for word in KERNELS]
    few = len(by_name["LSKFD", "Gaussian"].fitted.support_)
    return [
        judged(linear == 2, f"with the linear kernel LSKFD rests on 2 examples: {linear}"),
        judged(set(whole) == {n}, f"KFD rests on all {n}: {whole[0]} and {whole[1]}"),
        judged(not any(beyond), f"no support vector lies beyond the margin: {beyond[0]} and {beyond[1]} do"),
        judged(4 * few < n, f"with the Gaussian kernel LSKFD rests on few examples: {few}"),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, draw, print and judge."""
    parser = command("fisher_toy", __doc__)
    parser.add_argument("--examples", type=at_least(10), default=100, metavar="N", help="points")
    parser.add_argument("--seed", type=at_least(0), default=0, metavar="S", help="of the points")
    parser.add_argument("--output", type=Path, default=Path("demo"), metavar="DIR", help="folder for the figure")
    options = parser.parse_args(arguments)
    found = panels(options.examples, options.seed)
    out = console()
    show(out, [table(found)], claims(found))
    out.print(f"wrote {draw(found, options.output)}", highlight=False, soft_wrap=True)


if __name__ == "__main__":
    main()
