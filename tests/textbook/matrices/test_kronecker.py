"""Kronecker products: spectra and products against numpy, and a Gaussian process on a grid."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe import GaussianProcessRegressor
from drupe.foundation.errors import InputError
from drupe.kernels import Gaussian
from drupe.textbook.matrices.kronecker import KroneckerFactors, KroneckerProduct

SIZES = st.lists(st.integers(1, 4), min_size=1, max_size=3)


def symmetric(rng, n):
    root = rng.normal(size=(n, n))
    return root + root.T


@pytest.mark.spec("H.M06")
@given(SIZES, st.integers(0, 10_000))
def test_spectrum(sizes, seed):
    rng = np.random.default_rng(seed)
    product = KroneckerProduct(tuple(symmetric(rng, n) for n in sizes))
    dense = product.dense()
    np.testing.assert_allclose(np.sort(product.eigenvalues), np.linalg.eigvalsh(dense), atol=1e-10)
    for place, value in enumerate(product.eigenvalues):
        vector = product.eigenvectors @ np.eye(len(product))[place]
        np.testing.assert_allclose(dense @ vector, value * vector, atol=1e-10)
    assert product.trace == pytest.approx(np.trace(dense), abs=1e-10)
    x = rng.normal(size=len(product))
    np.testing.assert_allclose(product @ x, dense @ x, atol=1e-11)


@pytest.mark.spec("H.M06")
@given(st.integers(0, 10_000))
def test_products_of_products(seed):
    """(A ⊗ B)(C ⊗ D) = AC ⊗ BD, of matrices that need not be square."""
    rng = np.random.default_rng(seed)
    a, b, c, d = (rng.normal(size=shape) for shape in ((2, 3), (4, 2), (3, 5), (2, 3)))
    x = rng.normal(size=15)
    twice = KroneckerFactors((a, b)) @ (KroneckerFactors((c, d)) @ x)
    np.testing.assert_allclose(twice, np.kron(a @ c, b @ d) @ x, atol=1e-12)
    flipped = KroneckerFactors((a, b)).transposed() @ np.ones(8)
    np.testing.assert_allclose(flipped, np.kron(a, b).T @ np.ones(8), atol=1e-12)


@pytest.mark.spec("H.M06")
def test_gaussian_process_on_a_grid():
    """A product kernel on a grid is solved through its factors: means and evidence of the machine."""
    first, second, noise = np.linspace(0.0, 1.0, 7)[:, None], np.linspace(-1.0, 1.0, 9)[:, None], 0.05
    grid = np.array([[s, t] for s in first[:, 0] for t in second[:, 0]])
    y = np.sin(3.0 * grid[:, 0]) * grid[:, 1]
    kernel = Gaussian(0.7)
    gram = KroneckerProduct((kernel(first), kernel(second)))
    np.testing.assert_allclose(gram.dense(), kernel(grid), atol=1e-14)
    alpha = gram.solve(y, noise)
    # The machine's own 1e-10 on the diagonal would move the evidence by 5e-8, as its slope by the noise is about -480.
    process = GaussianProcessRegressor(kernel, alpha=0.0, noise=noise, optimizer=None, normalize_y=False).fit(grid, y)
    np.testing.assert_allclose(gram @ alpha, process.predict(grid), atol=1e-10)
    evidence = -0.5 * (y @ alpha + gram.log_determinant(noise) + len(y) * np.log(2.0 * np.pi))
    assert evidence == pytest.approx(process.log_evidence_, rel=1e-10)


def test_what_cannot_be_is_said():
    with pytest.raises(InputError, match="singular to working precision"):
        KroneckerProduct((np.ones((2, 2)),)).solve(np.ones(2))
    # Singular up to rounding, though no eigenvalue is exactly zero; and small all over, which is no fault.
    root = np.random.default_rng(0).normal(size=(4, 3))
    with pytest.raises(InputError, match="singular to working precision"):
        KroneckerProduct((np.diag([1.0, 1e-17]), np.eye(2))).solve(np.ones(4))
    with pytest.raises(InputError, match="singular to working precision"):
        KroneckerProduct((np.diag([1e30, 1e13]), root.T @ root)).solve(np.ones(6))
    np.testing.assert_allclose(KroneckerProduct((1e-20 * np.eye(2), np.eye(2))).solve(np.ones(4)), 1e20)
    with pytest.raises(InputError, match="symmetric matrices"):
        KroneckerProduct((np.zeros((2, 3)),))
    with pytest.raises(InputError, match="symmetric matrices"):
        KroneckerProduct((np.array([[0.0, 1.0], [0.0, 0.0]]),))
    with pytest.raises(InputError, match="one factor"):
        KroneckerProduct(())
    with pytest.raises(InputError, match="has 2 columns"):
        KroneckerProduct((np.eye(2),)) @ np.ones(3)
