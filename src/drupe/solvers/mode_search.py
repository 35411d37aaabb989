"""The mode of a posterior over outputs f = Kα by damped Newton steps, in α, whatever labels say of outputs."""

from abc import ABC, abstractmethod

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.solvers.newton import newton_length
from drupe.solvers.solution import Stop

LOST = 1e-6
"""Violation up to which a run that rounding has ended was successful."""


class ModeSearch(ABC):
    """max over f = Kα of ln P(labels | f) − ½ αᵀKα: where α is the slope of the first term.

    An author writes the likelihood, its slope and the direction of a step. The variable is α, as no system in K, which
    may be singular, can then spoil it.

    Parameters
    ----------
    K
        The Gram matrix.
    zero
        Of the shape of the outputs, a column for each process: where the search starts.

    References
    ----------
    [Herbrich02]_, algorithm 5 and appendix B.7.3; [Rasmussen06]_, algorithms 3.1 and 3.3.
    """

    def __init__(self, K: Matrix, zero: Matrix):
        self.K, self.zero, self.iterations, self.length = K, zero, 0, 1.0
        self.variances = K.diagonal().reshape(-1, *[1] * (zero.ndim - 1))
        self.begin()

    @abstractmethod
    def surprise(self, outputs: Matrix) -> float:
        """−ln P(labels | f)."""

    @abstractmethod
    def pull(self, outputs: Matrix) -> Matrix:
        """The slope of ln P(labels | f) in the outputs."""

    @abstractmethod
    def direction(self) -> Matrix:
        """(I + SK)⁻¹ times the residual, S the curvature of −ln P(labels | f) here."""

    @abstractmethod
    def curvatures(self) -> Matrix:
        """The diagonal of S, where `pull` was asked last."""

    def begin(self) -> None:
        """At α = 0."""
        self._move(self.zero, self.zero, self._cost(self.zero, self.zero))

    def start(self, alpha: Matrix) -> None:
        """At another α, if that is better than zero."""
        outputs = self.K @ alpha
        cost = self._cost(alpha, outputs)
        if cost < self._cost(self.zero, self.zero):
            self._move(alpha, outputs, cost)
        else:
            self.begin()

    def run(self, tolerance: float, limit: int) -> Stop:
        """Steps until the residual is within the tolerance."""
        while self.violation > tolerance:
            if self.iterations == limit:
                return Stop.ITERATIONS
            if not self.step():
                return Stop.CONVERGED if self.violation <= LOST else Stop.STALLED
        return Stop.CONVERGED

    def step(self) -> bool:
        """One Newton step, halved until it leads up; False if none does."""
        along = self.direction()
        moved = self.K @ along

        def at(length: float) -> float:
            return self._cost(self.alpha + length * along, self.outputs + length * moved)

        def residual_at(length: float) -> float:
            outputs = self.outputs + length * moved
            return self._violation(self.pull(outputs) - self.alpha - length * along)

        slope = min(-float(np.vdot(self.residual, moved)), 0.0)
        reached = newton_length(at, self.cost, slope, lambda length: residual_at(length) < self.violation)
        if reached is None:
            self.pull(self.outputs)  # curvatures are those where it was asked last
            return False
        self.length = reached.length
        self._move(self.alpha + self.length * along, self.outputs + self.length * moved, reached.value)
        self.iterations += 1
        return True

    def _cost(self, alpha: Matrix, outputs: Matrix) -> float:
        with np.errstate(over="ignore", invalid="ignore"):
            return 0.5 * float(np.vdot(alpha, outputs)) + self.surprise(outputs)

    def _move(self, alpha: Matrix, outputs: Matrix, cost: float) -> None:
        self.alpha, self.outputs, self.cost = alpha, outputs, cost
        self.residual = self.pull(outputs) - alpha
        self.violation = self._violation(self.residual)

    def _violation(self, residual: Matrix) -> float:
        # An output feels a residual r by r/(1/k + s): little of α is much of f where k is large and labels flat.
        felt = self.variances / (1.0 + self.variances * self.curvatures())
        return float((np.abs(residual) * np.maximum(felt, 1.0)).max(initial=0.0))
