"""AdaBoost with stumps beside scikit-learn's: time, and the weighted error of every round under the same weights."""

import multiprocessing
import resource
import warnings
from collections.abc import Iterator
from time import perf_counter

import data
import numpy as np
from measure import Goal, Peer, Row, Settings, side_by_side
from sklearn.ensemble import AdaBoostClassifier as Theirs
from sklearn.tree import DecisionTreeClassifier

from drupe import AdaBoostClassifier
from drupe.estimators.boosting import BestStump
from drupe.inputs import Vectors

ROUNDING = 1e-12
"""By which two sums of the same weights may differ."""

COMPARED = 20
"""Rounds whose stumps are compared: scikit-learn's takes a while on many examples."""


def samples(settings: Settings) -> Iterator[tuple[str, np.ndarray, np.ndarray, int, float]]:
    """Name, examples, classes, rounds, and how many times as fast it shall be."""
    place = data.folder(settings)
    public = place is not None and (place / "ida13.npz").exists()
    for name, examples, columns, rounds, faster in (("banana", 400, 2, 200, 500.0), ("german", 700, 20, 200, 100.0)):
        if public and place is not None:
            with np.load(place / "ida13.npz") as file:
                chosen = file[f"{name}_drawn_train"][0]
                yield name, file[f"{name}_X"][chosen].astype(np.float64), file[f"{name}_y"][chosen], rounds, faster
        else:
            x, y = data.noisy(examples, columns)
            yield f"made {examples} × {columns}", x, y, rounds, faster
    x, y = data.noisy(settings.size(20_000))
    yield f"made {len(y)} × 20", x, y, 100, 100.0


def beside_scikit_learn(name: str, x: np.ndarray, y: np.ndarray, rounds: int, faster: float, repeats: int) -> Row:
    """Both on one thread for each processor; and by how much any stump of ours errs more than theirs."""
    rounds = 5 if repeats == 1 else rounds
    ours, theirs = AdaBoostClassifier(n_estimators=rounds), Theirs(n_estimators=rounds)
    peer = Peer("sklearn", lambda: theirs.fit(x, y), faster_at_least=faster)
    row = side_by_side(f"{name}, {rounds} rounds", lambda: ours.fit(x, y), (peer,), repeats)
    numbers = {
        **row.numbers,
        "errors above": errors_above(ours, x, y),
        "training error": 1.0 - ours.score(x, y),
        "sklearn's": 1.0 - theirs.score(x, y),
    }
    return Row(row.case, numbers, (*row.goals, Goal("errors above", ROUNDING, at_most=True)))


def errors_above(machine: AdaBoostClassifier, x: np.ndarray, y: np.ndarray) -> float:
    """The most, over rounds, by which our stump errs more than a tree of depth one under the same weights."""
    signs = np.where(y == machine.classes_[1], 1.0, -1.0)
    weights, most = np.full(len(y), 1.0 / len(y)), -np.inf
    said = machine.estimators_.first(COMPARED).values(Vectors.of(x))
    for t in range(said.shape[1]):
        tree = DecisionTreeClassifier(max_depth=1).fit(x, signs, sample_weight=weights)
        most = max(most, float(weights[said[:, t] != signs].sum() - weights[tree.predict(x) != signs].sum()))
        weights = weights * np.exp(-machine.estimator_weights_[t] * signs * said[:, t])
        weights /= weights.sum()
    return most


def spent_on_many(examples: int, rounds: int) -> tuple[float, float, float]:
    """Seconds of columns in bins and of the rounds, and megabytes beyond the data."""
    x, y = data.noisy(examples)
    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, perf_counter()
    machine = AdaBoostClassifier(BestStump(bins=256), n_estimators=rounds)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        machine.fit(x, y)
    seconds = perf_counter() - began
    return seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024, 1.0 - machine.score(x, y)


def many(settings: Settings) -> Row:
    """A million examples in bins, in a process of its own, whose memory can be told."""
    examples, rounds = settings.size(1_000_000), 5 if settings.quick else 100
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        seconds, megabytes, error = pool.apply(spent_on_many, (examples, rounds))
    numbers = {
        "drupe ms": 1e3 * seconds,
        "MB": megabytes,
        "data MB": examples * 20 * 8 / 2**20,
        "training error": error,
    }
    return Row(f"made {examples} × 20, {rounds} rounds, 256 bins", numbers)


def rows(settings: Settings) -> Iterator[Row]:
    """Small samples, where scikit-learn's trees cost most; a large one; a very large one without a peer."""
    for sample in samples(settings):
        yield beside_scikit_learn(*sample, settings.repeats)
    yield many(settings)
