"""Cuts of one-dimensional outputs, against brute force and closed forms."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from drupe.estimators.discriminant.thresholds import (
    FewestErrors,
    GaussianCrossing,
    LeastSquares,
    MaximalMargin,
    OutputsOf,
)
from drupe.estimators.discriminant.thresholds.base import chosen_outputs
from drupe.estimators.discriminant.thresholds.choice import WORDS, threshold_of
from drupe.estimators.discriminant.thresholds.gaussian_crossing import TwoGaussians
from drupe.foundation.errors import ParameterError

ALL = [LeastSquares(), MaximalMargin(), FewestErrors(), GaussianCrossing()]


def outputs_and_signs(seed: int, coarse: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 30))
    signs = np.where(rng.random(n) < rng.choice([0.2, 0.5]), 1.0, -1.0)
    signs[:2] = 1.0, -1.0
    outputs = rng.normal(size=n) + signs * rng.choice([0.3, 1.0, 3.0])
    return np.round(outputs) if coarse else outputs, signs, rng.integers(1, 4, n).astype(float)


def margin_cost(slope: float, outputs: np.ndarray, signs: np.ndarray, prices: np.ndarray) -> tuple[float, float]:
    """½a² + the least costs over b, which are at a kink, and that b."""
    kinks = signs - slope * outputs
    costs = [prices @ np.maximum(1.0 - signs * (slope * outputs + b), 0.0) for b in kinks]
    return 0.5 * slope**2 + min(costs), kinks[int(np.argmin(costs))]


def least(cost: Callable[[float], float]) -> float:
    """The least value of a convex function of a slope."""
    return float(minimize_scalar(cost, bounds=(0.0, 20.0), method="bounded", options={"xatol": 1e-9}).fun)


@pytest.mark.spec("M.P02")
@pytest.mark.parametrize("coarse", [False, True])
@given(seed=st.integers(0, 10**6), C=st.sampled_from([0.1, 1.0, 50.0]))
def test_the_margin_is_the_one_of_a_support_vector_machine(coarse, seed, C):
    """No other slope has lower costs, and the cut is as good as the best offset for the best slope."""
    outputs, signs, weights = outputs_and_signs(seed, coarse)
    center = weights @ outputs / weights.sum()
    spread = np.sqrt(weights @ np.square(outputs - center) / weights.sum())
    if spread == 0.0:
        return
    cut = MaximalMargin(C=C).cut(outputs, signs, weights)
    scaled, place = (outputs - center) / spread, (cut - center) / spread
    best = least(lambda slope: margin_cost(slope, scaled, signs, C * weights)[0])
    at_cut = least(lambda slope: 0.5 * slope**2 + C * weights @ np.maximum(1.0 - signs * slope * (scaled - place), 0.0))
    flat = margin_cost(0.0, scaled, signs, C * weights)[0]
    assert at_cut <= best + 1e-6 * max(best, 1.0) or best >= flat - 1e-9


@pytest.mark.spec("M.P02")
def test_separated_outputs_are_cut_in_the_middle_of_the_gap():
    outputs, signs = np.array([-5.0, -1.0, 2.0, 2.5, 9.0]), np.array([-1.0, -1.0, 1.0, 1.0, 1.0])
    assert MaximalMargin(C=1000.0).cut(outputs, signs, np.ones(5)) == pytest.approx(0.5)
    assert FewestErrors().cut(outputs, signs, np.ones(5)) == 0.5


@pytest.mark.spec("M.P02")
def test_the_margin_agrees_with_a_solver_of_support_vector_machines():
    from sklearn.svm import SVC

    for seed in range(10):
        outputs, signs, weights = outputs_and_signs(seed)
        center = weights @ outputs / weights.sum()
        spread = np.sqrt(weights @ np.square(outputs - center) / weights.sum())
        scaled = ((outputs - center) / spread)[:, None]
        peer = SVC(kernel="linear", C=1.0, tol=1e-10).fit(scaled, signs, sample_weight=weights)
        slope, cut = float(peer.coef_[0, 0]), MaximalMargin().cut(outputs, signs, weights)
        if slope <= 1e-6:
            continue
        # Costs, as offsets may be a whole interval.
        prices, place = weights, (cut - center) / spread
        own = min(
            0.5 * a**2 + prices @ np.maximum(1.0 - signs * a * (scaled[:, 0] - place), 0.0)
            for a in slope * np.linspace(0.999, 1.001, 21)
        )
        theirs = 0.5 * slope**2 + prices @ np.maximum(1.0 - signs * peer.decision_function(scaled), 0.0)
        assert own == pytest.approx(theirs, rel=1e-5)


def test_outputs_in_the_wrong_order_keep_the_threshold_of_least_squares():
    assert MaximalMargin().cut(np.array([1.0, -1.0]), np.array([-1.0, 1.0]), np.ones(2)) == 0.0
    assert MaximalMargin().cut(np.ones(3), np.array([-1.0, 1.0, 1.0]), np.ones(3)) == 0.0


@pytest.mark.spec("M.P03")
@given(seed=st.integers(0, 10**6))
def test_no_cut_has_fewer_errors(seed):
    outputs, signs, weights = outputs_and_signs(seed, coarse=True)

    def errors(cut: float) -> float:
        return float(weights @ (np.where(outputs >= cut, 1.0, -1.0) != signs))

    levels = np.unique(outputs)
    cuts = np.concatenate([[levels[0] - 1.0], (levels[:-1] + levels[1:]) / 2.0, [levels[-1] + 1.0]])
    found = FewestErrors().cut(outputs, signs, weights)
    assert errors(found) == min(errors(cut) for cut in cuts)
    inner = [cut for cut in cuts[1:-1] if errors(cut) == errors(found)]
    room = np.abs(levels - found).min()
    assert all(np.abs(levels - cut).min() <= room for cut in inner)


@pytest.mark.spec("M.P01")
def test_least_squares_leave_the_offset_of_the_program():
    outputs, signs, weights = outputs_and_signs(3)
    assert LeastSquares().cut(outputs, signs, weights) == 0.0


@pytest.mark.spec("M.P04", "M.D06")
@given(seed=st.integers(0, 10**6))
def test_gaussians_are_equally_probable_at_their_crossing(seed):
    outputs, signs, weights = outputs_and_signs(seed)
    beliefs = TwoGaussians.of(outputs, signs, weights)
    cut = GaussianCrossing().cut(outputs, signs, weights)
    low, high = beliefs.means
    if beliefs.crossing() is None:
        ends = beliefs.posterior(np.array([low, high]))
        assert low >= high or ends.min() >= 0.5 or ends.max() <= 0.5
    else:
        assert low <= cut <= high
        below, above = beliefs.posterior(cut + 1e-9 * (high - low) * np.array([-1.0, 1.0]))
        assert below <= 0.5 + 1e-9
        assert above >= 0.5 - 1e-9


@pytest.mark.spec("M.D06")
def test_posteriors_are_bayes_theorem():
    from scipy.stats import norm

    outputs, signs, weights = np.array([-2.0, -1.0, 0.0, 1.0, 4.0]), np.array([-1.0, -1.0, -1.0, 1.0, 1.0]), np.ones(5)
    beliefs = TwoGaussians.of(outputs, signs, weights)
    below = 0.6 * norm(-1.0, np.sqrt(2.0 / 3.0)).pdf(outputs)
    above = 0.4 * norm(2.5, 1.5).pdf(outputs)
    np.testing.assert_allclose(beliefs.posterior(outputs), above / (above + below), rtol=1e-12)


@pytest.mark.spec("M.P04")
def test_classes_without_scatter_and_classes_without_a_crossing():
    same = GaussianCrossing().cut(np.array([-1.0, -1.0, 1.0, 1.0]), np.array([-1.0, -1.0, 1.0, 1.0]), np.ones(4))
    assert same == pytest.approx(0.0)
    still = GaussianCrossing().cut(np.array([0.0, 0.0, 1.0, 3.0]), np.array([-1.0, -1.0, 1.0, 1.0]), np.ones(4))
    assert 0.0 <= still < 1e-3, "the class that does not scatter is where its only output is"
    rare = np.array([-0.1, 0.1, -0.1, 0.1, -3.0, 3.2])
    cut = GaussianCrossing().cut(rare, np.array([-1.0, -1.0, -1.0, -1.0, 1.0, 1.0]), np.array([50.0] * 4 + [0.1] * 2))
    assert cut > 3.2, "the rare class, on both sides of the other, is nowhere between the means more probable"


@pytest.mark.parametrize("rule", ALL, ids=lambda rule: type(rule).__name__)
@pytest.mark.spec("M.P01", "M.P02", "M.P03", "M.P04")
@given(seed=st.integers(0, 10**6), scale=st.sampled_from([1e-9, 1.0, 1e6]))
def test_weights_are_repetitions_and_units_do_not_matter(rule, seed, scale):
    outputs, signs, weights = outputs_and_signs(seed)
    cut = rule.cut(outputs, signs, weights)
    times = weights.astype(int)
    repeated = rule.cut(np.repeat(outputs, times), np.repeat(signs, times), np.ones(times.sum()))
    assert repeated == pytest.approx(cut, rel=1e-6, abs=1e-8)
    assert rule.cut(scale * outputs, signs, weights) == pytest.approx(scale * cut, rel=1e-6, abs=1e-8 * scale)


def test_which_outputs_are_looked_at():
    signs, weights = np.array([-1.0, -1.0, 1.0, 1.0]), np.ones(4)
    tight, wide, reversed_ = (
        np.array([-1.1, -0.9, 0.9, 1.1]),
        np.array([-2.0, 0.5, 0.0, 2.0]),
        np.array([2.0, 0, 0, -2]),
    )
    assert chosen_outputs(OutputsOf.TRAINING, tight, wide, signs, weights) is tight
    assert chosen_outputs(OutputsOf.LEFT_OUT, wide, tight, signs, weights) is tight
    assert chosen_outputs(OutputsOf.SUITABLE, tight, wide, signs, weights) is wide
    assert chosen_outputs(OutputsOf.SUITABLE, wide, wide * 1.1, signs, weights) is wide
    assert chosen_outputs(OutputsOf.SUITABLE, tight, reversed_, signs, weights) is tight
    assert chosen_outputs(OutputsOf.LEFT_OUT, tight, None, signs, weights) is tight


def test_words_for_thresholds():
    assert [type(threshold_of(word)) for word in WORDS] == [type(rule) for rule in ALL]
    assert threshold_of(MaximalMargin(C=2.0)) == MaximalMargin(C=2.0)
    with pytest.raises(ParameterError, match=r"MaximalMargin\.C"):
        MaximalMargin(C=0.0)
