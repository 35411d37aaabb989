"""Absolute deviations under the sum of absolute coefficients: a linear program, and the bound that its dual proves."""

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.losses.insensitive import Absolute
from drupe.solvers.expansions.penalties import CoefficientSum
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.native import recomputed_outputs
from drupe.solvers.solution import Stop


def require_deviations(program: ExpansionProgram, solver: str) -> None:
    """Refuse programs that are not min Σ wᵢ|rᵢ| + alpha ‖a‖₁."""
    if not (isinstance(program.loss, Absolute) and isinstance(program.penalty, CoefficientSum)):
        raise InputError(
            f"{solver} minimizes absolute deviations under the sum of absolute coefficients, Absolute() and "
            f"CoefficientSum(), got {program.loss!r} and {program.penalty!r}; other solvers are for these."
        )
    if not (program.alpha > 0.0 and np.isfinite(program.alpha)):
        raise InputError(f"alpha must be above 0 and finite for a linear program, got {program.alpha!r}.")


def feasible(beta: Vector, weights: Vector) -> Vector:
    """The dual variables with |βᵢ| ≤ wᵢ and Σ β = 0: clipped, then moved toward one end by what each has room for.

    >>> feasible(np.array([1.5, -1.0, -1.0]), np.ones(3)).tolist()
    [1.0, -0.5, -0.5]
    """
    clipped = np.clip(beta, -weights, weights)
    excess = float(clipped.sum())
    room = clipped + weights if excess > 0.0 else clipped - weights
    total = float(room.sum())
    return np.asarray(clipped - room * (excess / total) if total != 0.0 else np.zeros_like(clipped))


def lower_bound(program: ExpansionProgram, function: int, beta: Vector) -> float:
    """What no coefficients can be below: yᵀβ, once β is feasible and scaled so that |Kβ| ≤ alpha, in float64.

    References
    ----------
    [Mika02]_, section 3.5.6, the dual of eq. 3.55.
    """
    beyond = max(1.0, float((np.abs(beta) / program.weights).max(initial=0.0)))
    # Of two ways into the box, one clips few that are far outside, the other leaves Kβ as it was.
    betas = np.column_stack([feasible(beta, program.weights), feasible(beta / beyond, program.weights)])
    reach = np.abs(program.gram.in_double() @ betas).max(axis=0)
    return float((program.targets[:, function] @ betas / np.maximum(1.0, reach / program.alpha)).max())


def certified(
    program: ExpansionProgram,
    coefficients: Matrix,
    offset: Vector,
    betas: Matrix,
    *,
    iterations: int,
    stop: Stop,
    seconds: float,
) -> ExpansionSolution:
    """The solution with its objective and gap, both computed anew from coefficients and dual variables."""
    functions = range(coefficients.shape[1])
    outputs = np.column_stack([recomputed_outputs(program.gram, coefficients[:, c]) for c in functions])
    objective = program.objective_at(coefficients, offset, outputs)
    bounds = np.array([max(0.0, lower_bound(program, c, betas[:, c])) for c in functions])
    gap = np.maximum(objective - bounds, 0.0)
    return ExpansionSolution(
        coefficients, offset, outputs + offset, objective, gap, iterations=iterations, stop=stop, seconds=seconds
    )
