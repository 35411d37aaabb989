"""Networks of radial functions beside dense formulas, refits and other machines."""

import numpy as np
import pytest
from estimators.networks.network_sample import BOTH, CENTERS, NEW, WEIGHTS, X, Y, gaussians, hat, ridge
from scipy.optimize import minimize_scalar
from scipy.stats import multivariate_normal
from sklearn.cluster import KMeans
from sklearn.linear_model import Ridge

from drupe import RBFNetworkRegressor
from drupe.kernels import Cauchy, Gaussian, Multiquadric

UNIQUE = slice(0, 45)
"""The examples at different places."""


@pytest.mark.spec("S.A24")
@pytest.mark.parametrize("strength", [1e-3, 0.5, 40.0])
def test_a_center_at_every_example_is_the_system_of_the_source(strength):
    """(K + λW⁻¹)c + d = y and Σc = 0: f = Σ cᵢ exp(−‖x − xᵢ‖² / 2σ²) + d, with a free constant beside it."""
    x, y, weights = X[UNIQUE], Y[UNIQUE], WEIGHTS[UNIQUE]
    network = RBFNetworkRegressor(width=0.8, strength=strength).fit(x, y, weights)
    ones = np.ones((45, 1))
    system = np.block([[gaussians(x, x, 0.8) + np.diag(strength / weights), ones], [ones.T, np.zeros((1, 1))]])
    found = np.linalg.solve(system, np.append(y, 0.0))
    np.testing.assert_allclose(network.dual_coef_, found[:-1], atol=1e-9)
    assert network.intercept_ == pytest.approx(found[-1], abs=1e-10)
    np.testing.assert_allclose(network.predict(NEW), gaussians(NEW, x, 0.8) @ found[:-1] + found[-1], atol=1e-10)
    # The residual identity of the source: c = (y − f) / (n λ), with n λ our strength.
    np.testing.assert_allclose(network.dual_coef_, weights * (y - network.predict(x)) / strength, atol=1e-8)


@pytest.mark.spec("S.A24")
def test_a_network_of_the_source_by_hand():
    """Two examples one width apart: k = e^(−1/2), c = ±1 / (1 − k + λ), d = the mean."""
    network = RBFNetworkRegressor(width=1.0, strength=0.5).fit([[0.0], [1.0]], [1.0, 3.0])
    k = np.exp(-0.5)
    np.testing.assert_allclose(network.dual_coef_, np.array([-1.0, 1.0]) / (1.0 - k + 0.5), rtol=1e-12)
    assert network.intercept_ == pytest.approx(2.0)


@pytest.mark.spec("S.A24")
def test_without_a_price_it_goes_through_all_targets_and_with_a_high_one_it_is_their_mean():
    x, y = X[UNIQUE], Y[UNIQUE]
    np.testing.assert_allclose(RBFNetworkRegressor(width=0.3, strength=0.0).fit(x, y).predict(x), y, atol=1e-8)
    network = RBFNetworkRegressor(width=0.3, strength=1e12).fit(x, y, WEIGHTS[UNIQUE])
    np.testing.assert_allclose(network.predict(NEW), np.average(y, weights=WEIGHTS[UNIQUE]), atol=1e-9)
    assert network.degrees_of_freedom_ == pytest.approx(1.0)


def test_equal_examples_share_a_center():
    network = RBFNetworkRegressor(width=0.8, strength=0.5).fit(X, Y, WEIGHTS)
    assert network.centers_.shape == (45, 2)
    design = gaussians(X, X[UNIQUE], 0.8)
    a, b = ridge(design, gaussians(X[UNIQUE], X[UNIQUE], 0.8), Y, WEIGHTS, 0.5)
    np.testing.assert_allclose(network.predict(NEW), gaussians(NEW, X[UNIQUE], 0.8) @ a + b, atol=1e-8)


@pytest.mark.parametrize("strength", [0.0, 0.01, 3.0])
@pytest.mark.parametrize("penalty", ["function", "coefficients"])
@pytest.mark.parametrize("y", [Y, BOTH], ids=["one", "two"])
def test_given_centers_are_ridge_regression_on_their_columns(penalty, strength, y):
    network = RBFNetworkRegressor(centers=CENTERS, width=0.9, strength=strength, penalty=penalty).fit(X, y, WEIGHTS)
    norms = gaussians(CENTERS, CENTERS, 0.9) if penalty == "function" else np.eye(6)
    a, b = ridge(gaussians(X, CENTERS, 0.9), norms, y, WEIGHTS, strength)
    np.testing.assert_allclose(network.dual_coef_, a, atol=1e-8)
    np.testing.assert_allclose(network.intercept_, b, atol=1e-8)
    np.testing.assert_allclose(network.predict(NEW), gaussians(NEW, CENTERS, 0.9) @ a + b, atol=1e-8)
    assert network.predict(NEW).shape == (20, *y.shape[1:])


