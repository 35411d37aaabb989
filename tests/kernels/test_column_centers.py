"""Data far from the origin: single precision sees the same distances as at home."""

import numpy as np
import pytest
import scipy.sparse as sp

from drupe import SVC
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Laplacian, Linear, Matern32
from drupe.kernels.column_centers import center
from drupe.kernels.compiled import CompiledKernel

RNG = np.random.default_rng(0)
X = RNG.normal(size=(700, 2))
Y = X[:, 0] * X[:, 1] > 0


@pytest.mark.parametrize("away", [1e3, 1e5, 1e7, -1e9])
@pytest.mark.parametrize("kernel", [Gaussian(1.0), Laplacian(1.0), Matern32(1.0)])
def test_machines_are_the_same_far_away(kernel, away):
    """The default precision, on so many examples that it is single."""
    here, there = SVC(kernel=kernel).fit(X, Y), SVC(kernel=kernel).fit(X + away, Y)
    moved = (X + away) - away  # what is left of the examples in float64
    np.testing.assert_allclose(there.decision_function(X + away), here.decision_function(moved), atol=5e-3)
    assert there.solver_info_.gap < 0.05
    assert (
        there.predict(X + away).tolist() == there.classes_[(there.decision_function(X + away) > 0).astype(int)].tolist()
    )


@pytest.mark.parametrize("kernel", [Gaussian(1.0), Laplacian(1.0)])
def test_rough_products_keep_their_digits(kernel):
    far = Vectors.of(X + 1e8)
    prepared = CompiledKernel(kernel.form(), far)
    weights = RNG.normal(size=(700, 2))
    np.testing.assert_allclose(prepared.rough_product(far, weights), prepared.product(far, weights), atol=1e-2)


def test_centers_are_taken_where_they_are_needed():
    assert center(Vectors.of(X)) is None
    assert center(Vectors.of(X + 1e-3)) is None
    np.testing.assert_allclose(center(Vectors.of(X + np.array([0.0, 1e6]))), [0.0, 1e6], atol=1.0)
    assert center(Vectors.of(np.full((5, 2), 3.0))) is None  # exact in single precision
    assert center(Vectors.of(X).take(np.arange(0))) is None
    whole = RNG.integers(10_000_000, 10_000_009, (50, 3)).astype(float)
    assert center(Vectors.of(whole)) is None


def test_sparse_data_far_away_are_compared_in_double_precision():
    far = sp.csr_array(X + 1e7)
    assert not CompiledKernel(Gaussian().form(), Vectors.of(far)).fits_single
    assert CompiledKernel(Gaussian().form(), Vectors.of(sp.csr_array(X))).fits_single
    assert CompiledKernel(Linear().form(), Vectors.of(far)).fits_single
    machine = SVC(gamma=0.5).fit(far, Y)
    assert machine.solver_info_.gap < 0.05
