"""Examples left out of the dictionary of an expansion too, where coefficients pay for their own squares."""

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import ParameterError
from drupe.solvers.closed_forms.bordered_inverse import BorderedInverse
from drupe.solvers.expansions.norm_system import ridge_problem
from drupe.solvers.expansions.penalties import CoefficientNorm
from drupe.solvers.expansions.program import ExpansionProgram


def reduced_dictionary_outputs(program: ExpansionProgram) -> Matrix:
    """Outputs at xᵢ of the function fitted without target i and without k(xᵢ, ·) among its centers, for every i.

    The system K² + alpha W⁻¹ loses kᵢkᵢᵀ as well, kᵢ the column of K: with v = Gkᵢ and q = kᵢᵀv the output is
    yᵢ − (cᵢ + vᵢ kᵢᵀc / (1 − q)) / (Gᵢᵢ + vᵢ² / (1 − q)). Where ‖f‖² is the penalty both ways of leaving out are one.

    Notes
    -----
    Complexity: O(n³) for all examples together. The usual outputs, `ExpansionSolution.leave_one_out`, keep the
    dictionary: they leave out the target alone.

    References
    ----------
    [Mika02]_, section 4.4, where the dictionary is kept; the further term is derived here.
    """
    if not isinstance(program.penalty, CoefficientNorm):
        raise ParameterError(
            f"with {program.penalty!r} an example left out leaves the dictionary by itself; take leave_one_out."
        )
    problem = ridge_problem(program)
    inverse = BorderedInverse.of(problem)
    K = np.asarray(program.gram.dense(), dtype=np.float64)
    images = inverse.matrix @ K
    own = images.diagonal()
    left = 1.0 - np.einsum("ij,ij->j", K, images)
    dual = inverse.coefficients + (own / left)[:, None] * (K @ inverse.coefficients)
    stiffness = inverse.matrix.diagonal() + own**2 / left
    return np.asarray(program.targets - dual / stiffness[:, None])
