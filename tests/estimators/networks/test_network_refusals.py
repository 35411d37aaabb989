"""Networks on hard or wrong input: the limit that is meant, or an error that says what would do."""

import numpy as np
import pandas as pd
import pytest
from estimators.networks.network_sample import CENTERS, NEW, X, Y

from drupe import RBFNetworkClassifier, RBFNetworkRegressor
from drupe.kernels import Gaussian, Linear, Multiquadric, Spectrum, ThinPlate


@pytest.mark.parametrize("strength", [0.0, 1e-300, "gcv", "loo", "evidence"])
def test_equal_inputs_have_the_mean_of_their_targets(strength):
    y = [3.0, 4.0, 5.0, 9.0]
    for settings in ({}, {"centers": [[0.0, 0.0], [0.0, 0.0]], "width": 1.0}, {"centers": 2}):
        network = RBFNetworkRegressor(strength=strength, **settings).fit([[1.0, 2.0]] * 4, y)
        np.testing.assert_allclose(network.predict([[1.0, 2.0]]), 5.25, atol=1e-9)
        assert network.degrees_of_freedom_ == pytest.approx(1.0)


@pytest.mark.parametrize("strength", [0.0, 1.0, "gcv", "loo", "evidence"])
@pytest.mark.parametrize("settings", [{}, {"centers": 4}, {"centers": 3, "optimize_centers": True}], ids=repr)
def test_constant_targets_give_a_constant(settings, strength):
    for constant in (0.0, 7.0, 1e9 + 0.25):
        network = RBFNetworkRegressor(strength=strength, random_state=0, **settings).fit(X, np.full(50, constant))
        np.testing.assert_allclose(network.predict(NEW), constant, rtol=1e-12)


def test_without_a_price_a_wide_kernel_is_least_squares_and_not_noise():
    """Wide bells are nearly combinations of each other; what rounding leaves of others must not spoil the answer."""
    network = RBFNetworkRegressor(width=3.0, strength=0.0).fit(X[:45], np.sin(X[:45, 0]))
    np.testing.assert_allclose(network.predict(X[:45]), np.sin(X[:45, 0]), atol=1e-3)
    inside = NEW[np.abs(NEW).max(axis=1) < 1.8]
    np.testing.assert_allclose(network.predict(inside), np.sin(inside[:, 0]), atol=1e-2)


@pytest.mark.parametrize("strength", [0.0, 1e-3, 2.0])
def test_a_kernel_of_low_rank_is_linear_regression(strength):
    """x = 0 has rows of zeros in the kernel matrix, and all rows lie in two dimensions."""
    x = np.vstack([np.zeros((2, 2)), X])
    y = np.append([1.0, 2.0], Y)
    network = RBFNetworkRegressor(kernel=Linear(), strength=strength).fit(x, y)
    centered = x - x.mean(axis=0)
    slopes = np.linalg.solve(centered.T @ centered + strength * np.eye(2), centered.T @ y)
    np.testing.assert_allclose(network.predict(NEW), y.mean() + (NEW - x.mean(axis=0)) @ slopes, atol=1e-7)
    assert np.isfinite(network.gcv_)


def test_units_that_see_no_example_are_left_at_zero():
    for penalty in ("function", "coefficients"):
        network = RBFNetworkRegressor(centers=[[1e5, 1e5]], width=1.0, penalty=penalty).fit(X, Y)
        np.testing.assert_allclose(network.predict(NEW), Y.mean())


