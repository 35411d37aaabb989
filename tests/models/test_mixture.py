"""Mixtures: the features of the literature, and expectation maximization."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError, ParameterError
from drupe.models import (
    Categorical,
    GaussianMixture,
    Mixture,
    MultivariateNormal,
    Natural,
    NormalMean,
    Poisson,
    Unconstrained,
)


@pytest.mark.spec("H.K17")
def test_features_are_those_of_the_literature() -> None:
    """∂ ln P/∂πⱼ = Pⱼ/P, and [Pⱼ πⱼ / P] (aⱼ'(θ)/aⱼ(θ) + τⱼ(x)) for an exponential family."""
    weights, rates = np.array([0.25, 0.75]), np.array([1.0, 4.0])
    model = Mixture(weights, tuple(Poisson([rate], Natural()) for rate in rates), Unconstrained())
    for x in (0.0, 2.0, 7.0):
        p = np.exp(-rates) * rates**x / np.prod(np.arange(1, x + 1))
        total = weights @ p
        # a(θ) = exp(−exp θ), so that a'/a = −exp θ = −rate.
        wanted = [*(p / total), *(p * weights / total * (-rates + x))]
        np.testing.assert_allclose(model.scores([[x]])[0], wanted, rtol=1e-12)


def test_every_step_raises_the_likelihood_of_a_mixture_of_counts() -> None:
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.poisson(1.0, (600, 1)), rng.poisson(9.0, (400, 1))]).astype(float)
    start = Mixture([0.5, 0.5], (Poisson([2.0]), Poisson([5.0])))
    found = start.fitted(X, tolerance=1e-9)
    assert found.training is not None
    assert found.training.converged
    assert (np.diff(found.training.objectives) > -1e-9).all()
    assert abs(found.weights[0] - 0.6) < 0.05
    np.testing.assert_allclose([one.rates[0] for one in found.components], [1.0, 9.0], rtol=0.2)


def test_a_gaussian_mixture_finds_its_parts() -> None:
    rng = np.random.default_rng(1)
    true = GaussianMixture(
        [0.3, 0.7],
        (MultivariateNormal([4.0, 0.0], [[1.0, 0.8], [0.8, 1.0]]), MultivariateNormal([-1.0, 1.0], 0.25 * np.eye(2))),
    )
    X = true.draw(3000, rng)
    found = GaussianMixture.fit(X, 2)
    assert found.training is not None
    assert (np.diff(found.training.objectives) > -1e-8).all()
    order = np.argsort([-one.mean[0] for one in found.components])
    np.testing.assert_allclose(found.weights[order], true.weights, atol=0.03)
    for i, j in enumerate(order):
        np.testing.assert_allclose(found.components[j].mean, true.components[i].mean, atol=0.1)
        np.testing.assert_allclose(found.components[j].covariance, true.components[i].covariance, atol=0.12)
    assert found == GaussianMixture.fit(X, 2)


def test_a_component_does_not_shrink_to_a_point() -> None:
    X = np.array([[0.0, 0.0], [0.0, 0.0], [5.0, 5.0], [6.0, 4.0], [4.0, 7.0]])
    found = GaussianMixture.fit(X, 2)
    assert min(np.linalg.eigvalsh(one.covariance).min() for one in found.components) > 1e-4
    assert np.isfinite(found.log_likelihood(X)).all()


def test_what_cannot_be_fitted_is_said() -> None:
    with pytest.raises(InputError, match="3 components need as many different examples"):
        GaussianMixture.fit([[1.0], [1.0], [2.0]], 3)
    with pytest.raises(ParameterError, match=r"GaussianMixture.fit.components must lie in"):
        GaussianMixture.fit([[1.0], [2.0]], 0)
    with pytest.raises(ParameterError, match="exponential families"):
        Mixture([1.0], (MultivariateNormal([0.0], [[1.0]]),)).fitted([[1.0]])
    with pytest.raises(ParameterError, match="of one kind"):
        Mixture([0.5, 0.5], (NormalMean([0.0], [1.0]), Categorical([1.0], "a", [1])))
