"""Labels inside the Gram: signs on both sides, and only signs."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.grams import DenseGram, SignedGram

MATRIX = np.array([[2.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 4.0]])


def test_signs_stand_on_both_sides() -> None:
    gram = SignedGram(DenseGram(MATRIX), [1, -1, -1])
    assert gram.dense().tolist() == [[2.0, -1.0, -0.5], [-1.0, 3.0, 0.25], [-0.5, 0.25, 4.0]]
    assert gram.diagonal().tolist() == [2.0, 3.0, 4.0]


def test_signs_twice_are_no_signs() -> None:
    signs = [1, -1, -1]
    np.testing.assert_array_equal(SignedGram(SignedGram(DenseGram(MATRIX), signs), signs).dense(), MATRIX)


def test_the_quadratic_form_is_that_of_signed_weights() -> None:
    # αᵀ(yyᵀ ∘ K)α = (yα)ᵀ K (yα)
    alpha, signs = np.array([0.5, 1.0, 2.0]), np.array([1.0, -1.0, 1.0])
    gram = SignedGram(DenseGram(MATRIX), signs)
    assert alpha @ (gram @ alpha) == pytest.approx((signs * alpha) @ MATRIX @ (signs * alpha))


@pytest.mark.parametrize("signs", [[0, 1, 1], [1, 1, 2], [1, -1], [0.5, 1, 1], [[1], [1], [1]]])
def test_anything_else_is_refused(signs: object) -> None:
    with pytest.raises(InputError, match="signs must"):
        SignedGram(DenseGram(MATRIX), signs)
