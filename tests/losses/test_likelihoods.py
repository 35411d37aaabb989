"""Likelihoods: probabilities where they are, and said not to be where they are not."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError, ParameterError
from drupe.losses import (
    CostMatrix,
    HingeLikelihood,
    InverseLossLikelihood,
    InverseMarginLossLikelihood,
    Logistic,
    LogisticLikelihood,
    NegativeMargin,
    PacLikelihood,
    SquaredHinge,
    ZeroOne,
)


@pytest.mark.spec("H.L12")
@given(t=st.floats(-50, 50), beta=st.floats(0.1, 10))
def test_logistic_likelihood_is_a_probability_in_both_scalings(t: float, beta: float) -> None:
    model = LogisticLikelihood(beta)
    assert model.normalized
    assert float(model.total(t)) == pytest.approx(1.0, abs=1e-14)
    assert float(model.likelihood(t, 1)) == pytest.approx(1 / (1 + math.exp(-t / beta)), rel=1e-12)
    odds = math.exp(min(2 * t / beta, 700.0))
    assert float(LogisticLikelihood.from_main_text(beta).likelihood(t, 1)) == pytest.approx(odds / (1 + odds), rel=1e-9)


@pytest.mark.spec("H.L12", "H.L08")
def test_minus_log_of_the_logistic_likelihood_is_the_sigmoidal_loss() -> None:
    t = np.linspace(-1e4, 1e4, 21)
    np.testing.assert_allclose(
        -LogisticLikelihood.from_main_text(0.5).log_likelihood(t, -1), Logistic.sigmoidal(0.5).value(t, -1), rtol=1e-14
    )


@pytest.mark.spec("H.L13")
def test_hinge_likelihood_is_no_probability() -> None:
    model = HingeLikelihood()
    assert not model.normalized
    assert float(model.total(0.0)) == pytest.approx(2 / math.e)
    assert float(model.total(1.0)) == pytest.approx(1 + math.exp(-2.0))
    assert model.likelihood([0.0, 2.0, -1.0], [1, 1, 1]).tolist() == pytest.approx([math.exp(-1), 1.0, math.exp(-2)])


@pytest.mark.spec("H.L10")
@given(
    costs=st.lists(st.floats(0, 5), min_size=6, max_size=6),
    beta=st.floats(0.05, 20),
)
def test_inverse_loss_likelihood_is_the_definition(costs: list[float], beta: float) -> None:
    a, b, c, d, e, f = costs
    matrix = CostMatrix(((0.0, a, b), (c, 0.0, d), (e, f, 0.0)))
    model = InverseLossLikelihood(matrix, beta)
    for h in range(3):
        weights = [math.exp(-matrix.costs[y][h] / beta) for y in range(3)]
        expected = np.array(weights) / sum(weights)
        np.testing.assert_allclose(model.likelihood([h] * 3, [0, 1, 2]), expected, rtol=1e-12)
    np.testing.assert_allclose(model.table().sum(axis=0), 1.0)


@pytest.mark.spec("H.L10", "H.L11")
def test_limits_of_the_inverse_loss_likelihood() -> None:
    labels, predicted = np.divmod(np.arange(16), 4)
    zero_one = CostMatrix.zero_one(4)
    np.testing.assert_allclose(InverseLossLikelihood(zero_one, 1e12).likelihood(predicted, labels), 0.25)
    pac = PacLikelihood().likelihood(predicted, labels)
    np.testing.assert_array_equal(pac, (predicted == labels).astype(float))
    np.testing.assert_allclose(InverseLossLikelihood(zero_one, 1e-3).likelihood(predicted, labels), pac, atol=1e-300)


@pytest.mark.spec("H.L10", "H.L12")
def test_margin_loss_gives_the_logistic_likelihood_of_the_main_text() -> None:
    t = np.linspace(-1e4, 1e4, 41)
    ours = InverseMarginLossLikelihood(NegativeMargin(), beta=0.8).log_likelihood(t, 1)
    np.testing.assert_allclose(ours, LogisticLikelihood.from_main_text(0.8).log_likelihood(t, 1), rtol=1e-12)


@pytest.mark.spec("H.L10")
@pytest.mark.parametrize("loss", [SquaredHinge(), Logistic(), ZeroOne()], ids=repr)
def test_inverse_likelihood_of_any_margin_loss_is_a_probability(loss: SquaredHinge) -> None:
    t = np.linspace(-3.0, 3.0, 13)  # and at zero, where no loss prefers a label
    model = InverseMarginLossLikelihood(loss, beta=0.5)
    np.testing.assert_allclose(model.total(t), 1.0, rtol=1e-14)
    plus, minus = np.exp(-loss.of_margin(t) / 0.5), np.exp(-loss.of_margin(-t) / 0.5)
    np.testing.assert_allclose(model.likelihood(t, -1), minus / (plus + minus), rtol=1e-12)
    np.testing.assert_allclose(InverseMarginLossLikelihood(loss, beta=1e12).likelihood(t, 1), 0.5, rtol=1e-9)


def test_bad_likelihoods_are_refused() -> None:
    with pytest.raises(ParameterError, match=r"beta must lie in \(0.0, inf\)"):
        InverseLossLikelihood(CostMatrix.zero_one(2), 0.0)
    with pytest.raises(ParameterError, match="beta"):
        LogisticLikelihood.from_main_text(0.0)
    with pytest.raises(InputError, match="one to one"):
        InverseLossLikelihood(CostMatrix.zero_one(2)).likelihood([0], [0, 1])
