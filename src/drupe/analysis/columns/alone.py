"""How well one column alone answers: each row from the other rows with the same or the nearest value."""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.special import betainc, gammaln
from scipy.stats import rankdata

from drupe.analysis.columns.seen import Numbers, Seen
from drupe.foundation.arrays import Index, Matrix, Vector

Goal: TypeAlias = npt.NDArray[Any]
"""Codes of classes in whole numbers, or a quantity in real ones."""

FEWEST = 20
"""Rows below which no column is judged."""

NEARLY_ALL = 0.99
"""Share of right answers from which a column is suspicious."""

FEWER_ERRORS = 0.1
"""It makes at most this share of the errors of always answering the most frequent class."""

EXPLAINED = 0.999
"""Share of the variance of a quantity from which a column is suspicious."""

NEIGHBORS = (-2, -1, 1, 2)
"""Places in order of size, the farthest of which is not asked."""


@dataclass(frozen=True)
class Alone:
    """The answers of one column, each row left out in turn.

    Parameters
    ----------
    share
        Of right answers; of the variance explained, for a quantity.
    rows
        That were judged.
    chance
        At most the probability that a column that knows nothing does so well; 1 if it is not suspicious at all.
    """

    share: float
    rows: int
    chance: float


NOTHING = Alone(0.0, 0, 1.0)
"""The judgment where there are too few rows, or nothing to tell apart."""


def alone(column: Seen, targets: Goal) -> Alone:
    """The judgment of a column by its values, on the rows that have one.

    >>> classes = np.repeat([0, 1], 50)
    >>> alone(Numbers("sum", np.arange(100.0)), classes).share
    1.0
    >>> alone(Numbers("noise", np.tile(np.arange(50.0), 2)), classes).share
    0.0
    """
    rows = column.present
    goal = targets[rows]
    if len(rows) < FEWEST or goal.min() == goal.max():
        return NOTHING
    if goal.dtype.kind == "f":
        return Alone(max(_explained(column.take(rows), one) for one in (goal, rankdata(goal))), len(rows), 0.0)
    classes, goal = np.unique(goal, return_inverse=True)
    if isinstance(column, Numbers):
        return _cut_or_judged(column.values[rows], goal, len(classes))
    return judged(grouped_hits(_groups(column.codes()[rows]), goal, len(classes)), goal)


def emptiness_alone(column: Seen, targets: Goal) -> Alone:
    """The judgment of a column by whether its cell is empty."""
    if not 0 < len(column.present) < len(targets) or len(targets) < FEWEST or targets.dtype.kind == "f":
        return NOTHING
    empty = np.ones(len(targets), dtype=np.int64)
    empty[column.present] = 0
    classes, goal = np.unique(targets, return_inverse=True)
    return judged(grouped_hits(empty, goal, len(classes)), goal) if len(classes) > 1 else NOTHING


def judged(hits: Vector, goal: Index) -> Alone:
    """The answers against those of always saying the most frequent class."""
    n, right = len(goal), float(hits.sum())
    majority = np.bincount(goal).max() / n
    few = n - right <= min(1.0 - NEARLY_ALL, FEWER_ERRORS * (1.0 - majority)) * n
    chance = float(betainc(right, n - right + 1.0, majority)) if few else 1.0
    return Alone(right / n, n, chance)


def grouped_hits(groups: Index, goal: Index, classes: int) -> Vector:
    """For each row whether the others of its group say its class; who is alone in a group hears all others.

    Where two classes are equally frequent, half of the answer is right.
    """
    counts = np.bincount(groups * classes + goal, minlength=(groups.max() + 1) * classes).reshape(-1, classes)
    votes = counts[groups] - np.eye(classes, dtype=np.int64)[goal]
    silent = votes.sum(axis=1) == 0
    votes[silent] = np.bincount(goal, minlength=classes) - np.eye(classes, dtype=np.int64)[goal[silent]]
    return _hits(votes, goal)


def _hits(votes: Matrix | Index, goal: Index) -> Vector:
    most = votes == votes.max(axis=1, keepdims=True)
    return np.asarray(most[np.arange(len(goal)), goal] / most.sum(axis=1), dtype=np.float64)


def _cut_or_judged(values: Vector, goal: Index, classes: int) -> Alone:
    """Classes that lie one behind the other without overlap; else the answers of equal and of neighboring values."""
    order = np.argsort(values, kind="stable")
    values, goal = values[order], goal[order]
    new = np.diff(values, prepend=-np.inf) > 0.0
    starts, groups = np.flatnonzero(new), np.cumsum(new) - 1
    pure = np.maximum.reduceat(goal, starts) == np.minimum.reduceat(goal, starts)
    if pure.all() and (np.diff(goal[starts]) != 0).sum() + 1 == classes:
        sizes = np.bincount(goal)
        # That many orders of the rows out of all of them keep the classes together.
        orders = gammaln(sizes + 1.0).sum() + gammaln(classes + 1.0) - gammaln(len(goal) + 1.0)
        return Alone(1.0, len(goal), float(np.exp(orders)))
    single = np.bincount(groups)[groups] == 1
    hits = np.where(single, _neighbor_hits(values, goal, classes), grouped_hits(groups, goal, classes))
    return judged(hits, goal)


def _neighbor_hits(values: Vector, goal: Index, classes: int) -> Vector:
    """For each row whether three neighbors in order of size say its class, the nearest a little louder."""
    n = len(values)
    places = np.arange(n)[:, None] + np.array(NEIGHBORS)
    inside = (places >= 0) & (places < n)
    places = np.clip(places, 0, n - 1)
    away = np.where(inside, np.abs(values[places] - values[:, None]), np.inf)
    weights = np.where(inside, 1.0, 0.0)
    rows = np.arange(n)
    weights[rows, np.argmax(away, axis=1)] = 0.0
    weights[rows, np.argmin(away, axis=1)] += 0.5
    votes = np.bincount((rows[:, None] * classes + goal[places]).ravel(), weights.ravel(), n * classes)
    return _hits(votes.reshape(n, classes), goal)


def _explained(column: Seen, goal: Vector) -> float:
    """R² of the answers: the mean of rows with the same value, else a line through the two neighbors."""
    total = float(((goal - goal.mean()) ** 2).sum())
    if total == 0.0:
        return 0.0
    groups = _groups(column.codes())
    sizes, sums = np.bincount(groups), np.bincount(groups, goal)
    single = sizes[groups] == 1
    others = np.maximum(sizes[groups] - 1, 1)
    said = np.where(single, (goal.sum() - goal) / (len(goal) - 1), (sums[groups] - goal) / others)
    if isinstance(column, Numbers) and len(sizes) > 2:
        said[single] = _on_a_line(column.values, groups, sums / sizes)[single]
    return 1.0 - float(((goal - said) ** 2).sum()) / total


def _on_a_line(values: Vector, groups: Index, means: Vector) -> Vector:
    """For each row what the line through the values before and after it says; at the ends through the next two."""
    points = np.unique(values)
    centers = np.arange(len(points))
    low = np.where(centers == 0, 1, np.where(centers == len(points) - 1, centers - 2, centers - 1))
    high = np.where(centers == 0, 2, np.where(centers == len(points) - 1, centers - 1, centers + 1))
    slopes = (means[high] - means[low]) / (points[high] - points[low])
    return np.asarray((means[low] + slopes * (points - points[low]))[groups])


def _groups(codes: Index) -> Index:
    """Codes without gaps, in the same order."""
    return np.asarray(np.unique(codes, return_inverse=True)[1], dtype=np.int64)
