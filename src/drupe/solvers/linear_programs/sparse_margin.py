"""The program of the sparse margin machine: few expansion coefficients, by charging for their sum."""

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.solvers.linear_programs.soft_margin import MarginProgram, margin_program


def sparse_margin(K: Matrix, signs: Vector, costs: Vector | float, *, offset: bool = True) -> MarginProgram:
    """min Σα + Σᵢ Cᵢ ξᵢ, yᵢ(Σⱼ αⱼ yⱼ Kᵢⱼ + b) ≥ 1 − ξᵢ, α ≥ 0, ξ ≥ 0.

    The sum of α stands for the number of those that are not zero, which bounds the error by compression. K need not
    be positive.

    Parameters
    ----------
    K
        The Gram matrix, or any matrix of similarities.
    signs
        y, +1 or −1 for each example.
    costs
        C, one for all examples or one for each.
    offset
        Whether there is a b.

    References
    ----------
    [Cristianini00]_, section 6.1.3, with the label inside the sum that its display omits.
    """
    return margin_program(np.asarray(K), signs, weight_cost=1.0, slack_cost=costs, offset=offset)
