"""The support vector classifier for many values of C over one Gram, each from where the last ended."""

from collections.abc import Sequence

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.grams.reals import one_each, sign_each
from drupe.selection.candidates import candidates
from drupe.solvers.balance import Balance
from drupe.solvers.box_path import solve_box_path
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.options import Options
from drupe.solvers.solution import Solution


def c_path(
    gram: Gram,
    signs: Vector,
    Cs: int | Sequence[float] | Vector,
    options: Options | None = None,
    *,
    weights: Vector | None = None,
    balance: Balance | None = None,
) -> list[Solution]:
    """min ½ αᵀQα − 1ᵀα with 0 ≤ αᵢ ≤ C weightsᵢ, for every C from the smallest to the largest.

    The solution for one C is feasible for a larger one and a good start there, so that ten values cost little more
    than the hardest of them.

    Parameters
    ----------
    gram
        K.
    signs
        y, +1 or −1 for each example.
    Cs
        Positive numbers, taken in rising order and each once, or how many between 10⁻² and 10³.
    options
        Limits of each run.
    weights
        Factors of C for each example; one if not given.
    balance
        Balanced, the default, for a machine with an offset; Free for one without.

    Examples
    --------
    Two orthogonal unit vectors: α = min(1, C).

    >>> from drupe.grams.dense import DenseGram
    >>> path = c_path(DenseGram(np.eye(2)), np.array([1.0, -1.0]), [0.25, 2.0])
    >>> [solution.alpha.round(3).tolist() for solution in path]
    [[0.25, 0.25], [1.0, 1.0]]

    References
    ----------
    [Cristianini00]_, proposition 6.12; [Chang11]_, section 4.
    """
    n = len(gram)
    costs = np.ones(n) if weights is None else one_each(weights, n, "weights")
    if costs.min(initial=0.0) < 0:
        raise InputError(f"weights must be zero or more, got {costs.min():g}.")
    problem = c_svc(gram, sign_each(signs, n), costs, balance=balance)
    return solve_box_path(problem, candidates(Cs, "c_path"), options or Options())
