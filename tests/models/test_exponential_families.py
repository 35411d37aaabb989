"""Exponential families: fits in closed form, and what cannot be fitted."""

from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy.stats import multivariate_normal, norm

from drupe.foundation.errors import InputError
from drupe.models import Bernoulli, Categorical, Exponential, MultivariateNormal, Normal, NormalMean, Poisson

COUNTS = np.array([[0.0, 3.0], [2.0, 1.0], [1.0, 5.0], [0.0, 0.0]])


@pytest.mark.parametrize(
    "fit", [Poisson.fit, Exponential.fit, Normal.fit, partial(NormalMean.fit, variances=2.0), MultivariateNormal.fit]
)
def test_scores_of_all_examples_sum_to_zero_at_the_most_likely_member(fit: Any) -> None:
    model = fit(COUNTS)
    np.testing.assert_allclose(model.scores(COUNTS).sum(axis=0), 0.0, atol=1e-12)
    assert model.training is not None
    assert model.training.objectives == (pytest.approx(model.log_likelihood(COUNTS).sum()),)
    assert model.training.shared(model._of(COUNTS)).all()
    assert not model.training.shared(model._of(COUNTS + 1.0)).any()


def test_shares_and_smoothing() -> None:
    assert Bernoulli.fit([[1.0], [0.0], [0.0], [0.0]]).p.tolist() == [0.25]
    assert Bernoulli.fit([[1.0], [1.0]], smoothing=2.0).p.tolist() == [0.75]
    assert Categorical.fit(["aab", "a"], smoothing=0.0).p.tolist() == [0.75, 0.25]
    assert Categorical.fit(["aab", "a"], alphabet="abc").p.tolist() == [4 / 7, 2 / 7, 1 / 7]


def test_densities_are_those_of_scipy() -> None:
    x = np.array([[0.5, -1.0], [3.0, 2.0]])
    covariance = [[2.0, 0.6], [0.6, 0.5]]
    wanted = multivariate_normal([1.0, 0.0], covariance).logpdf(x)
    np.testing.assert_allclose(MultivariateNormal([1.0, 0.0], covariance).log_likelihood(x), wanted, rtol=1e-12)
    wanted = norm([1.0, 0.0], [2.0, 0.5]).logpdf(x).sum(axis=1)
    np.testing.assert_allclose(Normal([1.0, 0.0], [4.0, 0.25]).log_likelihood(x), wanted, rtol=1e-12)
    np.testing.assert_allclose(NormalMean([1.0, 0.0], [4.0, 0.25]).log_likelihood(x), wanted, rtol=1e-12)


def test_what_has_no_most_likely_member_is_said() -> None:
    cases: list[tuple[Any, str]] = [
        (lambda: Bernoulli.fit([[1.0, 0.0], [1.0, 1.0]]), "column 0 is the same in all examples"),
        (lambda: Poisson.fit([[1.0, 0.0]]), "column 1 is 0 in all examples"),
        (lambda: Exponential.fit([[1.0, 0.0]]), "column 1 is 0 in all examples"),
        (lambda: Normal.fit([[1.0, 0.0], [2.0, 0.0]]), "column 1 is the same in all examples"),
        (lambda: MultivariateNormal.fit([[1.0, 0.0], [2.0, 1.0]]), "2 examples with 2 columns is singular"),
    ]
    for fit, message in cases:
        with pytest.raises(InputError, match=message):
            fit()
    assert MultivariateNormal.fit([[1.0, 0.0], [2.0, 1.0]], ridge=0.1).dimension == 2
