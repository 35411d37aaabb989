"""Margin bounds: worked numbers, how each follows from the one before, and the constructions in their proofs."""

import math

import numpy as np
import pytest

from drupe import HardMarginSVC
from drupe.bounds.capacity.covering import Covering, CoveringAtMargin
from drupe.bounds.capacity.fat_shattering import FatShattering, FatShatteringAtMargin
from drupe.bounds.capacity.soft_covering import SoftCovering, slacks_to
from drupe.bounds.complexity.cover_limits import fat_cover_bits
from drupe.bounds.complexity.fat_shattering import fat_linear
from drupe.bounds.margin.adaptive_margin import AdaptiveMargin
from drupe.bounds.margin.margin import Margin, MarginAtScale, MarginOnGrid
from drupe.bounds.margin.margin_percentile import MarginPercentile
from drupe.bounds.margin.robust_margin import RobustMargin, best_margin, effective_formula
from drupe.bounds.margin.soft_margin import SoftMargin, SoftMarginSquares, SoftMarginSums
from drupe.witness.capacity import Cover, FatDimension
from drupe.witness.margins import Margins
from drupe.witness.slacks import AdaptiveSlacks, Slacks


def alike(margin: float, n: int, radius: float = 1.0) -> Margins:
    return Margins(np.full(n, margin), radius)


@pytest.mark.spec("H.T17", "C.C09", "G.B-11")
def test_covering_bounds() -> None:
    assert Covering().risk(Cover(9.5, 1024), 0.25) == pytest.approx(2 / 1024 * (10 + 10 + 2))
    assert Covering().risk(Cover(513.0, 1024), 0.25) == 1.0
    fixed = CoveringAtMargin(margin=0.5, bits=9.5)
    assert fixed.risk(alike(0.5, 1024), 0.25) == pytest.approx(2 / 1024 * (9.5 + 3))
    assert fixed.risk(alike(0.49, 1024), 0.25) == 1.0
    # What was not fixed beforehand costs log₂ n − 1 bits more, and rounding.
    assert Covering().risk(Cover(10.0, 1024), 0.25) == pytest.approx(
        CoveringAtMargin(0.5, 10.0).risk(alike(0.5, 1024), 0.25) + 2 / 1024 * (10 - 1)
    )


@pytest.mark.spec("H.T20", "C.C12", "C.C14", "G.B-13", "G.B-15", "H.T22")
def test_worked_margin_bounds() -> None:
    assert FatShattering().risk(FatDimension(100, 10**6), 0.05) == pytest.approx(0.08846, abs=1e-5)
    assert Margin().risk(alike(0.5, 10**6), 0.05) == pytest.approx(0.20907, abs=1e-5)
    assert MarginAtScale(1.0).risk(alike(1.0, 10**6), 0.05) == pytest.approx(0.0668004, abs=1e-7)
    assert MarginAtScale(0.5).risk(alike(0.5, 10**7), 0.05) == pytest.approx(0.0358299, abs=1e-7)
    assert MarginAtScale(0.5).risk(alike(0.5, 10**6), 0.05) == pytest.approx(0.2721899, abs=1e-7)
    assert MarginAtScale(0.9).risk(alike(0.9, 10**6), 0.05) == pytest.approx(0.0827432, abs=1e-7)


@pytest.mark.spec("C.C12", "C.C14", "G.B-13", "G.B-15", "H.T20", "H.T22")
def test_each_margin_bound_follows_from_the_one_before() -> None:
    n, radius, margin = 10**6, 2.0, 1.3
    seen = alike(margin, n, radius)
    d = fat_linear(radius, margin / 8.0)
    # Covers on 2n examples at half the margin, values in [−R, R].
    bits = fat_cover_bits(d, 2 * n, margin / 2.0, 2.0 * radius)
    by_cover = CoveringAtMargin(margin, bits).risk(seen, 0.05)
    by_fat = FatShatteringAtMargin(margin, d).risk(seen, 0.05)
    assert by_cover == pytest.approx(by_fat, rel=1e-9)
    assert MarginAtScale(margin).risk(seen, 0.05) == pytest.approx(by_fat, rel=1e-9)
    assert Margin().risk(seen, 0.05) == pytest.approx(FatShattering().risk(FatDimension(d, n), 0.05), rel=1e-12)


