"""Bounds by margins, slacks and residuals agree with their theorems to many digits, and are rounded up."""

import math
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from bounds.theorems_in_digits import Formula, assert_rounded_up, assert_says, cap, log2

from drupe.bounds.base import Bound
from drupe.bounds.capacity.fat_shattering import FatShatteringAtMargin
from drupe.bounds.complexity.cap_volume import cap_information, cap_information_limit
from drupe.bounds.margin.adaptive_margin import AdaptiveMargin
from drupe.bounds.margin.margin import Margin, MarginAtScale, MarginOnGrid
from drupe.bounds.margin.margin_percentile import MarginPercentile
from drupe.bounds.margin.regression import RegressionMargin, RegressionSquares, RegressionSums
from drupe.bounds.margin.robust_margin import RobustMargin
from drupe.bounds.margin.soft_margin import SoftMargin, SoftMarginSquares, SoftMarginSums
from drupe.bounds.pac_bayes.cummerbound import Cummerbound, CummerboundExact
from drupe.bounds.pac_bayes.margin_distribution import MarginDistribution, MarginDistributionExact
from drupe.bounds.pac_bayes.normalized_margin import PacBayesMargin, PacBayesMarginExact
from drupe.foundation.errors import ParameterError
from drupe.witness.margins import Margins
from drupe.witness.normalized_margins import ConcentratedMargins, NormalizedMargins
from drupe.witness.residuals import Residuals
from drupe.witness.slacks import AdaptiveSlacks, Slacks

MILLION = 10**6


def fat(d: Any, n: int) -> Any:
    return mp.ceil(d * log2(8 * mp.e * n / d) * log2(32 * n))


def at_scale(ratio: Any, n: int, delta: Any) -> Any:
    """Fat-shattering with d = 64ρ²: 16enρ/d is en/(4ρ)."""
    d = 64 * ratio**2
    return mp.mpf(2) / n * (d * log2(16 * mp.e * n * ratio / d) * log2(128 * n * ratio**2) + log2(4 / delta))


def robust(d: Any, n: int, delta: Any) -> Any:
    return mp.mpf(2) / n * (fat(d, n) + log2((16 + log2(n)) * n / delta))


def shape(complexity: Any, n: int, delta: Any, constant: Any) -> Any:
    return constant / mp.mpf(n) * (complexity * log2(n) ** 2 - mp.log(delta))


def distribution(share: Any, information: Any, n: int, delta: Any) -> Any:
    return 2 * (share + mp.sqrt((information + 2 * mp.log(n) - mp.log(delta)) / (2 * n)) + mp.mpf(1) / n)


def alike(margin: float, n: int, radius: float) -> Margins:
    return Margins(np.full(n, margin), radius)


SHORT = Margins(np.concatenate([np.full(MILLION - 4, 1.0), np.full(4, 0.5)]), radius=1.0)
TWO_LEVELS = NormalizedMargins(np.concatenate([np.full(9, 0.125), np.full(2991, 0.75)]), dimension=3)
CONE = ConcentratedMargins(np.full(500, 0.25), dimension=3, concentration=0.75)

