"""What every loss says of itself: value and slope in the output, shape, and size on a domain."""

import math
from abc import ABC, abstractmethod
from enum import Enum

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked
from drupe.losses.domains import Domain


class Smoothness(Enum):
    """How well a loss can be followed downhill."""

    STEPPED = "it jumps and is flat in between"
    KINKED = "it is continuous but has kinks"
    DIFFERENTIABLE = "it is differentiable everywhere"


class Loss(Checked, ABC):
    """What an output f costs where y was the target; arrays in, an array of the same shape out, in float64."""

    @abstractmethod
    def value(self, outputs: npt.ArrayLike, targets: npt.ArrayLike) -> Vector:
        """The loss of each output."""

    @abstractmethod
    def derivative(self, outputs: npt.ArrayLike, targets: npt.ArrayLike) -> Vector:
        """The slope of the loss in the output; at a kink one slope between those of its two sides."""

    @property
    def convex(self) -> bool:
        """Whether the loss is convex in the output."""
        return True

    @property
    def smoothness(self) -> Smoothness:
        """Whether the derivative exists everywhere."""
        return Smoothness.DIFFERENTIABLE

    @property
    def lipschitz(self) -> float:
        """Largest absolute slope over all outputs and targets; inf if there is none."""
        return math.inf

    @abstractmethod
    def at_zero(self, targets: float = 1.0) -> float:
        """C₀: the largest loss of the output zero over targets |y| ≤ `targets`."""

    @abstractmethod
    def bound_on(self, domain: Domain) -> float:
        """M: the largest loss over a domain."""

    @abstractmethod
    def lipschitz_on(self, domain: Domain) -> float:
        """Largest absolute slope over a domain; inf for a loss that jumps."""


class MarginLoss(Loss):
    """A loss of the margin m = y f alone, y = ±1, that never rises with m; an author writes it and its slope."""

    @abstractmethod
    def of_margin(self, margins: npt.ArrayLike) -> Vector:
        """The loss at each margin."""

    @abstractmethod
    def margin_slope(self, margins: npt.ArrayLike) -> Vector:
        """The slope of `of_margin`."""

    def value(self, outputs: npt.ArrayLike, targets: npt.ArrayLike) -> Vector:
        f, y = signed(outputs, targets)
        return self.of_margin(y * f)

    def derivative(self, outputs: npt.ArrayLike, targets: npt.ArrayLike) -> Vector:
        f, y = signed(outputs, targets)
        return np.asarray(y * self.margin_slope(y * f))

    def at_zero(self, targets: float = 1.0) -> float:
        return float(self.of_margin(0.0))

    def bound_on(self, domain: Domain) -> float:
        return float(self.of_margin(-domain.outputs))

    def lipschitz_on(self, domain: Domain) -> float:
        # A convex loss that never rises is steepest at the smallest margin.
        return float(abs(self.margin_slope(-domain.outputs))) if self.convex else self.lipschitz


class ResidualLoss(Loss):
    """A convex loss of |f − y| alone that never falls; an author writes it, its slope and the normalizer."""

    @abstractmethod
    def of_residual(self, residuals: npt.ArrayLike) -> Vector:
        """The loss at each residual r = f − y."""

    @abstractmethod
    def residual_slope(self, residuals: npt.ArrayLike) -> Vector:
        """The slope of `of_residual`."""

    @property
    @abstractmethod
    def normalizer(self) -> float:
        """Z = ∫ exp(−loss(r)) dr, which makes exp(−loss(r)) / Z a density of noise."""

    def value(self, outputs: npt.ArrayLike, targets: npt.ArrayLike) -> Vector:
        f, y = paired(outputs, targets)
        return self.of_residual(f - y)

    def derivative(self, outputs: npt.ArrayLike, targets: npt.ArrayLike) -> Vector:
        f, y = paired(outputs, targets)
        return self.residual_slope(f - y)

    def at_zero(self, targets: float = 1.0) -> float:
        return float(self.of_residual(targets))

    def bound_on(self, domain: Domain) -> float:
        return float(self.of_residual(domain.outputs + domain.targets))

    def lipschitz_on(self, domain: Domain) -> float:
        return float(self.residual_slope(domain.outputs + domain.targets))


def paired(outputs: npt.ArrayLike, targets: npt.ArrayLike) -> tuple[Vector, Vector]:
    """Both in float64, of one shape or one of them a single number.

    Shapes that would only broadcast are refused: a column against a row would silently become a square.
    """
    f, y = np.asarray(outputs, dtype=np.float64), np.asarray(targets, dtype=np.float64)
    if f.shape != y.shape and f.ndim and y.ndim:
        raise InputError(f"outputs have shape {f.shape} but targets {y.shape}; they must match one to one.")
    return f, y


def signed(outputs: npt.ArrayLike, targets: npt.ArrayLike) -> tuple[Vector, Vector]:
    """Like `paired`, for targets that must be −1 or +1."""
    f, y = paired(outputs, targets)
    wrong = np.abs(y) != 1.0
    if np.any(wrong):
        raise InputError(f"the targets of a margin loss must be -1 or +1, got {y[wrong].flat[0]:g}.")
    return f, y
