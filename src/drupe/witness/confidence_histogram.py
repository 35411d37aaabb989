"""How sure right and wrong answers were: a histogram with fixed edges, so that those of parts add up."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError

EDGES: Vector = np.unique(np.concatenate([2.0 ** (np.arange(-80, 81) / 8.0), 1.0 - 2.0 ** (-np.arange(4, 121) / 4.0)]))
"""Thresholds: eight for each factor of two, and four for each in 1 − confidence, for confidences that end at one."""


@dataclass(frozen=True, eq=False)
class ConfidenceHistogram:
    """Right and wrong answers by their confidence, in the intervals (−∞, EDGES₀], (EDGES₀, EDGES₁], ..., (last, ∞).

    Parameters
    ----------
    right
        How many right answers lie in each interval.
    wrong
        How many wrong ones.

    Examples
    --------
    >>> seen = ConfidenceHistogram.of(np.array([0.1, 3.0, 5.0]), wrong=np.array([True, False, False]))
    >>> twice = seen + seen
    >>> twice.n, twice.above(1.0)
    (6, (0, 4))
    """

    right: Index
    wrong: Index

    def __post_init__(self) -> None:
        if not self.right.shape == self.wrong.shape == (len(EDGES) + 1,):
            raise InputError(f"a histogram has {len(EDGES) + 1} intervals; got {len(self.right)}, {len(self.wrong)}.")

    @classmethod
    def of(cls, confidence: Any, wrong: Any) -> "ConfidenceHistogram":
        """The histogram of these answers; one whose confidence is no number counts as the least sure."""
        sure = np.asarray(confidence, dtype=np.float64)
        places = np.searchsorted(EDGES, np.where(np.isnan(sure), -np.inf, sure), side="left")
        mistaken = np.asarray(wrong, dtype=bool)
        counts = [np.bincount(places[chosen], minlength=len(EDGES) + 1) for chosen in (~mistaken, mistaken)]
        return cls(*counts)

    def __add__(self, other: "ConfidenceHistogram") -> "ConfidenceHistogram":
        return ConfidenceHistogram(self.right + other.right, self.wrong + other.wrong)

    @property
    def n(self) -> int:
        """Answers in all."""
        return int(self.right.sum() + self.wrong.sum())

    def above(self, threshold: float) -> tuple[int, int]:
        """Wrong answers, and all answers, with a confidence above an edge; above −∞ are all of them."""
        start = 0 if threshold == -np.inf else int(np.searchsorted(EDGES, threshold)) + 1
        if start > len(EDGES) or (start and EDGES[start - 1] != threshold):
            raise InputError(f"the histogram knows what lies above its edges, of which {threshold} is none.")
        wrong = int(self.wrong[start:].sum())
        return wrong, wrong + int(self.right[start:].sum())
