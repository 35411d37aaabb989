"""A Gram that has swallowed the labels: the matrix of the dual of every two-class machine."""

from dataclasses import dataclass
from typing import Any

from drupe.foundation.arrays import Index, Vector
from drupe.grams.base import Gram
from drupe.grams.reals import sign_each
from drupe.grams.scaled import ScaledGram


@dataclass(frozen=True, eq=False, repr=False)
class SignedGram(ScaledGram):
    """yᵢ yⱼ Kᵢⱼ with signs yᵢ of −1 or +1.

    Parameters
    ----------
    gram
        K.
    signs
        One sign per example. New examples have none, so this Gram cannot compare them with its own.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> SignedGram(DenseGram([[2, 1], [1, 2]]), [1, -1]).dense().tolist()
    [[2.0, -1.0], [-1.0, 2.0]]

    References
    ----------
    [Cristianini00]_, proposition 6.1.
    """

    gram: Gram
    signs: Any

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "signs", sign_each(self.signs, len(self.gram)))

    @property
    def factors(self) -> Vector:
        signs: Vector = self.signs
        return signs

    def diagonal(self) -> Vector:
        return self.gram.diagonal()

    def _take(self, index: Index) -> Gram:
        return SignedGram(self.gram.take(index), self.signs[index])
