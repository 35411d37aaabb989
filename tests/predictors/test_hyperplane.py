"""One hyperplane, told by three predictors: weights, offset, margins and lengths are those of the plane itself."""

import numpy as np
import pytest

from drupe.inputs import Vectors
from drupe.kernels import Linear
from drupe.predictors.expansion import Expansion
from drupe.predictors.linear import LinearFunction
from drupe.predictors.one_vs_one import OneVsOne

CENTERS, ALPHA, OFFSET = np.array([[1.0, 2.0], [0.0, -1.0], [3.0, 0.5]]), np.array([0.5, -1.0, 0.25]), -0.75
W = ALPHA @ CENTERS
X = np.array([[1.0, 1.0], [-2.0, 0.0], [0.5, -3.0]])


def expansion(places, sign):
    return Expansion(Linear(), Vectors.of(CENTERS[places]), sign * ALPHA[places, None], np.zeros(1))


PREDICTORS = [
    Expansion(Linear(), Vectors.of(CENTERS), ALPHA[:, None], np.array([OFFSET])),
    LinearFunction(W[:, None], np.array([OFFSET]), Vectors.of(X)),
    OneVsOne((expansion([0], -1.0), expansion([1, 2], -1.0)), np.array([-OFFSET])),  # positive for the first class
]


@pytest.mark.parametrize("predictor", PREDICTORS, ids=lambda one: type(one).__name__)
def test_plane_is_the_one_that_decides(predictor) -> None:
    signs = np.array([1.0, -1.0, 1.0])
    plane = predictor.hyperplane(Vectors.of(X), signs, False)
    assert predictor.kernel == Linear()
    np.testing.assert_allclose(plane.margins, signs * (X @ W + OFFSET))
    assert plane.squared_norm == pytest.approx(W @ W)
    np.testing.assert_allclose(plane.diagonal, (X**2).sum(axis=1))
    assert plane.offset == OFFSET
    assert plane.has_offset  # an offset that is there was learned, whatever is said
    assert plane.norm == pytest.approx(np.linalg.norm([*W, OFFSET]))


@pytest.mark.parametrize(
    "predictor",
    [
        Expansion(Linear(), Vectors.of(CENTERS), np.ones((3, 2)), np.zeros(2)),
        LinearFunction(np.ones((2, 3)), np.zeros(3), Vectors.of(X)),
        OneVsOne(
            tuple(Expansion(Linear(), Vectors.of(X), np.ones((3, 2)), np.zeros(2)) for _ in range(3)), np.zeros(3)
        ),
    ],
    ids=lambda one: type(one).__name__,
)
def test_several_functions_are_no_hyperplane(predictor) -> None:
    assert predictor.hyperplane(Vectors.of(X), np.ones(3), True) is None
