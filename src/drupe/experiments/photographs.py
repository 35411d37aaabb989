"""Photographs by their colors: histograms compared by 1-norm, χ² and 2-norm, and neighbors with the same metrics.

Section 8.2.2 of [Cristianini00] after [Chapelle99]: fourteen categories of the Corel collection with 100 photographs
each, two thirds of each to learn from; histograms of 16 × 16 × 16 bins over hue, saturation and value; exp(−d/σ²) with
three distances d. The source prints no table, but three claims. The collection is not free; it can be given as a folder
with a sub-folder for each category. Without one the experiment paints scenes of its own, and what it finds is about
those. σ², C and the number of neighbors are chosen by cross-validation of the training part.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.table import Table
from sklearn.model_selection import GridSearchCV, StratifiedKFold

from drupe.estimators.images.color_histograms import ColorHistograms
from drupe.estimators.margin.svc import SVC
from drupe.estimators.multiclass.one_vs_rest import OneVsRest
from drupe.estimators.neighbors.neighbors_classifier import NeighborsClassifier
from drupe.experiments.claims import console, graded, show
from drupe.experiments.command import at_least, command
from drupe.experiments.painted_scenes import scenes
from drupe.experiments.picture_folders import picture_files, read_picture
from drupe.experiments.split import Split
from drupe.kernels.base import Kernel
from drupe.kernels.chi_squared import ChiSquared
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.laplacian import Laplacian

METRICS: Mapping[str, Callable[[float], Kernel[Any]]] = {
    "1-norm": lambda scale: Laplacian(width=scale),
    "χ²": lambda scale: ChiSquared(width=scale**0.5),
    "2-norm": lambda scale: Gaussian(width=(0.5 * scale) ** 0.5),
}
"""exp(−d / scale) of each distance; the 2-norm counts squared."""

FACTORS = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Candidates for σ² over the median distance of training examples."""

COSTS = (10.0, 100.0)
NEIGHBORS = (1, 3, 9, 15, 25)
PAIRS = 300
"""Training examples whose distances give the median."""

TWICE = 1.6
"""Ratio of errors that is almost a factor of two."""


@dataclass(frozen=True)
class Found:
    """Test errors of one metric.

    Parameters
    ----------
    machine, neighbors
        Of the support vector machine, and of the neighbors.
    said
        What cross-validation chose.
    """

    machine: float
    neighbors: float
    said: str


def median_distance(kernel: Callable[[float], Kernel[Any]], X: Any) -> float:
    """Median of d over pairs of the first examples, read off the kernel exp(−d / 4)."""
    few = X[:PAIRS]
    values = kernel(4.0)(few, few)
    return float(np.median(-4.0 * np.log(values[np.triu_indices(len(values), 1)])))


def split(X: Any, y: npt.NDArray[Any], seed: int) -> Split:
    """Two thirds of each category to learn from, drawn at random."""
    rng, train = np.random.default_rng(seed), []
    for label in np.unique(y):
        own = rng.permutation(np.flatnonzero(y == label))
        train.extend(own[: max(1, round(2 * len(own) / 3))].tolist())
    rest = np.setdiff1d(np.arange(len(y)), train)
    learned = rng.permutation(np.array(train))
    return Split(X[learned], y[learned], X[rest], y[rest])


