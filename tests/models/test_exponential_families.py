"""Exponential families: fits in closed form, and what cannot be fitted."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import digamma, polygamma
from scipy.stats import bernoulli, beta, binom, expon, gamma, multivariate_normal, norm, poisson

from drupe.foundation.errors import InputError
from drupe.kernels import Fisher
from drupe.models import (
    Bernoulli,
    Beta,
    Binomial,
    Categorical,
    Exponential,
    Gamma,
    MostLikely,
    MultivariateNormal,
    Natural,
    Normal,
    NormalMean,
    Poisson,
    Usual,
)

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
        (lambda: Binomial.fit([[1.0, 3.0], [2.0, 3.0]], 3), "column 1 is the same in all examples"),
        (lambda: Gamma.fit([[1.0, 2.0], [2.0, 2.0]]), "column 1 is the same in all examples"),
        (lambda: Beta.fit([[0.1, 0.2], [0.2, 0.2]]), "column 1 is the same in all examples"),
        (lambda: Normal.fit([[1.0, 0.0], [2.0, 0.0]]), "column 1 is the same in all examples"),
        (lambda: MultivariateNormal.fit([[1.0, 0.0], [2.0, 1.0]]), "2 examples with 2 columns is singular"),
    ]
    for fit, message in cases:
        with pytest.raises(InputError, match=message):
            fit()
    assert MultivariateNormal.fit([[1.0, 0.0], [2.0, 1.0]], ridge=0.1).dimension == 2


TABLE = [
    (Bernoulli([0.3, 0.9]), bernoulli([0.3, 0.9])),
    (Binomial([3, 40], [0.3, 0.9]), binom([3, 40], [0.3, 0.9])),
    (Poisson([0.3, 9.0]), poisson([0.3, 9.0])),
    (Normal([0.3, -9.0], [2.0, 0.1]), norm([0.3, -9.0], np.sqrt([2.0, 0.1]))),
    (NormalMean([0.3, -9.0], [2.0, 0.1]), norm([0.3, -9.0], np.sqrt([2.0, 0.1]))),
    (Exponential([0.3, 9.0]), expon(scale=[1 / 0.3, 1 / 9.0])),
    (Gamma([0.3, 9.0], [2.0, 0.5]), gamma([0.3, 9.0], scale=[0.5, 2.0])),
    (Beta([0.3, 9.0], [2.0, 0.5]), beta([0.3, 9.0], [2.0, 0.5])),
]


@pytest.mark.spec("H.M01")
@pytest.mark.parametrize(("model", "peer"), TABLE, ids=lambda one: type(one).__name__)
def test_table_of_distributions(model: Any, peer: Any) -> None:
    """Densities, means and variances as in scipy, and the canonical form a(θ) c(x) exp⟨θ, τ(x)⟩."""
    x = peer.rvs(size=(50, 2), random_state=np.random.default_rng(0))
    density = peer.logpmf if hasattr(peer.dist, "logpmf") else peer.logpdf
    np.testing.assert_allclose(model.log_likelihood(x), density(x).sum(axis=1), rtol=1e-11, atol=1e-12)
    np.testing.assert_allclose(model.expectation, peer.mean(), rtol=1e-13)
    np.testing.assert_allclose(model.variance, peer.var(), rtol=1e-12)
    canonical = np.exp(model.log_base(x) + model.statistics(x) @ model.natural - model.log_partition)
    np.testing.assert_allclose(canonical, np.exp(density(x).sum(axis=1)), rtol=1e-10)
    drawn = model.draw(20_000, 0).dense()
    assert (np.abs(drawn.mean(axis=0) - peer.mean()) < 5.0 * np.sqrt(peer.var() / len(drawn))).all()


@pytest.mark.spec("H.M01")
@pytest.mark.parametrize("model", [model for model, _ in TABLE], ids=lambda one: type(one).__name__)
def test_the_log_partition_generates_the_moments(model: Any) -> None:
    """E τ = ∂A/∂θ and Cov τ = ∂E τ/∂θ, along lines of usual parameters, by differences."""
    known = {"trials"} | ({"variances"} if isinstance(model, NormalMean) else set())  # these are no parameters
    fields = [name for name, value in vars(model).items() if isinstance(value, np.ndarray) and name not in known]
    slope = model.natural_slope
    for place, name in enumerate(fields):
        for j in range(2):
            step = 1e-5 * abs(getattr(model, name)[j])
            ends = [_moved(model, name, j, sign * step) for sign in (1.0, -1.0)]
            column = slope[:, 2 * place + j]
            rise = (ends[0].log_partition - ends[1].log_partition) / (2.0 * step)
            assert model.mean_statistics @ column == pytest.approx(rise, rel=1e-7, abs=1e-8)
            turn = (ends[0].mean_statistics - ends[1].mean_statistics) / (2.0 * step)
            np.testing.assert_allclose(model.statistics_covariance @ column, turn, rtol=1e-6, atol=1e-7)


def _moved(model: Any, name: str, j: int, step: float) -> Any:
    values = getattr(model, name).copy()
    values[j] += step
    return replace(model, **{name: values})


@pytest.mark.spec("H.M01")
@given(st.floats(0.05, 1e4), st.floats(1e-3, 1e3), st.integers(0, 100))
def test_gamma_is_fitted_as_no_neighbor_fits_better(shape: float, rate: float, seed: int) -> None:
    x = np.maximum(np.random.default_rng(seed).gamma(shape, 1.0 / rate, (30, 1)), 1e-300)
    model = Gamma.fit(x)
    theirs, _, scale = gamma.fit(x.ravel(), floc=0.0)
    assert model.training is not None
    assert model.training.objectives[0] >= gamma(theirs, scale=scale).logpdf(x).sum() - 1e-7
    gaps = model.scores(x).mean(axis=0) / np.sqrt(np.diag(model.statistics_covariance))
    np.testing.assert_allclose(gaps, 0.0, atol=1e-7)


@pytest.mark.spec("H.M01")
@given(st.floats(0.1, 300.0), st.floats(0.1, 300.0), st.integers(0, 100))
def test_beta_is_fitted_where_its_scores_vanish(successes: float, failures: float, seed: int) -> None:
    x = np.clip(np.random.default_rng(seed).beta(successes, failures, (30, 2)), 1e-300, 1.0 - 1e-16)
    model = Beta.fit(x)
    gaps = model.scores(x).mean(axis=0) / np.sqrt(np.diag(model.statistics_covariance))
    np.testing.assert_allclose(gaps, 0.0, atol=1e-8)
    for ours, column in zip(np.column_stack([model.successes, model.failures]), x.T, strict=True):
        for factor in (0.99, 1.01):
            for other in (0.99, 1.0, 1.01):
                assert beta(*ours).logpdf(column).sum() >= beta(*(ours * (factor, other))).logpdf(column).sum() - 1e-9


def test_nearly_equal_numbers_have_a_shape_all_the_same() -> None:
    x = 1.0 + 1e-6 * np.array([[-1.0], [0.0], [1.0]])
    variance = float(x.var())
    assert Gamma.fit(x).shapes.item() == pytest.approx(1.0 / variance, rel=1e-3)


@pytest.mark.spec("H.M01")
def test_shares_of_trials() -> None:
    assert Binomial.fit([[1.0, 4.0], [2.0, 1.0]], [3, 5]).p.tolist() == [0.5, 0.5]
    assert Binomial.fit([[2.0], [2.0]], 2, smoothing=4.0).p.tolist() == [0.75]
    x = np.array([[0.0, 1.0], [1.0, 1.0], [1.0, 0.0]])
    one, coin = Binomial.fit(x, 1), Bernoulli.fit(x)
    np.testing.assert_array_equal(one.p, coin.p)
    np.testing.assert_allclose(one.log_likelihood(x), coin.log_likelihood(x), rtol=1e-14)
    assert MostLikely(Binomial([5], [0.5])).fit([[1.0, 2.0], [3.0, 4.0]]).p.tolist() == [0.4, 0.6]
    assert MostLikely(Gamma([1.0], [1.0])).fit([[1.0, 2.0], [3.0, 5.0]]).dimension == 2


@pytest.mark.spec("H.M01", "H.K17")
@pytest.mark.parametrize("kind", [Natural, Usual])
def test_fisher_kernels_of_the_new_families(kind: Any) -> None:
    """f(x)ᵀ I⁻¹ f(z) by hand, whatever the coordinates."""
    x, z = np.array([[0.5]]), np.array([[2.0]])
    shape, rate = 1.5, 0.5
    tau = [np.array([t.item() - shape / rate, np.log(t.item()) - digamma(shape) + np.log(rate)]) for t in (x, z)]
    information = np.array([[shape / rate**2, 1.0 / rate], [1.0 / rate, polygamma(1, shape)]])
    wanted = tau[0] @ np.linalg.solve(information, tau[1])
    assert Fisher(Gamma([shape], [rate], kind()))(x, z).item() == pytest.approx(wanted, rel=1e-10)
    wanted = (1.0 - 1.5) * (3.0 - 1.5) / (5 * 0.3 * 0.7)
    assert Fisher(Binomial([5], [0.3], kind()))([[1.0]], [[3.0]]).item() == pytest.approx(wanted, rel=1e-12)
    uniform = Beta([1.0], [1.0], kind())  # ψ(1) − ψ(2) = −1, ψ′(1) − ψ′(2) = 1
    half = np.log(0.5) + 1.0
    shared = np.pi**2 / 6 - 1.0
    wanted = 2.0 * half**2 / (1.0 - shared)  # both scores are alike: the eigenvalue is ψ′(1) − 2ψ′(2)
    assert Fisher(uniform)([[0.5]], [[0.5]]).item() == pytest.approx(wanted, rel=1e-10)