def test_side_conditions() -> None:
    assert MarginAtScale(0.5).risk(alike(0.4, 10**6), 0.05) == 1.0
    assert MarginAtScale(0.5).risk(alike(0.5, 256), 0.05) == 1.0
    assert FatShatteringAtMargin(0.5, 300.0).risk(alike(0.5, 300), 0.05) == 1.0
    assert Margin().risk(alike(0.01, 1000), 0.05) == 1.0
    assert FatShattering().risk(FatDimension(2001, 1000), 0.05) == 1.0


@pytest.mark.spec("C.C25")
def test_grid_of_margins() -> None:
    seen = alike(0.7, 10**6)
    assert MarginOnGrid(4).risk(seen, 0.2) == MarginAtScale(0.5).risk(seen, 0.05)
    assert MarginOnGrid(4).risk(alike(1.0, 10**6), 0.2) == MarginAtScale(1.0).risk(alike(1.0, 10**6), 0.05)
    assert MarginOnGrid(1).risk(seen, 0.2) == MarginOnGrid(4).risk(alike(-0.1, 100), 0.2) == 1.0


@pytest.mark.spec("C.C15")
def test_percentiles_pick_the_best_margin() -> None:
    rng = np.random.default_rng(0)
    margins = np.concatenate([rng.uniform(-0.5, 0.1, 20), rng.uniform(0.5, 1.0, 5000)])
    seen = Margins(margins, 1.0)
    bound = MarginPercentile(constant=0.1)
    ascending, n = np.sort(margins), len(margins)
    tried = [
        k / n + math.sqrt(0.1 / n * (math.log2(n) ** 2 / ascending[k] ** 2 + math.log(20)))
        for k in range(n)
        if ascending[k] > 0
    ]
    assert bound.risk(seen, 0.05) == pytest.approx(min(tried), rel=1e-9)
    assert bound.risk(Margins([-1.0, -2.0], 1.0), 0.05) == 1.0


@pytest.mark.spec("H.T23")
def test_robust_margin() -> None:
    seen = Margins(np.append(np.ones(999), 0.0), 1.0)
    assert seen.shortfall(1.0) == 1.0
    assert RobustMargin.dimension(seen, 1.0) == 1040.0
    assert effective_formula(1040.0, 10**7, 0.05) == pytest.approx(0.10387, abs=1e-5)
    assert effective_formula(65.0, 10**7, 0.05) == pytest.approx(0.00797, abs=1e-5)
    assert best_margin(alike(1.0, 10)) == 1.0
    rng = np.random.default_rng(0)
    mixed = Margins(np.concatenate([rng.uniform(-0.1, 0.2, 3), rng.uniform(0.4, 1.0, 200)]), 1.0)
    ratios = [(1.0 + 3.0 * mixed.shortfall(g)) / g for g in np.linspace(0.01, 1.0, 2000)]
    found = best_margin(mixed)
    assert (1.0 + 3.0 * mixed.shortfall(found)) / found <= 1.05 * min(ratios)


@pytest.mark.spec("H.T23", "C.C16")
def test_slack_becomes_a_coordinate_of_its_own() -> None:
    rng = np.random.default_rng(1)
    x, signs = rng.normal(size=(30, 3)), rng.choice([-1.0, 1.0], size=30)
    w = np.array([1.0, 0.0, 0.0])
    seen = Margins(signs * (x @ w), radius=float(np.linalg.norm(x, axis=1).max()))
    margin, delta = 0.5, 0.7
    slacks = slacks_to(seen, margin)
    assert (seen.margins + slacks >= margin - 1e-12).all()
    # Each example gets a coordinate of length Δ; w gets yᵢξᵢ/Δ there. New examples have zeros.
    wide = np.hstack([x, delta * np.eye(30)])
    wide_w = np.concatenate([w, signs * slacks / delta])
    assert (signs * (wide @ wide_w) >= margin - 1e-12).all()
    assert wide_w @ wide_w == pytest.approx(1.0 + seen.shortfall(margin) ** 2 / delta**2)
    # At Δ = √(R D) the product of the squared norms is (R + D)².
    radius, short = seen.radius, seen.shortfall(margin)
    best = math.sqrt(radius * short)
    assert (1.0 + short**2 / best**2) * (radius**2 + best**2) == pytest.approx((radius + short) ** 2)


