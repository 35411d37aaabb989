"""Folds: which examples a machine learns from, and which it is judged by."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import check_cv

from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError


@dataclass(frozen=True, eq=False)
class Split:
    """One fold.

    Parameters
    ----------
    seen
        Places in the sample of the examples that are learned from.
    held
        Places of those that are held out.
    """

    seen: Index
    held: Index

    def within(self, order: Index) -> "Split":
        """The same examples after the sample was put in this order, by rising place."""
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        return Split(np.sort(place[self.seen]), np.sort(place[self.held]))


def side_by_side(folds: Sequence[Split], codes: Index) -> Index:
    """An order with those held out together in one stretch, by class: solvers then read kernel rows in long pieces."""
    held_in = np.zeros(len(codes), dtype=np.int64)
    for i, fold in enumerate(folds):
        held_in[fold.held] = i
    return np.lexsort((codes, held_in))


def splits(cv: Any, sample: Sample, labels: npt.NDArray[Any], classifier: bool = True) -> list[Split]:
    """What scikit-learn makes of `cv`: folds for a number, stratified for classes; a splitter's own; or pairs.

    Splitters see the examples of positive weight; positions that are given count the data as they came.
    """
    places = np.full(len(sample.came), -1, dtype=np.int64)
    if cv is None or isinstance(cv, int | np.integer) or hasattr(cv, "split"):
        places = np.arange(len(sample))
    else:
        places[sample.positions] = np.arange(len(sample))
    chosen = check_cv(cv, labels, classifier=classifier)
    found = [
        Split(_kept(places[seen]), _kept(places[held]))
        for seen, held in chosen.split(np.zeros((len(labels), 1)), labels)
    ]
    for i, split in enumerate(found):
        _check(i, split, sample, classifier)
    if not found:
        raise InputError("cv yields no folds; pass a number such as 5, a splitter, or pairs of positions.")
    return found


def _kept(places: Index) -> Index:
    return np.asarray(places[places >= 0], dtype=np.int64)


def _check(i: int, split: Split, sample: Sample, classifier: bool) -> None:
    if not len(split.held):
        raise InputError(f"fold {i} of cv holds no example out.")
    if not len(split.seen):
        raise InputError(f"fold {i} of cv learns from no example.")
    if classifier and len(np.unique(sample.targets[split.seen])) < 2:
        raise InputError(
            f"fold {i} of cv learns from a single class; use fewer folds, or stratified ones (cv=5 makes them)."
        )
