"""Positive semi-definiteness is decided with a witness."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from drupe.foundation.errors import InputError
from drupe.kernels import Gaussian, Linear, Polynomial, Sigmoid
from drupe.kernels.checks import positive_semidefinite

factors = arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(1, 4)), elements=st.floats(-3, 3, width=16))


@pytest.mark.spec("H.K04", "M.K11", "C.B16", "S.S01", "G.K-20")
@given(factors)
def test_matrix_with_a_feature_map_holds(features):
    verdict = positive_semidefinite(features @ features.T)
    assert verdict
    assert verdict.witness is None


@pytest.mark.spec("H.K04", "M.K11", "C.B16", "S.S01", "G.K-20")
@given(factors, st.floats(0.01, 10.0))
def test_matrix_pushed_below_zero_fails_with_a_witness(features, push):
    K = features @ features.T
    K -= (np.linalg.eigvalsh(K)[0] + push) * np.eye(len(K))
    verdict = positive_semidefinite(K)
    assert not verdict
    assert verdict.smallest == pytest.approx(-push, rel=1e-6, abs=1e-9)
    assert verdict.witness @ K @ verdict.witness < 0.0
    assert np.linalg.norm(verdict.witness) == pytest.approx(1.0)


@pytest.mark.spec("C.B16")
def test_worked_example():
    verdict = positive_semidefinite([[1.0, 2.0], [2.0, 1.0]])
    assert (verdict.holds, verdict.smallest, verdict.largest) == (False, pytest.approx(-1.0), pytest.approx(3.0))
    np.testing.assert_allclose(np.abs(verdict.witness), [0.5**0.5] * 2)
    assert str(verdict) == "fails: smallest eigenvalue -1, largest 3"


@pytest.mark.spec("M.K11", "S.S01")
def test_sigmoid_is_refuted_and_kernels_are_not():
    X = np.random.default_rng(0).normal(size=(25, 3))
    refuted = positive_semidefinite(Sigmoid(1.0, -1.0)(X))
    assert refuted.witness is not None
    assert refuted.smallest < -0.1
    for k in (Gaussian(0.5), Linear(), Polynomial(3, 1.0)):
        assert positive_semidefinite(k(X)), k


def test_rounding_in_single_precision_is_no_refutation():
    features = np.random.default_rng(1).normal(size=(60, 2))
    K = (features @ features.T).astype(np.float32)
    assert positive_semidefinite(K)
    assert not positive_semidefinite(K, tolerance=1e-12)
    assert positive_semidefinite(K.astype(np.float64), tolerance=1e-5)


def test_negative_by_more_than_rounding_is_a_refutation():
    assert not positive_semidefinite(np.diag([1.0, 1.0, -1e-12]))
    assert positive_semidefinite(np.diag([1.0, 1.0, -1e-16]))
    assert positive_semidefinite(np.zeros((3, 3)))


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        (np.ones((2, 3)), r"square and not empty, got shape \(2, 3\)"),
        (np.empty((0, 0)), "not empty"),
        (np.ones(3), r"got shape \(3,\)"),
        ([[1.0, np.nan], [np.nan, 1.0]], r"entry \(0, 1\) is nan"),
        ([["a", "b"], ["c", "d"]], "holds real numbers"),
        ([[1.0, 2.0], [0.0, 1.0]], r"entry \(0, 1\) is 2 and entry \(1, 0\) is 0"),
    ],
)
def test_what_is_no_gram_matrix_is_refused(matrix, message):
    with pytest.raises(InputError, match=message):
        positive_semidefinite(matrix)
