"""The box problem of the smallest ball that holds all examples, or all but a few."""

import math

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.solvers.balance import Balanced
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution


def enclosing_ball(gram: Gram, ceiling: float = 1.0) -> BoxProblem:
    """min ½ αᵀKα − ½ Σᵢ αᵢ Kᵢᵢ, 0 ≤ α ≤ ceiling, Σα = 1; the center is Σᵢ αᵢ φ(xᵢ).

    With ceiling 1 every example is inside. Below, the dual of min R² + ceiling · Σᵢ max(0, ‖φ(xᵢ) − c‖² − R²): at
    most 1/ceiling examples stay outside, at least as many are on or outside the sphere.

    Parameters
    ----------
    gram
        K.
    ceiling
        Largest weight of an example, between 1/n and 1.

    References
    ----------
    [Cristianini00]_, section 3.4 and exercise 5.1; [Mika02]_, section 2.1.5 (radius R of eq. 2.18).
    """
    n = len(gram)
    if n == 0 or not 1.0 / n <= ceiling * (1.0 + 1e-12):
        raise InputError(f"{n} weights of at most {ceiling:g} cannot sum to 1; the ceiling must be 1/n or more.")
    return BoxProblem(
        gram,
        np.ones(n),
        -0.5 * gram.diagonal(),
        np.full(n, ceiling),
        np.arange(n),
        np.full(n, 1.0 / n),
        Balanced(),
    )


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
