"""Interpolation: the given values are taken, with the smallest norm, or it is said why they cannot be."""

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge

from drupe.foundation.errors import InputError
from drupe.kernels import Gaussian, Linear
from drupe.textbook.spaces import KernelFunction, interpolant, representer

rng = np.random.default_rng(17)
X, Y = rng.normal(size=(7, 2)), rng.normal(size=7)


@pytest.mark.spec("C.B21")
def test_values_are_met_and_the_norm_is_the_quadratic_form() -> None:
    f = interpolant(Gaussian(), X, Y)
    np.testing.assert_allclose(f(X), Y, atol=1e-9)
    gram = Gaussian()(X)
    np.testing.assert_allclose(f.terms[0].coefficients, np.linalg.solve(gram, Y), rtol=1e-7)
    assert f.squared_norm() == pytest.approx(Y @ np.linalg.solve(gram, Y), rel=1e-8)


@pytest.mark.spec("C.B21")
def test_no_other_function_with_these_values_is_smaller() -> None:
    f = interpolant(Gaussian(), X, Y)
    for _ in range(5):
        bump = representer(Gaussian(), rng.normal(size=(1, 2)))
        other = f + (bump - interpolant(Gaussian(), X, bump(X)))
        np.testing.assert_allclose(other(X), Y, atol=1e-8)
        assert other.norm() > f.norm()


@pytest.mark.spec("C.B21")
def test_distance_to_a_target_of_the_space() -> None:
    target = KernelFunction.of(Gaussian(), rng.normal(size=(5, 2)), rng.normal(size=5))
    f = interpolant(Gaussian(), X, target(X))
    missing = target.squared_norm() - f.squared_norm()
    assert f.distance(target) ** 2 == pytest.approx(missing, rel=1e-6)
    # Nearest among the expansions in these centers.
    centers = f.terms[0].centers
    for _ in range(5):
        step = KernelFunction.of(Gaussian(), centers, 0.01 * rng.normal(size=7))
        assert (f + step).distance(target) > f.distance(target)


@pytest.mark.spec("C.B21")
def test_ridge_regression_without_ridge_comes_close() -> None:
    peer = KernelRidge(alpha=1e-9, kernel="rbf", gamma=0.5).fit(X, Y)
    at = rng.normal(size=(5, 2))
    np.testing.assert_allclose(interpolant(Gaussian(1.0), X, Y)(at), peer.predict(at), rtol=1e-4)


@pytest.mark.spec("C.B21")
def test_singular_gram_matrix_serves_where_the_values_agree() -> None:
    w = np.array([2.0, -1.0])
    f = interpolant(Linear(), X, X @ w)  # rank two, seven examples
    np.testing.assert_allclose(f(np.eye(2)), w, rtol=1e-9)
    twice = interpolant(Gaussian(), [[0.0], [0.0], [1.0]], [1.0, 1.0, 3.0])
    np.testing.assert_allclose(twice([[0.0], [1.0]]), [1.0, 3.0], rtol=1e-9)


@pytest.mark.spec("C.B21")
def test_singular_gram_matrix_is_refused_where_they_do_not() -> None:
    with pytest.raises(InputError, match="Gram matrix of 7 examples has rank 2"):
        interpolant(Linear(), X, Y)
    with pytest.raises(InputError, match="Give equal examples equal values"):
        interpolant(Gaussian(), [[0.0], [0.0]], [1.0, 2.0])


def test_wrong_number_of_values_is_refused() -> None:
    with pytest.raises(InputError, match=r"7 examples, but the values have shape \(2,\)"):
        interpolant(Gaussian(), X, [1.0, 2.0])
