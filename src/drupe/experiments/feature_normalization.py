"""Examples of length 1 in feature space: polynomial kernels of every degree, as they are and normalized.

The setting of [Graepel02], section 4.5.1 and figure 4.7, which prints no numbers: support vector machines with
(⟨x, z⟩ + 1)^p on 100 splits of thyroid, 140 to 75. The figure has sonar, too, which the archive does not hold. C is not
printed; 1000 for kernels of size about 1 is nearly a hard margin.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.table import Table
from scipy.stats import binomtest

from drupe.estimators.margin.svc import SVC
from drupe.experiments.archives import IDA13
from drupe.experiments.claims import Verdict, console, graded, show
from drupe.experiments.command import at_least, command
from drupe.experiments.ida13 import splits
from drupe.experiments.polynomials import moderate
from drupe.experiments.split import Split
from drupe.foundation.arrays import Matrix, Vector

ARCHIVES = (IDA13,)
DEGREES = (1, 2, 3, 4, 5, 7, 10, 15, 20)
PRICE = 1000.0


def errors(data: Split, degrees: Sequence[int]) -> Matrix:
    """Test errors: a row for each degree; as it is, and normalized."""
    kernels = [moderate(data.X, degree) for degree in degrees]
    return np.array(
        [
            [data.error(SVC(kernel=one, C=PRICE).fit(data.X, data.y)) for one in (kernel, kernel.normalized())]
            for kernel in kernels
        ]
    )


@dataclass(frozen=True, eq=False)
class Found:
    """Errors of all splits: split, degree, as it is or normalized."""

    degrees: Sequence[int]
    errors: Matrix

    @property
    def doubts(self) -> Vector:
        """For each degree the probability of so uneven a count of splits, were both kernels alike: a sign test.

        It takes splits for independent; they share examples, so that it is surer than it should be.
        """
        gaps = self.errors[:, :, 0] - self.errors[:, :, 1]
        wins, losses = (gaps > 0).sum(axis=0), (gaps < 0).sum(axis=0)
        pairs = zip(wins.tolist(), losses.tolist(), strict=True)
        return np.array([binomtest(won, won + lost).pvalue if won + lost else 1.0 for won, lost in pairs])

    def claims(self) -> list[str]:
        """What the source reads off its figure, with verdicts."""
        plain, normalized = self.errors.mean(axis=0).T
        better = normalized < plain
        sure = better & (self.doubts < 0.05)
        counts = f"{better.sum()} of {len(better)} degrees, {sure.sum()} of them beyond chance"
        return [
            graded(
                bool(better.mean() > 0.8),
                bool(better.mean() > 0.5),
                f"normalization helps in almost all cases: {counts}",
            ),
            graded(bool(plain[-1] > plain.min() + 0.01), False, f"without it large degrees overfit: {_rise(plain)}"),
            Verdict.OPEN.of("the same on sonar, which is not in the archive"),
        ]


def _rise(values: Vector) -> str:
    return f"{100 * values.min():.1f} % at best, {100 * values[-1]:.1f} % at the largest degree"


def table(found: Found) -> Table:
    """Mean errors with one standard deviation, a row for each degree."""
    out = Table(
        header_style="bold",
        caption=f"thyroid, test error in percent ± one deviation over {len(found.errors)} splits",
        caption_justify="left",
    )
    for heading in ("degree", "as it is", "normalized", "sign test"):
        out.add_column(heading, justify="right", no_wrap=True)
    means, spreads = 100.0 * found.errors.mean(axis=0), 100.0 * found.errors.std(axis=0)
    for degree, mean, spread, doubt in zip(found.degrees, means, spreads, found.doubts, strict=True):
        cells = [f"{m:.1f} ± {s:.1f}" for m, s in zip(mean, spread, strict=True)]
        out.add_row(str(degree), *cells, f"{doubt:.2g}")
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, test, print and judge."""
    parser = command("feature_normalization", __doc__, *ARCHIVES)
    parser.add_argument("--splits", type=at_least(1), default=100, metavar="N", help="splits of the benchmark")
    parser.add_argument("--largest", type=at_least(1), default=20, metavar="P", help="largest degree")
    options = parser.parse_args(arguments)
    out, degrees = console(), [degree for degree in DEGREES if degree <= options.largest]
    drawn = []
    with out.status("training ...") as status:
        for count, data in enumerate(splits(options.data, "thyroid", options.splits)):
            status.update(f"split {count + 1} of {options.splits} ...")
            drawn.append(errors(data, degrees))
    found = Found(degrees, np.array(drawn))
    show(out, [table(found)], found.claims())


if __name__ == "__main__":
    main()
