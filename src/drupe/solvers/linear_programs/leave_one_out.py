"""The program of the leave-one-out machine: each example must be right without its own help."""

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.solvers.linear_programs.soft_margin import MarginProgram, margin_program


def leave_one_out(K: Matrix, signs: Vector, *, offset: bool = False) -> MarginProgram:
    """min Σξ, yᵢ(Σⱼ≠ᵢ αⱼ yⱼ Kᵢⱼ + b) ≥ 1 − ξᵢ, α ≥ 0, ξ ≥ 0: the bound on the leave-one-out error, softened.

    It has no parameter to choose. Put back, an example's own term αᵢKᵢᵢ only helps it.

    Parameters
    ----------
    K
        The Gram matrix; its diagonal plays no part.
    signs
        y, +1 or −1 for each example.
    offset
        Whether there is a b.

    References
    ----------
    [Herbrich02]_, section 2.5.2.
    """
    others = np.where(np.eye(len(K), dtype=bool), 0.0, K)
    return margin_program(others, signs, weight_cost=0.0, slack_cost=1.0, offset=offset)
