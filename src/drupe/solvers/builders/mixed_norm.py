"""The box problem of slacks that cost both in proportion and squared."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.grams.shifted import ShiftedGram
from drupe.solvers.balance import Balance, Balanced
from drupe.solvers.problem import BoxProblem


def mixed_norm(
    gram: Gram, signs: Vector, costs: Vector, squared_costs: Vector, balance: Balance | None = None
) -> BoxProblem:
    """The dual of min ½‖w‖² + Σᵢ Cᵢ ξᵢ + ½ Σᵢ Dᵢ ξᵢ², which charges only what exceeds C: Σᵢ max(0, αᵢ − Cᵢ)² / 2Dᵢ.

    Each example has two variables, β ≤ C for free and δ ≥ 0 with 1/D on its diagonal, and α = β + δ. With C = 0 it
    is the 2-norm machine of cost D, with D → 0 the 1-norm machine of cost C.

    Parameters
    ----------
    gram
        K.
    signs
        y, +1 or −1 for each example.
    costs
        C of each example, what a unit of slack costs.
    squared_costs
        D of each example, above zero.
    balance
        Balanced, the default, for a machine with an offset; Free for one without.

    References
    ----------
    [Cristianini00]_, exercise 6.3.
    """
    n = len(gram)
    twice = np.tile(np.arange(n), 2)
    # Both variables of an example see the same kernel values, but only the second one its shift: two positions.
    lifted = ShiftedGram(gram.take(twice), np.concatenate([np.zeros(n), 1.0 / np.asarray(squared_costs)]))
    upper = np.concatenate([costs, np.full(n, np.inf)])
    return BoxProblem(
        lifted, np.tile(signs, 2), -np.ones(2 * n), upper, np.arange(2 * n), np.zeros(2 * n), balance or Balanced()
    )


def joined(alpha: Vector) -> Vector:
    """α = β + δ of each example, from the two halves of a solution."""
    n = len(alpha) // 2
    return np.asarray(alpha[:n] + alpha[n:])
