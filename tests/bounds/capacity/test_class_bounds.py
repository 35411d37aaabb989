"""Bounds by the size of a class: worked numbers, errata, links between theorems, and how many examples they ask for."""

import math

import numpy as np
import pytest

from drupe.bounds.capacity.feature_sparse import FeatureSparse, sparse_complexity
from drupe.bounds.capacity.finite_class import FiniteClass, FiniteClassConsistent
from drupe.bounds.capacity.growth import GrowthAgnostic, GrowthConsistent, GrowthSymmetrized, lecture_deviation
from drupe.bounds.capacity.luckiness import Luckiness, class_bits, dimension_bits, luckiness_bound
from drupe.bounds.capacity.stratified import Stratified
from drupe.bounds.capacity.vc_dimension import VcAgnostic, VcConsistent, VcUniform
from drupe.bounds.complexity.growth import FiniteGrowth, PolynomialGrowth, SauerGrowth, patterns
from drupe.bounds.margin.margin import Margin
from drupe.bounds.worlds.coins import Coins
from drupe.foundation.errors import InputError, ParameterError
from drupe.textbook.capacity.vc_lower import vc_complexity, vc_lower
from drupe.textbook.learning.sample_size import examples_needed
from drupe.witness.capacity import EmpiricalDimension
from drupe.witness.margins import Margins
from drupe.witness.selected import Selected
from drupe.witness.training import Training
from drupe.witness.used_features import UsedFeatures

CLEAN = Training(errors=0, n=1000)


@pytest.mark.spec("C.C01", "G.B-02", "G.B-03", "S.B02", "H.T06")
def test_finite_classes() -> None:
    assert FiniteClassConsistent(1024).risk(CLEAN, 0.05) == pytest.approx(0.0099272, abs=1e-7)
    assert FiniteClass(1024).risk(Training(100, 1000), 0.05) == pytest.approx(0.1704528, abs=1e-7)
    for size, printed, sharp in ((10, 0.072790, 0.051470), (1000, 0.099516, 0.070369)):
        value = FiniteClass(size).risk(CLEAN, 0.05)
        assert value == pytest.approx(sharp, abs=1e-6)
        assert value * math.sqrt(2.0) == pytest.approx(printed, abs=1e-6)
    assert FiniteClass(1000).deviation(1000, 0.05) == pytest.approx(0.07279, abs=1e-5)
    assert FiniteClassConsistent(1024).risk(Training(1, 1000), 0.05) == 1.0


@pytest.mark.spec("H.T06")
def test_two_sided_deviation_holds_for_all_rules_at_once() -> None:
    coins, rng = Coins.alike(20, 0.5, 60), np.random.default_rng(0)
    limit = FiniteClass(20).deviation(60, 0.1)
    failures = sum((np.abs(coins.errors(rng) / 60 - 0.5) > limit).any() for _ in range(2000))
    assert failures <= 0.1 * 2000


@pytest.mark.spec("C.C03", "C.C06", "G.B-06", "G.B-09", "M.T05", "H.T07")
def test_worked_vc_bounds() -> None:
    assert VcConsistent(11).risk(Training(0, 10_000), 0.05) == pytest.approx(0.0280605, abs=1e-7)
    assert VcConsistent(10).risk(CLEAN, 0.05) == pytest.approx(0.1923749, abs=1e-7)
    assert VcAgnostic(11).risk(Training(50, 10_000), 0.05) == pytest.approx(0.0665211, abs=1e-7)
    assert VcAgnostic(10).risk(Training(50, 1000), 0.05) == pytest.approx(0.4887498, abs=1e-7)
    assert VcUniform(10).risk(Training(50, 1000), 0.05) == pytest.approx(0.309548, abs=1e-6)
    assert VcUniform(100).risk(Training(200, 10_000), 0.05) == pytest.approx(0.271836, abs=1e-6)
    seen = Training(500, 10_000)
    assert GrowthAgnostic(PolynomialGrowth(10)).risk(seen, 0.05) == pytest.approx(0.31891, abs=1e-5)
    assert GrowthAgnostic(SauerGrowth(10)).risk(seen, 0.05) == pytest.approx(0.31580, abs=1e-5)
    assert GrowthConsistent(PolynomialGrowth(10)).risk(Training(0, 10_000), 0.05) == pytest.approx(0.03588, abs=1e-5)


@pytest.mark.spec("C.C03", "C.C06", "M.T05")
def test_side_conditions_of_vc_bounds() -> None:
    assert VcConsistent(10).risk(Training(1, 1000), 0.05) == 1.0
    assert VcConsistent(2000).risk(CLEAN, 0.05) == VcAgnostic(2000).risk(CLEAN, 0.05) == 1.0
    assert VcUniform(1000).risk(CLEAN, 0.05) == 1.0
    # Beyond a deviation of 0.3 what the proof loses is added.
    raw = math.sqrt((1 * (math.log(2 * 40) + 1) + math.log(4 / 0.05)) / 40)
    assert VcUniform(1).risk(Training(0, 40), 0.05) == pytest.approx(raw + 2 / 40)


