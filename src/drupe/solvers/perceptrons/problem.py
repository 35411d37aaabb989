"""What a perceptron is asked to learn: signs of examples that it knows by their Gram alone."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, nonnegative
from drupe.grams.base import Gram
from drupe.grams.reals import one_each, sign_each


@dataclass(frozen=True, eq=False)
class PerceptronProblem(Checked):
    """Find f = Σⱼ αⱼ k(xⱼ, ·) + b with yᵢ f(xᵢ) > 0 for all examples, one mistake at a time.

    The offset is learned as if every example had one more coordinate, √offset_step: a mistake on example i moves b by
    yᵢ offset_step. With the squared radius of the data as the step, Novikoff's bound needs only twice the radius.

    Parameters
    ----------
    gram
        K.
    signs
        yᵢ, −1 or +1.
    offset_step
        How far b moves at a mistake; 0 for hyperplanes through the origin.
    start
        f at the examples before learning begins, offset included; zero unless given.

    References
    ----------
    [Cristianini00]_, tables 2.1 and 2.2; [Herbrich02]_, section 2.2.1, without an offset.
    """

    gram: Gram
    signs: Any
    offset_step: float = nonnegative(0.0)
    start: Vector | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        n = len(self.gram)
        if n == 0:
            raise InputError("a perceptron needs at least one example, got none.")
        object.__setattr__(self, "signs", sign_each(self.signs, n))
        if self.start is not None:
            object.__setattr__(self, "start", one_each(self.start, n, "start"))

    @classmethod
    def with_offset(cls, gram: Gram, signs: Any) -> "PerceptronProblem":
        """Offset steps of R² = max Kᵢᵢ."""
        return cls(gram, signs, squared_radius(gram))

    @property
    def beginning(self) -> Vector:
        """f at the examples before learning begins."""
        return np.zeros(len(self.signs)) if self.start is None else self.start


def squared_radius(gram: Gram) -> float:
    """R² = max Kᵢᵢ, of the ball around the origin that holds the examples.

    >>> from drupe.grams.dense import DenseGram
    >>> squared_radius(DenseGram([[4.0, 0.0], [0.0, 9.0]]))
    9.0
    """
    return max(float(gram.diagonal().max()), 0.0)