def test_means_of_groups_are_those_of_k_means_and_ridge_that_of_scikit_learn():
    network = RBFNetworkRegressor(centers=5, width=1.3, strength=0.2, penalty="coefficients", random_state=4).fit(
        X, Y, WEIGHTS
    )
    # At the end of k-means every center is the weighted mean of the examples that are nearest to it.
    nearest = ((X[:, None] - network.centers_) ** 2).sum(axis=2).argmin(axis=1)
    for j, center in enumerate(network.centers_):
        np.testing.assert_allclose(
            center, np.average(X[nearest == j], axis=0, weights=WEIGHTS[nearest == j]), atol=1e-6
        )
    several = [KMeans(5, n_init=1, random_state=seed).fit(X, sample_weight=WEIGHTS).inertia_ for seed in range(20)]
    inertia = WEIGHTS @ ((X[:, None] - network.centers_) ** 2).sum(axis=2).min(axis=1)
    assert inertia <= np.median(several)
    peer = Ridge(alpha=0.2).fit(gaussians(X, network.centers_, 1.3), Y, WEIGHTS)
    np.testing.assert_allclose(network.dual_coef_, peer.coef_, atol=1e-9)
    np.testing.assert_allclose(network.predict(NEW), peer.predict(gaussians(NEW, network.centers_, 1.3)), atol=1e-9)


@pytest.mark.parametrize("kernel", [Cauchy(0.7), Gaussian(0.5) + 0.1 * Cauchy(2.0), Multiquadric(1.0)], ids=repr)
def test_other_kernels_take_the_place_of_the_gaussian_one(kernel):
    network = RBFNetworkRegressor(kernel=kernel, centers=CENTERS, strength=0.3, penalty="coefficients").fit(X, Y)
    a, b = ridge(kernel(X, CENTERS), np.eye(6), Y, np.ones(50), 0.3)
    np.testing.assert_allclose(network.predict(NEW), kernel(NEW, CENTERS) @ a + b, atol=1e-8)
    with pytest.raises(AttributeError, match="Gaussian units"):
        _ = network.widths_


SETTINGS = [
    pytest.param({}, id="all"),
    pytest.param({"centers": CENTERS}, id="function"),
    pytest.param({"centers": CENTERS, "penalty": "coefficients"}, id="coefficients"),
]


def dense_hat(settings, weights, strength):
    if not settings:
        # I − λW⁻¹C with C the coefficients for unit targets: the bordered system keeps digits that products lose.
        ones = np.ones((50, 1))
        system = np.block([[gaussians(X, X, 0.9) + np.diag(strength / weights), ones], [ones.T, np.zeros((1, 1))]])
        coefficients = np.linalg.solve(system, np.eye(51, 50))[:50]
        return np.eye(50) - (strength / weights)[:, None] * coefficients
    centers = settings["centers"]
    norms = np.eye(len(centers)) if "penalty" in settings else gaussians(centers, centers, 0.9)
    return hat(gaussians(X, centers, 0.9), norms, weights, strength)


@pytest.mark.parametrize("settings", SETTINGS)
def test_freedom_and_generalized_cross_validation_are_those_of_the_dense_matrix(settings):
    network = RBFNetworkRegressor(width=0.9, strength=0.4, **settings).fit(X, BOTH, WEIGHTS)
    smoother = dense_hat(settings, WEIGHTS, 0.4)
    assert network.degrees_of_freedom_ == pytest.approx(np.trace(smoother), rel=1e-8)
    squares = (WEIGHTS @ np.square(BOTH - smoother @ BOTH)).mean()
    total = WEIGHTS.sum()
    assert network.gcv_ == pytest.approx(total * squares / (total - np.trace(smoother)) ** 2, rel=1e-8)


@pytest.mark.parametrize("settings", SETTINGS)
def test_examples_left_out_are_those_of_refits(settings):
    """Of an example of weight two one of two is left out, of 0.7 all of it; centers stay."""
    weights = np.where(np.arange(50) % 3 == 0, 2.0, 0.7)
    centers = settings.get("centers", X[UNIQUE])
    network = RBFNetworkRegressor(width=0.9, strength=0.1, **settings).fit(X, BOTH, weights)
    for i in (0, 1, 2, 17, 46):
        fewer = weights.copy()
        fewer[i] = max(0.0, fewer[i] - 1.0)
        norms = np.eye(len(centers)) if "penalty" in settings else gaussians(centers, centers, 0.9)
        a, b = ridge(gaussians(X, centers, 0.9), norms, BOTH, fewer, 0.1)
        expected = BOTH[i] - (gaussians(X[i : i + 1], centers, 0.9) @ a + b)[0]
        np.testing.assert_allclose(network.leave_one_out_.residuals[i], expected, rtol=1e-6, atol=1e-9)


