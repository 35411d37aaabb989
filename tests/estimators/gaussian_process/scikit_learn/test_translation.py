"""Kernels of scikit-learn and their translations: equal values, slopes, diagonals and noise, for all expressions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.gaussian_process import kernels as peers
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, DotProduct, ExpSineSquared, Matern, WhiteKernel

from drupe.estimators.gaussian_process.scikit_learn.translation import Link, translated
from drupe.estimators.gaussian_process.scikit_learn.wrapped import ScikitLearnKernel
from drupe.inputs import Vectors
from drupe.kernels import ARD, Gaussian, Matern52, Noise, Seasonal, Stretched
from drupe.kernels.base import Powered, Product, Scaled, Shifted, Sum

RNG = np.random.default_rng(0)
X = RNG.normal(size=(12, 2))
Z = RNG.normal(size=(5, 2))
a = RNG.normal(size=(12, 12))
WEIGHTS = a + a.T

sizes = st.floats(0.2, 4.0)
ends = st.sampled_from([(1e-5, 1e5), "fixed"])
widths = st.one_of(sizes, st.tuples(sizes, sizes).map(list))
atoms = st.one_of(
    st.builds(ConstantKernel, sizes, ends),
    st.builds(WhiteKernel, sizes, ends),
    st.builds(RBF, widths, ends),
    st.builds(Matern, widths, ends, st.sampled_from([0.5, 1.5, 2.5, np.inf])),
    st.builds(peers.RationalQuadratic, sizes, sizes, ends, ends),
    st.builds(ExpSineSquared, sizes, sizes, ends, ends),
    st.builds(DotProduct, sizes, ends),
)
expressions = st.recursive(
    atoms,
    lambda inner: st.one_of(
        st.builds(lambda a, b: a + b, inner, inner),
        st.builds(lambda a, b: a * b, inner, inner),
        st.builds(lambda k, power: k**power, inner, st.sampled_from([1, 2, 3])),
    ),
    max_leaves=4,
)


def assert_translates(original, x, z, digits=1e-6):
    """Values, diagonal, and slopes in theta, at theta and beside it."""
    found = translated(original, x.shape[1])
    assert len(found.links) == original.n_dims
    inputs = Vectors.of(x)
    for theta in (original.theta, original.theta + 0.3):
        peer, ours = original.clone_with_theta(theta), found.at(theta)
        K, gradient = peer(x, eval_gradient=True)
        np.testing.assert_allclose(ours.matrix(inputs, inputs), K, rtol=1e-10, atol=1e-12 * np.abs(K).max())
        np.testing.assert_allclose(ours(x, z), peer(x, z), rtol=1e-10, atol=1e-12 * np.abs(K).max())
        np.testing.assert_allclose(ours.diagonal(inputs), peer.diag(x), rtol=1e-10, atol=1e-12)
        slopes = found.slopes(theta, ours.slopes(inputs, WEIGHTS))
        terms = WEIGHTS[:, :, None] * gradient
        size = np.abs(terms).sum() + np.abs(K).sum() + 1e-300
        np.testing.assert_allclose(slopes, terms.sum(axis=(0, 1)), rtol=digits, atol=1e-9 * size)


@given(expressions)
def test_every_expression_has_the_same_values_and_slopes(original):
    assert_translates(original, X, Z)


@given(sizes, sizes, ends)
def test_seasons_of_one_column(width, period, bounds):
    original = 2.0 * ExpSineSquared(width, period, periodicity_bounds=bounds) + WhiteKernel(0.1)
    assert_translates(original, X[:, :1], Z[:, :1])
    assert isinstance(translated(original, 1).kernel.terms[0].kernel, Seasonal)


@pytest.mark.parametrize(
    ("original", "ours"),
    [
        (RBF(2.0), Gaussian(2.0)),
        (RBF([2.0]), Gaussian(2.0)),
        (RBF([2.0, 3.0]), ARD((2.0, 3.0))),
        (Matern(2.0, nu=2.5), Matern52(2.0)),
        (Matern(2.0, nu=np.inf), Gaussian(2.0)),
        (Matern([2.0, 3.0], nu=2.5), Stretched(Matern52(), (2.0, 3.0))),
        (3.0 * RBF(), Scaled(Gaussian(), 3.0)),
        (RBF() * 3.0, Scaled(Gaussian(), 3.0)),
        (RBF() + 3.0, Shifted(Gaussian(), 3.0)),
        (RBF() * Matern(nu=2.5), Product((Gaussian(), Matern52()))),
        (RBF() + WhiteKernel(0.5), Sum((Gaussian(), Noise(0.5)))),
        (RBF() ** 2, Powered(Gaussian(), 2)),
    ],
    ids=str,
)
def test_what_has_a_twin_becomes_it(original, ours):
    assert translated(original, 2).kernel == ours


class Halved(RBF):
    def __call__(self, X, Y=None, eval_gradient=False):
        if eval_gradient:
            K, slopes = super().__call__(X, Y, True)
            return 0.5 * K, 0.5 * slopes
        return 0.5 * super().__call__(X, Y)

    def diag(self, X):
        return 0.5 * super().diag(X)


@pytest.mark.parametrize(
    "original",
    [
        Matern([0.5, 2.0], nu=1.0),
        RBF() ** 0.5,
        Halved(2.0),
        peers.PairwiseKernel(metric="laplacian"),
        ExpSineSquared(),
        (RBF(2.0) + WhiteKernel(0.4)) ** 1.5,
    ],
    ids=str,
)
def test_what_has_none_is_wrapped_and_still_tuned(original):
    assert isinstance(translated(original, 2).kernel, ScikitLearnKernel)
    # Some of these know their slopes by differences only.
    assert_translates(original, X, Z, digits=1e-4)
    assert_translates(2.0 * original + RBF(0.7), X, Z, digits=1e-4)


def test_what_is_fixed_has_no_link():
    original = ConstantKernel(2.0, "fixed") * RBF([1.0, 2.0]) + DotProduct(3.0)
    found = translated(original, 2)
    assert found.links == (
        Link("terms.0.kernel.widths.0"),
        Link("terms.0.kernel.widths.1"),
        Link("terms.1.offset", 2.0),
    )
    assert found.at(np.log([3.0, 4.0, 5.0])).terms[1].offset == pytest.approx(25.0)