@pytest.mark.spec("H.T07")
def test_erm_is_nearly_the_best_rule() -> None:
    bound, rng = GrowthAgnostic(FiniteGrowth(16)), np.random.default_rng(0)
    coins = Coins(tuple(np.linspace(0.2, 0.5, 16)), 400)
    excess = [coins.cleanest(rng).rate - 0.2 for _ in range(300)]
    assert np.mean(np.array(excess) > bound.excess(400, 0.1)) <= 0.1
    assert bound.excess(400, 0.1) == pytest.approx(2.0 * bound.risk(Training(0, 400), 0.1))


@pytest.mark.spec("C.C04", "G.B-07")
def test_lower_bound_and_a_distribution_that_attains_it() -> None:
    assert vc_lower(10, 1000, 0.05) == pytest.approx(0.0029957, abs=1e-7)
    assert vc_lower(11, 10_000, 0.05) == pytest.approx(0.00029957, abs=1e-8)
    assert vc_lower(1000, 1000, 0.5) == pytest.approx(999 / 32_000)
    # d points, all labelings, one heavy: whoever has not seen a light point guesses its label.
    d, n, delta = 9, 100, 0.1
    light = 8.0 * vc_lower(d, n, delta) / (d - 1)
    rng = np.random.default_rng(0)
    risks = []
    for _ in range(500):
        counts = rng.multinomial(n, [1.0 - light * (d - 1), *[light] * (d - 1)])
        unseen = int((counts[1:] == 0).sum())
        risks.append(light * rng.binomial(unseen, 0.5))
    assert np.mean(np.array(risks) >= vc_lower(d, n, delta)) >= delta
    with pytest.raises(InputError, match="at least 1"):
        vc_lower(0, 10, 0.05)


@pytest.mark.spec("H.T10")
def test_rule_of_thumb_says_less_than_it_seems() -> None:
    assert vc_complexity(1, 30) == pytest.approx(0.1698, abs=1e-4)
    assert math.sqrt(8.0 * vc_complexity(1, 30)) > 1.0


@pytest.mark.spec("S.B05", "S.B06", "S.B07")
@pytest.mark.parametrize(
    ("n", "d", "printed", "corrected"),
    [
        (1000, 3, 0.9743, 0.9034),
        (1000, 10, 1.5984, 1.3986),
        (10_000, 3, 0.3421, 0.3220),
        (10_000, 10, 0.5737, 0.5189),
        (100_000, 3, 0.1180, 0.1122),
        (100_000, 10, 0.2007, 0.1852),
    ],
)
def test_growth_bounds_of_the_notes(n: int, d: int, printed: float, corrected: float) -> None:
    assert lecture_deviation(d, n, 0.05) == pytest.approx(printed, abs=1e-4)
    value = math.sqrt(32.0 / n * (PolynomialGrowth(d).log(n) + math.log(8.0 / 0.05)))
    assert value == pytest.approx(corrected, abs=1e-4)
    assert value <= lecture_deviation(d, n, 0.05)
    assert GrowthSymmetrized(PolynomialGrowth(d)).risk(Training(0, n), 0.05) == pytest.approx(
        min(1.0, corrected), abs=1e-4
    )


@pytest.mark.spec("S.B05")
def test_patterns_counted_on_the_sample_are_fewer_than_sauer_allows() -> None:
    points = np.sort(np.random.default_rng(0).random(500))
    thresholds = points >= np.linspace(0, 1, 50)[:, None]
    counted = FiniteGrowth(patterns(thresholds))
    assert counted.log(500) < SauerGrowth(1).log(500)
    seen = Training(20, 500)
    assert GrowthSymmetrized(counted).risk(seen, 0.1) < GrowthSymmetrized(SauerGrowth(1)).risk(seen, 0.1)


@pytest.mark.spec("C.C07", "H.T12", "M.T06", "G.B-09", "G.B-10", "H.T11", "H.O04")
def test_structural_risk_minimization() -> None:
    machine = Stratified(tuple(VcAgnostic(d) for d in (3, 6, 10, 15)))
    seen = [Training(k, 10_000) for k in (900, 300, 120, 110)]
    values = [machine.risk(Selected(i, witness), 0.05) for i, witness in enumerate(seen)]
    assert values == pytest.approx([0.20030, 0.09488, 0.07696, 0.09627], abs=1e-5)
    assert machine.choose(seen, 0.05) == Selected(2, seen[2])
    # The same by the growth function, with the logarithm of the weight inside the root.
    growth = Stratified(tuple(GrowthAgnostic(SauerGrowth(d)) for d in (3, 6)), (0.75, 0.25))
    inside = math.log(4 / 0.05) + math.log(1 / 0.25) + SauerGrowth(6).log(20_000)
    assert growth.risk(Selected(1, seen[1]), 0.05) == pytest.approx(0.03 + math.sqrt(8e-4 * inside), rel=1e-9)
    consistent = Stratified((GrowthConsistent(SauerGrowth(3)),) * 4)
    clean = 4e-4 * (math.log(2 / 0.05) + math.log(4) + SauerGrowth(3).log(20_000))
    assert consistent.risk(Selected(0, Training(0, 10_000)), 0.05) == pytest.approx(clean, rel=1e-9)
    with pytest.raises(ParameterError, match="as many weights"):
        Stratified((VcAgnostic(3),), (0.5, 0.5))
    with pytest.raises(ParameterError, match="number 7 is none"):
        machine.risk(Selected(7, seen[0]), 0.05)
    weightless = Stratified((VcAgnostic(3), VcAgnostic(6)), (1.0, 0.0))
    assert weightless.risk(Selected(1, seen[1]), 0.05) == 1.0


