"""The box problem of the maximal margin classifier: no upper ends, so that no example may come too close."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.solvers.balance import Balance
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.problem import BoxProblem


def hard_margin(gram: Gram, signs: Vector, start: Vector | None = None, balance: Balance | None = None) -> BoxProblem:
    """min ½ αᵀQα − 1ᵀα, α ≥ 0, and yᵀα = 0 under a balance: the dual of min ½‖w‖² with every margin 1 or more.

    It has a minimum only if the classes can be separated; `separate` finds out, and gives a start. There
    ‖w‖² = 1ᵀα = 1/margin².

    Parameters
    ----------
    gram
        K.
    signs
        y, +1 or −1 for each example.
    start
        A guess at α, made feasible; zero if there is none.
    balance
        Balanced, the default, for a machine with an offset; Free for one without.

    References
    ----------
    [Cristianini00]_, proposition 6.1; [Herbrich02]_, section 2.4.1; [Mika02]_, eqs. 2.22 to 2.24.
    """
    return c_svc(gram, signs, np.full(len(gram), np.inf), start, balance)
