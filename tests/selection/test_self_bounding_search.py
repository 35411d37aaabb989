"""The search that certifies what it chooses: contract, price of the choice, and validity."""

import numpy as np
import pytest
from scipy.special import betainc
from scipy.stats import binom
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import SVC, HardMarginSVC, SelfBoundingSearch, certify


def sample(n=150, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))
    return X, (X[:, 0] + 0.3 * rng.normal(size=n) > 0).astype(int)


X, y = sample()
GRID = {"gamma": [0.01, 0.1, 10.0], "C": [1.0, 30.0]}


@parametrize_with_checks([SelfBoundingSearch(param_grid={"gamma": [0.1], "C": [1.0, 10.0]})])
def test_scikit_learns_contract(estimator, check) -> None:
    check(estimator)


@pytest.mark.spec("H.O04", "H.P06", "M.T06", "C.C07", "G.A-26")
def test_smallest_certificate_wins_and_every_candidate_pays() -> None:
    search = SelfBoundingSearch(param_grid=GRID).fit(X, y)
    by_hand = []
    for gamma in GRID["gamma"]:
        for C in GRID["C"]:
            model = SVC(gamma=gamma, C=C).fit(X, y)
            by_hand.append(certify(model, X, y, bounds="preferent_compression", delta=0.05 / 6).best.value)
    assert search.certificate_.value == pytest.approx(min(by_hand))
    assert search.n_candidates_ == len(search.certificates_) == 6
    assert sum(one.delta for one in search.certificates_) == pytest.approx(0.05)
    np.testing.assert_array_equal(search.predict(X), search.best_estimator_.predict(X))
    assert search.best_estimator_.get_params()["gamma"] == search.best_params_["gamma"]


def test_prior_weights_share_delta() -> None:
    search = SelfBoundingSearch(param_grid={"gamma": [0.1, 1.0], "C": [1.0]}, prior=[3.0, 1.0]).fit(X, y)
    assert [one.delta for one in search.certificates_] == pytest.approx([0.0375, 0.0125])
    with pytest.raises(ValueError, match="prior must hold"):
        SelfBoundingSearch(param_grid=GRID, prior=[1.0]).fit(X, y)


def test_certificates_of_the_chosen_hold_as_often_as_promised() -> None:
    X_test, y_test = sample(2000, seed=999)
    failures, draws, delta = 0, 15, 0.3
    for seed in range(draws):
        search = SelfBoundingSearch(param_grid=GRID, delta=delta).fit(*sample(60, seed))
        failures += np.mean(search.predict(X_test) != y_test) > search.certificate_.value
    assert failures <= binom.ppf(0.9999, draws, delta)


def test_other_machines_and_bounds() -> None:
    hard = SelfBoundingSearch(HardMarginSVC(), {"gamma": [1.0, 5.0]}).fit(X, y)
    assert hard.certificate_.valid
    soft = SelfBoundingSearch(param_grid=GRID, bound="derandomized").fit(X, y)
    assert soft.certificate_.name == "derandomized"
    with pytest.raises(ValueError, match="fitted rule"):
        SelfBoundingSearch(param_grid=GRID, bound="gaussian_pac_bayes").fit(X, y)


def test_kernels_from_the_data_cannot_be_certified() -> None:
    with pytest.raises(RuntimeError, match="no candidate could be certified"):
        SelfBoundingSearch(param_grid={"gamma": ["scale"], "C": [1.0]}).fit(X, y)


@pytest.mark.spec("G.E-03")
def test_the_width_with_the_largest_margins_is_chosen_and_pays_for_the_grid() -> None:
    """Two clusters of one point each, 200 times: at the middle width their images are at right angles.

    Then w, without an offset, lies between one and the opposite of the other: all cosines are 1/√2. Far narrower
    kernels make all examples orthogonal, far wider ones make them one point.
    """
    rng = np.random.default_rng(0)
    X = np.repeat([[0.0], [5.0]], 200, axis=0) + 1e-3 * rng.normal(size=(400, 1))
    labels = np.repeat([0, 1], 200)
    widths = np.array([1e-7, 0.5, 30.0])
    grid = {"gamma": (0.5 / widths**2).tolist()}
    search = SelfBoundingSearch(HardMarginSVC(fit_intercept=False), grid, bound="margin_distribution_exact").fit(
        X, labels
    )
    assert search.best_index_ == 1
    assert [one.delta for one in search.certificates_] == pytest.approx([0.05 / 3] * 3)
    share = betainc(0.5 * 399, 0.5, 0.5) / 2.0
    by_hand = 2.0 * (np.sqrt((-np.log(share) + 2.0 * np.log(400) - np.log(0.05 / 3)) / 800.0) + 1.0 / 400)
    assert search.certificate_.value == pytest.approx(by_hand, rel=1e-3)
    assert by_hand < 1.0
