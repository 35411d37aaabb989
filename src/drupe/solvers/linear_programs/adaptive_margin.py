"""The program of the adaptive margin machine: an example with weight must reach a larger margin."""

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.solvers.linear_programs.soft_margin import MarginProgram, margin_program


def adaptive_margin(K: Matrix, signs: Vector, strength: float, *, offset: bool = False) -> MarginProgram:
    """min Σξ, yᵢ(Σⱼ αⱼ yⱼ Kᵢⱼ + b) ≥ 1 − ξᵢ + λ αᵢ Kᵢᵢ, α ≥ 0, ξ ≥ 0.

    The more an example counts, the larger the margin that it must reach itself, so that an outlier cannot save
    itself by its own weight. λ = 1 is the leave-one-out machine, λ = 0 leaves the hinge alone.

    Parameters
    ----------
    K
        The Gram matrix.
    signs
        y, +1 or −1 for each example.
    strength
        λ, zero or more; the optimum never falls when it grows.
    offset
        Whether there is a b.

    References
    ----------
    [Herbrich02]_, eq. 2.58; the diagonal in its appendix D.2.3 must be (1 − λ)Kᵢᵢ.
    """
    seen = np.array(K, dtype=np.float64)
    seen[np.diag_indices(len(seen))] *= 1.0 - strength
    return margin_program(seen, signs, weight_cost=0.0, slack_cost=1.0, offset=offset)
