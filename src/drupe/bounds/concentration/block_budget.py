"""How far luck can carry a learner that may change a few times only: the value of a game against it, from above."""

import math
from functools import lru_cache

import numpy as np
from scipy.special import gammaln, xlog1py, xlogy

from drupe.bounds.concentration.rounding import upward
from drupe.foundation.arrays import Vector

LOSS = 0.04
"""What rounding on the grid may add to the budget, over all blocks."""

BEYOND = 4.0
"""How far above ln(1/δ) the grid reaches; farther off Ville's inequality alone has to do."""

LARGEST = 30_000
"""Rates of one block that are tried; where it would take more, ln(1/δ) is hardly more than the value of the game."""


@lru_cache(maxsize=256)
def block_budget(sizes: tuple[int, ...], tilt: float, delta: float) -> float:
    """L ≤ ln(1/δ), which Σ (−n_b ln(1 − p_b c) − s K_b) reaches with probability δ at most, c = 1 − e^{−s}.

    K_b is binomial with n_b trials of rate p_b, which may depend on all earlier blocks. By Ville's inequality L =
    ln(1/δ) will do for any number of blocks; a learner that changes its rate a few times only can do less.

    Parameters
    ----------
    sizes
        n_b.
    tilt
        s.
    delta
        δ.

    Notes
    -----
    With x left to gain, the chance to gain it is V₀(x) = 1[x ≤ 0] without a block, and with one more block the supremum
    over p of E V(x + n ln(1 − pc) + sK). It is computed on a grid that holds s as a whole number of steps: for rates
    between two neighbors the gain is that of the higher one and the errors those of the lower one.

    Examples
    --------
    One block is an ordinary test: 3 errors of 20 at δ = 0.1 are no surprise up to a rate of 0.3042.

    >>> budget = block_budget((20,), 0.5, 0.1)
    >>> exact = -20 * math.log1p(-0.3042 * -math.expm1(-0.5)) - 0.5 * 3
    >>> exact < budget < math.log(10)
    True

    References
    ----------
    [Blum99]_, section 3 (the estimate); the game and its value are derived here.
    """
    most = -math.log(delta)
    parts = math.ceil(tilt * len(sizes) / LOSS)
    if max(sizes) * parts > LARGEST:
        return upward(most)
    step = tilt / parts
    left = step * np.arange(math.ceil((most + BEYOND) / step) + 1)
    chance = np.where(left > 0.0, 0.0, 1.0)
    for size in reversed(sizes):
        chance = np.minimum(np.exp(-left), _with_block(chance, size, parts, step))
    return upward(min(most, float(left[np.argmax(chance <= delta * (1.0 - 1e-9))])))


def _with_block(chance: Vector, size: int, parts: int, step: float) -> Vector:
    """The chance, for each amount left to gain, with one more block in front."""
    amounts, rates = len(chance), size * parts
    # A rate p gains −n ln(1 − pc), from 0 at p = 0 to n s at p = 1: so many steps of the grid.
    gain = step * np.arange(rates)
    p = np.minimum(1.0, np.expm1(-gain / size) / math.expm1(-parts * step))
    errors = np.arange(size + 1)
    chosen = gammaln(size + 1) - gammaln(errors + 1) - gammaln(size - errors + 1)
    law = np.exp(chosen + xlogy(errors, p[:, None]) + xlog1py(size - errors, -p[:, None]))
    after = np.arange(-rates, amounts)[:, None] + parts * errors
    known = np.concatenate([chance, np.exp(-step * np.arange(amounts, amounts + parts * size))])
    table = np.where(after <= 0, 1.0, known[np.maximum(after, 0)])
    best = chance.copy()
    for j in range(rates):
        first = rates - j - 1
        np.maximum(best, table[first : first + amounts] @ law[j], out=best)
    return best
