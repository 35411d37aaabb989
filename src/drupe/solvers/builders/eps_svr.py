"""The box problem of support vector regression: residuals inside a tube cost nothing."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.solvers.balance import Balance, Balanced, Free
from drupe.solvers.builders.feasible import balanced
from drupe.solvers.builders.two_sides import twice, up_and_down
from drupe.solvers.problem import BoxProblem


def eps_svr(
    gram: Gram,
    targets: Vector,
    epsilon: float,
    costs: Vector,
    start: Vector | None = None,
    balance: Balance | None = None,
) -> BoxProblem:
    """The dual of min ½‖w‖² + Σᵢ Cᵢ max(0, |yᵢ − f(xᵢ)| − ε).

    The first n variables push up and have sign +1, the last n push down; at a minimum one of the two is zero.

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
    [Cristianini00]_, proposition 6.23; [Herbrich02]_, section 2.4.3; [Chang11]_, section 2.4.
    """
    n = len(gram)
    balance = balance or Balanced()
    signs, upper, everyone = up_and_down(n), twice(costs), np.arange(n)
    guess: Vector = np.zeros(2 * n)
    if start is not None:
        guess = np.clip(np.concatenate([start, -start]), 0.0, upper)
        guess = guess if isinstance(balance, Free) else balanced(guess, signs, upper)
    return BoxProblem(gram, signs, epsilon - signs * twice(targets), upper, twice(everyone), guess, balance)
