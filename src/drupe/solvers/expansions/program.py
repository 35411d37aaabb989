"""The program behind Fisher discriminants in feature space and their relatives, and what solvers answer."""

from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.grams.base import Gram
from drupe.losses.base import Loss
from drupe.losses.squared import Squared
from drupe.solvers.expansions.penalties import FunctionNorm, Penalty
from drupe.solvers.solution import Stop


@dataclass(frozen=True, eq=False)
class ExpansionProgram:
    """min over a and b of Σᵢ wᵢ ℓ(Σⱼ k(xᵢ, xⱼ) aⱼ + b, yᵢ) + alpha P(a), for each column of targets by itself.

    With half the squared residual and labels ±1 it is the kernel Fisher discriminant, with real targets ridge
    regression with a free offset; |r| makes it robust, ‖a‖₁ sparse, and both a linear program.

    Parameters
    ----------
    gram
        K.
    targets
        y: one column for each function.
    weights
        How often each example counts, above zero.
    alpha
        What the penalty is multiplied by.
    loss
        ℓ, convex.
    penalty
        P.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> program = ExpansionProgram(DenseGram([[1.0]]), np.array([[3.0]]), np.ones(1), alpha=2.0)
    >>> program.objective(np.array([[1.0]]), np.array([1.0])).tolist()  # ½ (3 − 1 − 1)² + 2 · ½
    [1.5]

    References
    ----------
    [Mika02]_, eqs. 3.35 to 3.38 and section 3.6.2.
    """

    gram: Gram
    targets: Matrix
    weights: Vector
    alpha: float = 1.0
    loss: Loss = field(default_factory=lambda: Squared(weight=0.5))
    penalty: Penalty = field(default_factory=FunctionNorm)

    def objective(self, coefficients: Matrix, offset: Vector) -> Vector:
        """The value of each function, from one product with K in float64."""
        images = self.gram.product(coefficients)
        return self.objective_at(coefficients, offset, images)

    def objective_at(self, coefficients: Matrix, offset: Vector, images: Matrix) -> Vector:
        """The same for who knows Ka already."""
        costs = self.weights @ self.loss.value(images + offset, self.targets)
        return np.asarray(costs + self.alpha * self.penalty.value(coefficients, images))


@dataclass(frozen=True, eq=False)
class ExpansionSolution:
    """The coefficients, and how they were found; arrays are not to be written to.

    Parameters
    ----------
    coefficients
        a, one column for each function; exact zeros where the solver leaves an example out.
    offset
        b, one for each function.
    outputs
        Ka + b.
    objective
        The value of the program, one for each function, in float64.
    gap
        How far each value can be from the least one, where the solver knows it, else infinity; zero for a solver that
        ends at the minimum itself.
    leave_one_out
        Outputs at each example of the functions that were fitted without it, where they come with the solution.
    iterations
        Steps, pivots or rounds, of all functions together.
    stop
        Why the run ended.
    seconds
        Wall time.
    progressive
        Outputs at each example of the functions that were fitted on those before it, in the order of the sample, where
        they come with the solution; NaN at the first.
    """

    coefficients: Matrix
    offset: Vector
    outputs: Matrix
    objective: Vector
    gap: Vector
    leave_one_out: Matrix | None = None
    iterations: int = 1
    stop: Stop = Stop.CONVERGED
    seconds: float = 0.0
    progressive: Matrix | None = None

    @property
    def converged(self) -> bool:
        """Whether every function is as good as was asked for."""
        return self.stop is Stop.CONVERGED