CASES: list[tuple[Bound[Any], Any, float, Formula]] = [
    (
        Margin(),
        alike(0.75, MILLION, 1.5),
        0.1,
        lambda d: mp.mpf(2) / MILLION * (fat(mp.mpf(256), MILLION) + log2(2 * MILLION / d)),
    ),
    (MarginAtScale(0.75), alike(0.8, MILLION, 1.5), 0.1, lambda d: at_scale(mp.mpf(2), MILLION, d)),
    (MarginAtScale(2.0), alike(2.5, MILLION, 1.5), 0.1, lambda d: at_scale(mp.mpf(1), MILLION, d)),
    (MarginOnGrid(levels=5), alike(0.8, MILLION, 1.5), 0.1, lambda d: at_scale(mp.mpf(2), MILLION, d / 5)),
    (FatShatteringAtMargin(2.0, 9.0), alike(2.5, MILLION, 1.5), 0.1, lambda d: _flat(9, MILLION, d)),
    (
        MarginPercentile(constant=0.75),
        Margins([-1.0] * 3 + [0.5] * (MILLION - 3), 1.0),
        0.1,
        lambda d: mp.mpf(3) / MILLION + mp.sqrt(shape(4, MILLION, d, mp.mpf(3) / 4)),
    ),
    # Four examples lack one half each: D = 1 at γ = R, where (R + 3D)/γ is 4; all else is worse.
    (RobustMargin(), alike(1.0, MILLION, 1.0), 0.1, lambda d: robust(65, MILLION, d)),
    (
        SoftMargin(),
        Slacks([0.25, *[0.0] * (MILLION - 1)], norm=2.0, radius=0.75),
        0.1,
        lambda d: robust(65 * (mp.mpf(3) / 2 + mp.mpf(3) / 4) ** 2, MILLION, d),
    ),
    (
        AdaptiveMargin(),
        AdaptiveSlacks([0.5, *[0.0] * (MILLION - 1)], 2.0, 0.75, discounts=[0.25, *[1.0] * (MILLION - 1)]),
        0.1,
        lambda d: robust(65 * (mp.mpf(3) / 2 + mp.mpf(3) / 4) ** 2, MILLION, d),
    ),
    (
        SoftMarginSquares(constant=0.5),
        Slacks([3.0, 4.0, *[0.0] * 99_998], norm=2.0, radius=0.75),
        0.1,
        lambda d: shape(mp.mpf(9) / 4 + 25, 10**5, d, mp.mpf(1) / 2),
    ),
    (
        SoftMarginSums(constant=0.5),
        Slacks([3.0, 4.0, *[0.0] * 99_998], norm=2.0, radius=0.75),
        0.1,
        lambda d: shape(mp.mpf(9) / 4 + 49 * mp.log(2), 10**5, d, mp.mpf(1) / 2),
    ),
    (
        RegressionMargin(tolerance=1.5, margin=0.5),
        Residuals(np.full(MILLION, 1.0), norm=1.0, radius=1.0),
        0.1,
        lambda d: at_scale(mp.mpf(2), MILLION, d),
    ),
    (
        RegressionSquares(tolerance=1.5, margin=0.5, constant=0.75),
        Residuals([2.0, 3.0, *[0.5] * 99_998], norm=2.0, radius=0.75),
        0.1,
        lambda d: shape((mp.mpf(9) / 4 + 1 + 4) * 4, 10**5, d, mp.mpf(3) / 4),
    ),
    (
        RegressionSums(tolerance=1.5, margin=0.5, constant=0.75),
        Residuals([2.0, 3.0, *[0.5] * 99_998], norm=2.0, radius=0.75),
        0.1,
        lambda d: shape((mp.mpf(9) / 4 + 9 * mp.log(2)) * 4, 10**5, d, mp.mpf(3) / 4),
    ),
    (
        PacBayesMargin(),
        NormalizedMargins([0.6] * 700, dimension=4),
        0.1,
        lambda d: mp.mpf(2) / 700 * (-4 * mp.log(1 - mp.sqrt(1 - mp.mpf(0.6) ** 2)) + 2 * mp.log(700) - mp.log(d) + 2),
    ),
    (
        PacBayesMarginExact(),
        NormalizedMargins([0.6] * 700, dimension=4),
        0.1,
        lambda d: mp.mpf(2) / 700 * (-mp.log(cap(mp.mpf(0.6), 4)) + 2 * mp.log(700) - mp.log(d) + 1),
    ),
    (
        PacBayesMarginExact(),
        NormalizedMargins([0.9] * 300, dimension=10**9),
        0.1,
        lambda d: mp.mpf(2) / 300 * (-mp.log(cap(mp.mpf(0.9), 300)) + 2 * mp.log(300) - mp.log(d) + 1),
    ),
    (
        MarginDistribution(),
        TWO_LEVELS,
        0.1,
        lambda d: distribution(mp.mpf(9) / 3000, 3 * mp.log(2 / mp.mpf(0.75) ** 2), 3000, d),
    ),
    (
        MarginDistributionExact(),
        TWO_LEVELS,
        0.1,
        lambda d: distribution(mp.mpf(9) / 3000, -mp.log(cap(mp.mpf(0.75), 3)), 3000, d),
    ),
    (
        Cummerbound(),
        CONE,
        0.1,
        lambda d: (
            mp.mpf(2)
            / 500
            * (mp.log((1 - (mp.mpf(9) / 32) ** 3) / mp.mpf(1 / 32) ** 3) + 3 * mp.log(500) - mp.log(d) + 2)
        ),
    ),
    (
        CummerboundExact(),
        CONE,
        0.1,
        lambda d: (
            mp.mpf(2)
            / 500
            * (mp.log((1 - 2 * cap(mp.mpf(0.75), 3)) / cap(mp.mpf(0.25), 3)) + 2 * mp.log(500) - mp.log(d) + 1)
        ),
    ),
]


