"""Precision where it equals recall: how good a ranking of documents is, for each label and for all labels together."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError


@dataclass(frozen=True, eq=False)
class BreakEven:
    """Of a label with p positive examples, the share of positive ones among the p that are ranked highest.

    There precision and recall are the same number. Equal scores at the cut count by their expectation over all orders.
    Labels without positive examples take no part.

    Parameters
    ----------
    labels
        One number for each label; NaN for a label without positive examples.
    micro
        All labels together, each cut at its own threshold: hits of all labels over positives of all labels.
    pooled
        All labels together under one threshold, all scores in one ranking. Scores of unlike scale spoil it.
    macro
        The mean over labels.

    Examples
    --------
    Two of the three positives of the first label come first, and the one of the second comes second:
    2/3 and 0, micro 2/4, macro 1/3. In one ranking of all eight scores three of the first four are positive.

    >>> scores = np.array([[9.0, 1.0], [8.0, 8.5], [7.0, 2.0], [6.0, 7.5]])
    >>> positive = np.array([[1, 0], [1, 0], [0, 0], [1, 1]])
    >>> found = BreakEven.of(scores, positive)
    >>> found.labels.round(3).tolist(), found.micro, round(found.macro, 3), found.pooled
    ([0.667, 0.0], 0.5, 0.333, 0.75)

    References
    ----------
    [Joachims98]_, place not checked; [Cristianini00]_, section 8.1.1 (the task).
    """

    labels: Vector
    micro: float
    pooled: float
    macro: float

    @classmethod
    def of(cls, scores: Matrix, positive: npt.NDArray[np.bool_] | npt.NDArray[np.int64]) -> "BreakEven":
        """Judge scores, a column for each label, against a table of 0 and 1."""
        truth = np.asarray(positive).astype(bool)
        if scores.shape != truth.shape or scores.ndim != 2 or not truth.any():
            raise InputError(
                f"break-even points need as many scores as labels, and a positive example; got {np.shape(scores)} and "
                f"{truth.shape}."
            )
        hits = np.array([expected_hits(column, there) for column, there in zip(scores.T, truth.T, strict=True)])
        sizes = truth.sum(axis=0)
        labels = np.where(sizes > 0, hits / np.maximum(sizes, 1), np.nan)
        pooled = expected_hits(scores.ravel(), truth.ravel()) / truth.sum()
        return cls(labels, float(hits.sum() / sizes.sum()), float(pooled), float(np.nanmean(labels)))


def expected_hits(scores: Vector, positive: npt.NDArray[np.bool_]) -> float:
    """Positive examples among as many first ones as there are; in expectation where scores at the cut are equal.

    >>> expected_hits(np.array([2.0, 1.0, 1.0]), np.array([False, True, False]))
    0.0
    >>> expected_hits(np.array([1.0, 1.0, 1.0]), np.array([False, True, False])).__round__(4)
    0.3333
    """
    count = int(positive.sum())
    if count == 0:
        return 0.0
    cut = np.partition(scores, len(scores) - count)[len(scores) - count]
    above, level = scores > cut, scores == cut
    return float(positive[above].sum() + (count - above.sum()) * positive[level].mean())
