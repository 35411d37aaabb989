"""The box problem of the ν-classifier: the share of margin errors is chosen, not the price of slack."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError
from drupe.grams.base import Gram
from drupe.grams.signed import SignedGram
from drupe.solvers.balance import Balanced, BalancedBySign
from drupe.solvers.builders.feasible import filled, with_sum
from drupe.solvers.problem import BoxProblem


def largest_nu(signs: Vector, weights: Vector) -> float:
    """Twice the share of the smaller class, above which the sums cannot be reached.

    >>> largest_nu(np.array([1.0, -1.0, -1.0, -1.0]), np.ones(4))
    0.5
    """
    plus, minus = float(weights[signs > 0].sum()), float(weights[signs < 0].sum())
    return 2.0 * min(plus, minus) / (plus + minus)


def nu_svc(gram: Gram, signs: Vector, weights: Vector, nu: float, start: Vector | None = None) -> BoxProblem:
    """min ½ αᵀQα with 0 ≤ αᵢ ≤ wᵢ and Σα = ν Σw / 2 over each sign.

    At the solution yᵢ (f(xᵢ) + b) = ρ for the examples inside the box; b is the solution's offset and ρ the size of
    its spread. Divided by ρ it is the classifier of the 1-norm soft margin with C = 1/ρ.

    Parameters
    ----------
    gram
        K.
    signs
        y, +1 or −1 for each example.
    weights
        How often each example counts.
    nu
        Upper bound of the share of margin errors and lower bound of that of support vectors.
    start
        A guess at α, made feasible; the first examples of each sign if there is none.

    References
    ----------
    [Herbrich02]_, section 2.4.3, appendix B.5.4; [Cristianini00]_, remark 6.13; [Chang11]_, section 2.2.
    """
    largest = largest_nu(signs, weights)
    if nu > largest * (1.0 + 1e-12):
        raise ParameterError(
            f"specified nu is infeasible: nu = {nu:g} lies above {largest:.4g}, twice the share of the smaller of two "
            "classes; choose a smaller nu."
        )
    total = 0.5 * nu * float(weights.sum())
    alpha = np.empty(len(gram))
    for side in (signs > 0, signs < 0):
        alpha[side] = filled(total, weights[side]) if start is None else with_sum(start[side], total, weights[side])
    return BoxProblem(gram, signs, np.zeros(len(gram)), weights, np.arange(len(gram)), alpha, BalancedBySign())


def nu_svc_without_offset(
    gram: Gram, signs: Vector, weights: Vector, nu: float, start: Vector | None = None
) -> BoxProblem:
    """min ½ αᵀQα with 0 ≤ αᵢ ≤ wᵢ and Σα = ν Σw, the signs taken into the Gram; ρ is minus the solution's offset.

    References
    ----------
    [Herbrich02]_, appendix D.2.2.
    """
    total = nu * float(weights.sum())
    alpha = filled(total, weights) if start is None else with_sum(start, total, weights)
    n = len(gram)
    return BoxProblem(SignedGram(gram, signs), np.ones(n), np.zeros(n), weights, np.arange(n), alpha, Balanced())
