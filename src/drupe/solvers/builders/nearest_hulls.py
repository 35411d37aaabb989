"""The box problem of the nearest points of two convex hulls, whole or reduced."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.solvers.balance import BalancedBySign
from drupe.solvers.problem import BoxProblem


def nearest_hulls(gram: Gram, signs: Vector, ceilings: Vector | float = np.inf) -> BoxProblem:
    """min ½ ‖Σ₊ aᵢ φ(xᵢ) − Σ₋ aᵢ φ(xᵢ)‖², 0 ≤ a ≤ ceilings, Σ₊ a = Σ₋ a = 1.

    Unlike the hard margin it always has a minimum: 0 if the hulls meet. Else the distance is twice the margin and
    α = 2a / distance² solves the hard margin. A ceiling below 1 shrinks the hulls towards the class means, so that
    overlapping classes come apart: it is the ν-machine with ceiling = 2 / (νn).

    Parameters
    ----------
    gram
        K.
    signs
        y, +1 or −1 for each example.
    ceilings
        Largest weight, one for all examples or one for each; infinity, the default, leaves the hulls whole.

    References
    ----------
    [Cristianini00]_, exercise 5.2; [Mukherjee04]_, section 5.2.2 (method of portraits).
    """
    plus, n = signs > 0, len(gram)
    upper = np.array(np.broadcast_to(np.asarray(ceilings, dtype=np.float64), (n,)))
    start = np.empty(n)
    for side in (plus, ~plus):
        if not side.any():
            raise InputError("two convex hulls need examples of both signs, got those of one.")
        total = float(upper[side].sum())
        if not total >= 1.0 - 1e-12:
            raise InputError(
                f"weights of {int(side.sum())} examples that may be {total:g} in all cannot sum to 1; "
                "raise the ceiling."
            )
        start[side] = upper[side] / total if np.isfinite(total) else 1.0 / side.sum()
    return BoxProblem(gram, signs, np.zeros(n), upper, np.arange(n), start, BalancedBySign())
