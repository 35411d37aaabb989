"""Tumors by gene expression: which machine errs least, whether the surer answers are better, and what can be certified.

After [Mukherjee04], section 1, which names the task, and [Ramaswamy01]: linear machines, one against the rest, the lead
of the largest output as confidence. Public sets of other studies stand in for the fourteen kinds of tumors of that one.
Genes are standardized with the training samples of each split alone, and nothing is chosen by test errors.
"""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.table import Table
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, StratifiedKFold, StratifiedShuffleSplit
from sklearn.tree import DecisionTreeClassifier

from drupe.certification.certify import certify
from drupe.estimators.discriminant.kernel_fisher import KernelFisher
from drupe.estimators.margin.svc import SVC
from drupe.estimators.margin.two_norm_svc import TwoNormSVC
from drupe.estimators.multiclass.one_vs_one import OneVsOne
from drupe.estimators.multiclass.one_vs_rest import OneVsRest
from drupe.estimators.neighbors.neighbors_classifier import NeighborsClassifier
from drupe.estimators.neighbors.parzen_classifier import ParzenClassifier
from drupe.estimators.reject.confidence import Confidence, confidence_of
from drupe.estimators.reject.coverage_risk import coverage_risk_curve
from drupe.estimators.warnings import FitWarning
from drupe.experiments.archives import GOLUB, MICROARRAY
from drupe.experiments.claims import console, graded, judged, show
from drupe.experiments.command import at_least, command
from drupe.experiments.expression import SETS, Expression, expression, standardized

ARCHIVES = (GOLUB, MICROARRAY)
WINDOWS = {"gamma": [0.5 * width**-2.0 for width in (0.1, 0.2, 0.4, 0.8)]}
"""Windows tried for Parzen's rule; samples are about √2 apart."""


def parzen() -> Any:
    """Parzen windows, their width by cross-validation of the training samples."""
    return GridSearchCV(ParzenClassifier("rbf"), WINDOWS, cv=StratifiedKFold(3, shuffle=True, random_state=0))


def gaussian_machine(class_weight: Any = "balanced") -> TwoNormSVC:
    """The 2-norm soft margin, the diagonal lifted by class, the width that of the closest opposite samples."""
    return TwoNormSVC(1.0, kernel="rbf", gamma="closest_opposite", class_weight=class_weight)


LINEAR = "margin, one against the rest"
LEARNERS: Mapping[str, Any] = {
    LINEAR: OneVsRest(SVC(kernel="linear")),
    "margin, pairs": OneVsOne(SVC(kernel="linear")),
    "margin, Gaussian": OneVsRest(gaussian_machine()),
    "Fisher": KernelFisher("linear", alpha=1e-3),
    "neighbors": NeighborsClassifier(n_neighbors=3),
    "Parzen": parzen(),
    "tree": DecisionTreeClassifier(criterion="entropy", random_state=0),
}
BASELINES = ("neighbors", "Parzen", "tree")


@dataclass(eq=False)
class Runs:
    """What the splits of one set gave.

    Parameters
    ----------
    errors
        Shares of wrong answers by learner, one for each split.
    labels, answers, sure
        Of all test samples of all splits: the truth, what the linear machine said, and how sure it was.
    """

    errors: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in LEARNERS})
    labels: list[Any] = field(default_factory=list)
    answers: list[Any] = field(default_factory=list)
    sure: list[float] = field(default_factory=list)

    def surer_half(self) -> tuple[float, float]:
        """Errors of all answers, and of the half of which the machine was surer."""
        curve = coverage_risk_curve(self.labels, self.answers, self.sure)
        return curve.error, curve.risk_at(0.5)


def run(data: Expression, splits: int) -> Runs:
    """Train all learners on two thirds of each class, test on the rest, several times."""
    found = Runs()
    for train, test in StratifiedShuffleSplit(splits, test_size=1 / 3, random_state=0).split(data.X, data.y):
        for name, learner in LEARNERS.items():
            with warnings.catch_warnings():
                # Where classes cannot be told apart a learner says so; here its errors say it, too.
                warnings.simplefilter("ignore", FitWarning)
                model = standardized(clone(learner)).fit(data.X[train], data.y[train])
            answers = model.predict(data.X[test])
            found.errors[name].append(float(np.mean(answers != data.y[test])))
            if name == LINEAR:
                found.labels.extend(data.y[test])
                found.answers.extend(answers)
                found.sure.extend(confidence_of(model, data.X[test], Confidence.MARGIN))
    return found


@dataclass(frozen=True)
class Certified:
    """What can be said of one rule with 95 percent confidence.

    Parameters
    ----------
    train, test, errors
        Samples learned from, samples held out, and errors among those.
    held_out
        The bound by the samples held out.
    training
        The best bound by the training samples alone; 1 where none says anything.
    """

    train: int
    test: int
    errors: int
    held_out: float
    training: float


