"""Noise, generalized cross-validation and evidence from residuals and freedom."""

import math

import numpy as np
import pytest
from scipy.stats import norm

from drupe.solvers.smoothers.balance import Balance, rounding_of


def balance(**said):
    values = {
        "strength": 1.0,
        "total": 10.0,
        "unpenalized": 2,
        "freedom": 4.0,
        "squares": np.array([12.0, 3.0]),
        "objective": np.array([15.0, 4.0]),
        "energy": np.array([3.0, 1.0]),
        "log_determinant": 0.0,
    }
    return Balance(**{**values, **said})


def test_noise_is_over_what_is_left_of_the_freedom():
    assert balance().noise.tolist() == [2.0, 0.5]
    assert np.isnan(balance(freedom=10.0).noise).all()


def test_generalized_cross_validation_by_hand():
    assert balance().gcv == pytest.approx((7.5 / 10.0) / 0.6**2)
    assert balance(freedom=10.0).gcv == math.inf


def test_evidence_of_pure_noise_is_that_of_a_normal_sample():
    """With nothing but noise the contrasts are independent: ln of the density at the best variance."""
    contrasts = np.array([0.3, -1.2, 0.7, 2.0, -0.1])
    squares = float(contrasts @ contrasts)
    found = balance(total=7.0, objective=np.array([squares])).log_evidence
    assert found == pytest.approx(norm(scale=math.sqrt(squares / 5.0)).logpdf(contrasts).sum())


def test_without_contrasts_there_is_no_evidence():
    assert balance(total=2.0).log_evidence == -math.inf


def test_a_scale_of_the_targets_moves_the_evidence_by_its_logarithm():
    one, other = balance(), balance(squares=400.0 * balance().squares, objective=400.0 * balance().objective)
    assert one.log_evidence - other.log_evidence == pytest.approx(2 * 8.0 * math.log(20.0))
    assert other.gcv == pytest.approx(400.0 * one.gcv)


def test_rounding_grows_with_the_targets_and_is_never_zero():
    found = rounding_of(np.array([[0.0, 1e6], [0.0, 1.0]]), 2.0)
    assert 0.0 < found[0] < 1e-200
    assert 1e-9 < math.sqrt(found[1]) < 1e-7
