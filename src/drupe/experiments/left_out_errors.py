"""Leave-one-out against the test: the error that a kernel Fisher discriminant knows of itself, over its penalty.

[Mika02], section 4.4, has the closed form, whose price is that of one fit, but measures nothing with it.
"""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.table import Table

from drupe.estimators.discriminant.kernel_fisher import KernelFisher
from drupe.estimators.discriminant.thresholds import LeastSquares
from drupe.estimators.warnings import FitWarning
from drupe.experiments.archives import IDA13
from drupe.experiments.claims import console, graded, show
from drupe.experiments.command import at_least, command
from drupe.experiments.fisher_ida13 import PRINTED
from drupe.experiments.fisher_protocol import Setting
from drupe.experiments.ida13 import splits
from drupe.foundation.arrays import Matrix, Vector

ARCHIVES = (IDA13,)
ALPHAS = 10.0 ** np.arange(-3.0, 2.0)
FACTOR = 1.0
CLOSE = 0.01
"""Mean distance of the two errors, and loss by the choice, that count as small."""


@dataclass(frozen=True, eq=False)
class Curves:
    """Errors on one set: a row for each split, a column for each alpha."""

    left_out: Matrix
    test: Matrix

    @property
    def distance(self) -> Vector:
        """Leave-one-out minus test, means over splits."""
        return np.asarray((self.left_out - self.test).mean(axis=0))

    @property
    def loss(self) -> float:
        """Test error at the alpha that leave-one-out chooses, minus that of the best one, mean over splits."""
        chosen = self.test[np.arange(len(self.test)), self.left_out.argmin(axis=1)]
        return float(np.mean(chosen - self.test.min(axis=1)))


def examine(folder: Path, name: str, count: int) -> Curves:
    """Both errors over all alphas; the function pays, cut where least squares do."""
    left_out, test = [], []
    for split in splits(folder, name, count):
        kernel, signs = Setting(FACTOR, 1.0).kernel(split.X.shape[1]), np.where(split.y > 0, 1.0, -1.0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FitWarning)  # constant rules have a place on the curve
            fitted = [KernelFisher(kernel, alpha=a, threshold=LeastSquares()).fit(split.X, split.y) for a in ALPHAS]
        left_out.append([float(np.mean((one.leave_one_out_outputs_ >= 0.0) != (signs > 0.0))) for one in fitted])
        test.append([split.error(one) for one in fitted])
    return Curves(np.array(left_out), np.array(test))


def table(found: dict[str, Curves]) -> Table:
    """Leave-one-out and test errors in percent."""
    out = Table(
        header_style="bold",
        caption="leave-one-out / test error in percent, means over splits; loss: test error at the alpha that\n"
        "leave-one-out chooses minus that at the best alpha",
        caption_justify="left",
    )
    out.add_column("set", no_wrap=True)
    for alpha in ALPHAS:
        out.add_column(f"{alpha:g}", justify="right", no_wrap=True)
    out.add_column("loss", justify="right")
    for name, curves in found.items():
        pairs = zip(100.0 * curves.left_out.mean(axis=0), 100.0 * curves.test.mean(axis=0), strict=True)
        out.add_row(name, *(f"{a:.1f} / {b:.1f}" for a, b in pairs), f"{100 * curves.loss:.1f}")
    return out


def claims(found: dict[str, Curves]) -> list[str]:
    """That it is nearly unbiased, and good to choose by."""
    off = float(np.mean([np.abs(curves.distance).mean() for curves in found.values()]))
    loss = float(np.mean([curves.loss for curves in found.values()]))
    return [
        graded(off <= CLOSE, off <= 2 * CLOSE, f"leave-one-out is near the test error, by {100 * off:.2f} points"),
        graded(loss <= CLOSE, loss <= 2 * CLOSE, f"the alpha that it chooses costs {100 * loss:.2f} points on average"),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, compare, print and judge."""
    parser = command("left_out_errors", __doc__, *ARCHIVES)
    parser.add_argument("--splits", type=at_least(1), default=20, metavar="N", help="how many splits of each set")
    parser.add_argument("--sets", nargs="+", choices=sorted(PRINTED), default=list(PRINTED), metavar="SET")
    options = parser.parse_args(arguments)
    out = console()
    found = {}
    for name in options.sets:
        with out.status(f"{name} ..."):
            found[name] = examine(options.data, name, options.splits)
    show(out, [table(found)], claims(found))


if __name__ == "__main__":
    main()
