"""Bounds by fresh counts, stability and random signs agree with their theorems to many digits, and are rounded up."""

import math
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from bounds.theorems_in_digits import Formula, assert_rounded_up, assert_says, largest

from drupe.bounds.base import Bound
from drupe.bounds.capacity.rademacher import Rademacher, expected_average_bound
from drupe.bounds.held_out.disagreement import HoldOutAndDisagreement
from drupe.bounds.held_out.hold_out import HoldOut
from drupe.bounds.held_out.progressive_validation import ProgressiveValidation, tilt_for
from drupe.bounds.held_out.selective import Selective
from drupe.bounds.stability.regression import StabilityRegression
from drupe.bounds.stability.soft_margin import StabilityMargin
from drupe.bounds.stability.stability import Stability, StabilityDeleted, replacement_bound
from drupe.witness.answered import Answered
from drupe.witness.disagreement import Disagreement
from drupe.witness.held_out import HeldOut
from drupe.witness.mean_loss import RegularizedLoss, RichLoss, StableDeletedLoss, StableLoss
from drupe.witness.progressive import Progressive
from drupe.witness.regularized_margins import RegularizedMargins


def binomial(errors: int, n: int, delta: Any) -> Any:
    """max {p : P[Bin(n, p) ≤ errors] ≥ δ}, the tail as a sum."""

    def tail(p: Any) -> Any:
        return mp.fsum(mp.binomial(n, k) * p**k * (1 - p) ** (n - k) for k in range(errors + 1))

    return largest(lambda p: tail(p) >= delta, mp.mpf(0), mp.mpf(1))


def confidence(span: Any, n: int, delta: Any, exponent: Any = 2) -> Any:
    return span * mp.sqrt(-mp.log(delta) / (exponent * n))


QUARTER = mp.mpf(1) / 4

CASES: list[tuple[Bound[Any], Any, float, Formula]] = [
    (HoldOut(), HeldOut(0, 40), 0.1, lambda d: 1 - d ** (mp.mpf(1) / 40)),
    (HoldOut(), HeldOut(7, 40), 0.01, lambda d: binomial(7, 40, d)),
    (HoldOut(), HeldOut(39, 40), 0.9, lambda d: binomial(39, 40, d)),
    (
        HoldOutAndDisagreement(share=0.75),
        Disagreement(HeldOut(7, 40), 3, 200),
        0.1,
        lambda d: binomial(7, 40, d * 3 / 4) + binomial(3, 200, d / 4),
    ),
    (Selective(), Answered(3, 30, 90, choices=4), 0.1, lambda d: binomial(3, 30, d / 4)),
    (
        ProgressiveValidation(),
        Progressive(7.5, 60, tilt=0.75),
        0.1,
        lambda d: (1 - mp.exp(-(mp.mpf(0.75) * mp.mpf(7.5) - mp.log(d)) / 60)) / (1 - mp.exp(-mp.mpf(0.75))),
    ),
    (
        Stability(),
        StableLoss(0.25, 2.0, 500, change=2.0**-10),
        0.1,
        lambda d: QUARTER + mp.mpf(2) / 1024 + confidence(mp.mpf(2000) / 1024 + 2, 500, d),
    ),
    (
        Stability(exponent=0.5),
        StableLoss(0.25, 2.0, 500, change=2.0**-10),
        0.1,
        lambda d: QUARTER + mp.mpf(2) / 1024 + confidence(mp.mpf(2000) / 1024 + 2, 500, d, mp.mpf(1) / 2),
    ),
    (
        StabilityDeleted(),
        StableDeletedLoss(0.25, 2.0, 500, change=2.0**-10),
        0.1,
        lambda d: QUARTER + mp.mpf(1) / 1024 + confidence(mp.mpf(1000) / 1024 * (1 + mp.mpf(500) / 499) + 2, 500, d),
    ),
    # κ = 1.5, λ = 4, τ = 2: κ²/(λτ) = 9/32; margins 1 lose half of 1.
    (
        StabilityMargin(margin=2.0),
        RegularizedMargins(np.full(500, 1.5), ridge=4.0, radius=1.5),
        0.1,
        lambda d: QUARTER + mp.mpf(9) / 32 / 500 + confidence(mp.mpf(18) / 32 + 1, 500, d),
    ),
    (
        StabilityRegression(),
        RegularizedLoss(0.25, 2.0, 500, ridge=4.0, radius=1.5),
        0.1,
        lambda d: QUARTER + mp.mpf(9) / 16 / 500 + confidence(mp.mpf(9) / 8 + 2, 500, d),
    ),
    (
        Rademacher(),
        RichLoss(0.25, 2.0, 500, richness=0.125),
        0.1,
        lambda d: QUARTER + QUARTER + 6 * mp.sqrt(mp.log(2 / d) / 1000),
    ),
]


@pytest.mark.parametrize(("bound", "witness", "delta", "formula"), CASES, ids=lambda value: type(value).__name__)
def test_bound_says_what_its_theorem_says(bound: Bound[Any], witness: Any, delta: float, formula: Formula) -> None:
    assert_says(bound, witness, delta, formula)


def test_bounds_that_are_functions() -> None:
    seen = StableLoss(0.25, 2.0, 500, change=2.0**-10)
    two_sided = 0.25 + 1 / 1024 + (1000 / 1024 + 2) * math.sqrt(math.log(20) / 1000)
    assert replacement_bound(seen, 0.1) == pytest.approx(two_sided, rel=1e-12)
    expected = 0.25 + 2 * 0.125 + 3 * math.sqrt(math.log(10) / 1000)
    assert expected_average_bound(0.25, 0.125, 500, 0.1, span=3.0) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(("errors", "n"), [(0, 1), (0, 3000), (1, 2), (30, 630), (59, 60)])
@pytest.mark.parametrize("delta", [0.9, 0.05, 1e-30, 2.4e-276])
def test_exact_limits_are_exact_for_any_confidence(errors: int, n: int, delta: float) -> None:
    """Where the inverse of the tail loses its digits, the tail itself decides."""
    value = HoldOut().risk(HeldOut(errors, n), delta)
    if value < 1.0:
        assert_rounded_up(value, delta, lambda d: binomial(errors, n, d))


@pytest.mark.parametrize("rate", [0.01, 0.1, 0.4])
def test_the_tilt_is_the_best_for_what_is_foreseen(rate: float) -> None:
    n, delta = 200, 0.05

    def value(tilt: float) -> float:
        return ProgressiveValidation().risk(Progressive(rate * n, n, tilt), delta)

    best = tilt_for(rate, n, delta)
    assert value(best) <= min(value(0.98 * best), value(1.02 * best)) * (1 + 1e-9)
