"""Bounds by the size of a class agree with their theorems to many digits, and are rounded up."""

import math
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from bounds.theorems_in_digits import Formula, assert_rounded_up, assert_says, largest, log2

from drupe.bounds.base import Bound
from drupe.bounds.capacity.compact_class import CompactClass, interval_cover
from drupe.bounds.capacity.covering import Covering, CoveringAtMargin
from drupe.bounds.capacity.empirical_cover import EmpiricalCover
from drupe.bounds.capacity.fat_shattering import FatShattering, FatShatteringAtMargin
from drupe.bounds.capacity.feature_sparse import FeatureSparse
from drupe.bounds.capacity.finite_class import FiniteClass, FiniteClassConsistent
from drupe.bounds.capacity.growth import GrowthAgnostic, GrowthConsistent, GrowthSymmetrized
from drupe.bounds.capacity.luckiness import Luckiness
from drupe.bounds.capacity.soft_covering import SoftCovering
from drupe.bounds.capacity.stratified import Stratified
from drupe.bounds.capacity.vc_dimension import VcAgnostic, VcConsistent, VcUniform, proved_deviation
from drupe.bounds.complexity.growth import FiniteGrowth, PolynomialGrowth, SauerGrowth
from drupe.bounds.held_out.one_function import OneFunction
from drupe.textbook.capacity.vc_lower import vc_lower
from drupe.witness.capacity import Cover, EmpiricalDimension, FatDimension
from drupe.witness.margins import Margins
from drupe.witness.mean_loss import FreshLoss, MeanLoss
from drupe.witness.selected import Selected
from drupe.witness.training import Training
from drupe.witness.used_features import UsedFeatures


def sauer(n: int, d: int) -> Any:
    return mp.log(mp.fsum(mp.binomial(n, i) for i in range(d + 1)))


def interval(radius: Any) -> Any:
    """ln N(r) of [0, 1]: so many balls of radius r fit beside one another."""
    return mp.log((1 + radius) / radius)


def deviation(scale: Any, nats: Any, radius: Any) -> Any:
    """The ε at which scale·ε² = ln N(radius·ε) + nats."""
    return largest(lambda e: e == 0 or scale * e**2 <= interval(radius * e) + nats, mp.mpf(0), mp.mpf(1))


def luckiness(d: int, n: int, delta: Any) -> Any:
    share = delta * 2 / n
    effective = 4 * (d - mp.log(share / 4))
    return mp.mpf(2) / n * (mp.ceil(effective * log2(2 * mp.e * n / effective)) + log2(4 / share))


def fat(d: Any, n: int) -> Any:
    return mp.ceil(d * log2(8 * mp.e * n / d) * log2(32 * n))


def fat_at_margin(d: int, n: int, ratio: Any, delta: Any) -> Any:
    return mp.mpf(2) / n * (d * log2(16 * mp.e * n * ratio / d) * log2(128 * n * ratio**2) + log2(4 / delta))


HALF = Margins(np.full(2000, 0.5), radius=1.0)
MANY = Margins(np.full(10**6, 0.5), radius=0.75)

