"""How often the classifiers of version space err, by degree of the kernel, and where the SVM is among them.

The setting of [Graepel02], section 9.3 and figure 9.7, which prints no numbers: ones against twos, 1000 of 10 000
steps of the kernel Gibbs sampler. Here the examples are drawn anew several times.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from rich.table import Table

from drupe.experiments.archives import MNIST
from drupe.experiments.claims import console, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.handwritten import TEST, TRAIN, ones_and_twos
from drupe.experiments.polynomials import moderate
from drupe.experiments.split import Split
from drupe.experiments.version_space import Population, margin_machine, population
from drupe.foundation.arrays import Vector
from drupe.solvers.separation import NotSeparableError

ARCHIVES = (MNIST,)
DEGREES = (1, 2, 3, 4, 5, 6, 8, 10)
BEST = 5
"""The degree at which the source's support vector machine is best."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, eq=False)
class Trial:
    """Version space of one training set, with the test errors of both support vector machines."""

    drawn: Population
    plain: float
    normalized: float


def trial(data: Split, degree: int, samples: int, seed: int) -> Trial:
    """Sample, and fit both machines."""
    kernel = moderate(data.X, degree)
    return Trial(
        drawn=population(data, degree, samples, seed),
        plain=data.error(margin_machine(data, kernel)),
        normalized=data.error(margin_machine(data, kernel.normalized())),
    )


@dataclass(frozen=True, eq=False)
class Box:
    """All training sets at one degree that have a version space."""

    degree: int
    trials: tuple[Trial, ...]

    def mean(self, of: Callable[[Trial], float]) -> float:
        """Over the training sets."""
        return float(np.mean([of(one) for one in self.trials]))

    @property
    def center(self) -> float:
        """Mean error of a classifier."""
        return self.mean(lambda one: float(one.drawn.errors.mean()))

    @property
    def deviation(self) -> float:
        """Mean over training sets of the deviation within a version space."""
        return self.mean(lambda one: float(one.drawn.errors.std()))

    @property
    def quantiles(self) -> Vector:
        """Of the errors within a version space."""
        each = np.array([np.quantile(one.drawn.errors, QUANTILES) for one in self.trials])
        return np.asarray(each.mean(axis=0))

    @property
    def errors(self) -> dict[str, float]:
        """Of the marks in the figure."""
        return {
            "SVM": self.mean(lambda one: one.plain),
            "normalized SVM": self.mean(lambda one: one.normalized),
            "Bayes point": self.mean(lambda one: one.drawn.center),
        }

    @property
    def ranks(self) -> dict[str, float]:
        """Share of version space that each of these is beaten by."""
        return {
            "SVM": self.mean(lambda one: one.drawn.rank(one.plain)),
            "normalized SVM": self.mean(lambda one: one.drawn.rank(one.normalized)),
            "Bayes point": self.mean(lambda one: one.drawn.rank(one.drawn.center)),
        }


def claims(boxes: Sequence[Box]) -> list[str]:
    """What the source reads off its figure, with verdicts."""
    lines = [
        _everywhere("at least half of version space beats the SVM", boxes, lambda box: box.ranks["SVM"] >= 0.5),
        *(
            _everywhere(f"the {name} is among the best half", boxes, _in_best_half(name))
            for name in ("normalized SVM", "Bayes point")
        ),
    ]
    first, last, shape = boxes[0], boxes[-1], {box.degree: box for box in boxes}
    widths = f"{100 * first.deviation:.2f} to {100 * last.deviation:.2f} %"
    lines.append(judged(last.deviation < first.deviation, f"the spread of version space falls with p ({widths})"))
    best, deviation = shape.get(BEST, first), f"{100 * last.center:.2f} %"
    slight = last.center - best.center < best.deviation
    lines.append(
        judged(
            slight,
            f"its mean rises little, if at all, after p = {best.degree} ({100 * best.center:.2f} to {deviation})",
        )
    )
    worse = f"{100 * best.errors['SVM']:.2f} to {100 * last.errors['SVM']:.2f} %"
    decay = last.errors["SVM"] > best.errors["SVM"]
    return [*lines, judged(decay, f"the SVM deteriorates with p if inputs are not normalized ({worse})")]


def _in_best_half(name: str) -> Callable[[Box], bool]:
    return lambda box: box.ranks[name] <= 0.5


def _everywhere(statement: str, boxes: Sequence[Box], holds: Callable[[Box], bool]) -> str:
    failures = [str(box.degree) for box in boxes if not holds(box)]
    return judged(not failures, f"for every p {statement}" + (f"; not for {', '.join(failures)}" if failures else ""))


def examine(data: Sequence[Split], degree: int, samples: int) -> Box:
    """One degree on all training sets; those without a version space are left out."""
    trials = []
    for seed, one in enumerate(data):
        try:
            trials.append(trial(one, degree, samples, seed))
        except NotSeparableError:
            continue
    return Box(degree, tuple(trials))


def table(boxes: Sequence[Box], n: int, draws: int) -> Table:
    """A row for each degree: quantiles of version space, then the marks with the share that beats them."""
    out = Table(
        header_style="bold",
        caption=f"test error in percent, means over {draws} sets of {n} examples; in brackets the share of version "
        "space that errs less",
        caption_justify="left",
    )
    marks = ("SVM", "normalized SVM", "Bayes point")
    for heading in ("p", "sets", "mean", "deviation", *(f"{q:.0%}" for q in QUANTILES), *marks):
        out.add_column(heading, justify="right", no_wrap=True)
    for box in boxes:
        numbers = [f"{100 * value:.2f}" for value in (box.center, box.deviation, *box.quantiles)]
        errors, ranks = box.errors, box.ranks
        cells = [f"{100 * errors[name]:.2f} ({ranks[name]:.0%})" for name in marks]
        out.add_row(str(box.degree), str(len(box.trials)), *numbers, *cells)
    return out


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw, test, print and judge."""
    parser = command("version_space_errors", __doc__, *ARCHIVES)
    parser.add_argument("--samples", type=at_least(2), default=1000, metavar="N", help="classifiers for each degree")
    parser.add_argument("--draws", type=at_least(1), default=20, metavar="N", help="training sets")
    parser.add_argument("--degrees", type=at_least(1), nargs="+", default=DEGREES, metavar="P")
    parser.add_argument("--train", type=at_least(4), default=TRAIN, metavar="N", help="training examples")
    parser.add_argument("--test", type=at_least(2), default=TEST, metavar="N", help="test examples")
    options = parser.parse_args(arguments)
    out = console()
    data = [ones_and_twos(options.data, seed, options.train, options.test) for seed in range(options.draws)]
    boxes = []
    for degree in sorted(options.degrees):
        with out.status(f"degree {degree} ..."):
            boxes.append(examine(data, degree, options.samples))
    present = [box for box in boxes if box.trials]
    if not present:
        parser.error("no kernel of these degrees separates any of the training sets; try larger --degrees.")
    show(out, [table(present, options.train, options.draws)], claims(present))


if __name__ == "__main__":
    main()
