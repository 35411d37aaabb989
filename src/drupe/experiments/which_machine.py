"""Which machine for which data: errors, certificates and times of eight machines on tables, digits, texts and strings.

Every machine is taken as it comes, with the choice of parameters that it brings along and none by hand: tables and
digits are standardized, words counted, strings compared by words at their places. A certificate is what `certify` says
of the fitted rule by the test examples, which took no part in learning, at 95 % confidence. Seconds are processor time.
"""

import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table
from sklearn.exceptions import ConvergenceWarning
from sklearn.preprocessing import StandardScaler

from drupe.certification.certify import certify
from drupe.estimators.bayes_point.ep_bayes_point_machine import EPBayesPointMachine
from drupe.estimators.boosting.ada_boost_classifier import AdaBoostClassifier
from drupe.estimators.gaussian_process.gaussian_process_classifier import GaussianProcessClassifier
from drupe.estimators.neighbors.neighbors_classifier import NeighborsClassifier
from drupe.estimators.perceptron.voted_perceptron import VotedPerceptron
from drupe.estimators.relevance.relevance_vector_classifier import RelevanceVectorClassifier
from drupe.estimators.texts.text_vectors import TextVectors
from drupe.experiments import ida13
from drupe.experiments.archives import DNA_SITES, IDA13, USPS
from drupe.experiments.certificate_records import Records, Values
from drupe.experiments.claims import Verdict, console, graded, show
from drupe.experiments.collections_of_texts import NEWSGROUPS, newsgroups
from drupe.experiments.command import at_least, command
from drupe.experiments.handwritten import usps
from drupe.experiments.splice import junctions
from drupe.experiments.split import Split
from drupe.kernels.linear import Linear
from drupe.kernels.strings.weighted_degree import WeightedDegree
from drupe.selection.kernel_fisher_cv import KernelFisherCV
from drupe.selection.svc_path_cv import SVCPathCV

ARCHIVES = (IDA13, USPS, NEWSGROUPS, DNA_SITES)
DELTA = 0.05
GROUPS = ("rec.sport.baseball", "sci.med")
LEARNED, TESTED = 1000, 2000
"""Examples of the larger collections."""

WORDS = WeightedDegree(3).normalized()

MACHINES: Mapping[str, Callable[..., Any]] = {
    "SVM, C by folds": SVCPathCV,
    "KFD, left out": KernelFisherCV,
    "Gaussian process": GaussianProcessClassifier,
    "Bayes point": partial(EPBayesPointMachine, noise="auto"),
    "relevance vectors": RelevanceVectorClassifier,
    "AdaBoost": AdaBoostClassifier,
    "neighbors": NeighborsClassifier,
    "voted perceptron": VotedPerceptron,
}
"""Each takes `kernel=` but AdaBoost, whose stumps look at one column at a time."""


@dataclass(frozen=True, eq=False)
class Kind:
    """Data of one kind: how to get its splits, and the kernel where a machine's own does not fit."""

    name: str
    splits: Callable[[Path, int], Iterator[Split]]
    kernel: Any = None
    columns: bool = True


def standardized(split: Split) -> Split:
    """Columns of mean 0 and deviation 1 on the examples to learn from."""
    scaler = StandardScaler().fit(split.X)
    return Split(scaler.transform(split.X), split.y, scaler.transform(split.X_test), split.y_test)


def tables(name: str, folder: Path, count: int) -> Iterator[Split]:
    """A benchmark set with its own splits."""
    yield from map(standardized, ida13.splits(folder, name, count))


def threes(folder: Path, count: int) -> Iterator[Split]:
    """Threes against eights, the hardest pair of digits."""
    whole = usps(folder)
    both, others = (np.isin(y, (3, 8)) for y in (whole.y, whole.y_test))
    yield standardized(Split(whole.X[both], whole.y[both], whole.X_test[others], whole.y_test[others]))


def messages(folder: Path, count: int) -> Iterator[Split]:
    """Two newsgroups, later messages as the test."""
    data = newsgroups(folder)
    parts = []
    for part in (data.train, data.test):
        chosen = [i for i, labels in enumerate(part.labels) if labels & set(GROUPS)]
        parts.append(([part.texts[i] for i in chosen], np.array([next(iter(part.labels[i])) for i in chosen])))
    (texts, y), (later, y_later) = parts
    vectors = TextVectors()
    yield Split(vectors.fit_transform(texts), y, vectors.transform(later), y_later)


def sequences(folder: Path, count: int) -> Iterator[Split]:
    """Splice junctions against all else."""
    examples, classes = junctions(folder)
    y = np.where(classes == "N", "neither", "junction")
    for seed in range(count):
        order = np.random.default_rng(seed).permutation(len(y))
        train, test = order[:LEARNED], order[LEARNED : LEARNED + TESTED]
        yield Split(examples.take(train), y[train], examples.take(test), y[test])  # type: ignore[arg-type]


