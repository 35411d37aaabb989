"""Features from a Gram matrix: they reproduce it, its distances and its best approximations."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import cdist

from drupe.foundation.errors import InputError, ParameterError
from drupe.kernels import Gaussian, Linear
from drupe.textbook.spaces import FiniteDomain, squared_distances

rng = np.random.default_rng(5)
GRAM = Gaussian(1.5)(rng.normal(size=(12, 3)))


@pytest.mark.spec("H.K02", "C.B17", "G.K-20", "M.K15")
def test_features_reproduce_inner_products_and_distances() -> None:
    x = rng.normal(size=(12, 3))
    features = FiniteDomain.of(Gaussian(1.5)(x)).features()
    np.testing.assert_allclose(features @ features.T, Gaussian(1.5)(x), atol=1e-13)
    np.testing.assert_allclose(cdist(features, features) ** 2, squared_distances(Gaussian(1.5), x), atol=1e-12)


@pytest.mark.spec("H.K02", "C.B17", "G.K-20")
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 100))
def test_rank_is_that_of_the_points(points: int, dimension: int, seed: int) -> None:
    x = np.random.default_rng(seed).normal(size=(points, dimension))
    domain = FiniteDomain.of(Linear()(x))
    assert domain.rank == min(points, dimension) == domain.features().shape[1]
    np.testing.assert_allclose(domain.gram(), x @ x.T, atol=1e-12)


@pytest.mark.spec("H.K02", "G.K-20")
def test_a_matrix_with_a_negative_eigenvalue_is_no_gram_matrix() -> None:
    with pytest.raises(InputError, match="vᵀKv = -1, which would be the squared length"):
        FiniteDomain.of([[1.0, 2.0], [2.0, 1.0]])


@pytest.mark.spec("H.K03")
def test_mercer_space_has_a_mahalanobis_metric() -> None:
    domain = FiniteDomain.of(GRAM)
    psi = domain.mercer_features()
    np.testing.assert_allclose(psi.T @ psi, np.eye(domain.rank), atol=1e-12)
    np.testing.assert_allclose(domain.mercer_inner_products(psi, psi), GRAM, atol=1e-12)
    np.testing.assert_allclose(psi @ np.diag(domain.eigenvalues) @ psi.T, GRAM, atol=1e-12)


@pytest.mark.spec("G.K-16")
@pytest.mark.parametrize("rank", [1, 3, 7])
def test_truncation_is_the_best_approximation_of_its_rank(rank: int) -> None:
    left, singular, right = np.linalg.svd(GRAM)
    best = (left[:, :rank] * singular[:rank]) @ right[:rank]
    low = FiniteDomain.of(GRAM).truncated(rank)
    np.testing.assert_allclose(low.gram(), best, atol=1e-12)
    assert np.linalg.matrix_rank(low.gram()) == rank == low.features().shape[1]
    # Eckart and Young: what is missing is what the other eigenvalues hold, and no projection does better.
    assert np.linalg.norm(GRAM - low.gram(), 2) == pytest.approx(singular[rank], rel=1e-9)
    basis = np.linalg.qr(rng.normal(size=(12, rank)))[0]
    assert np.linalg.norm(GRAM - basis @ basis.T @ GRAM) >= np.linalg.norm(GRAM - low.gram())


def test_inverse_root_and_solve_invert_where_the_matrix_can_be_inverted() -> None:
    domain = FiniteDomain.of(GRAM)
    root = domain.inverse_root()
    np.testing.assert_allclose(root @ GRAM @ root, np.eye(12), atol=1e-7)
    y = rng.normal(size=12)
    np.testing.assert_allclose(GRAM @ domain.solve(y), y, atol=1e-9)
    singular = np.outer([1.0, 2.0], [1.0, 2.0])
    np.testing.assert_allclose(FiniteDomain.of(singular).solve(np.array([1.0, 2.0])), [0.2, 0.4])


def test_float32_matrices_are_judged_by_their_own_rounding() -> None:
    x = rng.normal(size=(30, 2)).astype(np.float32)
    assert FiniteDomain.of((x @ x.T).astype(np.float32)).rank == 2


def test_zero_matrix_has_no_features() -> None:
    assert FiniteDomain.of(np.zeros((3, 3))).features().shape == (3, 0)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        (np.ones((2, 3)), r"square, got shape \(2, 3\)"),
        ([[1.0, 0.5], [0.4, 1.0]], r"symmetric, but K\[0, 1\] = 0.5 and K\[1, 0\] = 0.4"),
        ([[1.0, np.nan], [np.nan, 1.0]], "NaN or infinity"),
    ],
)
def test_bad_matrices_are_refused(matrix: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        FiniteDomain.of(matrix)


def test_bad_parameters_are_refused() -> None:
    with pytest.raises(ParameterError, match="rank"):
        FiniteDomain.of(GRAM).truncated(0)
    with pytest.raises(ParameterError, match="tolerance"):
        FiniteDomain.of(GRAM, tolerance=-1.0)
