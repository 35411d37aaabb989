"""Centers of mass and the hyperplane half-way between two of them."""

import numpy as np
import pytest
from sklearn.neighbors import NearestCentroid

from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear, Polynomial
from drupe.textbook.spaces import MeanHyperplane, Monomials, center_of_mass, mean_squared_distance, representer

rng = np.random.default_rng(23)
X = np.vstack([rng.normal(size=(9, 2)), rng.normal(size=(5, 2)) + 1.5])
SIGNS = np.array([-1] * 9 + [1] * 5)


@pytest.mark.spec("C.B28")
def test_mean_squared_distance_of_three_points() -> None:
    # The source's σ = 1 in exp(−‖x − z‖²/σ²) is gamma = 1.
    assert mean_squared_distance(Gaussian.from_gamma(1.0), [[0.0], [1.0], [2.0]]) == pytest.approx(0.499095, abs=5e-7)


@pytest.mark.spec("C.B28")
def test_mean_squared_distance_is_the_mean_of_the_distances() -> None:
    for kernel in (Linear(), Gaussian(0.8), Polynomial(2, 1.0)):
        center = center_of_mass(kernel, X)
        each = [representer(kernel, X[i : i + 1]).distance(center) ** 2 for i in range(len(X))]
        assert mean_squared_distance(kernel, X) == pytest.approx(np.mean(each), rel=1e-10)
    assert mean_squared_distance(Linear(), X) == pytest.approx(X.var(axis=0).sum())


@pytest.mark.spec("C.B28")
def test_center_of_mass_is_the_mean_of_the_features() -> None:
    monomials = Monomials.homogeneous(2, 3)
    mean = monomials.features(Vectors.of(X)).mean(axis=0)
    at = rng.normal(size=(4, 2))
    np.testing.assert_allclose(
        center_of_mass(Polynomial(3), X)(at), monomials.features(Vectors.of(at)) @ mean, rtol=1e-9
    )


@pytest.mark.spec("C.B27")
def test_direction_and_threshold_are_those_of_the_class_means() -> None:
    plane = MeanHyperplane.of(Linear(), X, SIGNS)
    positive, negative = X[SIGNS > 0].mean(axis=0), X[SIGNS < 0].mean(axis=0)
    np.testing.assert_allclose(plane.direction(np.eye(2)), positive - negative, rtol=1e-12)
    assert plane.offset == pytest.approx((negative @ negative - positive @ positive) / 2)


@pytest.mark.spec("C.B27")
@pytest.mark.parametrize("kernel", [Linear(), Gaussian(0.8), Polynomial(2, 1.0)], ids=repr)
def test_decision_says_which_center_is_nearer(kernel: Linear) -> None:
    at = 2.0 * rng.normal(size=(20, 2))
    centers = [center_of_mass(kernel, X[sign == SIGNS]) for sign in (-1, 1)]
    far, near = ([representer(kernel, at[i : i + 1]).distance(c) ** 2 for i in range(20)] for c in centers)
    decision = MeanHyperplane.of(kernel, X, SIGNS).decision(at)
    np.testing.assert_allclose(decision, (np.array(far) - np.array(near)) / 2, rtol=1e-8, atol=1e-9)


@pytest.mark.spec("C.B27")
def test_decision_agrees_with_scikit_learn() -> None:
    at = 2.0 * rng.normal(size=(50, 2))
    decision = MeanHyperplane.of(Linear(), X, SIGNS).decision(at)
    np.testing.assert_array_equal(np.sign(decision), NearestCentroid().fit(X, SIGNS).predict(at))


def test_bad_samples_are_refused() -> None:
    with pytest.raises(InputError, match="each at least once"):
        MeanHyperplane.of(Linear(), X, np.ones(14))
    with pytest.raises(InputError, match="as many labels"):
        MeanHyperplane.of(Linear(), X, [1, -1])
    with pytest.raises(InputError, match="no examples have no center"):
        center_of_mass(Linear(), Vectors.of(X).take(np.array([], dtype=np.int64)))
