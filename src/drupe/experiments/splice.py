"""Splice junctions of primates: three classes of aligned sequences, by letters and words at their places.

3190 windows of 60 letters around a junction: donors (EI), acceptors (IE) and neither (N); five folds. Words of up to
three letters at their places against single letters, and the cube of either kernel against the kernel itself.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.table import Table
from sklearn.model_selection import StratifiedKFold

from drupe.estimators.margin.svc import SVC
from drupe.experiments.archives import DNA_SITES
from drupe.experiments.claims import Verdict, console, graded, judged, show
from drupe.experiments.command import at_least, command
from drupe.inputs.sequences import Sequences
from drupe.kernels.base import Kernel
from drupe.kernels.strings.weighted_degree import WeightedDegree

ARCHIVES = (DNA_SITES,)
EXAMPLES = 3190
GOAL = 0.035
"""Error of the best that ours should not exceed."""

LETTERS, WORDS = (WeightedDegree(length).normalized() for length in (1, 3))


def cube(kernel: Kernel[Any]) -> Kernel[Any]:
    """((1 + k) / 2)³: all products of up to three features."""
    return (0.5 * kernel + 0.5) ** 3


KERNELS: Mapping[str, Kernel[Any]] = {
    "letters": LETTERS,
    "letters, cubed": cube(LETTERS),
    "words": WORDS,
    "words, cubed": cube(WORDS),
}


def junctions(folder: Path) -> tuple[Sequences, npt.NDArray[Any]]:
    """The windows and their classes; letters that stand for several count as letters of their own."""
    stored, y, classes = DNA_SITES.load(folder, "splice_seq", "splice_y", "splice_classes")
    return Sequences.of([word.decode() for word in stored.tolist()]), classes[y]


def validated(examples: Sequences, y: npt.NDArray[Any], kernel: Kernel[Any], folds: int) -> list[float]:
    """Share of errors in each fold, C = 10."""
    errors = []
    for train, test in StratifiedKFold(folds, shuffle=True, random_state=0).split(np.zeros(len(y)), y):
        rule = SVC(kernel=kernel, C=10.0).fit(examples.take(train), y[train])
        errors.append(float(np.mean(rule.predict(examples.take(test)) != y[test])))
    return errors


def table(found: Mapping[str, Sequence[float]]) -> Table:
    """Errors of all kernels."""
    out = Table(header_style="bold", caption="error in percent, mean and standard error over folds")
    out.add_column("kernel")
    out.add_column("error", justify="right")
    for name, errors in found.items():
        values = 100.0 * np.asarray(errors)
        out.add_row(name, f"{values.mean():.2f} ± {values.std(ddof=1) / len(values) ** 0.5:.2f}")
    return out


def claims(found: Mapping[str, Sequence[float]], complete: bool) -> list[str]:
    """What the experiment teaches."""
    if not complete:
        return [Verdict.OPEN.of(f"the claims are about {EXAMPLES} windows and five folds")]
    mean = {name: float(np.mean(errors)) for name, errors in found.items()}
    best = min(mean, key=lambda name: mean[name])
    return [
        judged(mean[best] <= GOAL, f"the best errs on at most {GOAL:.1%}: {best}, {mean[best]:.2%}"),
        judged(mean["words"] < mean["letters"], f"words at their places tell more than letters: {mean['words']:.2%}"),
        graded(
            mean["letters, cubed"] < mean["letters"] and mean["words, cubed"] < mean["words"],
            mean["letters, cubed"] < mean["letters"],
            "and products of three more than the features themselves",
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Validate, print and judge."""
    parser = command("splice", __doc__, *ARCHIVES)
    parser.add_argument("--examples", type=at_least(30), metavar="N", help="windows; all unless given")
    parser.add_argument("--folds", type=at_least(2), default=5, metavar="N", help="folds")
    options = parser.parse_args(arguments)
    examples, y = junctions(options.data)
    if options.examples is not None:
        few = np.random.default_rng(0).permutation(len(y))[: options.examples]
        examples, y = examples.take(few), y[few]
    out, found = console(), {}
    for name, kernel in KERNELS.items():
        with out.status(f"{name} ..."):
            found[name] = validated(examples, y, kernel, options.folds)
    show(out, [table(found)], claims(found, (len(y), options.folds) == (EXAMPLES, 5)))


if __name__ == "__main__":
    main()
