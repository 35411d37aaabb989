"""Corners: all margins zero but one, and a mean that is near the center of mass."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError
from drupe.grams import DenseGram
from drupe.solvers.samplers import Classifiers, CornerAveraging, Rejection, center_of_mass


@given(seed=st.integers(0, 2**32), n=st.integers(1, 8))
@pytest.mark.spec("G.A-35")
def test_corners_lie_on_all_walls_but_one(seed: int, n: int) -> None:
    generator = np.random.default_rng(seed)
    x = generator.standard_normal((n, n + 3))
    signs = generator.choice([-1.0, 1.0], n)
    K = x @ x.T
    drawn = CornerAveraging().sample(DenseGram(K), signs, n, generator)
    outputs = drawn.coefficients @ K
    assert outputs == pytest.approx(drawn.outputs, abs=1e-8)
    inverse = np.linalg.inv(K)
    corner = np.abs(drawn.outputs).argmax(axis=1)
    assert sorted(corner) == list(range(n))
    assert drawn.coefficients == pytest.approx(
        signs[corner][:, None] * (inverse / np.sqrt(np.diag(inverse)))[:, corner].T
    )
    assert np.einsum("ij,ij->i", outputs, drawn.coefficients) == pytest.approx(np.ones(n))


@pytest.mark.spec("G.A-35")
def test_orthogonal_examples_have_their_exact_center() -> None:
    signs = np.array([1.0, -1.0, 1.0])
    center = CornerAveraging().center(DenseGram(4.0 * np.eye(3)), signs)
    assert center.coefficients == pytest.approx(signs[None] / (2 * np.sqrt(3)))


@pytest.mark.spec("G.A-35", "G.A-33")
def test_corners_of_a_triangle_are_near_its_center() -> None:
    x = np.random.default_rng(3).standard_normal((3, 3))
    gram, signs = DenseGram(x @ x.T), np.array([1.0, -1.0, 1.0])
    sampled = center_of_mass(Rejection().sample(gram, signs, 10_000, np.random.default_rng(4)))
    corners = CornerAveraging().center(gram, signs)
    assert (corners.coefficients @ sampled.outputs.T).item() > 0.999


def test_classifiers_that_cancel_have_no_center() -> None:
    with pytest.raises(InputError, match="cancel"):
        center_of_mass(Classifiers(np.array([[1.0], [-1.0]]), np.array([[1.0], [-1.0]])))
