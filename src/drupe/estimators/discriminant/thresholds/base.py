"""A threshold as a value: where outputs of two classes are cut, and which outputs are looked at."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.enumerations import Enumeration

LIKE = 1.5
"""How many times wider outputs of examples left out may scatter within a class than those of the fit, and be like them.

Where a fit nearly interpolates, its own outputs say nothing of new ones; those of examples left out do.
"""


class OutputsOf(Enumeration):
    """Which outputs a threshold is fitted on."""

    TRAINING = "training"
    LEFT_OUT = "left out"
    SUITABLE = "suitable"


@dataclass(frozen=True)
class Threshold(ABC):
    """A rule that says where the outputs of two classes are cut.

    Parameters
    ----------
    outputs
        Those of the fit at its own examples, those of fits without each example, or whichever suits: left out where
        these scatter more than LIKE times as much within the classes, else those of the fit.

    References
    ----------
    [Mika02]_, section 5.3.
    """

    outputs: OutputsOf = OutputsOf.SUITABLE

    @abstractmethod
    def cut(self, outputs: Vector, signs: Vector, weights: Vector) -> float:
        """Where to cut: outputs from here on are of the class +1. Both classes are there, and weights are positive."""


def chosen_outputs(
    kind: OutputsOf, training: Vector, left_out: Vector | None, signs: Vector, weights: Vector
) -> Vector:
    """The outputs of one function that a threshold is fitted on.

    >>> tight, wide = np.array([-1.0, -0.9, 1.0, 0.9]), np.array([-2.0, 0.0, 0.0, 2.0])
    >>> chosen_outputs(OutputsOf.SUITABLE, tight, wide, np.array([-1, -1, 1, 1]), np.ones(4)) is wide
    True
    """
    if left_out is None or kind is OutputsOf.TRAINING or not np.isfinite(left_out).all():
        return training
    if kind is OutputsOf.LEFT_OUT:
        return left_out
    (low, high), scatter = _within(left_out, signs, weights)
    return left_out if low < high and scatter > LIKE * _within(training, signs, weights)[1] else training


def _within(outputs: Vector, signs: Vector, weights: Vector) -> tuple[Vector, float]:
    """The means of the outputs of the two classes, −1 first, and the root mean square distance to them."""
    members = [np.where(signs < 0, weights, 0.0), np.where(signs > 0, weights, 0.0)]
    means = np.array([each @ outputs / each.sum() for each in members])
    around = np.where(signs < 0, means[0], means[1])
    return means, float(np.sqrt(weights @ np.square(outputs - around) / weights.sum()))
