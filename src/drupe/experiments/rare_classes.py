"""Rare classes of gene expression: costs by class, sensitivity against specificity, and other learners beside it.

Section 8.4.2 of [Cristianini00] after [Brown00] and [Veropoulos99]: each class against all others with a handful of
examples, the 2-norm soft margin with a diagonal of its own for each class, a Gaussian kernel whose width is the
distance of the closest two opposite examples; Parzen windows, Fisher's discriminant and a decision tree beside it. The
yeast genes of the source are not here. Tumors of public sets stand in for them, and their classes are made rare: of
each only a few samples are left to learn from. These have thousands of genes where yeast had 79 measurements, so that
what does not hold here may hold there. The source prints no numbers, only claims.
"""

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.table import Table
from sklearn.model_selection import RepeatedStratifiedKFold, StratifiedShuffleSplit
from sklearn.tree import DecisionTreeClassifier

from drupe.estimators.class_cost_curve import ClassCostCurve, class_cost_curve
from drupe.estimators.discriminant.kernel_fisher import KernelFisher
from drupe.estimators.margin.two_norm_svc import TwoNormSVC
from drupe.estimators.warnings import FitWarning
from drupe.experiments.archives import GOLUB, MICROARRAY
from drupe.experiments.claims import console, graded, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.expression import SETS, Expression, expression, standardized
from drupe.experiments.tumors import gaussian_machine, parzen
from drupe.foundation.arrays import Index

ARCHIVES = (GOLUB, MICROARRAY)
FEW = 4
"""Samples of the rare class that are left to learn from."""

WEIGHTED, UNWEIGHTED = "margin, costs by class", "margin, equal costs"
LEARNERS: Mapping[str, Callable[[], Any]] = {
    WEIGHTED: gaussian_machine,
    UNWEIGHTED: lambda: gaussian_machine(None),
    "linear margin, costs by class": lambda: TwoNormSVC(1.0, kernel="linear", class_weight="balanced"),
    "Parzen": parzen,
    "Fisher": lambda: KernelFisher("linear", alpha=1e-3),
    "tree": lambda: DecisionTreeClassifier(criterion="entropy", class_weight="balanced", random_state=0),
}
OTHERS = ("Parzen", "Fisher", "tree")
RATIOS = tuple(2.0**step for step in range(-2, 7))
FALL = 0.05
"""How far a share may fall back along the sweep by chance."""


@dataclass(frozen=True)
class Rates:
    """Of one learner on one rare class, over all splits.

    Parameters
    ----------
    sensitivity, specificity
        Shares of the class found, and of the others let pass.
    silent
        Share of the splits in which the rule found nothing at all.
    """

    sensitivity: float
    specificity: float
    silent: float

    @property
    def error(self) -> float:
        """The mean of both kinds of error: one half for a rule that never answers yes."""
        return 1.0 - 0.5 * (self.sensitivity + self.specificity)


def thinned(found: npt.NDArray[np.bool_], splits: int) -> Iterator[tuple[Index, Index]]:
    """Random splits, half to learn from, of the class only the first few; the test keeps all of its half."""
    for train, test in StratifiedShuffleSplit(splits, test_size=0.5, random_state=0).split(found, found):
        rare = train[found[train]][:FEW]
        yield np.sort(np.concatenate([train[~found[train]], rare])), test


def rates(data: Expression, label: Any, splits: int) -> dict[str, Rates]:
    """All learners on one class against the others."""
    found = data.y == label
    hits: dict[str, list[tuple[float, float, float]]] = {name: [] for name in LEARNERS}
    for train, test in thinned(found, splits):
        for name, learner in LEARNERS.items():
            with warnings.catch_warnings():
                # A rule that never says yes is a finding here, and counted.
                warnings.simplefilter("ignore", FitWarning)
                model = standardized(learner()).fit(data.X[train], found[train])
            said = np.asarray(model.predict(data.X[test]), dtype=bool)
            hits[name].append((said[found[test]].mean(), (~said[~found[test]]).mean(), float(not said.any())))
    return {name: Rates(*np.mean(own, axis=0).tolist()) for name, own in hits.items()}


