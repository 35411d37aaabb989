"""Is a large margin needed for few errors? Classifiers of version space in bins of their margin.

The setting of [Graepel02], section 9.3 and figure 9.8, which prints no numbers: ones against twos,
(⟨x, z⟩ + 1)^5. The answer of the source: a large margin is enough, but not needed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.table import Table

from drupe.experiments.archives import MNIST
from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.handwritten import TEST, TRAIN, ones_and_twos
from drupe.experiments.polynomials import moderate
from drupe.experiments.version_space import Population, margin_machine, population
from drupe.foundation.arrays import Index, Vector

ARCHIVES = (MNIST,)
DEGREE = 5
BINS = 8
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, eq=False)
class Found:
    """Classifiers of version space, and the machine with the largest margin of all."""

    drawn: Population
    largest: float
    error: float

    @property
    def edges(self) -> Vector:
        """Bounds of the bins: equally wide, from 0 to the largest margin that was drawn."""
        return np.linspace(0.0, self.drawn.margins.max(), BINS + 1)

    @property
    def bins(self) -> Index:
        """The bin of each classifier."""
        return np.digitize(self.drawn.margins, self.edges[1:-1])

    def claims(self) -> list[str]:
        """What the source reads off its figure; its words are "large", "small" and "many", the bounds are ours."""
        good = self.drawn.errors <= self.drawn.errors.mean()
        large = self.bins >= BINS // 2
        share, enough, spared = float(np.mean(~large)), float(np.mean(good[large])), float(np.mean(good[~large]))
        margins = self.drawn.margins
        reached = float(margins.max() / self.largest)
        rising = self.drawn.errors[margins >= np.quantile(margins, 0.9)].mean() < self.drawn.errors.mean()
        return [
            judged(enough >= 0.75, f"almost all with a large margin (upper half of the bins) are good: {enough:.0%}"),
            judged(bool(rising), "the tenth with the largest margins errs less than the mean"),
            judged(share > 0.5, f"most of version space has a small margin: {share:.0%}"),
            judged(spared >= 0.25, f"many with a small margin are good all the same: {spared:.0%}"),
            f"good: no more errors than the mean; no margin drawn exceeds {reached:.0%} of the largest there is",
        ]


def table(found: Found) -> Table:
    """A row for each bin: how many, and quantiles of their errors."""
    out = Table(
        header_style="bold",
        caption=f"test error in percent by margin; largest margin of all, the normalized SVM: {found.largest:.4f}, "
        f"with error {100 * found.error:.2f}; Bayes point: {100 * found.drawn.center:.2f}",
        caption_justify="left",
    )
    for heading in ("margin from", "to", "classifiers", "mean", *(f"{q:.0%}" for q in QUANTILES)):
        out.add_column(heading, justify="right", no_wrap=True)
    for place, (low, high) in enumerate(zip(found.edges[:-1], found.edges[1:], strict=True)):
        errors = 100.0 * found.drawn.errors[found.bins == place]
        numbers = (errors.mean(), *np.quantile(errors, QUANTILES)) if len(errors) else ()
        out.add_row(f"{low:.4f}", f"{high:.4f}", str(len(errors)), *(f"{value:.2f}" for value in numbers))
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw, test, print and judge."""
    parser = command("version_space_margins", __doc__, *ARCHIVES)
    parser.add_argument("--samples", type=at_least(10), default=10_000, metavar="N", help="classifiers")
    parser.add_argument("--seed", type=at_least(0), default=0, metavar="S", help="of the examples and the classifiers")
    parser.add_argument("--train", type=at_least(4), default=TRAIN, metavar="N", help="training examples")
    parser.add_argument("--test", type=at_least(2), default=TEST, metavar="N", help="test examples")
    options = parser.parse_args(arguments)
    out = console()
    data = ones_and_twos(options.data, options.seed, options.train, options.test)
    with out.status("sampling ..."):
        machine = margin_machine(data, moderate(data.X, DEGREE).normalized())
        drawn = population(data, DEGREE, options.samples, options.seed)
    found = Found(drawn, machine.margin_, data.error(machine))
    show(out, [table(found)], found.claims())


if __name__ == "__main__":
    main()
