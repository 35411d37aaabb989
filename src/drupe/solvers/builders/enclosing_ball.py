"""The box problem of the smallest ball that holds all examples, or all but a few."""

import math

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.solvers.balance import Balanced
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution


def enclosing_ball(gram: Gram, ceilings: Vector | float = np.inf) -> BoxProblem:
    """min ½ αᵀKα − ½ Σᵢ αᵢ Kᵢᵢ, 0 ≤ α ≤ ceilings, Σα = 1; the center is Σᵢ αᵢ φ(xᵢ).

    Without ceilings every example is inside. With them, the dual of min R² + Σᵢ ceilingᵢ max(0, ‖φ(xᵢ) − c‖² − R²):
    examples outside the ball weigh no more than 1 in all, those on or outside it no less.

    Parameters
    ----------
    gram
        K.
    ceilings
        Largest weight, one for all examples or one for each, together 1 or more; infinity for none.

    References
    ----------
    [Cristianini00]_, section 3.4 and exercise 5.1; [Mika02]_, section 2.1.5 (radius R of eq. 2.18).
    """
    n = len(gram)
    upper = np.array(np.broadcast_to(np.asarray(ceilings, dtype=np.float64), (n,)))
    total = float(upper.sum())
    if not total >= 1.0 - 1e-12:
        raise InputError(f"weights of {n} examples that may be {total:g} in all cannot sum to 1; raise the ceilings.")
    start = upper / total if np.isfinite(total) else np.full(n, 1.0 / n)
    return BoxProblem(gram, np.ones(n), -0.5 * gram.diagonal(), upper, np.arange(n), start, Balanced())


def squared_center_norm(solution: Solution) -> float:
    """‖c‖² = αᵀKα."""
    return float(solution.alpha @ solution.outputs)


def squared_radius(solution: Solution) -> float:
    """R² = ‖φ(xᵢ) − c‖² of the examples on the sphere, from the offset ½Kᵢᵢ − (Kα)ᵢ that they share."""
    return max(2.0 * solution.offset + squared_center_norm(solution), 0.0)


def farthest(problem: BoxProblem, solution: Solution) -> float:
    """The largest distance of an example from the center: a radius that certainly encloses all."""
    squared: Vector = problem.gram.diagonal() - 2.0 * solution.outputs + squared_center_norm(solution)
    return math.sqrt(max(float(squared.max()), 0.0))
