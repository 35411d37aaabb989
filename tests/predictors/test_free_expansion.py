"""A kernel expansion beside polynomials: its values and its variances, by dense formulas."""

import numpy as np
import pytest

from drupe import SmoothingSpline
from drupe.foundation.errors import ParameterError
from drupe.inputs import Sequences, Vectors
from drupe.kernels import Gaussian, Polyharmonic, Spectrum
from drupe.kernels.polynomial_frame import PolynomialFrame
from drupe.predictors.free_expansion import FreeExpansion

RNG = np.random.default_rng(0)
X, NEW = RNG.uniform(-1.0, 1.0, size=(2, 20, 2))
C, D = RNG.normal(size=(20, 3)), RNG.normal(size=(3, 3))
KERNEL = Polyharmonic(2, 2)


def test_values_are_kernels_and_polynomials_added_up():
    frame = PolynomialFrame(2, np.array([0.5, -1.0]), np.array([2.0, 4.0]))
    function = FreeExpansion(KERNEL, Vectors.of(X), C, frame, D, None)
    polynomials = np.column_stack([np.ones(20), (NEW[:, 0] - 0.5) / 2.0, (NEW[:, 1] + 1.0) / 4.0])
    np.testing.assert_allclose(function.decision(Vectors.of(NEW)), KERNEL(NEW, X) @ C + polynomials @ D, atol=1e-12)
    assert function.outputs == 3
    assert function.decision(Vectors.of(X).take(np.arange(0))).shape == (0, 3)
    with pytest.raises(ParameterError, match="error_bars=True"):
        function.variances(Vectors.of(NEW))


def test_examples_without_columns_have_no_polynomials():
    words = Sequences.of(["ab", "ba"])
    frame = PolynomialFrame(0, np.empty(0), np.empty(0))
    kernel = Spectrum(1)
    function = FreeExpansion(kernel, words, np.array([[1.0], [2.0]]), frame, np.empty((0, 1)), None)
    np.testing.assert_allclose(function.decision(words), kernel(["ab", "ba"]) @ [[1.0], [2.0]])


@pytest.mark.parametrize("size", [1, 20])
def test_variances_are_those_of_universal_kriging(size):
    """k(x, x) − kᵀ(K + λI)⁻¹k plus what the polynomials leave unknown, written as one bordered system."""
    strength = 0.2
    spline = SmoothingSpline("thin_plate", strength=strength).fit(X, RNG.normal(size=20))
    T, new_T = (np.column_stack([np.ones(len(z)), z]) for z in (X, NEW[:size]))
    system = np.block([[KERNEL(X) + strength * np.eye(20), T], [T.T, np.zeros((3, 3))]])
    known = np.hstack([KERNEL(NEW[:size], X), new_T])
    expected = spline.noise_ / strength * (-np.einsum("ij,ji->i", known, np.linalg.solve(system, known.T)))
    found = spline.predictor_.variances(Vectors.of(NEW[:size]))[:, 0]
    np.testing.assert_allclose(found, expected, rtol=1e-8)
    noisy = spline.predictor_.variances(Vectors.of(NEW[:size]), noisy=True)[:, 0]
    np.testing.assert_allclose(noisy - found, spline.noise_, rtol=1e-9)


def test_a_variance_is_never_negative():
    spline = SmoothingSpline(Gaussian(2.0), strength=1e-10).fit(X, RNG.normal(size=20))
    assert np.all(spline.predictor_.variances(Vectors.of(X)) >= 0.0)
