"""One group on its way down, as values: where it is, which point it wants to see, what it makes of the answer."""

from abc import ABC, abstractmethod
from typing import Self

from drupe.foundation.arrays import Matrix
from drupe.solvers.solution import Stop


class Descent(ABC):
    """The state of a minimizer between two passes; a frozen value, from which any process could go on.

    Coordinates are those of the metric, in which the curvature is near one. An author keeps the fields named here.
    """

    point: Matrix
    """The best point so far."""

    value: float
    """The objective there, infinite before the first pass."""

    gradient: Matrix
    """Its slopes there."""

    first: float
    """The length of the gradient at the first point, by which later ones are measured."""

    stop: Stop | None
    """Why the descent ended; None while it goes on."""

    @property
    def length(self) -> float:
        """Of the gradient, relative to the first."""
        size = float((self.gradient * self.gradient).sum()) ** 0.5
        return size / self.first if self.first > 0.0 else 0.0

    @property
    @abstractmethod
    def trial(self) -> Matrix:
        """The point to look at in the next pass."""

    @abstractmethod
    def after(self, value: float, gradient: Matrix, tolerance: float) -> Self:
        """What follows from value and gradient at the trial point."""

    @abstractmethod
    def ended(self, stop: Stop | None) -> Self:
        """The same, ended for a reason, or with None open again."""

    @abstractmethod
    def doubted(self) -> Self:
        """The same, open again, where all values so far were rough."""

    @abstractmethod
    def anew(self, value: float, gradient: Matrix, tolerance: float) -> Self:
        """From the best point on, where value and gradient were found to be these."""
