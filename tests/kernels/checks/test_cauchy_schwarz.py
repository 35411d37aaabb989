"""The inequality of Cauchy and Schwarz is decided at the worst pair."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from drupe.kernels import Sigmoid
from drupe.kernels.checks import cauchy_schwarz, positive_semidefinite


@pytest.mark.spec("C.B16")
@given(arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(1, 4)), elements=st.floats(-3, 3, width=16)))
def test_holds_for_every_matrix_with_a_feature_map(features):
    assert cauchy_schwarz(features @ features.T)


@pytest.mark.spec("C.B16")
def test_worst_pair_is_named():
    K = np.eye(5)
    K[1, 3] = K[3, 1] = 2.0
    found = cauchy_schwarz(K)
    assert not found
    assert {found.left, found.right} == {1, 3}
    assert found.excess == pytest.approx(1.0)
    assert str(found) == "fails: worst pair (1, 3), excess 1"


@pytest.mark.spec("C.B16")
def test_is_necessary_and_not_sufficient():
    K = np.full((3, 3), -0.9) + 1.9 * np.eye(3)
    assert cauchy_schwarz(K)
    assert not positive_semidefinite(K)
    assert not cauchy_schwarz(-np.eye(2))


def test_sigmoid_breaks_it():
    assert not cauchy_schwarz(Sigmoid(1.0, 0.0)([[0.5], [3.0]]))
