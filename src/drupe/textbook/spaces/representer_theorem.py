"""The representer theorem as a solver: any smooth cost of the outputs plus any growing penalty of the norm."""

from dataclasses import dataclass
from typing import Any, Generic, Protocol, cast

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ConvergenceError, InputError
from drupe.foundation.parameters import Checked, Interval, positive, ranged, whole
from drupe.inputs.coerce import coerce
from drupe.kernels.base import I, Kernel
from drupe.losses.base import Loss, Smoothness
from drupe.textbook.spaces.finite_domain import FiniteDomain
from drupe.textbook.spaces.functions import KernelFunction


class OutputCost(Protocol):
    """A differentiable cost of the outputs (f(x₁), ..., f(xₙ)); it knows the targets."""

    def value(self, outputs: Vector) -> float:
        """The cost."""

    def gradient(self, outputs: Vector) -> Vector:
        """Its slope in each output."""


class NormPenalty(Protocol):
    """A strictly increasing penalty of ‖f‖, as a differentiable function of ‖f‖²."""

    def value(self, squared_norm: float) -> float:
        """The penalty."""

    def slope(self, squared_norm: float) -> float:
        """Its slope in ‖f‖²."""


@dataclass(frozen=True, eq=False)
class MeanLoss:
    """(1/n) Σᵢ loss(f(xᵢ), yᵢ), for a loss that is differentiable.

    Parameters
    ----------
    loss
        What an output costs.
    targets
        One for each example.
    """

    loss: Loss
    targets: Vector

    def __post_init__(self) -> None:
        if self.loss.smoothness is not Smoothness.DIFFERENTIABLE:
            raise InputError(
                f"{self.loss!r} cannot be minimized by gradients, {self.loss.smoothness.value}; take a smooth "
                "relative, such as SquaredHinge, Logistic or Huber, or a machine made for this loss."
            )

    def value(self, outputs: Vector) -> float:
        """The mean loss."""
        return float(self.loss.value(outputs, self.targets).mean())

    def gradient(self, outputs: Vector) -> Vector:
        """Its slope in each output."""
        return np.asarray(self.loss.derivative(outputs, self.targets) / len(self.targets))


@dataclass(frozen=True)
class PowerPenalty(Checked):
    """weight · ‖f‖^exponent.

    Parameters
    ----------
    weight
        Strength; with exponent 2 this is λ.
    exponent
        2 or more, so that it is differentiable at the zero function.
    """

    weight: float = positive(1.0)
    exponent: float = ranged(Interval(2.0), 2.0)

    def value(self, squared_norm: float) -> float:
        """The penalty."""
        return float(self.weight * squared_norm ** (self.exponent / 2.0))

    def slope(self, squared_norm: float) -> float:
        """Its slope in ‖f‖²."""
        return float(self.weight * self.exponent / 2.0 * squared_norm ** (self.exponent / 2.0 - 1.0))


@dataclass(frozen=True, eq=False)
class Minimizer(Generic[I]):
    """The minimizing function, the value reached and the number of iterations."""

    function: KernelFunction[I]
    objective: float
    iterations: int


@dataclass(frozen=True)
class RepresenterSolver(Checked):
    """min over f of cost(f(x₁), ..., f(xₙ)) + penalty(‖f‖), which some f = Σᵢ αᵢ k(xᵢ, ·) attains.

    What is orthogonal to all k(xᵢ, ·) does not change an output and only adds to the norm; so n numbers are all
    there is to find, by the quasi-Newton method L-BFGS, in coordinates in which the norm is Euclidean.

    Parameters
    ----------
    tolerance
        Largest gradient entry, relative to that at the zero function, at which to stop.
    iterations
        How many steps to take at most.

    Notes
    -----
    Complexity: O(n³) once, then O(n²) for each step. At the minimum α = −∇cost / (2 penalty′), and that is how α
    is read off. For a cost that is not convex the minimum is a local one.

    Examples
    --------
    >>> from drupe.kernels import Linear
    >>> from drupe.losses import Squared
    >>> cost = MeanLoss(Squared(), np.array([2.0]))  # (w − 2)² + w²
    >>> RepresenterSolver().solve(Linear(), [[1.0]], cost, PowerPenalty(1.0)).function([[1.0]]).round(9).tolist()
    [1.0]

    References
    ----------
    [Herbrich02]_, theorem 2.29; [Mukherjee04]_, section 4.1.
    """

    tolerance: float = positive(1e-10)
    iterations: int = whole(1, 10_000)

    def solve(self, kernel: Kernel[I], data: Any, cost: OutputCost, penalty: NormPenalty) -> Minimizer[I]:
        """The minimizer over the space of a kernel, from the zero function on."""
        inputs = cast(I, coerce(data))
        features = FiniteDomain.of(kernel.matrix(inputs, inputs)).features()

        def objective(w: Vector) -> tuple[float, Vector]:
            outputs, squared = features @ w, float(w @ w)
            slope = features.T @ cost.gradient(outputs) + 2.0 * penalty.slope(squared) * w
            return cost.value(outputs) + penalty.value(squared), slope

        start = np.zeros(features.shape[1])
        scale = float(np.abs(objective(start)[1]).max(initial=0.0))
        options = {
            "gtol": self.tolerance * scale,
            "ftol": 0.0,
            "maxiter": self.iterations,
            "maxfun": 20 * self.iterations,
        }
        found = minimize(objective, start, jac=True, method="L-BFGS-B", options=options)
        slope = float(np.abs(found.jac).max(initial=0.0))
        # The line search gives up where rounding hides any further descent; that is not a failure.
        if slope > max(self.tolerance, 1e-6) * scale:
            raise ConvergenceError(
                f"the gradient is still {slope:.2e} after {found.nit} steps; it began at {scale:.2e}."
            )
        alpha = _coefficients(features @ found.x, float(found.x @ found.x), cost, penalty)
        return Minimizer(KernelFunction.of(kernel, inputs, alpha), float(found.fun), int(found.nit))


def _coefficients(outputs: Vector, squared_norm: float, cost: OutputCost, penalty: NormPenalty) -> npt.ArrayLike:
    slope = penalty.slope(squared_norm)
    # A penalty that is flat at zero: the minimum is the zero function itself.
    return np.zeros(len(outputs)) if slope == 0.0 else -cost.gradient(outputs) / (2.0 * slope)
