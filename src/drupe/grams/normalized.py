"""A Gram of cosines: every example at length one in feature space."""

from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.grams.scaled import ScaledGram
from drupe.inputs.base import Inputs


@dataclass(frozen=True, eq=False, repr=False)
class NormalizedGram(ScaledGram):
    """Kᵢⱼ / √(Kᵢᵢ Kⱼⱼ).

    Parameters
    ----------
    gram
        K; an example with Kᵢᵢ ≤ 0 has no direction and is refused.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> NormalizedGram(DenseGram([[4, 1], [1, 1]])).dense().tolist()
    [[1.0, 0.5], [0.5, 1.0]]

    References
    ----------
    [Herbrich02]_, corollary 2.21.
    """

    gram: Gram
    _inverse: Vector = field(init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "_inverse", _inverse_lengths(self.gram.diagonal()))

    @property
    def factors(self) -> Vector:
        return self._inverse

    def diagonal(self) -> Vector:
        return np.ones(len(self))

    def against(self, new: Inputs) -> Matrix:
        block = self.gram.against(new)
        return self._scaled(block, _inverse_lengths(self.gram.diagonal_of(new)), self.factors)

    def diagonal_of(self, new: Inputs) -> Vector:
        return np.ones(len(_inverse_lengths(self.gram.diagonal_of(new))))

    def _evaluate(self, new: Inputs, weights: Matrix) -> Matrix:
        lengths = _inverse_lengths(self.gram.diagonal_of(new))
        return np.asarray(lengths[:, None] * self.gram._evaluate(new, self.factors[:, None] * weights))

    def _take(self, index: Index) -> Gram:
        return NormalizedGram(self.gram.take(index))


def _inverse_lengths(squared: Vector) -> Vector:
    short = np.flatnonzero(~(squared > 0))
    if len(short):
        raise InputError(
            f"example {short[0]} has k(x, x) = {squared[short[0]]:g} and cannot be normalized; "
            "drop it, or add a constant to the kernel first."
        )
    return np.asarray(1.0 / np.sqrt(squared))
