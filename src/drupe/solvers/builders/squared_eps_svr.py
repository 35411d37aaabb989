"""The box problem of support vector regression whose residuals outside the tube are squared."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.grams.shifted import ShiftedGram
from drupe.solvers.balance import Balance
from drupe.solvers.builders.eps_svr import eps_svr
from drupe.solvers.problem import BoxProblem


def squared_eps_svr(
    gram: Gram,
    targets: Vector,
    epsilon: float,
    costs: Vector,
    start: Vector | None = None,
    balance: Balance | None = None,
) -> BoxProblem:
    """The dual of min ½‖w‖² + ½ Σᵢ Cᵢ max(0, |yᵢ − f(xᵢ)| − ε)²: the tube's problem on K + diag(1/C) without a box.

    The first n variables push up and have sign +1, the last n push down; at a minimum one of the two is zero and
    |βᵢ| = Cᵢ × the residual outside the tube. With ε = 0 and no balance it is kernel ridge regression, λ = 1/C.

    Parameters
    ----------
    gram
        K.
    targets
        y.
    epsilon
        Half the width of the tube.
    costs
        C of each example.
    start
        A guess at the coefficients of the expansion, one for each example, made feasible; zero if there is none.
    balance
        Balanced, the default, for a machine with an offset; Free for one without.

    References
    ----------
    [Cristianini00]_, proposition 6.20, with the term ε‖β‖₁ that its display omits.
    """
    return eps_svr(
        ShiftedGram(gram, 1.0 / np.asarray(costs)), targets, epsilon, np.full(len(gram), np.inf), start, balance
    )
