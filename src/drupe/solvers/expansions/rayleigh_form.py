"""Fisher discriminants as Rayleigh coefficients: the scatter between classes against the one within them."""

import time
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.enumerations import Enumeration
from drupe.foundation.errors import InputError
from drupe.foundation.progress import Progress
from drupe.grams.owned import owned
from drupe.solvers.expansions.norm_system import least_value, require_norm
from drupe.solvers.expansions.penalties import FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.rayleigh import by_pseudo_inverse, of_least_noise
from drupe.solvers.solution import Stop

FIGURES = 1e-4
"""Gap, as a share of the objective, beyond which rounding has spoiled the solution."""


class Singular(Enumeration):
    """What is done where the scatter within classes is singular, as it always is with alpha = 0."""

    PSEUDO_INVERSE = "the shortest coefficients that the range of the scatter allows"
    LEAST_NOISE = "no scatter at all, where the means of the classes differ along such a direction"


@dataclass(frozen=True)
class RayleighForm:
    """a ∝ (N + alpha P)⁺ (μ₊ − μ₋), of the length and with the offset that make squared residuals least.

    N = K D Kᵀ is the scatter within the two classes, μ their means, P the matrix of the penalty. With alpha above zero
    it solves the same program as `Factorization`, with the square of its condition number: it is there for alpha = 0,
    and to be read. The gap tells what rounding left; with alpha = 0 it is zero by definition.

    Parameters
    ----------
    singular
        What is done where N + alpha P is singular.

    Notes
    -----
    Complexity: O(n³) time for each function, a few matrices of n² numbers.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> program = ExpansionProgram(DenseGram(np.eye(2)), np.array([[1.0], [-1.0]]), np.ones(2))
    >>> RayleighForm().solve(program).coefficients.ravel().round(12).tolist()
    [0.5, -0.5]

    References
    ----------
    [Mika02]_, eqs. 3.27 to 3.34 and section 3.4.7; [Herbrich02]_, algorithm 9.
    """

    singular: Singular = Singular.PSEUDO_INVERSE

    def solve(
        self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False
    ) -> ExpansionSolution:
        """The minimum; targets have to be ±1."""
        require_norm(program)
        if not (np.abs(program.targets) == 1.0).all():
            raise InputError("a Rayleigh coefficient tells two classes apart: targets have to be −1 or 1.")
        began = time.perf_counter()
        K = owned(program.gram)
        penalty = K if isinstance(program.penalty, FunctionNorm) else np.eye(len(K))
        found = [self._direction(program, K, penalty, signs) for signs in program.targets.T]
        coefficients = np.column_stack(found)
        images = K @ coefficients
        share = program.weights / program.weights.sum()
        offset = share @ (program.targets - images)
        objective = program.objective_at(coefficients, offset, images)
        least = objective
        if program.alpha > 0.0:
            least = least_value(program, program.targets - images - offset, lambda columns: np.asarray(K @ columns))
        gap = np.maximum(objective - least, 0.0)
        return ExpansionSolution(
            coefficients,
            offset,
            images + offset,
            objective,
            gap,
            stop=Stop.STALLED if (gap > FIGURES * objective).any() else Stop.CONVERGED,
            seconds=time.perf_counter() - began,
        )

    def _direction(self, program: ExpansionProgram, K: Matrix, penalty: Matrix, signs: Vector) -> Vector:
        """a of one function."""
        difference, noise = between(K, signs, program.weights), within(K, signs, program.weights)
        noise = noise + program.alpha * penalty
        if not np.abs(difference).max() > 0.0:
            return np.zeros(len(K))
        if self.singular is Singular.PSEUDO_INVERSE:
            a = by_pseudo_inverse(difference, noise)
            reach = float(difference @ a)
            if not reach > 0.0:
                raise InputError(
                    "the means of the classes differ only where nothing scatters within them, so that the "
                    'pseudo-inverse finds no direction; take solver="least noise", or an alpha above 0.'
                )
            a = a / reach
        else:
            a = of_least_noise(difference, noise)
        # Along a, on which the means are 1 apart, least squares want them 2c / (c + scatter) apart, c = n₁n₂/n.
        sizes = [float(program.weights[signs == side].sum()) for side in (-1.0, 1.0)]
        harmonic = sizes[0] * sizes[1] / sum(sizes)
        return np.asarray(a * (2.0 * harmonic / (harmonic + float(a @ noise @ a))))


def between(K: Matrix, signs: Vector, weights: Vector) -> Vector:
    """μ₊ − μ₋, the means of the columns of K over either class."""
    shares = np.where(signs > 0, weights / weights[signs > 0].sum(), -weights / weights[signs < 0].sum())
    return np.asarray(K @ shares)


def within(K: Matrix, codes: Vector, weights: Vector) -> Matrix:
    """N = K (W − Σ_c w_c w_cᵀ / 1ᵀw_c) Kᵀ, w_c the weights within class c: columns of K around their class's mean.

    >>> within(np.eye(3), np.array([1.0, 1.0, -1.0]), np.ones(3)).tolist()
    [[0.5, -0.5, 0.0], [-0.5, 0.5, 0.0], [0.0, 0.0, 0.0]]
    """
    centered = K.copy()
    for code in np.unique(codes):
        members = codes == code
        centered[:, members] -= (K[:, members] @ weights[members] / weights[members].sum())[:, None]
    return np.asarray((centered * weights) @ centered.T)
