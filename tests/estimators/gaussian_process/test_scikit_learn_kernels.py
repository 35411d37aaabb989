"""Kernels of scikit-learn: said to stay as given, with the drupe kernel that does the same and is tuned."""

import warnings

import numpy as np
import pytest
from sklearn.gaussian_process.kernels import (
    RBF,
    ConstantKernel,
    DotProduct,
    ExpSineSquared,
    Matern,
    RationalQuadratic,
    WhiteKernel,
)

import drupe.kernels
from drupe import GaussianProcessRegressor
from drupe.estimators.gaussian_process.scikit_learn_kernels import is_of_scikit_learn, translated
from drupe.estimators.warnings import FitWarning

RNG = np.random.default_rng(0)
X = RNG.normal(size=(20, 2))
Y = np.sin(X[:, 0]) + 0.1 * RNG.normal(size=20)


@pytest.mark.parametrize(
    "kernel",
    [
        RBF(0.7),
        RBF([0.5, 2.0]),
        Matern(1.5, nu=0.5),
        Matern(1.5, nu=1.5),
        Matern(1.5, nu=2.5),
        RationalQuadratic(length_scale=2.0, alpha=0.5),
        DotProduct(sigma_0=2.0),
        ConstantKernel(3.0) * RBF(2.0),
        RBF(2.0) * ConstantKernel(0.25) * DotProduct(0.5) + Matern(nu=2.5),
        2.0 * RBF(1.0) + WhiteKernel(0.5),
    ],
    ids=str,
)
def test_the_translation_has_the_same_values(kernel):
    names = {name: getattr(drupe.kernels, name) for name in drupe.kernels.__all__}  # each is there on first use
    said = eval(f"dict({translated(kernel)})", names)
    np.testing.assert_allclose(said["kernel"](X, X + 0.1), kernel(X, X + 0.1), atol=1e-12)
    np.testing.assert_allclose(said.get("noise", 0.0) + said["kernel"](X).diagonal(), kernel.diag(X), atol=1e-12)


@pytest.mark.parametrize("kernel", [ExpSineSquared(), RBF() ** 2, Matern(nu=1.0), WhiteKernel(), RBF() * WhiteKernel()])
def test_what_has_no_twin_is_not_translated(kernel):
    assert translated(kernel) is None


def test_a_frozen_kernel_is_said_with_what_to_pass_instead():
    """And what to pass is tuned: its evidence is no smaller."""
    with pytest.warns(FitWarning, match=r"stay as given and its WhiteKernel adds no noise.*Gaussian\(width=1\), noise=1") as said:  # noqa: E501  # fmt: skip
        frozen = GaussianProcessRegressor(RBF() + WhiteKernel()).fit(X, Y)
    assert said[0].filename == __file__
    tuned = GaussianProcessRegressor(drupe.kernels.Gaussian(width=1), noise=1).fit(X, Y)
    assert tuned.kernel_.width != 1.0
    assert tuned.log_evidence_ > frozen.log_evidence_


def test_kernels_without_a_twin_get_the_names_of_those_that_are_tuned():
    with pytest.warns(FitWarning, match="stay as given.*Gaussian for RBF.*noise= for WhiteKernel"):
        GaussianProcessRegressor(Matern(nu=1.0) + RBF()).fit(X, Y)


def test_nothing_is_said_where_nothing_is_lost():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        GaussianProcessRegressor(RBF(), noise=0.1, optimizer=None).fit(X, Y)
        GaussianProcessRegressor(drupe.kernels.Gaussian()).fit(X, Y)
        GaussianProcessRegressor(lambda x, z: x @ z.T + 1.0).fit(X, Y)
    with pytest.warns(FitWarning, match="function of two examples: its WhiteKernel adds no noise"):
        GaussianProcessRegressor(RBF() + WhiteKernel(), optimizer=None).fit(X, Y)


def test_only_kernels_of_gaussian_processes_are_meant():
    assert is_of_scikit_learn(RBF() + 1.0)
    assert not is_of_scikit_learn(drupe.kernels.Gaussian())
    assert not is_of_scikit_learn("rbf")
