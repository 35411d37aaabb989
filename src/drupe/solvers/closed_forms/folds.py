"""Cross-validation without a second fit: outputs at each fold of the machine that was fitted on all others."""

from collections.abc import Sequence

import numpy as np
from scipy.linalg import solve

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.foundation.errors import InputError
from drupe.solvers.closed_forms.bordered_inverse import BorderedInverse, by_strength
from drupe.solvers.ridge_problem import RidgeProblem


def fold_outputs(problem: RidgeProblem, folds: Sequence[Index], budget: int = DEFAULT_BYTES) -> Matrix:
    """y_B − (G_BB)⁻¹ α_B for each fold B, with G the inverse of the system, the border of the offset included.

    An example in no fold gets NaN, one in several the outputs of the last.

    Notes
    -----
    Complexity: O(n³) for all folds together, as long as three fits.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> problem = RidgeProblem(DenseGram(np.eye(3)), np.array([[1.0], [2.0], [6.0]]), np.ones(1), np.ones(3), True)
    >>> fold_outputs(problem, [np.array([0, 1]), np.array([2])]).ravel().round(12).tolist()  # means of the others
    [6.0, 6.0, 1.5]

    References
    ----------
    [Mika02]_, section 4.4; [Wahba90]_, theorem 4.2.1, for folds of one example.
    """
    n = len(problem.weights)
    found = np.full(problem.targets.shape, np.nan)
    for fold in folds:
        if len(fold) >= n:
            raise InputError(f"a fold holds all {n} examples, so that nothing is left to learn from.")
    for outputs, part in by_strength(problem):
        inverse = BorderedInverse.of(part, budget)
        for fold in folds:
            block = inverse.matrix[np.ix_(fold, fold)]
            missed = solve(block, inverse.coefficients[fold], assume_a="pos") if len(fold) else np.empty((0, 1))
            found[np.ix_(fold, outputs)] = part.targets[fold] - missed
    return found