def _flat(d: int, n: int, delta: Any) -> Any:
    """Where the margin exceeds the range, the ratio of the two counts as 1."""
    return mp.mpf(2) / n * (d * log2(16 * mp.e * n / d) * log2(128 * n) + log2(4 / delta))


@pytest.mark.parametrize(("bound", "witness", "delta", "formula"), CASES, ids=lambda value: type(value).__name__)
def test_bound_says_what_its_theorem_says(bound: Bound[Any], witness: Any, delta: float, formula: Formula) -> None:
    assert_says(bound, witness, delta, formula)


def test_robust_margin_is_the_best_of_a_fine_grid() -> None:
    """Any γ will do for the theorem; the one that is used comes close to the best."""
    value = RobustMargin().risk(SHORT, 0.1)
    ascending, n = SHORT.ascending[:5], SHORT.n

    def shortfall(margin: float) -> float:
        return math.sqrt(sum(max(0.0, margin - entry) ** 2 for entry in ascending[:4]))

    exact = min(65.0 * (1.0 + 3.0 * shortfall(margin)) ** 2 / margin**2 for margin in np.linspace(0.01, 1.0, 5000))
    with mp.workdps(30):
        least = float(robust(mp.mpf(exact), n, mp.mpf(0.1)))
    assert least * (1.0 - 1e-3) <= value <= least * 1.05
    assert RobustMargin.dimension(SHORT, 1.0) == pytest.approx(65.0 * 16.0)


def test_margin_just_below_the_grid_belongs_to_the_next_level() -> None:
    n = 3 * MILLION
    for radius in (1.0, 3.0, 0.7):
        below = math.nextafter(0.5 * radius, 0.0)
        assert_says(MarginOnGrid(4), alike(below, n, radius), 0.1, lambda d: at_scale(mp.mpf(4), n, d / 4))
        assert_says(MarginOnGrid(4), alike(0.5 * radius, n, radius), 0.1, lambda d: at_scale(mp.mpf(2), n, d / 4))


@pytest.mark.parametrize("dimension", [1, 2, 3, 4, 7, 40, 300])
@pytest.mark.parametrize("margin", [0.03, 0.5, 0.97, 1.0])
def test_caps_are_exact_and_their_limits_hold(margin: float, dimension: int) -> None:
    information = cap_information(margin, dimension)
    # Shares below 1e-280 are limited by the first term of their series.
    close = 1e-8 if information < 640.0 else 1e-6
    assert_rounded_up(information, 0.5, lambda _: -mp.log(cap(mp.mpf(margin), dimension)), close)
    # What the bounds with the simpler limits take for granted of the cap.
    assert information <= cap_information_limit(margin, dimension)
    assert information <= dimension * math.log(2.0 / margin**2) * (1.0 + 1e-9)


def test_projections_of_the_prior_are_as_large_as_the_cap_in_the_span_of_the_sample() -> None:
    """Rules in 6 dimensions whose part in the plane of the sample lies near w are as many as in that plane alone."""
    rng, margin = np.random.default_rng(0), 0.5
    drawn = rng.standard_normal((200_000, 6))[:, :2]
    near = drawn[:, 0] / np.linalg.norm(drawn, axis=1) > math.sqrt(1.0 - margin**2)
    assert near.mean() == pytest.approx(math.exp(-cap_information(margin, 2)), abs=4e-3)


def test_the_margin_is_a_part_of_the_tolerance() -> None:
    for kind in (RegressionSquares, RegressionSums):
        with pytest.raises(ParameterError, match="part of the tolerance"):
            kind(tolerance=0.5, margin=0.6, constant=1.0)


def test_side_conditions_lie_where_the_theorems_have_them() -> None:
    """Margins up to the radius or below one, weights up to one: a little more, or less, and nothing is said."""
    none = np.zeros(MILLION)
    for norm, speaks in ((1.02, True), (0.98, False)):
        assert (SoftMargin().risk(Slacks(none, norm, radius=1.0), 0.1) < 1.0) is speaks
        assert (AdaptiveMargin().risk(AdaptiveSlacks(none, norm, 1.0, discounts=none), 0.1) < 1.0) is speaks
        assert (SoftMarginSums(constant=1.0).risk(Slacks(none, norm, radius=1.0), 0.1) < 1.0) is speaks
        seen = Residuals(none, norm=norm, radius=1.0)
        assert (RegressionMargin(tolerance=1.0, margin=0.5).risk(seen, 0.1) == 1.0) is speaks
