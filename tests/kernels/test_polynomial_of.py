"""A polynomial of a kernel."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels.plain import WORDS, BareGaussian, Letters

from drupe.foundation.errors import ParameterError
from drupe.inputs import Vectors
from drupe.kernels import INDEFINITE, POSITIVE, Definiteness, Linear, PolynomialOf, Sigmoid
from drupe.kernels.checks import positive_semidefinite
from drupe.kernels.parameters import numeric_gradient
from drupe.kernels.thin_plate import ThinPlate

X = np.random.default_rng(0).normal(size=(8, 2))


@pytest.mark.spec("C.B13", "H.K06", "G.K-08")
@given(st.lists(st.floats(0.0, 3.0), min_size=1, max_size=5), st.sampled_from([Linear(), BareGaussian(0.6)]))
def test_values_are_polynomials(coefficients, inner):
    k, K = PolynomialOf(inner, coefficients), inner(X)
    expected = sum(weight * K**i for i, weight in enumerate(coefficients))
    np.testing.assert_allclose(k(X), expected, rtol=1e-10, atol=1e-10 * max(np.abs(expected).max(), 1e-300))
    np.testing.assert_allclose(k.diagonal(Vectors.of(X)), k(X).diagonal(), rtol=1e-12)
    assert positive_semidefinite(k(X), 1e-12)


@pytest.mark.spec("C.B13", "H.K06")
def test_binomial_coefficients_make_a_power():
    np.testing.assert_allclose(
        PolynomialOf(Linear(), (8.0, 12.0, 6.0, 1.0))(X), ((Linear() + 2.0) ** 3)(X), rtol=1e-10, atol=1e-12
    )


@pytest.mark.spec("C.B13")
def test_negative_coefficients_are_refused_for_they_make_no_kernel():
    with pytest.raises(ParameterError, match=r"PolynomialOf\.coefficients must lie in \[0\.0, inf\), got -1\.0"):
        PolynomialOf(Linear(), (1.0, -1.0))
    assert not positive_semidefinite(1.0 - Linear()(X))


@pytest.mark.parametrize("coefficients", [(), 3.0, "ab", [[1.0]], None])
def test_coefficients_are_a_row_of_numbers(coefficients):
    with pytest.raises(ParameterError, match=r"PolynomialOf\.coefficients must"):
        PolynomialOf(Linear(), coefficients)


def test_serves_words():
    K = Letters().matrix(WORDS, WORDS)
    np.testing.assert_allclose(PolynomialOf(Letters(), (1.0, 0.0, 2.0)).matrix(WORDS, WORDS), 1.0 + 2.0 * K**2)


def test_arrays_become_values():
    assert PolynomialOf(Linear(), np.array([1, 2])) == PolynomialOf(Linear(), (1.0, 2.0))
    assert hash(PolynomialOf(Linear(), [1, 2])) == hash(PolynomialOf(Linear(), (1.0, 2.0)))


@pytest.mark.parametrize("coefficients", [(2.0,), (0.5, 1.0, 2.0), (0.0, 0.0, 0.0, 1.0)])
def test_slopes(coefficients):
    k, inputs = PolynomialOf(BareGaussian(0.7), coefficients), Vectors.of(X)
    slopes = k.gradient(inputs)
    assert set(slopes) == set(k.parameters())
    for name, slope in slopes.items():
        np.testing.assert_allclose(slope, numeric_gradient(k, inputs, name), rtol=1e-6, atol=1e-7)


def test_promise_follows_the_inner_kernel():
    assert PolynomialOf(Linear(), (1.0, 1.0, 1.0)).definiteness == POSITIVE
    assert PolynomialOf(Sigmoid(), (1.0, 1.0, 1.0)).definiteness == INDEFINITE
    assert PolynomialOf(ThinPlate(), (1.0, 2.0)).definiteness == Definiteness(2)
    assert PolynomialOf(ThinPlate(), (1.0, 2.0, 1.0)).definiteness == INDEFINITE
