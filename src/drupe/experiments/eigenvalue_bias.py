"""Eigenvalues of small samples: the leading ones come out too large, the trailing ones too small, their sum is right.

[Mika02], sections 3.4.6 and 4.2, argues so for adding a penalty to covariances; it prints no numbers. Gaussians in ten
dimensions with the variances 1, 1/2, 1/3, ..., 1/10.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.table import Table

from drupe.estimators.components.kernel_pca import KernelPCA
from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import at_least, command
from drupe.foundation.arrays import Matrix, Vector

TRUTH = 1.0 / np.arange(1.0, 11.0)


def eigenvalues(n: int, rng: np.random.Generator) -> Vector:
    """Those of the unbiased covariance of n examples, by kernel PCA with the linear kernel."""
    X = rng.normal(size=(n, len(TRUTH))) * np.sqrt(TRUTH)
    found = KernelPCA(len(TRUTH), kernel="linear").fit(X).covariance_eigenvalues_
    return np.asarray(found * n / (n - 1.0))


@dataclass(frozen=True, eq=False)
class Found:
    """Eigenvalues of many samples of one size, a row for each sample."""

    n: int
    values: Matrix

    @classmethod
    def of(cls, n: int, draws: int, seed: int = 0) -> "Found":
        """Samples drawn one after another."""
        rng = np.random.default_rng(seed)
        return cls(n, np.array([eigenvalues(n, rng) for _ in range(draws)]))

    @property
    def bias(self) -> Vector:
        """Mean minus truth."""
        return np.asarray(self.values.mean(axis=0) - TRUTH)

    @property
    def trace(self) -> tuple[float, float]:
        """Mean minus truth of the sum, and the standard error of it."""
        sums = self.values.sum(axis=1)
        return float(sums.mean() - TRUTH.sum()), float(sums.std(ddof=1) / np.sqrt(len(sums)))

    def claims(self) -> list[str]:
        """The three statements."""
        off, deviation = self.trace
        first, last = self.bias[0], self.bias[-1]
        return [
            judged(bool(first > 0.0), f"n = {self.n}: the leading eigenvalue is too large by {first / TRUTH[0]:.0%}"),
            judged(bool(last < 0.0), f"n = {self.n}: the trailing one is too small by {-last / TRUTH[-1]:.0%}"),
            judged(abs(off) <= 3.0 * deviation, f"n = {self.n}: the sum is unbiased ({off:+.4f} ± {deviation:.4f})"),
        ]


def table(found: Sequence[Found]) -> Table:
    """Mean over truth for each eigenvalue."""
    out = Table(header_style="bold", caption="mean of each empirical eigenvalue over the true one")
    out.add_column("n", justify="right")
    for place in range(1, len(TRUTH) + 1):
        out.add_column(str(place), justify="right")
    for one in found:
        out.add_row(str(one.n), *(f"{ratio:.2f}" for ratio in one.values.mean(axis=0) / TRUTH))
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw, print and judge."""
    parser = command("eigenvalue_bias", __doc__)
    parser.add_argument("--sizes", nargs="+", type=at_least(12), default=[20, 50, 200], metavar="N", help="examples")
    parser.add_argument("--draws", type=at_least(2), default=400, metavar="N", help="samples of each size")
    options = parser.parse_args(arguments)
    found = [Found.of(n, options.draws) for n in options.sizes]
    show(console(), [table(found)], [line for one in found for line in one.claims()])


if __name__ == "__main__":
    main()
