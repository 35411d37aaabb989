"""Progressive validation in blocks: between the exact limit of one test and the price of single predictions."""

import math

import numpy as np
import pytest
from bounds.coverage_of_bounds import allowed, violations
from scipy.stats import binom

from drupe.bounds.blockwise_validation import BlockwiseValidation, block_tilt
from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.bounds.concentration.block_budget import block_budget
from drupe.bounds.progressive_validation import ProgressiveValidation, tilt_for
from drupe.witness.blockwise import Blockwise
from drupe.witness.progressive import Progressive


@pytest.mark.parametrize(("errors", "sizes"), [(27, (89, 89, 88)), (8, (89, 89, 88)), (40, (100, 50)), (0, (30, 30))])
def test_lies_between_the_exact_limit_and_progressive_validation(errors: int, sizes: tuple[int, ...]) -> None:
    n, delta = sum(sizes), 0.05
    for tilt in (0.3, 0.6, 1.2):
        value = BlockwiseValidation().risk(Blockwise(errors, sizes, tilt), delta)
        single = ProgressiveValidation().risk(Progressive(errors, n, tilt), delta)
        assert binomial_upper(errors, n, delta) < value < single
        # The defining equation, with the budget of the game in place of ln(1/δ).
        gained = -n * math.log1p(value * math.expm1(-tilt)) - tilt * errors
        assert gained == pytest.approx(block_budget(sizes, tilt, delta), rel=1e-8)


def test_three_blocks_save_a_twentieth() -> None:
    sizes, errors, delta = (89, 89, 88), 27, 0.05
    value = BlockwiseValidation().risk(Blockwise(errors, sizes, block_tilt(0.1, sizes, delta)), delta)
    single = ProgressiveValidation().risk(Progressive(errors, 266, tilt_for(0.1, 266, delta)), delta)
    assert value <= 0.96 * single


@pytest.mark.parametrize("world", BlockwiseValidation().worlds(), ids=lambda world: world.name)
@pytest.mark.parametrize("delta", [0.02, 0.3])
def test_holds_as_often_as_promised(world, delta: float) -> None:
    assert violations(BlockwiseValidation(), world, 1000, delta) <= allowed(1000, delta)


def test_holds_against_the_best_gambler_and_would_not_with_a_tenth_less() -> None:
    """After each block the learner takes the rate that gives it the best chance to end above what is certified."""
    sizes, tilt, delta, draws = (40, 40), 0.45, 0.1, 20_000
    rng, budget = np.random.default_rng(0), block_budget(sizes, tilt, delta)
    errors = np.arange(41)

    def last_rate(left: float) -> float:
        p = np.expm1(-np.maximum(left + tilt * errors, 0.0) / 40) / math.expm1(-tilt)
        chances = np.where(p <= 1.0, binom.cdf(errors, 40, np.minimum(p, 1.0)), 0.0)
        return float(p[chances.argmax()]) if left > 0.0 else 0.0

    def failures(limit: float, first: float) -> int:
        gain = -40 * math.log1p(first * math.expm1(-tilt))
        second = np.array([last_rate(limit - gain + tilt * k) for k in errors])
        seen = rng.binomial(40, first, draws)
        total = gain - tilt * seen - 40 * np.log1p(second[seen] * math.expm1(-tilt))
        return int((total - tilt * rng.binomial(40, second[seen]) >= limit * (1.0 - 1e-9)).sum())

    rates = np.linspace(0.05, 0.6, 12)
    assert max(failures(budget, first) for first in rates) <= allowed(draws, delta)
    assert max(failures(0.9 * budget, first) for first in rates) > allowed(draws, delta)


@pytest.mark.parametrize(
    "fields",
    [
        {"errors": 5, "sizes": (2, 2), "tilt": 1.0},
        {"errors": 0, "sizes": (), "tilt": 1.0},
        {"errors": 0, "sizes": (3, 0), "tilt": 1.0},
        {"errors": 1, "sizes": (4,), "tilt": 0.0},
    ],
)
def test_bad_witnesses_are_refused(fields) -> None:
    with pytest.raises(ValueError, match=r"errors lie|tilt"):
        Blockwise(**fields)
