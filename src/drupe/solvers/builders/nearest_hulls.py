"""The box problem of the nearest points of two convex hulls, whole or reduced."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.solvers.balance import BalancedBySign
from drupe.solvers.problem import BoxProblem


def nearest_hulls(gram: Gram, signs: Vector, ceiling: float = 1.0) -> BoxProblem:
    """min ½ ‖Σ₊ aᵢ φ(xᵢ) − Σ₋ aᵢ φ(xᵢ)‖², 0 ≤ a ≤ ceiling, Σ₊ a = Σ₋ a = 1.

    Unlike the hard margin it always has a minimum: 0 if the hulls meet. Else the distance is twice the margin and
    α = 2a / distance² solves the hard margin. A ceiling below 1 shrinks the hulls towards the class means, so that
    overlapping classes come apart: it is the ν-machine with ceiling = 2 / (νn).

    Parameters
    ----------
    gram
        K.
    signs
        y, +1 or −1 for each example.
    ceiling
        Largest weight of an example; 1 leaves the hulls whole.

    References
    ----------
    [Cristianini00]_, exercise 5.2; [Mukherjee04]_, section 5.2.2 (method of portraits).
    """
    plus = signs > 0
    fewest = min(int(plus.sum()), int((~plus).sum()))
    if fewest == 0:
        raise InputError("two convex hulls need examples of both signs, got those of one.")
    if ceiling * fewest < 1.0 - 1e-12:
        raise InputError(
            f"{fewest} weights of at most {ceiling:g} cannot sum to 1; the ceiling must be {1.0 / fewest:g} or more."
        )
    n = len(gram)
    even = np.where(plus, 1.0 / plus.sum(), 1.0 / (~plus).sum())
    return BoxProblem(gram, signs, np.zeros(n), np.full(n, float(ceiling)), np.arange(n), even, BalancedBySign())
