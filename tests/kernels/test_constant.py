"""The constant kernel is a bias."""

import numpy as np
import pytest
from kernels.plain import WORDS

from drupe.foundation.errors import ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Constant, Linear


def test_every_entry_is_the_value():
    X = np.zeros((3, 2))
    np.testing.assert_array_equal(Constant(2.5)(X), np.full((3, 3), 2.5))
    np.testing.assert_array_equal(Constant(2.5)(X, X[:1]), np.full((3, 1), 2.5))
    np.testing.assert_array_equal(Constant(2.5).diagonal(Vectors.of(X)), np.full(3, 2.5))
    np.testing.assert_array_equal(Constant(0.0).matrix(WORDS, WORDS), np.zeros((6, 6)))


@pytest.mark.spec("C.B34", "H.K05")
def test_added_to_a_kernel_it_is_one_more_feature():
    X, Z, tau = np.random.default_rng(0).normal(size=(5, 2)), np.random.default_rng(1).normal(size=(4, 2)), 1.7
    longer = [np.column_stack([side, np.full(len(side), tau)]) for side in (X, Z)]
    expected = longer[0] @ longer[1].T
    np.testing.assert_allclose((Linear() + Constant(tau**2))(X, Z), expected, rtol=1e-12)
    np.testing.assert_allclose((Linear() + tau**2)(X, Z), expected, rtol=1e-12)


@pytest.mark.spec("C.B34")
@pytest.mark.parametrize("tau", [0.1, 1.0, 10.0])
def test_margin_shrinks_by_the_bias(tau):
    # The line through −1 at x = 1 and +1 at x = 3 has w = 1, b = −2 and margin 1/w. Inside the kernel the weight
    # vector is (w, b/τ): the margin shrinks to (1 + b²/τ²)^(−1/2).
    x, signs = np.array([[1.0], [3.0]]), np.array([-1.0, 1.0])
    alpha = np.linalg.solve((Linear() + Constant(tau**2))(x), signs)
    assert 1.0 / np.sqrt(alpha @ signs) == pytest.approx((1.0 + 4.0 / tau**2) ** -0.5, rel=1e-10)
    assert tau**2 * alpha.sum() == pytest.approx(-2.0, rel=1e-10)


def test_slope_is_one():
    inputs = Vectors.of([[0.0], [1.0]])
    np.testing.assert_array_equal(Constant(4.0).gradient(inputs)["value"], np.ones((2, 2)))


@pytest.mark.parametrize("value", [-1.0, np.nan, np.inf, "a", None])
def test_value_is_finite_and_not_negative(value):
    with pytest.raises(ParameterError, match=r"Constant\.value must lie in \[0\.0, inf\)"):
        Constant(value)
