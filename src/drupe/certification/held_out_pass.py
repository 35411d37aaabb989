"""One pass of fitted classifiers over held-out rows: what is counted in each part."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.certification.selective_rule import confidence
from drupe.estimators.base import Classifier
from drupe.foundation.errors import InputError
from drupe.foundation.position_hash import held_out
from drupe.inputs.base import Inputs
from drupe.inputs.rows import Batch, Rows
from drupe.witness.confidence_histogram import ConfidenceHistogram
from drupe.witness.held_out_counts import HeldOutCounts


@dataclass(frozen=True, eq=False)
class HeldOutPass:
    """Work for an engine: the number of a part in, its counts out.

    Parameters
    ----------
    models
        Fitted classifiers.
    rows
        The rows, with targets.
    share
        The share of the rows that is held out, by a hash of their positions; None if all of them are.
    seed
        Of that choice.
    confidences
        Whether to count how sure the answers were.

    Examples
    --------
    >>> from drupe import SVC
    >>> from drupe.inputs.rows import RowsInMemory
    >>> from drupe.inputs.vectors import Vectors
    >>> model = SVC(kernel="linear").fit([[-1.0], [1.0]], ["no", "yes"])
    >>> rows = RowsInMemory(Vectors.of([[-2.0], [3.0], [4.0], [5.0]]), np.array(["no", "yes", "no", "maybe"]))
    >>> HeldOutPass((model,), rows)(0).errors_by_class.tolist()
    [[1, 0, 1]]
    """

    models: tuple[Any, ...]
    rows: Rows
    share: float | None = None
    seed: int = 0
    confidences: bool = False

    @cached_property
    def classes(self) -> npt.NDArray[Any]:
        """All classes that any of the models knows; labels that none knows are counted after them, as one more."""
        return np.unique(np.concatenate([np.asarray(model.classes_) for model in self.models]))

    def __call__(self, part: int) -> HeldOutCounts:
        """The counts of one part."""
        batches = self.by_batch(part)
        first = next(batches, None) or self._nothing(part, int(self.rows.starts[part]), 0)
        return reduce(HeldOutCounts.__add__, batches, first)

    def by_batch(self, part: int) -> Iterator[HeldOutCounts]:
        """The counts of each batch of a part."""
        for batch in self.rows.batches(part):
            inputs, labels = self.chosen(batch)
            if len(inputs):
                yield self._counts(part, batch, inputs, labels)
            else:
                yield self._nothing(part, batch.first, len(batch))

    def chosen(self, batch: Batch) -> tuple[Inputs, npt.NDArray[Any]]:
        """The rows of a batch that are held out, and their labels."""
        if batch.targets is None:
            raise InputError("the rows have no targets, so that errors cannot be counted; say which column holds them.")
        if self.share is None:
            return batch.inputs, np.asarray(batch.targets)
        places = np.flatnonzero(held_out(batch.first, len(batch), self.share, self.seed))
        return batch.inputs.take(places), np.asarray(batch.targets)[places]

    def _counts(self, part: int, batch: Batch, inputs: Inputs, labels: npt.NDArray[Any]) -> HeldOutCounts:
        codes = self._codes(labels)
        errors, sure = [], []
        for model in self.models:
            X = inputs if isinstance(model, Classifier) else inputs.raw()
            wrong = np.broadcast_to(np.asarray(model.predict(X) != labels), labels.shape)
            errors.append(np.bincount(codes[wrong], minlength=len(self.classes) + 1))
            if self.confidences:
                sure.append(ConfidenceHistogram.of(confidence(model, X), wrong))
        rows = np.bincount(codes, minlength=len(self.classes) + 1)
        return HeldOutCounts.of(part, batch.first, len(batch), rows, errors, sure)

    def _nothing(self, part: int, first: int, count: int) -> HeldOutCounts:
        errors = np.zeros((len(self.models), len(self.classes) + 1))
        sure = [ConfidenceHistogram.of([], []) for _ in self.models] if self.confidences else []
        return HeldOutCounts.of(part, first, count, errors[0], errors, sure)

    def _codes(self, labels: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """The place of each label among the classes."""
        known = np.isin(labels, self.classes)
        codes = np.full(len(labels), len(self.classes), dtype=np.int64)
        codes[known] = np.searchsorted(self.classes, labels[known])
        return codes
