"""scikit-learn's words for kernels against scikit-learn's kernels."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.metrics.pairwise import linear_kernel, polynomial_kernel, rbf_kernel, sigmoid_kernel

from drupe.estimators.kernel_choice import KernelChoice
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import Precomputed, Sequences, Vectors
from drupe.kernels import Gaussian, Polynomial
from drupe.kernels.indefinite_polynomial import IndefinitePolynomial

RNG = np.random.default_rng(0)
X, Z = RNG.normal(2.0, 3.0, (9, 4)), RNG.normal(size=(5, 4))
ONES = np.ones(9)
SCALE = 1.0 / (4 * X.var())


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (KernelChoice("linear"), linear_kernel(X, Z)),
        (KernelChoice("rbf", gamma=0.3), rbf_kernel(X, Z, gamma=0.3)),
        (KernelChoice("rbf"), rbf_kernel(X, Z, gamma=SCALE)),
        (KernelChoice("rbf", gamma="auto"), rbf_kernel(X, Z, gamma=0.25)),
        (KernelChoice("rbf", gamma=0.0), np.ones((9, 5))),
        (KernelChoice("poly", 2, 0.5, 1.0), polynomial_kernel(X, Z, 2, 0.5, 1.0)),
        (KernelChoice("poly", 3, 0.5, -1.0), polynomial_kernel(X, Z, 3, 0.5, -1.0)),
        (KernelChoice("poly", 3, 0.0, -2.0), np.full((9, 5), -8.0)),
        (KernelChoice("poly", 0, 0.5, 1.0), np.ones((9, 5))),
        (KernelChoice("sigmoid", gamma=0.1, coef0=-0.5), sigmoid_kernel(X, Z, 0.1, -0.5)),
        (KernelChoice(lambda x, z: x @ z.T), linear_kernel(X, Z)),
        (KernelChoice(lambda x, z: sp.csr_array(x @ z.T)), linear_kernel(X, Z)),
        (KernelChoice(Gaussian(2.0)), rbf_kernel(X, Z, gamma=0.125)),
    ],
)  # fmt: skip
def test_words_mean_what_they_mean_to_scikit_learn(choice, expected):
    kernel = choice.on(Vectors.of(X), ONES)
    np.testing.assert_allclose(kernel(X, Z), expected, rtol=1e-9, atol=1e-12)


def test_words_become_plain_kernels_where_there_are_any():
    inputs = Vectors.of(X)
    assert KernelChoice("rbf", gamma=0.5).on(inputs, ONES) == Gaussian(1.0)
    assert KernelChoice("poly", 2, 0.5, 1.0).on(inputs, ONES) == Polynomial(2, 1.0, 0.5)
    assert isinstance(KernelChoice("poly", 2, 0.5, -1.0).on(inputs, ONES), IndefinitePolynomial)


@pytest.mark.parametrize("wrap", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
def test_scale_counts_weights_as_repetitions(wrap):
    weights = np.array([3, 1, 2, 1, 5, 1, 1, 4, 1])
    kernel = KernelChoice("rbf").on(Vectors.of(wrap(X)), weights.astype(float))
    assert kernel.gamma == pytest.approx(1.0 / (4 * np.repeat(X, weights, axis=0).var()), rel=1e-12)


def test_scale_keeps_its_digits_far_from_the_origin():
    kernel = KernelChoice("rbf").on(Vectors.of(X + 1e8), ONES)
    assert kernel.gamma == pytest.approx(SCALE, rel=1e-6)


def test_variance_that_rounding_makes_negative_is_none():
    thirds = Vectors.of(sp.csr_array(np.full((2, 3), 1 / 3)))
    assert KernelChoice("rbf").on(thirds, np.full(2, 0.3)).gamma == pytest.approx(1.0)


def test_data_whose_squares_are_beyond_float64_have_scale_one_if_they_are_constant():
    assert Gaussian.from_gamma(1.0) == KernelChoice("rbf").on(Vectors.of(np.full((4, 2), 3e199)), np.ones(4))


def test_constant_data_have_scale_one():
    assert KernelChoice("rbf").on(Vectors.of(np.ones((3, 2))), np.ones(3)).gamma == pytest.approx(1.0)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("number", [0.1, 1 / 3, 1e-8, 1e8, -0.7])
@pytest.mark.parametrize("wrap", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
def test_data_that_are_constant_up_to_rounding_have_scale_one(wrap, number, dtype):
    """No gamma of 10³⁰ where columns differ in their last digit only."""
    x = np.full((50, 3), number, dtype=dtype)
    weights = np.linspace(0.1, 3.0, 50)
    assert KernelChoice("rbf").on(Vectors.of(wrap(x)), weights).gamma == pytest.approx(1.0)
    x[::2, 1] = np.nextafter(x[0, 1], dtype(np.inf))
    assert KernelChoice("rbf").on(Vectors.of(wrap(x)), weights).gamma == pytest.approx(1.0)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_small_variances_above_rounding_count(dtype):
    x = np.ones((10, 2), dtype=dtype)
    x[::2] += 16 * np.finfo(dtype).eps
    assert KernelChoice("rbf").on(Vectors.of(x), np.ones(10)).gamma == pytest.approx(
        1.0 / (2 * x.astype(np.float64).var()), rel=1e-6
    )


def test_scale_is_the_same_a_few_rows_at_a_time(monkeypatch):
    monkeypatch.setattr("drupe.estimators.kernel_choice.ENTRIES", 9)
    assert KernelChoice("rbf").on(Vectors.of(X), ONES).gamma == pytest.approx(SCALE, rel=1e-12)


@pytest.mark.parametrize("wrap", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
def test_variances_beyond_float64_are_refused(wrap):
    huge = Vectors.of(wrap(X * 1e180))
    with pytest.raises(InputError, match="variance is beyond float64; scale the features"):
        KernelChoice("rbf").on(huge, ONES)
    KernelChoice("linear").on(huge, ONES)


def test_wrapping():
    assert isinstance(KernelChoice("precomputed").wrap(np.eye(3)), Precomputed)
    assert isinstance(KernelChoice("rbf").wrap(X), Vectors)
    assert isinstance(KernelChoice(Gaussian()).wrap(["a", "b"]), Sequences)
    with pytest.raises(InputError, match="must be square"):
        KernelChoice("precomputed").wrap(X)
    with pytest.raises(InputTypeError, match="compares vectors, but X holds Sequences"):
        KernelChoice("rbf").on(Sequences.of(["a", "b"]), np.ones(2))
