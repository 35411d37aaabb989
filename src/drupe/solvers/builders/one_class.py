"""The box problem of the one-class machine: a half-space far from the origin that holds most examples."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.solvers.balance import Balanced
from drupe.solvers.builders.feasible import filled, with_sum
from drupe.solvers.problem import BoxProblem


def one_class(gram: Gram, weights: Vector, nu: float, start: Vector | None = None) -> BoxProblem:
    """min ½ αᵀKα with 0 ≤ αᵢ ≤ wᵢ and Σα = ν Σw; the threshold ρ of f is minus the solution's offset.

    Parameters
    ----------
    gram
        K.
    weights
        How often each example counts.
    nu
        Upper bound of the share of examples outside and lower bound of that of support vectors.
    start
        A guess at α, made feasible; the first examples if there is none.

    References
    ----------
    [Scholkopf02]_, section 8.3; [Chang11]_, section 2.3.
    """
    n, total = len(gram), nu * float(weights.sum())
    alpha = filled(total, weights) if start is None else with_sum(start, total, weights)
    return BoxProblem(gram, np.ones(n), np.zeros(n), weights, np.arange(n), alpha, Balanced())
