"""The coordinates of scikit-learn's objects: its theta, its bounds, its names, and the object back."""

import numpy as np
import pytest
from sklearn.gaussian_process import GaussianProcessRegressor as Peer
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, DotProduct, Matern, RationalQuadratic, WhiteKernel

from drupe.estimators.gaussian_process.evidence import Evidence
from drupe.estimators.gaussian_process.evidence_search import EvidenceHeight, EvidenceSearch
from drupe.estimators.gaussian_process.scikit_learn.theta_space import ThetaSpace
from drupe.foundation.errors import ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian

RNG = np.random.default_rng(0)
X = RNG.normal(size=(30, 2))
Y = np.sin(2.0 * X[:, :1]) + 0.1 * RNG.normal(size=(30, 1))

OBJECTS = [
    ConstantKernel(2.0) * RBF(0.5) + WhiteKernel(0.1),
    ConstantKernel(2.0, "fixed") * RBF([0.5, 1.0]) + WhiteKernel(0.1),
    RationalQuadratic(1.0, 0.5) * ConstantKernel(1.5) + WhiteKernel(0.1, (1e-3, 1.0)),
    DotProduct(2.0) ** 2 + Matern([1.0, 2.0], nu=1.5) + WhiteKernel(0.1),
]


@pytest.mark.parametrize("original", OBJECTS, ids=str)
def test_points_are_theta_and_bounds_those_of_the_object(original):
    space = ThetaSpace.of(original, 2)
    np.testing.assert_array_equal(space.start, original.theta)
    np.testing.assert_allclose(space.bounds, original.bounds)
    tuned = space.tuned(original.theta)
    assert str(tuned) == str(original)
    np.testing.assert_allclose(tuned.theta, original.theta)
    assert len(space.moving) == original.n_dims


@pytest.mark.parametrize("original", OBJECTS, ids=str)
def test_evidence_and_slopes_are_those_of_scikit_learn(original):
    peer = Peer(original, alpha=1e-6, optimizer=None).fit(X, Y)
    height = EvidenceHeight(Evidence(Vectors.of(X), Y, extra=1e-6), ThetaSpace.of(original, 2))
    for theta in (original.theta, original.theta + 0.2):
        value, slopes = peer.log_marginal_likelihood(theta, eval_gradient=True)
        ours, found = height(theta)
        assert ours == pytest.approx(value, rel=1e-8)
        np.testing.assert_allclose(found, slopes, rtol=1e-6, atol=1e-6)


@pytest.mark.filterwarnings("ignore:The optimal value found:sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("original", OBJECTS, ids=str)
def test_summits_are_no_lower_than_those_of_scikit_learn(original):
    peer = Peer(original, alpha=1e-6).fit(X, Y)
    space = ThetaSpace.of(original, 2)
    best = EvidenceSearch().run(Evidence(Vectors.of(X), Y, extra=1e-6), space, np.random.default_rng(0))
    assert best.log_evidence >= peer.log_marginal_likelihood_value_ - 1e-4


def test_noise_is_one_more_coordinate_and_what_is_held_none():
    original = ConstantKernel(2.0) * RBF([0.5, 1.0])
    space = ThetaSpace.of(original, 2, noise=0.3, held=["k2__length_scale"])
    assert space.moving == ("k1__constant_value", "noise")
    kernel, noise = space.at(np.log([5.0, 0.7]))
    assert (kernel.factor, kernel.kernel.widths, noise) == (
        pytest.approx(5.0),
        pytest.approx((0.5, 1.0)),
        pytest.approx(0.7),
    )
    slopes = {"factor": 1.0, "kernel.widths.0": 9.0, "kernel.widths.1": 9.0, "noise": 10.0}
    np.testing.assert_allclose(space.slopes(np.log([5.0, 0.7]), slopes), [5.0, 7.0])
    assert ThetaSpace.of(original, 2, noise=0.3, held=["noise"]).moving == (
        "k1__constant_value",
        "k2__length_scale.0",
        "k2__length_scale.1",
    )
    with pytest.raises(ParameterError, match="no parameter 'width' to hold; there are k1__constant_value"):
        ThetaSpace.of(original, 2, held=["width"])
    with pytest.raises(ParameterError, match="no parameter 'noise' to hold"):
        ThetaSpace.of(original, 2, held=["noise"])


def test_starts_are_drawn_within_finite_bounds_only():
    space, rng = ThetaSpace.of(RBF(1.0, (0.1, 10.0)), 2, noise=0.1), np.random.default_rng(0)
    low, high = np.array(space.bounds).T
    assert all(((low <= point) & (point <= high)).all() for point in (space.draw(rng) for _ in range(50)))
    with pytest.raises(ParameterError, match="all bounds are finite; give bounds to length_scale"):
        ThetaSpace.of(RBF(1.0, (0.1, np.inf)), 2).draw(rng)


def test_any_function_of_a_point_is_climbed():
    """What classification does: no evidence of a regression, no noise."""

    def bowl(point):
        return float(-np.square(point - 0.5).sum()), -2.0 * (point - 0.5)

    summit = EvidenceSearch(restarts=1).climb(bowl, ThetaSpace.of(RBF([1.0, 2.0]), 2), np.random.default_rng(0))
    np.testing.assert_allclose(summit.point, 0.5, atol=1e-5)
    assert ThetaSpace.of(RBF(), 2).at(np.zeros(1)) == (Gaussian(1.0), 0.0)
