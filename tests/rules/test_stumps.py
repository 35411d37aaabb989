"""Stumps as one table against one stump at a time."""

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.rules.stumps import Stumps

RNG = np.random.default_rng(0)
X = RNG.integers(5, size=(60, 3)).astype(np.float64)
COLUMNS = RNG.integers(3, size=40)
THRESHOLDS = np.append(RNG.integers(5, size=38) - 0.0, [np.inf, 2.0])  # many lie on numbers of X
LEFT, RIGHT = RNG.normal(size=(2, 40))
STUMPS = Stumps(COLUMNS, THRESHOLDS, LEFT, RIGHT, Vectors.of(X))
WEIGHTS = RNG.random(40)


def expected(x: np.ndarray) -> np.ndarray:
    each = zip(COLUMNS, THRESHOLDS, LEFT, RIGHT, strict=True)
    return np.column_stack([[left if row[j] <= t else right for row in x] for j, t, left, right in each])


def test_values_and_sums() -> None:
    table = expected(X)
    np.testing.assert_array_equal(STUMPS.values(Vectors.of(X)), table)
    np.testing.assert_allclose(STUMPS.combined(Vectors.of(X), WEIGHTS), table @ WEIGHTS, atol=1e-12)
    assert len(STUMPS) == 40
    assert len(STUMPS.space) == 0


def test_sparse_examples_are_the_same() -> None:
    sparse = Vectors.of(sp.csr_array(X))
    np.testing.assert_array_equal(STUMPS.values(sparse), expected(X))
    np.testing.assert_allclose(STUMPS.combined(sparse, WEIGHTS), expected(X) @ WEIGHTS, atol=1e-12)


def test_parts_and_wholes() -> None:
    new = Vectors.of(X[:7])
    again = STUMPS.first(15).joined(Stumps(COLUMNS[15:], THRESHOLDS[15:], LEFT[15:], RIGHT[15:], Vectors.of(X)))
    np.testing.assert_array_equal(again.values(new), STUMPS.values(new))
    assert STUMPS.first(0).values(new).shape == (7, 0)
    assert STUMPS.first(0).combined(new, np.empty(0)).tolist() == [0.0] * 7


def test_lengths_must_fit() -> None:
    with pytest.raises(InputError, match="a column, a threshold and two values"):
        Stumps(COLUMNS, THRESHOLDS[:-1], LEFT, RIGHT, Vectors.of(X))
