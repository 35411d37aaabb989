"""Monomial maps: dot products are polynomial kernels, and the features are as many as counted."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import BudgetError, InputError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Polynomial
from drupe.textbook.spaces import Monomials, complete_count, homogeneous_count

rng = np.random.default_rng(3)


@pytest.mark.spec("C.B04", "H.K08", "M.K02", "C.B08", "G.K-02")
@pytest.mark.parametrize(("dimension", "degree"), [(1, 4), (2, 2), (3, 3), (5, 2), (4, 5)])
def test_homogeneous_features_reproduce_the_kernel(dimension: int, degree: int) -> None:
    x, z = Vectors.of(rng.normal(size=(7, dimension))), Vectors.of(rng.normal(size=(5, dimension)))
    monomials = Monomials.homogeneous(dimension, degree)
    expected = (x.array @ z.array.T) ** degree
    np.testing.assert_allclose(monomials.features(x) @ monomials.features(z).T, expected, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(Polynomial(degree).matrix(x, z), expected, rtol=1e-10, atol=1e-10)


@pytest.mark.spec("C.B04", "H.K09", "M.K03", "C.B09", "G.K-03")
@pytest.mark.parametrize(("dimension", "degree", "offset"), [(1, 3, 0.5), (2, 2, 1.0), (3, 4, 2.5), (6, 2, 0.1)])
def test_complete_features_reproduce_the_kernel(dimension: int, degree: int, offset: float) -> None:
    x, z = Vectors.of(rng.normal(size=(7, dimension))), Vectors.of(rng.normal(size=(5, dimension)))
    monomials = Monomials.complete(dimension, degree, offset)
    expected = (x.array @ z.array.T + offset) ** degree
    np.testing.assert_allclose(monomials.features(x) @ monomials.features(z).T, expected, rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(Polynomial(degree, offset).matrix(x, z), expected, rtol=1e-10, atol=1e-10)


@pytest.mark.spec("M.K12", "C.B04", "H.K08")
def test_degree_two_in_the_plane() -> None:
    monomials = Monomials.homogeneous(2, 2)
    features = monomials.features(Vectors.of([[3.0, -2.0]]))
    np.testing.assert_allclose(features, [[9.0, -6.0 * math.sqrt(2.0), 4.0]], rtol=1e-14)
    assert monomials.names() == ["x1^2", "x1 x2", "x2^2"]


@pytest.mark.spec("C.B09")
def test_complete_features_of_degree_two() -> None:
    offset = 3.0
    monomials = Monomials.complete(2, 2, offset)
    x1, x2 = 0.5, -2.0
    by_name = dict(zip(monomials.names(), monomials.features(Vectors.of([[x1, x2]]))[0], strict=True))
    expected = {
        "x1^2": x1**2,
        "x1 x2": math.sqrt(2) * x1 * x2,
        "x2^2": x2**2,
        "x1": math.sqrt(2 * offset) * x1,
        "x2": math.sqrt(2 * offset) * x2,
        "1": offset,
    }
    assert by_name == pytest.approx(expected, rel=1e-14)


@pytest.mark.spec("C.B04", "H.K08", "H.K09", "M.K13")
@given(dimension=st.integers(1, 5), degree=st.integers(1, 4))
def test_counts_are_those_of_brute_force(dimension: int, degree: int) -> None:
    exponents = [r for r in product(range(degree + 1), repeat=dimension) if sum(r) <= degree]
    exact = [r for r in exponents if sum(r) == degree]
    assert complete_count(dimension, degree) == len(exponents) == len(Monomials.complete(dimension, degree))
    assert homogeneous_count(dimension, degree) == len(exact) == len(Monomials.homogeneous(dimension, degree))
    found = {tuple(row) for row in Monomials.homogeneous(dimension, degree).exponents().tolist()}
    assert found == set(exact)


@pytest.mark.spec("M.K13", "H.K08", "H.K09")
def test_counts_of_the_literature() -> None:
    assert homogeneous_count(256, 5) == 9_525_431_552
    assert (homogeneous_count(3, 2), complete_count(3, 2)) == (6, 10)
    assert homogeneous_count(784, 2) == 307_720


@pytest.mark.spec("C.B04", "G.K-02", "G.K-03")
@pytest.mark.parametrize(("kernel", "count"), [(Polynomial(3), 10), (Polynomial(3, 1.0), 20)])
def test_rank_of_the_gram_matrix_is_the_number_of_monomials(kernel: Polynomial, count: int) -> None:
    gram = kernel(rng.normal(size=(40, 3)))
    assert np.linalg.matrix_rank(gram, tol=1e-9 * np.linalg.norm(gram, 2)) == count


@pytest.mark.spec("H.K08")
def test_index_vectors_in_another_order_are_the_same_monomial() -> None:
    names = Monomials.homogeneous(3, 3).names()
    assert names.count("x1^2 x3") == 1  # (1, 1, 3) and (1, 3, 1)


@pytest.mark.spec("C.B04")
def test_unweighted_features_are_plain_products() -> None:
    x = rng.normal(size=(4, 3))
    plain = Monomials.complete(3, 2).unweighted()
    expected = [[np.prod(row**r) for r in plain.exponents()] for row in x]
    np.testing.assert_allclose(plain.features(Vectors.of(x)), expected, rtol=1e-13)


@pytest.mark.spec("H.A04")
def test_chosen_monomials() -> None:
    chosen = Monomials.of([[1, 0], [0, 2], [1, 1]])
    assert chosen.names(["size", "age"]) == ["size", "age^2", "size age"]
    assert chosen.features(Vectors.of([[2.0, 3.0]])).tolist() == [[2.0, 9.0, 6.0]]
    assert Monomials.of([[0, 0]]).features(Vectors.of([[2.0, 3.0]])).tolist() == [[1.0]]
    pairs = Monomials.homogeneous(3, 2).unweighted().features(Vectors.of([[2.0, 3.0, 5.0]]))
    assert pairs.tolist() == [[4.0, 6.0, 10.0, 9.0, 15.0, 25.0]]


def test_bad_requests_are_refused() -> None:
    with pytest.raises(ParameterError, match="degree must lie in the whole numbers"):
        Monomials.homogeneous(3, 0)
    with pytest.raises(ParameterError, match="offset"):
        Monomials.complete(3, 2, 0.0)
    with pytest.raises(BudgetError, match="9525431552 monomials"):
        Monomials.homogeneous(256, 5)
    with pytest.raises(ParameterError, match="whole numbers >= 0"):
        Monomials.of([[0.5, 1.0]])
    with pytest.raises(InputError, match="3 variables, but the data have 2 columns"):
        Monomials.homogeneous(3, 2).features(Vectors.of([[1.0, 2.0]]))
    with pytest.raises(InputError, match="2 columns but 1 names"):
        Monomials.homogeneous(2, 2).names(["only"])