def sweep(data: Expression, folds: int) -> ClassCostCurve:
    """Sensitivity for the rarest class against specificity, by the ratio of costs, nothing thinned."""
    cv = RepeatedStratifiedKFold(n_splits=folds, n_repeats=2, random_state=0)
    machine = standardized(gaussian_machine(None))
    return class_cost_curve(machine, data.X, data.y, positive=data.rarest, ratios=RATIOS, cv=cv)


def rates_table(found: Mapping[tuple[str, str], Mapping[str, Rates]]) -> Table:
    """Sensitivity and specificity of all learners on all classes."""
    out = Table(header_style="bold", caption="sensitivity / specificity in percent, mean over splits")
    out.add_column("set")
    out.add_column("class")
    for name in LEARNERS:
        out.add_column(name, justify="right")
    for (name, label), own in found.items():
        out.add_row(
            name, label, *(f"{100 * one.sensitivity:.0f} / {100 * one.specificity:.0f}" for one in own.values())
        )
    return out


def sweep_table(curves: Mapping[str, ClassCostCurve]) -> Table:
    """Sensitivity and specificity over the ratio of costs."""
    out = Table(header_style="bold", caption="rarest class of each set: sensitivity / specificity in percent, by C₊/C₋")
    out.add_column("set")
    for ratio in RATIOS:
        out.add_column(f"{ratio:g}", justify="right")
    for name, curve in curves.items():
        pairs = zip(curve.sensitivity, curve.specificity, strict=True)
        out.add_row(name, *(f"{100 * a:.0f} / {100 * b:.0f}" for a, b in pairs))
    return out


def claims(found: Mapping[tuple[str, str], Mapping[str, Rates]], curves: Mapping[str, ClassCostCurve]) -> list[str]:
    """What the source says of rare classes."""
    n = len(found)
    errors = [{name: one.error for name, one in own.items()} for own in found.values()]
    wins = sum(own[WEIGHTED] <= min(own[name] for name in OTHERS) for own in errors)
    twice = sum(2.0 * own[WEIGHTED] <= min(own[name] for name in OTHERS) for own in errors)
    silent = sum(own[UNWEIGHTED].silent > 0.5 for own in found.values())
    both = [
        np.diff(curve.sensitivity).min() >= -FALL and np.diff(curve.specificity).max() <= FALL
        for curve in curves.values()
    ]
    ends = ", ".join(f"{name} {c.sensitivity[0]:.0%} to {c.sensitivity[-1]:.0%}" for name, c in curves.items())
    mean = {name: float(np.mean([own[name] for own in errors])) for name in LEARNERS}
    return [
        graded(
            wins == n, 2 * wins > n, f"margins with costs by class err least of all learners: on {wins} of {n} classes"
        ),
        graded(2 * twice > n, 4 * twice > n, f"in many cases by a factor of 2: on {twice} of {n} classes"),
        graded(
            2 * silent > n,
            silent > 0,
            f"with equal costs the rule that never says yes is usually found: {silent} of {n}",
        ),
        judged(all(both), f"costs by class move sensitivity up and specificity down: sensitivity from {ends}"),
        "mean of both kinds of error: " + ", ".join(f"{name} {error:.1%}" for name, error in mean.items()),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, test, sweep, print and judge."""
    parser = command("rare_classes", __doc__, *ARCHIVES)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS), metavar="NAME", help="which sets")
    parser.add_argument("--splits", type=at_least(1), default=20, metavar="N", help="random splits for each class")
    parser.add_argument("--folds", type=at_least(2), default=5, metavar="N", help="folds of the sweep, drawn twice")
    parser.add_argument("--genes", type=at_least(10), metavar="N", help="only the first so many; all unless given")
    options = parser.parse_args(arguments)
    out = console()
    found: dict[tuple[str, str], dict[str, Rates]] = {}
    curves = {}
    for name in options.sets:
        whole = expression(options.data, name)
        data = Expression(name, whole.X[:, : options.genes], whole.y)
        for label in np.unique(data.y):
            with out.status(f"{name}, {label} ..."):
                found[name, str(label)] = rates(data, label, options.splits)
        with out.status(f"{name}, costs ..."):
            curves[name] = sweep(data, options.folds)
    show(out, [rates_table(found), sweep_table(curves)], claims(found, curves))


if __name__ == "__main__":
    main()
