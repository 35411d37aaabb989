"""The span: K = F Fᵀ in as many coordinates as K has rank, and coefficients that lead back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.grams import DenseGram
from drupe.solvers.samplers.span import Span


@given(seed=st.integers(0, 2**32), n=st.integers(1, 12), rank=st.integers(1, 12))
def test_coordinates_reproduce_the_gram(seed: int, n: int, rank: int) -> None:
    generator = np.random.default_rng(seed)
    x = generator.standard_normal((n, rank))
    gram = DenseGram(x @ x.T)
    span = Span.of(gram)
    assert span.rank == np.linalg.matrix_rank(x)
    assert span.features @ span.features.T == pytest.approx(gram.matrix, abs=1e-9)
    directions = generator.standard_normal((4, span.rank))
    alpha = span.coefficients(directions)
    assert alpha @ gram.matrix == pytest.approx(directions @ span.features.T, abs=1e-6)
    assert np.einsum("ij,ij->i", alpha @ gram.matrix, alpha) == pytest.approx((directions**2).sum(axis=1), rel=1e-6)


def test_normal_coordinates_are_isotropic_in_feature_space() -> None:
    """⟨w, x⟩ has the variance ‖x‖² for every x; coefficients drawn independently would give xᵀXᵀXx."""
    x = np.diag([3.0, 1.0, 0.3])
    span = Span.of(DenseGram(x @ x.T))
    alpha = span.coefficients(np.random.default_rng(0).standard_normal((200_000, 3)))
    assert np.cov((alpha @ x).T) == pytest.approx(np.eye(3), abs=0.02)


def test_rounding_is_no_dimension() -> None:
    x = np.array([[1.0, 0.0], [0.2, 1.0], [-0.1, 0.3]])
    assert Span.of(DenseGram(x @ x.T)).rank == 2


def test_an_example_at_the_origin_has_no_coordinates() -> None:
    x = np.array([[1.0, 2.0], [0.0, 0.0], [0.5, -1.0]])
    assert np.array_equal(Span.of(DenseGram(x @ x.T)).features[1], np.zeros(2))