@pytest.mark.spec("C.C17")
def test_two_covers() -> None:
    bound = SoftCovering(margin=0.5, bits=6.0, slack_bits=3.0, total_slack=0.2)
    seen = Margins([0.5] * 999 + [0.4], 1.0)
    assert bound.risk(seen, 0.5) == pytest.approx(2 / 1000 * (6 + 3 + 2))
    assert bound.risk(Margins([0.5] * 999 + [0.2], 1.0), 0.5) == 1.0


@pytest.mark.spec("H.T24", "H.T25")
def test_soft_and_adaptive_margin_agree_without_discount() -> None:
    rng = np.random.default_rng(0)
    slacks = rng.random(50) * (rng.random(50) < 0.1)
    seen = Slacks(slacks, norm=1.5, radius=1.0)
    assert SoftMargin.dimension(seen) == pytest.approx(65 * (1.5 + 3 * np.linalg.norm(slacks)) ** 2)
    plain = AdaptiveSlacks(slacks, norm=1.5, radius=1.0, discounts=np.zeros(50))
    assert AdaptiveMargin.dimension(plain) == pytest.approx(65 * (1.5 + 3 * slacks.sum()) ** 2)
    assert SoftMargin.dimension(seen) <= AdaptiveMargin.dimension(plain)
    helped = AdaptiveSlacks(slacks, norm=1.5, radius=1.0, discounts=np.full(50, 0.2))
    assert AdaptiveMargin.dimension(helped) < AdaptiveMargin.dimension(plain)
    many = Slacks(np.zeros(10**7), norm=1.0, radius=1.0)
    assert SoftMargin().risk(many, 0.05) == pytest.approx(0.00797, abs=1e-5)
    # A margin beyond the radius is none that the theorem speaks of.
    assert SoftMargin().risk(Slacks(np.zeros(10**6), norm=0.5, radius=1.0), 0.05) == 1.0
    short = AdaptiveSlacks(np.zeros(10**6), norm=0.5, radius=1.0, discounts=np.zeros(10**6))
    assert AdaptiveMargin().risk(short, 0.05) == 1.0


@pytest.mark.spec("C.C18", "C.C19")
def test_shapes_of_the_soft_bounds() -> None:
    slacks = np.array([0.5, 1.5] + [0.0] * 998)
    seen = Slacks(slacks, norm=2.0, radius=3.0)
    n, root = 1000, math.log2(1000) ** 2
    # For the unit vector w/‖w‖ the margin is 1/2 and the slacks are halved.
    margin, halved = 0.5, slacks / 2.0
    squares = 1e-3 / n * ((9.0 + halved @ halved) / margin**2 * root + math.log(20))
    sums = 1e-3 / n * ((9.0 + halved.sum() ** 2 * math.log(1 / margin)) / margin**2 * root + math.log(20))
    assert SoftMarginSquares(constant=1e-3).risk(seen, 0.05) == pytest.approx(squares)
    assert SoftMarginSums(constant=1e-3).risk(seen, 0.05) == pytest.approx(sums)
    assert SoftMarginSums(constant=1e-3).risk(Slacks(slacks, norm=1.0, radius=3.0), 0.05) == 1.0


@pytest.mark.spec("C.C14", "H.T22")
def test_margins_of_a_fitted_machine_are_a_witness() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(60, 2))
    x = x[np.abs(x[:, 0]) > 0.4]
    signs = np.sign(x[:, 0])
    machine = HardMarginSVC(kernel="linear", fit_intercept=False, tol=1e-8).fit(x, signs)
    w = machine.coef_[0]
    seen = Margins(signs * (x @ w) / np.linalg.norm(w), radius=float(np.linalg.norm(x, axis=1).max()))
    assert seen.smallest == pytest.approx(machine.margin_, rel=1e-6)
    assert Margin().risk(seen, 0.05) == 1.0