KINDS = (
    *(Kind(name, partial(tables, name)) for name in sorted(ida13.MACHINES)),
    Kind("digits 3, 8", threes),
    Kind("messages", messages, Linear(), columns=False),
    Kind("sequences", sequences, WORDS, columns=False),
)


def trial(kind: Kind, name: str, split: Split) -> Values:
    """The error on the test, the certificate by the test, and seconds of the processor."""
    machine = MACHINES[name]() if kind.kernel is None else MACHINES[name](kernel=kind.kernel)
    begun = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        machine.fit(split.X, split.y)
    seconds = time.process_time() - begun
    best = certify(machine, X_held_out=split.X_test, y_held_out=split.y_test, delta=DELTA).best
    assert best is not None  # held-out examples always say something
    return {"error": split.error(machine), "certificate": best.value, "seconds": seconds}


Found = Mapping[str, Mapping[str, Values]]
"""By kind, then by machine: means over splits."""


def examined(kind: Kind, folder: Path, count: int, names: Sequence[str], records: Records) -> dict[str, Values]:
    """All machines on the splits of one kind."""
    means = {}
    drawn = list(kind.splits(folder, count))
    for name in names:
        if name == "AdaBoost" and not kind.columns:
            continue
        found = [
            records.get(f"{kind.name}, {name}, split {i}", partial(trial, kind, name, split))
            for i, split in enumerate(drawn)
        ]
        means[name] = {key: float(np.mean([values[key] for values in found])) for key in found[0]}
    return means


def table(found: Found, key: str, title: str, form: str) -> Table:
    """One number of every machine on every kind of data."""
    names = list(dict.fromkeys(name for means in found.values() for name in means))
    out = Table(title=title, header_style="bold")
    out.add_column("data", no_wrap=True)
    for name in names:
        out.add_column(name, justify="right")
    for kind, means in found.items():
        out.add_row(kind, *(form.format(means[name][key]) if name in means else "" for name in names))
    return out


def wins(found: Found) -> dict[str, int]:
    """How often each machine is the best, or as good as the best."""
    names = list(dict.fromkeys(name for means in found.values() for name in means))
    least = {kind: min(values["error"] for values in means.values()) for kind, means in found.items()}
    return {
        name: sum(name in means and means[name]["error"] <= least[kind] for kind, means in found.items())
        for name in names
    }


def claims(found: Found) -> list[str]:
    """What the sources say of such comparisons."""
    means = [values for row in found.values() for values in row.values()]
    held = sum(values["certificate"] >= values["error"] for values in means)
    count = wins(found)
    best = max(count, key=lambda name: count[name])
    told = ", ".join(f"{name} {n}" for name, n in count.items() if n)
    close = sum(
        row["SVM, C by folds"]["error"] <= 1.1 * min(values["error"] for values in row.values())
        for row in found.values()
        if "SVM, C by folds" in row
    )
    return [
        Verdict.HOLDS.of(f"no machine is the best everywhere: {told}")
        if count[best] < len(found)
        else Verdict.FAILS.of(f"no machine is the best everywhere: {best} is"),
        graded(
            close >= 0.9 * len(found),
            close >= 0.5 * len(found),
            f"the plainest support vector machine comes near the best: within a tenth on {close} of {len(found)}",
        ),
        graded(held == len(means), held >= 0.95 * len(means), f"certificates lie above: {held} of {len(means)} means"),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, certify, print and judge."""
    parser = command("which_machine", __doc__, *ARCHIVES)
    known = [kind.name for kind in KINDS]
    parser.add_argument(
        "--splits", type=at_least(1), default=3, metavar="N", help="splits of each set, where there are"
    )
    parser.add_argument("--kinds", nargs="+", choices=known, default=known, metavar="NAME", help="which data")
    parser.add_argument("--machines", nargs="+", choices=list(MACHINES), default=list(MACHINES), metavar="NAME")
    parser.add_argument("--records", type=Path, metavar="FILE", help="where finished trials are kept, to go on later")
    options = parser.parse_args(arguments)
    records, out, found = Records(options.records), console(), {}
    for kind in KINDS:
        if kind.name in options.kinds:
            with out.status(f"{kind.name} ..."):
                found[kind.name] = examined(kind, options.data, options.splits, options.machines, records)
    shown = [
        table(found, "error", "test error in percent", "{:.1%}"),
        table(found, "certificate", "error is at most, with 95 % confidence", "{:.1%}"),
        table(found, "seconds", "seconds of the processor, fit and choice of parameters", "{:.2f}"),
    ]
    show(out, shown, claims(found))


if __name__ == "__main__":
    main()
