"""The box problem of the point of a convex hull that is nearest to the origin."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.grams.signed import SignedGram
from drupe.solvers.balance import Balanced
from drupe.solvers.problem import BoxProblem


def nearest_to_origin(gram: Gram, signs: Vector | None = None) -> BoxProblem:
    """min ½ ‖Σᵢ aᵢ yᵢ φ(xᵢ)‖², a ≥ 0, Σa = 1.

    The distance is the margin of the best hyperplane through the origin, 0 if there is none: α = a / distance²
    solves the hard margin without an offset. With all signs +1 on normalized examples the distance is the cosine
    of the smallest cap that holds them, their concentration.

    Parameters
    ----------
    gram
        K.
    signs
        y, +1 or −1 for each example; all +1 unless given.

    References
    ----------
    [Graepel02]_, section 4.3.2; [Herbrich02]_, section 2.4.3.
    """
    n = len(gram)
    if n == 0:
        raise InputError("no examples have no convex hull.")
    swallowed = gram if signs is None else SignedGram(gram, signs)
    return BoxProblem(
        swallowed, np.ones(n), np.zeros(n), np.full(n, np.inf), np.arange(n), np.full(n, 1.0 / n), Balanced()
    )
