"""The game against a learner that changes a few times: exact for one block, brute force for two, never above Ville."""

import math

import numpy as np
import pytest
from scipy.stats import binom

from drupe.bounds.concentration import block_budget as block_budget_module
from drupe.bounds.concentration.block_budget import LARGEST, LOSS, block_budget


def rate_of(gain: np.ndarray, n: int, tilt: float) -> np.ndarray:
    """The p with −n ln(1 − pc) = gain; above 1 where there is none."""
    return np.expm1(-gain / n) / math.expm1(-tilt)


def chance_of_one(left: float, n: int, tilt: float) -> float:
    """sup over p of P[−n ln(1 − pc) − sK ≥ left]: the best p just reaches it with some number of errors."""
    errors = np.arange(n + 1)
    p = rate_of(np.maximum(left + tilt * errors, 0.0), n, tilt)
    possible = p <= 1.0
    return float(binom.cdf(errors[possible], n, p[possible]).max(initial=0.0)) if left > 0.0 else 1.0


def chance_of_two(left: float, sizes: tuple[int, int], tilt: float) -> float:
    """The same for two blocks, from below: few rates in the first, the best in the second."""
    first, second = sizes
    errors = np.arange(first + 1)
    factor = -math.expm1(-tilt)
    best = 0.0
    for p in np.linspace(0.0, 1.0, 120):
        gain = -first * math.log1p(-p * factor)
        chances = [chance_of_one(left - gain + tilt * k, second, tilt) for k in errors]
        best = max(best, float(binom.pmf(errors, first, p) @ chances))
    return best


@pytest.mark.parametrize(("n", "tilt", "delta"), [(20, 0.5, 0.1), (90, 0.3, 0.05), (60, 1.5, 0.01), (5, 0.4, 0.6)])
def test_one_block_is_an_exact_test(n: int, tilt: float, delta: float) -> None:
    budget = block_budget((n,), tilt, delta)
    assert chance_of_one(budget, n, tilt) <= delta
    assert chance_of_one(budget - 2.0 * LOSS, n, tilt) > delta


@pytest.mark.parametrize(("sizes", "tilt", "delta"), [((20, 20), 0.5, 0.1), ((10, 30), 0.4, 0.05), ((25, 8), 1.0, 0.2)])
def test_two_blocks_by_brute_force(sizes: tuple[int, int], tilt: float, delta: float) -> None:
    budget = block_budget(sizes, tilt, delta)
    assert chance_of_two(budget, sizes, tilt) <= delta
    # Rounding on the grid is all that is lost.
    assert chance_of_two(budget - 2.0 * LOSS, sizes, tilt) > delta


@pytest.mark.parametrize("delta", [0.3, 0.05, 1e-4])
def test_every_change_costs_and_ville_pays_for_all(delta: float) -> None:
    budgets = [block_budget((60 // blocks,) * blocks, 0.5, delta) for blocks in (1, 2, 3, 6)]
    assert budgets == sorted(budgets)
    assert budgets[-1] <= -math.log(delta) * (1.0 + 1e-9)


@pytest.mark.parametrize(("n", "tilt", "delta"), [(20, 0.5, 0.1), (12, 0.8, 0.02)])
def test_a_finer_grid_comes_as_close_as_it_promises(
    monkeypatch: pytest.MonkeyPatch, n: int, tilt: float, delta: float
) -> None:
    """With hardly any rounding left, a twentieth more of δ would be noticed."""
    monkeypatch.setattr(block_budget_module, "LOSS", 0.002)
    budget = block_budget.__wrapped__((n,), tilt, delta)
    assert 0.99 * delta <= chance_of_one(budget, n, tilt) <= delta


def test_blocks_too_large_for_the_grid_pay_in_full() -> None:
    assert block_budget((LARGEST,), 0.5, 0.05) == pytest.approx(math.log(20.0))
