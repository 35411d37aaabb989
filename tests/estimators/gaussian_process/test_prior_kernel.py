"""Before a fit: mean zero, the covariance of the kernel, and no answer where the kernel comes from the data."""

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.gaussian_process import GaussianProcessRegressor as Peer
from sklearn.gaussian_process.kernels import RBF, Matern, WhiteKernel

from drupe import GaussianProcessRegressor
from drupe.kernels import Gaussian

NEW = np.random.default_rng(0).normal(size=(7, 2))


@pytest.mark.parametrize("targets", [None, 1, 3])
@pytest.mark.parametrize("kernel", [None, RBF([0.5, 2.0]) + WhiteKernel(0.3), Matern(nu=1.0)], ids=str)
def test_the_prior_is_that_of_scikit_learn(kernel, targets):
    ours, peer = (kind(kernel, n_targets=targets) for kind in (GaussianProcessRegressor, Peer))
    for question in ({"return_std": True}, {"return_cov": True}):
        for mine, theirs in zip(ours.predict(NEW, **question), peer.predict(NEW, **question), strict=True):
            assert mine.shape == theirs.shape
            np.testing.assert_allclose(mine, theirs, atol=1e-12)
    assert ours.sample_y(NEW, 4).shape == peer.sample_y(NEW, 4).shape


def test_draws_follow_the_prior():
    process = GaussianProcessRegressor(2.0 * Gaussian(1.0), noise=0.5)
    drawn = process.sample_y(NEW, 20000)
    np.testing.assert_allclose(np.cov(drawn), 2.0 * Gaussian(1.0)(NEW), atol=0.1)
    _, deviation = process.predict(NEW, return_std=True, noisy=True)
    np.testing.assert_allclose(deviation**2, 2.5)


@pytest.mark.parametrize("kernel", ["auto", "rbf"])
def test_kernels_from_the_data_have_no_prior(kernel):
    with pytest.raises(NotFittedError, match="takes its scale from the data"):
        GaussianProcessRegressor(kernel).predict(NEW)