def compared(data: Split, kernel: Callable[[float], Kernel[Any]], folds: int) -> Found:
    """Both learners with one metric; all choices within the training part."""
    scale = median_distance(kernel, data.X)
    cv = StratifiedKFold(folds, shuffle=True, random_state=0)
    kernels = [kernel(factor * scale) for factor in FACTORS]
    grid = {"estimator__kernel": kernels, "estimator__C": list(COSTS)}
    machine = GridSearchCV(OneVsRest(SVC(kernel=kernels[0])), grid, cv=cv).fit(data.X, data.y)
    near = NeighborsClassifier(kernel=kernel(4.0 * scale))
    neighbors = GridSearchCV(near, {"n_neighbors": [few for few in NEIGHBORS if few <= len(data.y) // 2]}, cv=cv).fit(
        data.X, data.y
    )
    best = machine.best_params_
    factor = FACTORS[kernels.index(best["estimator__kernel"])]
    said = f"σ² {factor:g} medians, C {best['estimator__C']:g}; {neighbors.best_params_['n_neighbors']} neighbors"
    return Found(data.error(machine), data.error(neighbors), said)


def table(found: Mapping[str, Sequence[Found]]) -> Table:
    """Mean errors in percent; a row for each metric."""
    out = Table(header_style="bold", caption="test error in percent, mean over splits; choices of the last split")
    for heading in ("distance", "support vectors", "neighbors", "chosen"):
        out.add_column(heading, justify="right" if heading in ("support vectors", "neighbors") else "left")
    for name, runs in found.items():
        ours, theirs = (np.mean([getattr(one, who) for one in runs]) for who in ("machine", "neighbors"))
        out.add_row(name, f"{100 * ours:.2f}", f"{100 * theirs:.2f}", runs[-1].said)
    return out


def claims(found: Mapping[str, Sequence[Found]], tested: int, source: str) -> list[str]:
    """What the source says of photographs; a difference within two standard errors is none."""
    ours = {name: float(np.mean([one.machine for one in runs])) for name, runs in found.items()}
    theirs = {name: float(np.mean([one.neighbors for one in runs])) for name, runs in found.items()}
    worst = max(ours.values())
    noise = 2.0 * (max(worst * (1.0 - worst), 1e-9) * 2.0 / tested) ** 0.5
    ratio = min(theirs.values()) / max(min(ours.values()), 1e-9)
    close, apart = abs(ours["1-norm"] - ours["χ²"]), ours["2-norm"] - max(ours["1-norm"], ours["χ²"])
    words = f"{100 * ours['1-norm']:.1f} and {100 * ours['χ²']:.1f} %"
    return [
        graded(
            ratio >= TWICE, ratio > 1.0, f"{source}: neighbors err almost twice as often: {ratio:.2f} times at best"
        ),
        graded(close <= noise, close <= 2 * noise, f"{source}: 1-norm and χ² are about equal: {words}"),
        graded(
            apart > noise,
            apart > 0.0,
            f"{source}: the 2-norm is significantly worse: {100 * ours['2-norm']:.1f} %, two standard errors of a "
            f"difference are {100 * noise:.1f} points",
        ),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Paint or read, choose, train, test, print and judge."""
    parser = command("photographs", __doc__)
    parser.add_argument(
        "--pictures", type=Path, metavar="DIR", help="folder of categories; painted scenes unless given"
    )
    parser.add_argument("--each", type=at_least(6), default=100, metavar="N", help="scenes painted of each kind")
    parser.add_argument("--bins", type=at_least(2), default=16, metavar="N", help="bins of hue, saturation and value")
    parser.add_argument("--splits", type=at_least(1), default=3, metavar="N", help="random splits")
    parser.add_argument("--folds", type=at_least(2), default=3, metavar="N", help="folds of the cross-validation")
    options = parser.parse_args(arguments)
    out = console()
    with out.status("pictures ..."):
        if options.pictures is None:
            pictures, labels = scenes(options.each, seed=0)
            source = "scenes painted here"
        else:
            files = [(name, path) for name, paths in picture_files(options.pictures).items() for path in paths]
            pictures, labels = [read_picture(path) for _, path in files], np.array([name for name, _ in files])
            source = options.pictures.name
        X = ColorHistograms(options.bins).fit_transform(pictures)
    found: dict[str, list[Found]] = {name: [] for name in METRICS}
    tested = 0
    for seed in range(options.splits):
        data = split(X, labels, seed)
        tested += len(data.y_test)
        for name, kernel in METRICS.items():
            with out.status(f"split {seed + 1} of {options.splits}, {name} ..."):
                found[name].append(compared(data, kernel, options.folds))
    show(out, [table(found)], claims(found, tested, source))


if __name__ == "__main__":
    main()
