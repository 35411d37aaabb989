"""The χ² kernels on histograms."""

import mpmath
import numpy as np
import pytest
import scipy.sparse as sp
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses
from sklearn.metrics.pairwise import chi2_kernel

from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors
from drupe.kernels import ChiSquared, Gaussian


def histograms(seed: int, rows: int, bins: int) -> Vectors:
    """Shares of draws, with empty bins on both sides."""
    counts = np.random.default_rng(seed).poisson(1.5, size=(rows, bins)).astype(float)
    counts[:, 0] += 1.0
    return Vectors.of(counts / counts.sum(axis=1, keepdims=True))


def distance(x, z):
    return sum((a - b) ** 2 / (a + b) for a, b in zip(x, z, strict=True) if a + b)


@pytest.mark.spec("C.B38")
def test_it_is_the_formula() -> None:
    def formula(x, z, p):
        return mpmath.exp(-distance(x, z) / p["width"] ** 2)

    assert_follows(ChiSquared(0.8), formula, histograms(0, 5, 6))


def test_agrees_with_scikit_learn() -> None:
    x, z = histograms(1, 6, 8).array, histograms(2, 5, 8).array
    np.testing.assert_allclose(ChiSquared.from_gamma(1.7)(x, z), chi2_kernel(x, z, gamma=1.7), rtol=1e-10)
    assert ChiSquared.from_gamma(1.7).gamma == pytest.approx(1.7, rel=1e-14)


@pytest.mark.spec("C.B38")
def test_positive_on_counts_and_shares() -> None:
    assert_positive(ChiSquared(0.5), histograms(3, 20, 5))
    assert_positive(ChiSquared(2.0), Vectors.of(np.random.default_rng(4).poisson(2.0, size=(20, 4)).astype(float)))


@pytest.mark.spec("C.B38")
def test_with_the_squared_two_norm_the_source_means_the_gaussian() -> None:
    x, z, sigma = [0.5, 0.1, 0.4], [0.2, 0.5, 0.3], 0.7
    expected = np.exp(-np.sum(np.subtract(x, z) ** 2) / sigma**2)
    assert Gaussian.from_gamma(sigma**-2)([x], [z]).item() == pytest.approx(expected, rel=1e-12)


def test_negative_entries_are_refused_by_place() -> None:
    x = np.ones((3, 4))
    x[2, 1] = -0.5
    for data in (x, sp.csr_array(x)):
        with pytest.raises(InputError, match=r"ChiSquared compares histograms, but row 2, column 1 .* holds -0.5"):
            ChiSquared()(data)
        with pytest.raises(InputError, match="row 2, column 1"):
            ChiSquared()(np.ones((2, 4)), data)


def test_sparse_histograms_are_compared_like_dense_ones() -> None:
    x = histograms(5, 6, 8).array
    np.testing.assert_allclose(ChiSquared()(sp.csr_array(x)), ChiSquared()(x), rtol=1e-10)


def test_parameters_out_of_range_are_refused() -> None:
    assert_refuses(lambda: ChiSquared(0.0), naming=r"ChiSquared.width.*got 0.0")
    assert_refuses(lambda: ChiSquared.from_gamma(-1.0), naming=r"ChiSquared.gamma.*got -1.0")
