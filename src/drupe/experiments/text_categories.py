"""Categories of documents by support vector machines and others: what the experiments on collections share."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from drupe.estimators.margin.outlier_removal_svc import OutlierRemovalSVC
from drupe.estimators.margin.svc import SVC
from drupe.estimators.multiclass.many_labels import ManyLabels
from drupe.estimators.texts.text_vectors import TextVectors
from drupe.experiments.claims import Verdict, graded, judged
from drupe.experiments.collections_of_texts import Collection
from drupe.experiments.text_baselines import naive_bayes, neighbors, rocchio, trees
from drupe.foundation.arrays import Matrix
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.linear import Linear
from drupe.kernels.polynomial import Polynomial
from drupe.selection.break_even import BreakEven
from drupe.selection.label_rates import LabelRates

DEGREES, GAMMAS = (2, 3, 4, 5), (0.6, 0.8, 1.0, 1.2)
THRESHOLD = 5.0
"""Multiplier from which on a document is an outlier of the hard margin."""

GOAL = 0.87
"""Micro break-even point that the linear machine should reach on Reuters."""

BASELINES = ("k-NN", "Rocchio", "naive Bayes", "tree")


@dataclass(frozen=True, eq=False)
class Prepared:
    """The documents as machines see them.

    Parameters
    ----------
    X, X_test
        Unit vectors.
    counts, counts_test
        How often each term occurs.
    labels, labels_test
        A column of 0 and 1 for each category.
    """

    X: Any
    X_test: Any
    counts: Any
    counts_test: Any
    labels: Matrix
    labels_test: Matrix

    @classmethod
    def of(cls, data: Collection) -> "Prepared":
        """Terms and weights from the training documents alone."""
        vectors = TextVectors()
        X, X_test = vectors.fit_transform(data.train.texts), vectors.transform(data.test.texts)
        counts, counts_test = vectors.counts(data.train.texts), vectors.counts(data.test.texts)
        names = data.categories
        labels, labels_test = (
            np.array([[name in given for name in names] for given in part.labels], dtype=np.float64)
            for part in (data.train, data.test)
        )
        return cls(X, X_test, counts, counts_test, labels, labels_test)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What a machine reached.

    Parameters
    ----------
    break_even
        By its scores.
    rates
        At the threshold 0; None where 0 is no threshold of the scores.
    seconds
        Of processor time, for training and test.
    removed
        Documents that were taken away as outliers, over all categories.
    """

    break_even: BreakEven
    rates: LabelRates | None
    seconds: float
    removed: int = 0


def machines() -> dict[str, Any]:
    """The support vector machines, by name; C = 1 throughout, nothing is tuned."""
    found: dict[str, Any] = {"SVM, linear": SVC(kernel=Linear())}
    for degree in DEGREES:
        found[f"SVM, degree {degree}"] = SVC(kernel=Polynomial(degree=degree, coef0=1.0))
    for gamma in GAMMAS:
        found[f"SVM, Gaussian {gamma:g}"] = SVC(kernel=Gaussian.from_gamma(gamma))
    found["hard margin, outliers removed"] = OutlierRemovalSVC(kernel=Linear(), threshold=THRESHOLD)
    return found


def names() -> tuple[str, ...]:
    """All that is compared."""
    return (*machines(), *BASELINES)


def run(data: Prepared, name: str) -> Outcome:
    """Train on the training documents, judge on the test documents."""
    begun = time.process_time()
    baselines: dict[str, Callable[[], Matrix]] = {
        "k-NN": lambda: neighbors(data.X, data.labels, data.X_test),
        "Rocchio": lambda: rocchio(data.X, data.labels, data.X_test),
        "naive Bayes": lambda: naive_bayes(data.counts, data.labels, data.counts_test),
        "tree": lambda: trees(data.X, data.labels, data.X_test),
    }
    if name in baselines:
        scores = baselines[name]()
        return Outcome(BreakEven.of(scores, data.labels_test.astype(bool)), None, time.process_time() - begun)
    model = ManyLabels(machines()[name]).fit(data.X, data.labels)
    scores = model.decision_function(data.X_test)
    seconds = time.process_time() - begun
    removed = sum(len(getattr(one, "removed_", ())) for one in model.estimators_)
    rates = LabelRates.of(scores > 0.0, data.labels_test.astype(bool))
    return Outcome(BreakEven.of(scores, data.labels_test.astype(bool)), rates, seconds, removed)


def compared(out: Console, data: Prepared, chosen: Sequence[str]) -> dict[str, Outcome]:
    """Run all that was chosen, one after the other."""
    found = {}
    for name in chosen:
        with out.status(f"{name} ..."):
            found[name] = run(data, name)
    return found


def table(found: Mapping[str, Outcome]) -> Table:
    """Break-even points and rates of all machines."""
    out = Table(
        header_style="bold",
        caption="break-even: precision where it equals recall; micro: each category cut at its own threshold; "
        "pooled: one threshold for all\nP, R, F1: micro, at the machine's own threshold 0; seconds of processor time",
        caption_justify="left",
    )
    out.add_column("machine", no_wrap=True)
    for heading in ("micro", "pooled", "macro", "P", "R", "F1", "seconds", "outliers"):
        out.add_column(heading, justify="right", no_wrap=True)
    for name, one in found.items():
        points = (f"{value:.3f}" for value in (one.break_even.micro, one.break_even.pooled, one.break_even.macro))
        micro = None if one.rates is None else one.rates.micro
        rates = ("",) * 3 if micro is None else (f"{micro.precision:.3f}", f"{micro.recall:.3f}", f"{micro.f1:.3f}")
        out.add_row(name, *points, *rates, f"{one.seconds:.1f}", str(one.removed or ""))
    return out


def claims(found: Mapping[str, Outcome], goal: float | None) -> list[str]:
    """What the literature says of such machines on such collections."""
    if set(found) != set(names()):
        return [Verdict.OPEN.of("the claims compare all machines, and not all were run")]
    micro = {name: one.break_even.micro for name, one in found.items()}
    soft = {name: value for name, value in micro.items() if name.startswith("SVM")}
    best = max(BASELINES, key=lambda name: micro[name])
    lines = []
    if goal is not None:
        linear = micro["SVM, linear"]
        lines.append(judged(linear >= goal, f"the linear machine reaches a micro break-even of {goal}: {linear:.3f}"))
    worst = min(soft, key=lambda name: soft[name])
    lines.append(
        judged(
            soft[worst] > micro[best],
            f"whatever the kernel's parameter ({worst}: {soft[worst]:.3f}), support vector machines are better than "
            f"all others ({best}: {micro[best]:.3f})",
        )
    )
    spread = max(soft.values()) - min(soft.values())
    words = f"the kernel's parameter hardly matters: {min(soft.values()):.3f} to {max(soft.values()):.3f}"
    lines.append(graded(spread <= 0.02, spread <= 0.04, words))
    ranked = ("SVM, linear", "k-NN", "Rocchio", "naive Bayes")
    words = " > ".join(f"{name} {micro[name]:.3f}" for name in ranked)
    falls = [micro[a] > micro[b] for a, b in pairwise(ranked)]
    lines.append(graded(all(falls), falls[0], f"the order is {words}"))
    hard = micro["hard margin, outliers removed"]
    removed = found["hard margin, outliers removed"].removed
    words = f"a hard margin without {removed} outliers ({hard:.3f}) is better than all others, too ({best})"
    lines.append(judged(hard > micro[best], words))
    return lines