CASES: list[tuple[Bound[Any], Any, float, Formula]] = [
    (FiniteClassConsistent(3), Training(0, 7), 0.3, lambda d: (mp.log(3) - mp.log(d)) / 7),
    (FiniteClassConsistent(10**9), Training(0, 900), 1e-9, lambda d: (9 * mp.log(10) - mp.log(d)) / 900),
    (FiniteClass(5), Training(3, 40), 0.2, lambda d: mp.mpf(3) / 40 + mp.sqrt((mp.log(5) - mp.log(d)) / 80)),
    (FiniteClass(2**1020), Training(1, 900), 1e-17, lambda d: mp.mpf(1) / 900 + mp.sqrt(mp.log(2**1020 / d) / 1800)),
    (
        VcConsistent(3),
        Training(0, 500),
        0.1,
        lambda d: mp.mpf(2) / 500 * (3 * log2(1000 * mp.e / 3) + log2(2 / d)),
    ),
    (
        VcAgnostic(2),
        Training(7, 900),
        0.02,
        lambda d: mp.mpf(14) / 900 + mp.mpf(4) / 900 * (2 * log2(900 * mp.e) + log2(4 / d)),
    ),
    (
        VcUniform(3),
        Training(7, 900),
        0.02,
        lambda d: mp.mpf(7) / 900 + mp.sqrt((3 * (mp.log(600) + 1) + mp.log(4 / d)) / 900),
    ),
    (
        VcUniform(3),
        Training(0, 200),
        0.02,
        lambda d: mp.mpf(2) / 200 + mp.sqrt((3 * (mp.log(mp.mpf(400) / 3) + 1) + mp.log(4 / d)) / 200),
    ),
    (
        GrowthAgnostic(SauerGrowth(3)),
        Training(40, 3000),
        0.05,
        lambda d: mp.mpf(40) / 3000 + mp.sqrt(mp.mpf(8) / 3000 * (mp.log(4 / d) + sauer(6000, 3))),
    ),
    (
        GrowthConsistent(PolynomialGrowth(4)),
        Training(0, 3000),
        0.05,
        lambda d: mp.mpf(4) / 3000 * (mp.log(2 / d) + 4 * mp.log(mp.e * 6000 / 4)),
    ),
    (
        GrowthSymmetrized(FiniteGrowth(30)),
        Training(40, 3000),
        0.05,
        lambda d: mp.mpf(40) / 3000 + mp.sqrt(mp.mpf(32) / 3000 * (mp.log(30) + mp.log(8 / d))),
    ),
    (Luckiness(), EmpiricalDimension(2, 5001), 0.3, lambda d: luckiness(2, 5001, d)),
    (Luckiness(), EmpiricalDimension(9, 10**6), 1e-4, lambda d: luckiness(9, 10**6, d)),
    (
        FeatureSparse(),
        UsedFeatures(3, 12, 400),
        0.1,
        lambda d: mp.mpf(2) / 400 * (3 * log2(800 * mp.e / 3) + 12 + log2(2 / d)),
    ),
    (
        Stratified((FiniteClass(5), FiniteClassConsistent(7)), (0.25, 0.75)),
        Selected(1, Training(0, 90)),
        0.1,
        lambda d: (mp.log(7) - mp.log(d * 3 / 4)) / 90,
    ),
    (OneFunction(), FreshLoss(0.25, 3.0, 200), 0.01, lambda d: mp.mpf(1) / 4 + 3 * mp.sqrt(-mp.log(d) / 400)),
    (Covering(), Cover(6.2, 201), 0.1, lambda d: mp.mpf(2) / 201 * (7 + log2(201) - log2(d))),
    (CoveringAtMargin(margin=0.5, bits=30.5), HALF, 0.1, lambda d: mp.mpf(2) / 2000 * (30.5 + log2(2 / d))),
    (
        SoftCovering(margin=0.51, bits=20.5, slack_bits=9.25, total_slack=20.1),
        HALF,
        0.1,
        lambda d: mp.mpf(2) / 2000 * (29.75 + log2(2 / d)),
    ),
    (
        FatShattering(),
        FatDimension(3.5, 10**5),
        0.1,
        lambda d: mp.mpf(2) / 10**5 * (fat(3.5, 10**5) + log2(10**5) + log2(2 / d)),
    ),
    (FatShatteringAtMargin(margin=0.25, dimension=70.0), MANY, 0.1, lambda d: fat_at_margin(70, 10**6, 3, d)),
    (
        CompactClass(interval_cover, 1.5),
        MeanLoss(0.25, 2.0, 900),
        0.05,
        lambda d: mp.mpf(1) / 4 + deviation(mp.mpf(900) / 8, -mp.log(d), 1 / mp.mpf(6)),
    ),
    (
        EmpiricalCover(interval_cover, 1.5),
        MeanLoss(0.25, 2.0, 10**5),
        0.05,
        lambda d: mp.mpf(1) / 4 + deviation(mp.mpf(10**5) / 512, mp.log(8 / d), 1 / mp.mpf(12)),
    ),
]