@pytest.mark.spec("H.T13", "H.T14")
def test_luckiness() -> None:
    assert math.ceil(dimension_bits(5, 1000, 0.0125)) == 270
    assert luckiness_bound(270, 1000, 0.05) == pytest.approx(0.5526, abs=1e-4)
    assert math.ceil(dimension_bits(5, 100_000, 0.0125)) == 519
    assert luckiness_bound(519, 100_000, 0.05) == pytest.approx(0.01051, abs=1e-5)
    # Plain PAC luckiness gives the VC bound but for its constant.
    assert luckiness_bound(math.ceil(class_bits(10, 1000)), 1000, 0.05) == pytest.approx(
        VcConsistent(10).risk(CLEAN, 0.05), abs=0.005
    )
    # Stratified over levels: what was chosen after the fact costs more.
    assert Luckiness().risk(EmpiricalDimension(5, 100_000), 0.05) > 0.01051
    assert dimension_bits(10_000, 100, 0.1) == 200.0
    assert class_bits(3, 50) == pytest.approx(3 * math.log2(100 * math.e / 3), rel=1e-12)


@pytest.mark.spec("H.T13")
def test_empirical_dimension_is_probably_smooth() -> None:
    """On 2n examples a class shows no more patterns than the dimension seen on the first n allows."""
    rng = np.random.default_rng(0)
    misses = 0
    for _ in range(200):
        points = rng.choice(8, p=[0.4, 0.3, 0.2, 0.02, 0.02, 0.02, 0.02, 0.02], size=60)
        seen = len(set(points[:30]))
        misses += len(set(points)) > dimension_bits(seen, 30, 0.1)
    assert misses <= 20


@pytest.mark.spec("G.B-30")
def test_few_features() -> None:
    assert sparse_complexity(1, 10, 10**6) == pytest.approx(25.509, abs=1e-3)
    assert sparse_complexity(10, 10, 10**6) - 10 == pytest.approx(132.061, abs=1e-3)
    few, all_of_them = (FeatureSparse().risk(UsedFeatures(d, 10, 10**6), 0.05) for d in (1, 10))
    assert few < VcConsistent(10).risk(Training(0, 10**6), 0.05) < all_of_them
    assert FeatureSparse().risk(UsedFeatures(1, 10, 100, errors=1), 0.05) == 1.0
    with pytest.raises(InputError, match="exceeds the whole"):
        UsedFeatures(11, 10, 100)


def test_how_many_examples() -> None:
    bound = FiniteClassConsistent(1024)
    n = examples_needed(bound, lambda n: Training(0, n), 0.01, 0.05)
    assert n == bound.examples(0.01, 0.05) == math.ceil((math.log(1024) + math.log(20)) / 0.01)
    assert bound.risk(Training(0, n), 0.05) <= 0.01 < bound.risk(Training(0, n - 1), 0.05)
    two_sided = FiniteClass(1000).examples(0.05, 0.05)
    assert FiniteClass(1000).deviation(two_sided, 0.05) <= 0.05 < FiniteClass(1000).deviation(two_sided - 1, 0.05)
    vc = examples_needed(VcConsistent(10), lambda n: Training(0, n), 0.1, 0.05)
    assert VcConsistent(10).risk(Training(0, vc), 0.05) <= 0.1 < VcConsistent(10).risk(Training(0, vc - 1), 0.05)
    with pytest.raises(ParameterError, match="error must lie"):
        examples_needed(bound, lambda n: Training(0, n), 1.5, 0.05)
    with pytest.raises(ParameterError, match="does not reach"):
        examples_needed(FiniteClass(2), lambda n: Training(n // 2, n), 0.1, 0.05)


@pytest.mark.slow
@pytest.mark.spec("H.T22")
@pytest.mark.parametrize(("ratio", "n"), [(1.0, 34_821), (2.0, 73_825), (5.0, 198_458), (10.0, 418_020)])
def test_where_the_margin_bound_begins_to_speak(ratio: float, n: int) -> None:
    """Without the logarithm of the confidence, which only shifts it a little."""

    def value(n: int) -> float:
        bits = 64.0 * ratio * math.log2(math.e * n / (8.0 * ratio)) * math.log2(32.0 * n)
        return 2.0 / n * (math.ceil(bits) + math.log2(n))

    assert value(n) <= 1.0 < value(n - 60)
    margins = np.full(n, 1.0 / math.sqrt(ratio))
    assert Margin().risk(Margins(margins, 1.0), 0.05) == 1.0
    assert Margin().risk(Margins(np.full(n + 300, 1.0 / math.sqrt(ratio)), 1.0), 0.05) < 1.0
