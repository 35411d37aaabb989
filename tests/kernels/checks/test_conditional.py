"""Conditional positive definiteness is decided at its order."""

import numpy as np
import pytest
from kernels.plain import WORDS, Letters

from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.kernels.checks import conditionally_positive
from drupe.kernels.null_space import polynomials
from drupe.kernels.thin_plate import ThinPlate

LINE = np.random.default_rng(0).uniform(size=(8, 1))
DISTANCES = np.abs(LINE - LINE.T)
SPLINES = {1: -DISTANCES / 2, 2: DISTANCES**3 / 12, 3: -(DISTANCES**5) / 240}


@pytest.mark.spec("S.K12")
@pytest.mark.parametrize("order", SPLINES)
def test_splines_are_positive_at_their_order_and_with_their_sign(order):
    verdict = conditionally_positive(SPLINES[order], LINE, order)
    assert verdict
    assert verdict.smallest > 0.0
    assert not conditionally_positive(-SPLINES[order], LINE, order)
    assert not conditionally_positive(SPLINES[order], LINE, order - 1)


@pytest.mark.spec("S.K12")
@pytest.mark.parametrize("order", SPLINES)
def test_witness_is_admissible(order):
    witness = conditionally_positive(-SPLINES[order], LINE, order).witness
    assert witness @ -SPLINES[order] @ witness < 0.0
    np.testing.assert_allclose(polynomials(Vectors.of(LINE), order).T @ witness, 0.0, atol=1e-12)


@pytest.mark.spec("S.K12")
def test_thin_plate_in_the_plane():
    X = np.random.default_rng(1).uniform(size=(10, 2))
    verdict = conditionally_positive(ThinPlate(), X, 2)
    assert verdict
    assert verdict.smallest > 0.0
    assert not conditionally_positive(ThinPlate(), X, 1)


def test_far_from_the_origin_nothing_changes():
    near, far = (conditionally_positive(SPLINES[3], LINE + shift, 3) for shift in (0.0, 1e6))
    assert near
    assert far
    assert far.smallest == pytest.approx(near.smallest, rel=1e-3)


def test_order_zero_is_plain_positivity():
    assert conditionally_positive(Gaussian(), LINE, 0)
    assert not conditionally_positive(-np.eye(8), LINE, 0)


def test_order_one_needs_no_coordinates():
    # Minus a squared feature distance is conditionally positive of order one, whatever the examples are.
    K = Letters().matrix(WORDS, WORDS)
    squared = np.add.outer(K.diagonal(), K.diagonal()) - 2.0 * K
    assert conditionally_positive(-squared, WORDS, 1)
    assert not conditionally_positive(squared, WORDS, 1)
    with pytest.raises(InputError, match="need vectors, got Words"):
        conditionally_positive(-squared, WORDS, 2)


def test_too_few_points_decide_nothing():
    with pytest.raises(InputError, match="3 points leave no weights that order 2 admits"):
        conditionally_positive(ThinPlate(), np.random.default_rng(2).normal(size=(3, 2)), 2)


def test_what_does_not_fit_is_refused():
    with pytest.raises(InputError, match="8 rows, but there are 5 points"):
        conditionally_positive(SPLINES[1], LINE[:5], 1)
    with pytest.raises(ParameterError, match=r"order must lie in the whole numbers of \[0, inf\), got -1"):
        conditionally_positive(SPLINES[1], LINE, -1)
