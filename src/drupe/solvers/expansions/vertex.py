"""Losses of straight pieces and the sum of absolute coefficients: linear programs, solved at a vertex by HiGHS."""

import time
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.foundation.errors import ConvergenceError, ParameterError
from drupe.foundation.parameters import Checked, whole
from drupe.foundation.progress import Progress
from drupe.losses.hinge import Hinge
from drupe.losses.insensitive import Absolute, EpsilonInsensitive
from drupe.solvers.expansions.box import tube
from drupe.solvers.expansions.deviations import lower_bound
from drupe.solvers.expansions.penalties import CoefficientSum
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.linear_programs.constraints import Constraints
from drupe.solvers.linear_programs.highs import solve_linear
from drupe.solvers.linear_programs.program import InfeasibleError, LinearProgram, UnboundedError

STRAIGHT = (Absolute, EpsilonInsensitive, Hinge)
"""Losses of straight pieces."""


@dataclass(frozen=True)
class Vertex(Checked):
    """min Σᵢ wᵢ (ξᵢ⁺ + ξᵢ⁻) + alpha Σⱼ (aⱼ⁺ + aⱼ⁻) with K(a⁺ − a⁻) + b + ξ⁺ − ξ⁻ + t = y and |t| ≤ ε: a linear program.

    A minimum lies at a vertex, where no more coefficients and residuals differ from zero than there are examples. The
    hinge asks for y (Ka + b) + ξ ≥ 1 instead.

    Parameters
    ----------
    budget
        Bytes that K may take.

    Notes
    -----
    HiGHS cannot be interrupted, so that Ctrl-C is heard between two functions only.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> program = ExpansionProgram(
    ...     DenseGram(np.eye(2)), np.array([[1.0], [-1.0]]), np.ones(2), 0.25, Absolute(), CoefficientSum()
    ... )
    >>> Vertex().solve(program).objective.tolist()  # one coefficient of 2
    [0.5]

    References
    ----------
    [Mika02]_, eqs. 3.55 and 3.56; section 3.6.3 for the ε-insensitive loss.
    """

    budget: int = whole(0, DEFAULT_BYTES)

    def solve(
        self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False
    ) -> ExpansionSolution:
        """The minimum for each function in turn."""
        began = time.perf_counter()
        if not isinstance(program.loss, STRAIGHT) or not isinstance(program.penalty, CoefficientSum):
            raise ParameterError(
                "Vertex minimizes Absolute, EpsilonInsensitive or Hinge with CoefficientSum() as penalty; got "
                f"{program.loss!r} with {program.penalty!r}, which is no linear program."
            )
        K = np.asarray(program.gram.dense(self.budget), dtype=np.float64)
        n, functions = program.targets.shape
        coefficients, offset, least = np.zeros((n, functions)), np.zeros(functions), np.zeros(functions)
        iterations = 0
        for i, targets in enumerate(program.targets.T):
            try:
                found = solve_linear(_posed(K, targets, program))
            except (ConvergenceError, InfeasibleError, UnboundedError) as error:  # there always is a minimum
                raise ConvergenceError(
                    f"HiGHS finds no minimum at its precision with alpha = {program.alpha:g} and kernel values up to "
                    f"{np.abs(K).max():.1e}. Choose a larger alpha, a kernel of smaller values, or the simplex solver."
                ) from error
            coefficients[:, i] = found.x[:n] - found.x[n : 2 * n]
            # HiGHS allows multipliers a little outside their bounds, which can be mended where the dual is a box.
            proved = isinstance(program.loss, Absolute)
            offset[i] = found.x[2 * n]
            least[i] = lower_bound(program, i, -found.multipliers.equal) if proved else found.dual
            iterations += found.iterations
            if progress is not None:
                progress((i + 1) / functions)
        outputs = K @ coefficients + offset
        objective = program.objective_at(coefficients, offset, outputs - offset)
        seconds = time.perf_counter() - began
        gap = np.maximum(objective - least, 0.0)
        return ExpansionSolution(
            coefficients, offset, outputs, objective, gap, iterations=max(1, iterations), seconds=seconds
        )


def _posed(K: Matrix, targets: Vector, program: ExpansionProgram) -> LinearProgram:
    """Variables a⁺, a⁻, b, then what the loss takes."""
    n = len(K)
    prices = np.concatenate([np.full(2 * n, program.alpha), [0.0]])
    lower = np.concatenate([np.zeros(2 * n), [-np.inf]])
    outputs = np.hstack([K, -K, np.ones((n, 1))])
    if isinstance(program.loss, Hinge):
        constraints = Constraints.of(
            3 * n + 1,
            inequal=sp.csr_array(np.hstack([-targets[:, None] * outputs, -np.eye(n)])),
            at_most=np.full(n, -program.loss.margin),
            lower=np.concatenate([lower, np.zeros(n)]),
        )
        return LinearProgram(np.concatenate([prices, program.weights]), constraints)
    width = tube(program.loss)
    constraints = Constraints.of(
        5 * n + 1,
        equal=sp.csr_array(np.hstack([outputs, np.eye(n), -np.eye(n), np.eye(n)])),
        equal_to=targets,
        lower=np.concatenate([lower, np.zeros(2 * n), np.full(n, -width)]),
        upper=np.concatenate([np.full(4 * n + 1, np.inf), np.full(n, width)]),
    )
    return LinearProgram(np.concatenate([prices, program.weights, program.weights, np.zeros(n)]), constraints)
