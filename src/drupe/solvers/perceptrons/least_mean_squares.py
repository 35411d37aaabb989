"""Widrow and Hoff's rule, Adaline's: each example corrects the function by a share of its own error."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.linalg import solve_triangular

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.parameters import Checked, nonnegative, positive
from drupe.grams.base import Gram
from drupe.solvers.perceptrons.limits import Limits
from drupe.solvers.solution import Stop

STRIPE = 256
"""Examples that take their turns within one triangular system."""


@dataclass(frozen=True, eq=False)
class LeastMeanSquares:
    """f = Σ coefficients times features, or kernels, plus the offset: where least mean squares ended.

    Parameters
    ----------
    coefficients
        A row for each example (dual) or for each column of the data (primal), a column for each target.
    offset
        b of each target.
    errors
        Mean squared error of the examples, each at its turn, pass by pass.
    stop
        Why it ended.
    """

    coefficients: Matrix
    offset: Vector
    errors: tuple[float, ...]
    stop: Stop

    @property
    def passes(self) -> int:
        """Passes that were made."""
        return len(self.errors)

    @property
    def converged(self) -> bool:
        """Whether the errors had come to rest."""
        return self.stop is Stop.CONVERGED


class Function(ABC):
    """A function that is being learned, with an offset that moves by `offset_step` times each correction."""

    def __init__(self, targets: Matrix, offset_step: float):
        self.targets, self.offset_step = targets, offset_step
        self.offset = np.zeros(targets.shape[1])
        self.coefficients: Matrix

    @abstractmethod
    def outputs(self, stripe: Index) -> Matrix:
        """f at these examples, without the offset."""

    @abstractmethod
    def gram(self, stripe: Index) -> Matrix:
        """The Gram matrix of these examples."""

    @abstractmethod
    def correct(self, stripe: Index, corrections: Matrix) -> None:
        """Add the corrections times these examples."""

    def turns(self, stripe: Index, rate: float) -> Matrix:
        """The error of each example at its turn, after all corrections of those before it.

        What example j < i corrects changes the error of i by −rate eⱼ (Kᵢⱼ + offset_step): the errors of a stripe
        solve (I + rate L) e = r with L the part of K + offset_step below its diagonal and r the errors beforehand.
        """
        before = self.outputs(stripe) + self.offset - self.targets[stripe]
        below = np.tril(self.gram(stripe) + self.offset_step, -1)
        errors = solve_triangular(np.eye(len(stripe)) + rate * below, before, lower=True, check_finite=False)
        self.correct(stripe, -rate * errors)
        self.offset = self.offset - rate * self.offset_step * errors.sum(axis=0)
        return np.asarray(errors)


@dataclass(frozen=True)
class LMS(Checked):
    """How fast least mean squares learns, and when it stops.

    Parameters
    ----------
    rate
        η, the share of an error that is corrected, divided by the squared length of an example; below
        2 / max(Kᵢᵢ + offset_step) no correction overshoots.
    decay
        In pass p the rate is η / (1 + decay p), p = 0, 1, ...; 0 keeps it.
    tolerance
        Relative change of the mean squared error between passes at which errors are at rest; so are they where their
        root mean square falls below this share of the targets'.
    limits
        Where to stop if there is no end.
    """

    rate: float = positive()
    decay: float = nonnegative(0.0)
    tolerance: float = nonnegative(1e-8)
    limits: Limits = field(default_factory=Limits)

    def _run(self, function: Function) -> LeastMeanSquares:
        errors: list[float] = []
        try:
            with np.errstate(over="ignore", invalid="ignore"):
                stop = self._passes(function, errors)
        except KeyboardInterrupt as cause:
            stop = self.limits.stopped(cause)
        return LeastMeanSquares(function.coefficients, function.offset, tuple(errors), stop)

    def _passes(self, function: Function, errors: list[float]) -> Stop:
        n = len(function.targets)
        clock = self.limits.clock()
        nothing = self.tolerance**2 * float(np.square(function.targets).mean())
        for number in range(self.limits.max_passes):
            rate = self.rate / (1.0 + self.decay * number)
            stripes = (np.arange(start, min(start + STRIPE, n)) for start in range(0, n, STRIPE))
            total = sum(float(np.square(function.turns(stripe, rate)).sum()) for stripe in stripes)
            errors.append(total / function.targets.size)
            self.limits.tell(number + 1)
            if not np.isfinite(total):
                return Stop.UNBOUNDED
            settled = number and abs(errors[-2] - errors[-1]) <= self.tolerance * errors[-2]
            if settled or errors[-1] <= nothing:
                return Stop.CONVERGED
            if clock.out_of_time:
                return Stop.TIME
        return Stop.ITERATIONS


@dataclass(frozen=True)
class PrimalLMS(LMS):
    """(w, b) ← (w, b) − η (⟨w, xᵢ⟩ + b − yᵢ) (xᵢ, 1), example after example.

    Comes to rest near the least squares solution: nearer, the smaller the rate; at it, if the rate decays.

    References
    ----------
    [Cristianini00]_, table 2.3.
    """

    def solve(self, features: Any, targets: Matrix, offset_step: float = 1.0) -> LeastMeanSquares:
        """Learn from a dense or CSR matrix, a row for each example; targets have a column for each function."""
        return self._run(Weights(features, targets, offset_step))


@dataclass(frozen=True)
class DualLMS(LMS):
    """αᵢ ← αᵢ − η (Σⱼ αⱼ Kⱼᵢ + b − yᵢ) and b by as much, example after example.

    The same functions as `PrimalLMS`, step by step, with w = Σ αᵢ φ(xᵢ). On K + noise I and without an offset it
    comes to rest at (K + noise I)⁻¹ y, which is ridge regression.

    References
    ----------
    [Cristianini00]_, exercise 2.1 and section 7.6.
    """

    def solve(self, gram: Gram, targets: Matrix, offset_step: float = 1.0) -> LeastMeanSquares:
        """Learn from a Gram; targets have a column for each function."""
        return self._run(Multipliers(gram, targets, offset_step))


class Weights(Function):
    """w, one column for each target."""

    def __init__(self, features: Any, targets: Matrix, offset_step: float):
        super().__init__(targets, offset_step)
        self._features = features
        self.coefficients = np.zeros((features.shape[1], targets.shape[1]))

    def outputs(self, stripe: Index) -> Matrix:
        return np.asarray(self._features[stripe] @ self.coefficients)

    def gram(self, stripe: Index) -> Matrix:
        rows = self._features[stripe]
        product = rows @ rows.T
        return np.asarray(product if isinstance(product, np.ndarray) else product.toarray(), dtype=np.float64)

    def correct(self, stripe: Index, corrections: Matrix) -> None:
        self.coefficients = self.coefficients + self._features[stripe].T @ corrections


class Multipliers(Function):
    """α, one column for each target."""

    def __init__(self, gram: Gram, targets: Matrix, offset_step: float):
        super().__init__(targets, offset_step)
        self._gram = gram
        self.coefficients = np.zeros(targets.shape)

    def outputs(self, stripe: Index) -> Matrix:
        return np.asarray(self._gram.rows(stripe).astype(np.float64, copy=False) @ self.coefficients)

    def gram(self, stripe: Index) -> Matrix:
        return self._gram.block(stripe, stripe).astype(np.float64, copy=False)

    def correct(self, stripe: Index, corrections: Matrix) -> None:
        self.coefficients[stripe] += corrections
