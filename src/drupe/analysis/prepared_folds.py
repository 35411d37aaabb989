"""Folds after what stands before a machine: fitted on the seen rows of each alone, once for all who share it."""

from collections.abc import Sequence
from typing import Any

from sklearn.base import clone

from drupe.analysis.part import Part
from drupe.inputs.coerce import coerce
from drupe.selection.prepared_fold import PreparedFold
from drupe.selection.splits import Split


class PreparedFolds:
    """The folds of one comparison, prepared once for all contenders that have the same transformer.

    Parameters
    ----------
    part
        The examples, not prepared.
    folds
        How they are cut.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.preprocessing import MaxAbsScaler
    >>> part = Part.of([[1.0], [2.0], [8.0]], [0, 1, 1])
    >>> found = PreparedFolds(part, [Split(np.array([0, 1]), np.array([2]))])
    >>> found.after(MaxAbsScaler())[0].held.array.tolist()
    [[4.0]]
    """

    def __init__(self, part: Part, folds: Sequence[Split]):
        self.part, self.folds = part, folds
        self._kept: dict[int, tuple[PreparedFold, ...]] = {}

    def after(self, transformer: Any) -> tuple[PreparedFold, ...]:
        """Each fold after this transformer, of which copies are fitted; as it is if that is None."""
        if id(transformer) not in self._kept:
            self._kept[id(transformer)] = tuple(self._prepared(transformer, fold) for fold in self.folds)
        return self._kept[id(transformer)]

    def forget(self, transformer: Any) -> None:
        """Make room: nobody will ask for this one again."""
        self._kept.pop(id(transformer), None)

    def _prepared(self, transformer: Any, fold: Split) -> PreparedFold:
        seen, held = self.part.take(fold.seen), self.part.take(fold.held)
        if transformer is None:
            return PreparedFold(coerce(seen.X), seen.y, coerce(held.X))
        copy = clone(transformer)
        return PreparedFold(coerce(copy.fit_transform(seen.X, seen.y)), seen.y, coerce(copy.transform(held.X)))