@pytest.mark.parametrize(("bound", "witness", "delta", "formula"), CASES, ids=lambda value: type(value).__name__)
def test_bound_says_what_its_theorem_says(bound: Bound[Any], witness: Any, delta: float, formula: Formula) -> None:
    assert_says(bound, witness, delta, formula)


def test_deviations_from_the_best_and_of_all_rules() -> None:
    best = GrowthAgnostic(SauerGrowth(2)).excess(5000, 0.1)
    assert best == pytest.approx(math.sqrt(32 / 5000 * (math.log(40) + math.log(1 + 10_000 + 9999 * 5000))), rel=1e-9)
    assert_rounded_up(FiniteClass(9).deviation(50, 0.1), 0.1, lambda d: mp.sqrt(mp.log(18 / d) / 100))
    assert vc_lower(65, 100, 0.9) == 64 / 3200
    assert vc_lower(2, 100, 0.25) == pytest.approx(math.log(4) / 100)


def test_a_choice_among_losses_is_not_cut_at_one() -> None:
    """Losses may exceed one, and so may what limits them, whichever candidate was chosen."""
    seen = FreshLoss(loss=3.0, largest=5.0, n=1000)
    chosen = Stratified((OneFunction(), OneFunction()))
    assert_says(chosen, Selected(0, seen), 0.1, lambda d: 3 + 5 * mp.sqrt(-mp.log(d / 2) / 2000))
    assert chosen.risk(Selected(0, FreshLoss(loss=5.0, largest=5.0, n=10)), 0.1) == 5.0


@pytest.mark.parametrize("n", [1, 2, 3, 10, 40])
def test_halves_of_a_double_sample_differ_as_rarely_as_the_uniform_bound_needs(n: int) -> None:
    """P[difference ≥ ε] ≤ exp(−ε² n²/(n + 1)), where m of 2n are errors and n are drawn; exp(−ε² n) is too small."""
    from scipy.stats import hypergeom

    too_small = 0
    for m in range(2 * n + 1):
        for more in range(1, n + 1):
            first = (m + more) / 2  # errors in the half that has more of them
            tail = hypergeom.sf(math.ceil(first) - 1, 2 * n, m, n)
            apart = (2 * math.ceil(first) - m) / n
            assert tail <= math.exp(-(apart**2) * n**2 / (n + 1)) * (1 + 1e-9)
            too_small += tail > math.exp(-(apart**2) * n) * (1 + 1e-9)
    assert too_small or n > 3


def test_what_the_proof_of_the_uniform_bound_loses_is_paid_for() -> None:
    """2 N exp(−(ε − 1/n)² n²/(n + 1)) ≤ δ at the ε that is certified, for every n and every ε."""
    for n in (10, 30, 100, 1000, 10**5):
        for raw in np.linspace(0.01, 1.0, 100):
            # The printed formula has ln N + ln(4/δ) = n raw².
            certified = proved_deviation(raw, n)
            assert (certified - 1 / n) ** 2 * n**2 / (n + 1) >= n * raw**2 - math.log(2.0) - 1e-12


def test_side_conditions_lie_where_the_theorems_have_them() -> None:
    assert proved_deviation(0.29, 50) == 0.29
    assert proved_deviation(0.31, 50) == 0.31 + 2 / 50
    # One rule needs no bit, but the first level of the grid holds up to one.
    assert_says(Covering(), Cover(0.0, 64), 0.1, lambda d: mp.mpf(2) / 64 * (1 + 6 - log2(d)))
    assert Covering().risk(Cover(32.0, 64), 0.9) == Covering().risk(Cover(33.0, 64), 0.9) == 1.0
