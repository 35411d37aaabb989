"""The box problem of ν-regression: the share of examples outside the tube is chosen, not its width."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.grams.signed import SignedGram
from drupe.solvers.balance import Balanced, BalancedBySign
from drupe.solvers.builders.feasible import filled, with_sum
from drupe.solvers.builders.two_sides import twice, up_and_down
from drupe.solvers.problem import BoxProblem


def nu_svr(gram: Gram, targets: Vector, nu: float, costs: Vector, start: Vector | None = None) -> BoxProblem:
    """The dual of min ½‖w‖² + Σᵢ Cᵢ (ν ε + max(0, |yᵢ − f(xᵢ)| − ε)) over f and ε ≥ 0.

    The first n variables push up and have sign +1, the last n push down; both kinds sum to ν Σᵢ Cᵢ / 2. The width ε of
    the tube is the size of the solution's spread.

    Parameters
    ----------
    gram
        K.
    targets
        y.
    nu
        Upper bound of the share of examples outside the tube and lower bound of that of support vectors.
    costs
        C of each example.
    start
        A guess at the coefficients of the expansion, one for each example, made feasible.

    References
    ----------
    [Scholkopf02]_, section 9.3; [Chang11]_, section 2.5.
    """
    n = len(gram)
    signs = up_and_down(n)
    return BoxProblem(
        gram,
        signs,
        -signs * twice(targets),
        twice(costs),
        twice(np.arange(n)),
        np.concatenate(_sides(0.5 * nu * float(costs.sum()), costs, start)),
        BalancedBySign(),
    )


def nu_svr_without_offset(
    gram: Gram, targets: Vector, nu: float, costs: Vector, start: Vector | None = None
) -> BoxProblem:
    """The same without an offset: only Σ of all variables is fixed, at ν Σᵢ Cᵢ; the signs are taken into the Gram.

    References
    ----------
    [Scholkopf02]_, section 9.3.
    """
    n = len(gram)
    signs = up_and_down(n)
    signed = SignedGram(gram.take(twice(np.arange(n))), signs)
    alpha = np.concatenate(_sides(0.5 * nu * float(costs.sum()), costs, start))
    linear = -signs * twice(targets)
    return BoxProblem(signed, np.ones(2 * n), linear, twice(costs), np.arange(2 * n), alpha, Balanced())


def _sides(total: float, costs: Vector, start: Vector | None) -> list[Vector]:
    """What pushes up and what pushes down, each with this sum."""
    if start is None:
        return [filled(total, costs)] * 2
    return [with_sum(np.clip(side, 0.0, None), total, costs) for side in (start, -start)]
