"""The algebra of Gaussians: maps, parts, conditions, observations; against densities and Gaussian processes."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import multivariate_normal

from drupe import GaussianProcessRegressor
from drupe.foundation.errors import InputError, ParameterError
from drupe.kernels import Gaussian
from drupe.models import MultivariateNormal
from drupe.models.multivariate_normal import moments


def drawn(d: int, seed: int) -> MultivariateNormal:
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(d, d + 1))
    return MultivariateNormal(rng.normal(size=d), root @ root.T)


SEEDS = st.integers(0, 10_000)


@pytest.mark.spec("H.M02")
@given(st.integers(1, 6), SEEDS)
def test_canonical_parameters_say_the_same(d: int, seed: int) -> None:
    model = drawn(d, seed)
    x = np.random.default_rng(seed).normal(size=(5, d))
    canonical = model.log_base(x) + model.statistics(x) @ model.natural - model.log_partition
    scale = np.abs(model.statistics(x) @ model.natural).max() + np.abs(model.natural).max()
    np.testing.assert_allclose(
        canonical, multivariate_normal(model.mean, model.covariance).logpdf(x), atol=1e-11 * max(1.0, scale)
    )
    again = MultivariateNormal.from_natural(model.natural)
    condition = np.linalg.cond(model.covariance)
    np.testing.assert_allclose(again.covariance, model.covariance, rtol=1e-13 * condition, atol=1e-13 * condition)
    np.testing.assert_allclose(again.mean, model.mean, rtol=1e-12 * condition, atol=1e-12 * condition)


@pytest.mark.spec("H.M02")
@given(st.integers(1, 5), SEEDS)
def test_linear_maps(d: int, seed: int) -> None:
    model, rng = drawn(d, seed), np.random.default_rng(seed)
    a, shift = rng.normal(size=(d, d)), rng.normal(size=d)
    mapped = model.mapped(a, shift)
    x = rng.normal(size=(4, d))
    # Densities of Ax + shift are those of x over |det A|.
    volume = np.linalg.slogdet(a).logabsdet
    gap = np.linalg.cond(mapped.covariance)
    np.testing.assert_allclose(
        mapped.log_likelihood(x @ a.T + shift), model.log_likelihood(x) - volume, rtol=1e-13 * gap, atol=1e-13 * gap
    )


@pytest.mark.spec("H.M02")
@given(st.integers(2, 6), SEEDS)
def test_conditioning_divides_densities(d: int, seed: int) -> None:
    """p(x₁ | x₂) = p(x₁, x₂) / p(x₂)."""
    model, rng = drawn(d, seed), np.random.default_rng(seed)
    seen = rng.permutation(d)[: rng.integers(1, d)]
    others = np.setdiff1d(np.arange(d), seen)
    x = rng.normal(size=d)
    left = model.given(seen, x[seen])
    ratio = model.log_likelihood(x[None]) - model.marginal(seen).log_likelihood(x[None, seen])
    np.testing.assert_allclose(left.log_likelihood(x[None, others]), ratio, rtol=1e-8, atol=1e-8)


@pytest.mark.spec("H.M02")
@given(st.integers(1, 5), st.integers(1, 5), SEEDS)
def test_posteriors_by_precisions_and_as_conditions(d: int, n: int, seed: int) -> None:
    """N(S(AᵀN⁻¹x + Σ⁻¹μ), S) with S = (AᵀN⁻¹A + Σ⁻¹)⁻¹, and the evidence N(Aμ, N + AΣAᵀ)."""
    prior, noise, rng = drawn(d, seed), drawn(n, seed + 1).covariance, np.random.default_rng(seed)
    a, seen = rng.normal(size=(n, d)), rng.normal(size=n)
    found = prior.after(seen, a, noise)
    precision = a.T @ np.linalg.solve(noise, a) + np.linalg.inv(prior.covariance)
    pull = a.T @ np.linalg.solve(noise, seen) + np.linalg.solve(prior.covariance, prior.mean)
    gap = max(np.linalg.cond(noise), np.linalg.cond(prior.covariance), np.linalg.cond(precision))
    near: Any = {"rtol": 1e-13 * gap, "atol": 1e-13 * gap}
    np.testing.assert_allclose(found.covariance, np.linalg.inv(precision), **near)
    np.testing.assert_allclose(found.mean, np.linalg.solve(precision, pull), **near)
    apart = np.zeros((d + n, d + n))
    apart[d:, d:] = noise
    joint = prior.mapped(np.vstack([np.eye(d), a]), 0.0, apart)
    np.testing.assert_allclose(found.mean, joint.given(np.arange(d, d + n), seen).mean, **near)
    # Bayes: prior times likelihood is posterior times evidence, anywhere.
    y = rng.normal(size=d)
    likelihood = multivariate_normal(a @ y, noise).logpdf(seen)
    evidence = prior.mapped(a, 0.0, noise).log_likelihood(seen[None])
    both = prior.log_likelihood(y[None]) + likelihood
    np.testing.assert_allclose(found.log_likelihood(y[None]) + evidence, both, rtol=1e-13 * gap, atol=1e-12 * gap)


@pytest.mark.spec("H.M02", "H.G06")
def test_gaussian_processes_condition() -> None:
    """The posterior of a process at new examples is the joint Gaussian of targets and values, given the targets."""
    rng = np.random.default_rng(0)
    X, new, noise = rng.normal(size=(12, 2)), rng.normal(size=(5, 2)), 0.1
    y = np.sin(X[:, 0])
    kernel = Gaussian(1.0)
    process = GaussianProcessRegressor(kernel, noise=noise, optimizer=None, normalize_y=False).fit(X, y)
    mean, covariance = process.predict(new, return_cov=True)
    values = MultivariateNormal(np.zeros(17), kernel(np.vstack([X, new])) + 1e-12 * np.eye(17))
    found = values.after(y, np.eye(12, 17), noise).marginal(np.arange(12, 17))
    np.testing.assert_allclose(found.mean, mean, atol=1e-9)
    np.testing.assert_allclose(found.covariance, covariance, atol=1e-9)
    evidence = values.mapped(np.eye(12, 17), noise=noise).log_likelihood(y[None])
    assert process.log_evidence_ == pytest.approx(evidence.item(), rel=1e-9)


@pytest.mark.spec("H.M02")
def test_fits_are_the_moments_of_the_examples() -> None:
    """Also with weights, which count as repetitions: against numpy, and as the likeliest of all."""
    rng = np.random.default_rng(0)
    x, weights = rng.normal(size=(30, 3)) @ rng.normal(size=(3, 3)) + 2.0, rng.integers(1, 5, size=30)
    model = MultivariateNormal.fit(x)
    np.testing.assert_allclose(model.mean, x.mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(model.covariance, np.cov(x.T, bias=True), rtol=1e-11)
    mean, covariance = moments(x, weights.astype(np.float64))
    again = x.repeat(weights, axis=0)
    np.testing.assert_allclose(mean, again.mean(axis=0), rtol=1e-12)
    np.testing.assert_allclose(covariance, np.cov(again.T, bias=True), rtol=1e-11)
    best = model.log_likelihood(x).sum()
    for _ in range(20):
        other = MultivariateNormal(model.mean + 0.1 * rng.normal(size=3), model.covariance * rng.uniform(0.8, 1.2))
        assert other.log_likelihood(x).sum() < best


def test_nearly_singular_ones_keep_their_digits() -> None:
    """Two columns that are almost one: what is left of the second is the small difference."""
    tiny = 1e-10
    pair = MultivariateNormal([0.0, 0.0], [[1.0, 1.0], [1.0, 1.0 + tiny]])
    left = pair.given([0], [3.0])
    assert left.mean.item() == pytest.approx(3.0, rel=1e-15)
    assert left.covariance.item() == pytest.approx(tiny, rel=1e-5)
    # An observation a million times more exact than the prior.
    found = MultivariateNormal([0.0], [[1.0]]).after([2.0], [[1.0]], 1e-12)
    assert found.mean.item() == pytest.approx(2.0 / (1.0 + 1e-12), rel=1e-15)


def test_what_cannot_be_is_said() -> None:
    model = drawn(3, 0)
    cases: list[tuple[Any, str]] = [
        (lambda: model.given([0, 1, 2], [0.0, 0.0, 0.0]), "none is left"),
        (lambda: model.given([0, 0], [0.0, 0.0]), "each once"),
        (lambda: model.given([0.5], [0.0]), "each once"),
        (lambda: model.marginal([3]), "some of 0 to 2"),
        (lambda: model.given([0, 1], [1.0, 2.0, 3.0]), "values must be 2 numbers"),
        (lambda: model.mapped(np.eye(2)), "needs a matrix with as many"),
        (lambda: model.mapped(np.eye(3), noise=np.eye(2)), "a matrix of shape"),
        (lambda: model.after([1.0, 2.0], np.eye(3), 1.0), "seen must be 3 numbers"),
    ]
    for make, message in cases:
        with pytest.raises(InputError, match=message):
            make()
    with pytest.raises(ParameterError, match="2, 5, 9"):
        MultivariateNormal.from_natural(np.zeros(4))
    with pytest.raises(ParameterError, match="positive definite"):
        model.mapped(np.ones((2, 3)))
    with pytest.raises(ParameterError, match="can be inverted"):
        MultivariateNormal.from_natural([0.0, 0.0])