def test_one_class_and_one_example_are_told():
    with pytest.raises(ValueError, match="1 class"):
        RBFNetworkClassifier().fit(X, np.zeros(50))
    with pytest.raises(ValueError, match="n_samples = 1"):
        RBFNetworkRegressor().fit(X[:1], Y[:1])
    assert RBFNetworkRegressor(strength=1.0).fit(X[:1], Y[:1]).predict(NEW[:1]).item() == pytest.approx(Y[0])


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"centers": [[1.0]]}, r"centers has 1 column\(s\), but X has 2"),
        ({"centers": [[1.0, np.nan]]}, "centers cannot be used: .*NaN"),
        ({"centers": []}, "centers cannot be used: .*minimum of 1 is required"),
        ({"centers": 0}, "'centers' parameter"),
        ({"centers": 2.5}, "'centers' parameter"),
        ({"centers": "some"}, "'centers' parameter"),
        (
            {"kernel": Gaussian(2.0), "width": 3.0},
            r"width=3.0 is that of Gaussian units, but kernel=Gaussian\(width=2.0",
        ),
        ({"kernel": Gaussian(2.0), "width": "nearest"}, "leave width at 'mean', or kernel at None"),
        ({"width": 0.0}, "'width' parameter"),
        ({"width": "wide"}, "'width' parameter"),
        ({"strength": -1.0}, "'strength' parameter"),
        ({"penalty": "l1"}, "'penalty' parameter"),
        ({"kernel": ThinPlate()}, "needs a positive kernel"),
        ({"kernel": ThinPlate(), "centers": CENTERS}, "penalty='coefficients'"),
        ({"kernel": Multiquadric(), "centers": CENTERS}, "penalty='coefficients'"),
        ({"kernel": Linear(), "optimize_centers": True}, "only Gaussian units can be moved"),
        ({"penalty": "function", "optimize_centers": True}, "only Gaussian units can be moved"),
    ],
)
def test_what_cannot_be_is_refused(settings, said):
    with pytest.raises(ValueError, match=said):
        RBFNetworkRegressor(**settings).fit(X, Y)


@pytest.mark.parametrize(
    "settings",
    [{}, {"centers": 5}, {"centers": 60}, {"centers": CENTERS}, {"centers": 3, "optimize_centers": True}],
    ids=["all", "means", "places", "given", "moved"],
)
def test_columns_are_known_by_their_names(settings):
    frame = pd.DataFrame(X, columns=["a", "b"])
    network = RBFNetworkClassifier(random_state=0, **settings).fit(frame, Y > 0.0)
    plain = RBFNetworkClassifier(random_state=0, **settings).fit(X, Y > 0.0)
    np.testing.assert_array_equal(network.predict(frame), plain.predict(X))
    with pytest.raises(ValueError, match="must be in the same order as they were in fit"):
        network.predict(frame[["b", "a"]])


def test_centers_may_be_a_frame():
    frame, centers = pd.DataFrame(X, columns=["a", "b"]), pd.DataFrame(CENTERS, columns=["a", "b"])
    given = RBFNetworkRegressor(centers=CENTERS).fit(X, Y).predict(NEW)
    np.testing.assert_array_equal(RBFNetworkRegressor(centers=centers).fit(X, Y).predict(NEW), given)
    named = RBFNetworkRegressor(centers=centers).fit(frame, Y)
    np.testing.assert_array_equal(named.predict(pd.DataFrame(NEW, columns=["a", "b"])), given)
    with pytest.raises(ValueError, match=r"centers cannot be used: .*feature names should match"):
        RBFNetworkRegressor(centers=centers[["b", "a"]]).fit(frame, Y)


def test_a_matrix_beyond_the_budget_is_refused():
    with pytest.raises(MemoryError, match="take fewer centers"):
        RBFNetworkRegressor(cache_size=1e-3).fit(X, Y)


def test_strings_need_a_kernel_and_have_no_means():
    words, y = ["abab", "baba", "aaaa", "bbbb"], [1.0, 1.0, 0.0, 0.0]
    with pytest.raises(TypeError, match="pass a kernel value"):
        RBFNetworkRegressor().fit(words, y)
    with pytest.raises(TypeError, match="means of groups need vectors"):
        RBFNetworkRegressor(centers=2, kernel=Spectrum(2)).fit(words, y)
    network = RBFNetworkRegressor(kernel=Spectrum(2).normalized(), strength=1e-6).fit(words, y)
    np.testing.assert_allclose(network.predict(words), y, atol=1e-4)
    given = RBFNetworkRegressor(kernel=Spectrum(2).normalized(), centers=["ab", "aa"], strength=1e-6).fit(words, y)
    assert given.dual_coef_.shape == (2,)
    with pytest.raises(AttributeError, match="for vectors"):
        _ = given.centers_
