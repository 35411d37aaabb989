"""A Gram in which examples count as often as their weights say: its eigenvalues are those of so many copies."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.grams.reals import one_each
from drupe.grams.scaled import ScaledGram


@dataclass(frozen=True, eq=False, repr=False)
class WeightedGram(ScaledGram):
    """√wᵢ √wⱼ Kᵢⱼ: the eigenvalues, but for zeros, of the Gram in which example i stands wᵢ times.

    Parameters
    ----------
    gram
        K.
    weights
        How often each example counts, zero or more.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> WeightedGram(DenseGram([[2, 1], [1, 2]]), [4, 1]).dense().tolist()
    [[8.0, 2.0], [2.0, 2.0]]

    References
    ----------
    [Scholkopf02]_, section 14.2.
    """

    gram: Gram
    weights: Any

    def __post_init__(self) -> None:
        super().__post_init__()
        weights = one_each(self.weights, len(self.gram), "weights")
        if len(weights) and weights.min() < 0.0:
            raise InputError(f"weights must be zero or more, got {weights.min():g}.")
        object.__setattr__(self, "weights", weights)

    @cached_property
    def factors(self) -> Vector:
        return np.asarray(np.sqrt(self.weights))

    def _take(self, index: Index) -> Gram:
        return WeightedGram(self.gram.take(index), self.weights[index])