def score(settings, word, strength):
    smoother, total = dense_hat(settings, np.ones(50), strength), 50
    residuals = Y - smoother @ Y
    if word == "gcv":
        return total * residuals @ residuals / (total - np.trace(smoother)) ** 2
    if word == "loo":
        return np.mean(np.square(residuals / (1.0 - np.diag(smoother))))
    # The density of y without its mean, for a prior a ~ N(0, σ²/λ Ω⁻¹), largest over σ².
    centers = settings.get("centers", X[UNIQUE])
    design = gaussians(X, centers, 0.9)
    norms = np.eye(len(centers)) if "penalty" in settings else gaussians(centers, centers, 0.9)
    contrasts = np.linalg.qr(np.ones((50, 1)), mode="complete")[0][:, 1:]
    covariance = contrasts.T @ (design @ np.linalg.solve(norms, design.T) / strength + np.eye(50)) @ contrasts

    def lack(log_variance):
        return -multivariate_normal(cov=np.exp(log_variance) * covariance).logpdf(contrasts.T @ Y)

    return minimize_scalar(lack, bounds=(-9.0, 4.0), method="bounded", options={"xatol": 1e-10}).fun


@pytest.mark.parametrize("word", ["gcv", "loo", "evidence"])
@pytest.mark.parametrize("settings", SETTINGS)
def test_the_strength_is_where_the_dense_criterion_is_smallest(settings, word):
    network = RBFNetworkRegressor(width=0.9, strength=word, **settings).fit(X, Y)
    choice = network.solution_.choice
    assert network.strength_ == choice.strength
    best = score(settings, word, network.strength_)
    assert all(score(settings, word, network.strength_ * factor) > best for factor in (0.03, 0.6, 1.7, 30.0))
    tried = choice.strengths[:: len(choice.strengths) // 4]
    ours = choice.scores[:: len(choice.strengths) // 4]
    inside = (tried > 1e-6) & (tried < 1e6)
    assert inside.any()
    dense = [score(settings, word, strength) for strength in tried[inside]]
    np.testing.assert_allclose(ours[inside], dense, rtol=1e-5)


@pytest.mark.parametrize("strength", [0.3, "gcv", "loo", "evidence"])
@pytest.mark.parametrize("settings", [{}, {"centers": CENTERS}], ids=["all", "given"])
def test_weights_are_repetitions(settings, strength):
    times = np.random.default_rng(1).integers(0, 4, size=50)
    weighted = RBFNetworkRegressor(width=0.9, strength=strength, **settings).fit(X, Y, times.astype(float))
    repeated = RBFNetworkRegressor(width=0.9, strength=strength, **settings).fit(
        np.repeat(X, times, axis=0), np.repeat(Y, times)
    )
    assert weighted.strength_ == pytest.approx(repeated.strength_, rel=1e-4)
    np.testing.assert_allclose(weighted.predict(NEW), repeated.predict(NEW), atol=1e-5)
    assert weighted.gcv_ == pytest.approx(repeated.gcv_, rel=1e-6)
    assert weighted.degrees_of_freedom_ == pytest.approx(repeated.degrees_of_freedom_, rel=1e-4)


def test_groups_that_lie_apart_have_weighted_means_for_centers():
    """Three clouds: every start of k-means ends at their means, so that weights are repetitions for centers, too."""
    rng = np.random.default_rng(0)
    x = np.repeat([[0.0, 0.0], [50.0, 0.0], [0.0, 50.0]], 12, axis=0) + rng.normal(size=(36, 2))
    y, times = rng.normal(size=36), rng.integers(1, 4, size=36)
    weighted = RBFNetworkRegressor(centers=3, random_state=0).fit(x, y, times.astype(float))
    repeated = RBFNetworkRegressor(centers=3, random_state=0).fit(np.repeat(x, times, axis=0), np.repeat(y, times))
    means = [np.average(x[i : i + 12], axis=0, weights=times[i : i + 12]) for i in (0, 12, 24)]
    for network in (weighted, repeated):
        found = network.centers_[np.argsort(network.centers_ @ [1.0, 2.0])]
        np.testing.assert_allclose(found, means, atol=1e-9)
    np.testing.assert_allclose(weighted.predict(x), repeated.predict(x), atol=1e-5)


def test_rules_for_the_width_look_at_the_centers():
    network = RBFNetworkRegressor(centers=CENTERS, width="mean", strength=1.0).fit(X, Y)
    distances = np.sqrt(((CENTERS[:, None] - CENTERS) ** 2).sum(axis=2))
    assert network.widths_.item() == pytest.approx(distances.sum() / 30.0)
    network = RBFNetworkRegressor(centers=CENTERS, width="nearest", strength=1.0).fit(X, Y)
    assert network.widths_.item() == pytest.approx((distances + 9.0 * np.eye(6)).min(axis=1).mean())
