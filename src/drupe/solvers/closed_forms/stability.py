"""How far a function moves if an example is left out: everywhere, for every example, from one inverse."""

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.solvers.closed_forms.bordered_inverse import BorderedInverse
from drupe.solvers.ridge_problem import RidgeProblem


def outputs_without_each(problem: RidgeProblem, new: Matrix | None = None, budget: int = DEFAULT_BYTES) -> Matrix:
    """f₋ᵢ(x) for every example i left out and every x: axes are i, x, outputs.

    `new` holds k(x, xⱼ), one row for each new example x; None asks of the training examples. With α₋ᵢ = α − Gᵢ αᵢ/Gᵢᵢ,
    Gᵢ the column of G, and b₋ᵢ = b − ηᵢ/s αᵢ/Gᵢᵢ the function of the others is known everywhere.

    Notes
    -----
    Complexity: O(n³ + n²m) time, n matrices of m outputs: for hundreds of examples. One strength for all outputs.

    References
    ----------
    [Mika02]_, definition 4.1 and section 4.4.
    """
    inverse = BorderedInverse.of(problem, budget)
    K = np.asarray(problem.gram.dense(budget), dtype=np.float64) if new is None else new
    whole = K @ inverse.coefficients + inverse.offset
    moved = K @ inverse.matrix + inverse.border
    steps = inverse.coefficients / inverse.matrix.diagonal()[:, None]
    return np.asarray(whole[None] - moved.T[:, :, None] * steps[:, None, :])
