"""The box problem of the 2-norm soft margin: a hard margin on a Gram whose diagonal is lifted."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.grams.shifted import ShiftedGram
from drupe.solvers.balance import Balance
from drupe.solvers.builders.hard_margin import hard_margin
from drupe.solvers.problem import BoxProblem


def two_norm(
    gram: Gram, signs: Vector, costs: Vector, start: Vector | None = None, balance: Balance | None = None
) -> BoxProblem:
    """The dual of min ½‖w‖² + ½ Σᵢ Cᵢ ξᵢ²: the hard margin on K + diag(1/C), with ξᵢ = αᵢ / Cᵢ.

    The lifted Gram is positive definite, so that there always is a minimum. New examples are none of these, and
    are compared with the plain kernel.

    Parameters
    ----------
    gram
        K.
    signs
        y, +1 or −1 for each example.
    costs
        C of each example; infinity leaves the example no slack.
    start
        A guess at α, made feasible; zero if there is none.
    balance
        Balanced, the default, for a machine with an offset; Free for one without.

    References
    ----------
    [Cristianini00]_, proposition 6.11; [Herbrich02]_, section 2.4.2, with 1/C = λm; [Graepel02]_, theorem 6.
    """
    with np.errstate(divide="ignore"):
        return hard_margin(ShiftedGram(gram, 1.0 / np.asarray(costs)), signs, start, balance)