def certified(data: Expression) -> Certified:
    """The given split, or one of two thirds to one; the rule is the pairwise linear machine, its C fixed beforehand."""
    if data.train is not None:
        train, test = np.split(np.arange(len(data.y)), [data.train])
    else:
        train, test = next(StratifiedShuffleSplit(1, test_size=1 / 3, random_state=1).split(data.X, data.y))
    model = standardized(SVC(kernel="linear")).fit(data.X[train], data.y[train])
    fresh = certify(model, X_held_out=data.X[test], y_held_out=data.y[test])
    prepared = model[:-1].transform(data.X[train])
    own = [one.value for one in certify(model[-1], prepared, data.y[train]).valid]
    wrong = int(np.sum(model.predict(data.X[test]) != data.y[test]))
    return Certified(len(train), len(test), wrong, fresh.best.value, min([1.0, *own]))


def errors_table(found: Mapping[str, Runs]) -> Table:
    """Mean errors of all learners."""
    out = Table(header_style="bold", caption="test error in percent, mean and standard error over splits")
    out.add_column("set")
    for name in LEARNERS:
        out.add_column(name, justify="right")
    for name, runs in found.items():
        out.add_row(name, *(_spread(own) for own in runs.errors.values()))
    return out


def _spread(errors: Sequence[float]) -> str:
    values = 100.0 * np.asarray(errors)
    return f"{values.mean():.1f} ± {values.std(ddof=1) / len(values) ** 0.5 if len(values) > 1 else np.nan:.1f}"


def certificates_table(found: Mapping[str, Certified]) -> Table:
    """What can be promised."""
    out = Table(
        header_style="bold",
        caption="share of errors of the pairwise linear machine that is not exceeded, with 95 % confidence\n"
        "by training samples: premises on the preparation taken on trust; 1.00 says nothing",
    )
    for heading in ("set", "training", "held out", "errors", "bound, held out", "bound, training"):
        out.add_column(heading, justify="left" if heading == "set" else "right")
    for name, one in found.items():
        bounds = f"{one.held_out:.2f}", f"{one.training:.2f}"
        out.add_row(name, str(one.train), str(one.test), str(one.errors), *bounds)
    return out


def claims(found: Mapping[str, Runs], promised: Mapping[str, Certified]) -> list[str]:
    """What the literature says, on these sets."""
    means = {name: {who: float(np.mean(own)) for who, own in runs.errors.items()} for name, runs in found.items()}
    wins = [name for name, own in means.items() if own[LINEAR] <= min(own[who] for who in BASELINES)]
    several = [name for name, runs in found.items() if len(set(runs.labels)) > 2]
    level = [name for name in several if means[name][LINEAR] <= means[name]["margin, pairs"] + 1e-12]
    surer = {name: runs.surer_half() for name, runs in found.items()}
    better = [name for name, (every, half) in surer.items() if half < every or every == 0.0]
    halves = ", ".join(f"{name} {every:.1%} → {half:.1%}" for name, (every, half) in surer.items())
    empty = [name for name, one in promised.items() if one.training >= 0.5]
    n = len(found)
    return [
        graded(
            len(wins) == n,
            2 * len(wins) > n,
            f"linear machines err no more than neighbors, Parzen windows and a tree: on {len(wins)} of {n} sets",
        ),
        graded(
            len(level) == len(several),
            2 * len(level) > len(several),
            f"one against the rest is no worse than pairs: on {len(level)} of {len(several)} sets of several classes",
        ),
        graded(len(better) == n, 2 * len(better) > n, f"surer answers are better, of all → the surer half: {halves}"),
        judged(
            len(empty) == n,
            f"so few samples certify nothing by themselves, and those held out little: on {len(empty)} of {n} sets the "
            "bound by training samples is one half or more",
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, test, certify, print and judge."""
    parser = command("tumors", __doc__, *ARCHIVES)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=list(SETS), metavar="NAME", help="which sets")
    parser.add_argument("--splits", type=at_least(1), default=20, metavar="N", help="random splits of each set")
    parser.add_argument("--genes", type=at_least(10), metavar="N", help="only the first so many; all unless given")
    options = parser.parse_args(arguments)
    out = console()
    found, promised = {}, {}
    for name in options.sets:
        with out.status(f"{name} ..."):
            data = _first(expression(options.data, name), options.genes)
            found[name], promised[name] = run(data, options.splits), certified(data)
    show(out, [errors_table(found), certificates_table(promised)], claims(found, promised))


def _first(data: Expression, genes: int | None) -> Expression:
    X: npt.NDArray[Any] = data.X[:, :genes]
    return Expression(data.name, X, data.y, data.train)


if __name__ == "__main__":
    main()
