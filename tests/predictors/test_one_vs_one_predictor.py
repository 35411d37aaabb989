"""The functions of all pairs against one expansion for each pair, and votes against scikit-learn's."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.utils.multiclass import _ovr_decision_function

from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.predictors import Expansion, OneVsOne
from drupe.predictors.votes import class_count, margins, one_vs_rest, winners

OUTPUTS = st.sampled_from([-2.0, -0.5, 0.0, 0.5, 2.0])


def pairs_of(k, rows=6):
    return arrays(np.float64, (rows, k * (k - 1) // 2), elements=OUTPUTS)


@pytest.mark.parametrize("k", [2, 3, 5])
def test_every_pair_is_its_own_expansion(k):
    rng = np.random.default_rng(k)
    X = [rng.normal(size=(3 + c, 2)) for c in range(k)]
    coefficients = [rng.normal(size=(3 + c, k - 1)) for c in range(k)]
    offsets = rng.normal(size=k * (k - 1) // 2)
    sides = [Expansion(Gaussian(), Vectors.of(x), c, np.zeros(k - 1)) for x, c in zip(X, coefficients, strict=True)]
    Z = rng.normal(size=(4, 2))
    found = OneVsOne(tuple(sides), offsets).decision(Vectors.of(Z))
    for column, (i, j) in enumerate(combinations(range(k), 2)):
        expected = (
            Gaussian()(Z, X[i]) @ coefficients[i][:, j - 1]
            + Gaussian()(Z, X[j]) @ coefficients[j][:, i]
            + offsets[column]
        )
        np.testing.assert_allclose(found[:, column], expected, rtol=1e-9, atol=1e-12)


def test_number_of_offsets_must_fit():
    side = Expansion(Gaussian(), Vectors.of([[0.0]]), np.zeros((1, 2)), np.zeros(2))
    with pytest.raises(InputError, match="3 classes have 3 pairs, got 2"):
        OneVsOne((side, side, side), np.zeros(2))


@pytest.mark.spec("H.S07", "G.M-01")
@given(st.integers(2, 5).flatmap(pairs_of))
def test_votes_are_counted_one_by_one(pairs):
    k = class_count(pairs)
    expected = []
    for row in pairs:
        votes = [0] * k
        for output, (i, j) in zip(row, combinations(range(k), 2), strict=True):
            votes[i if output > 0 else j] += 1
        expected.append(votes.index(max(votes)))
    assert winners(pairs).tolist() == expected


@given(st.integers(3, 5).flatmap(pairs_of))
def test_one_vs_rest_is_scikit_learns(pairs):
    expected = _ovr_decision_function(pairs < 0, -pairs, class_count(pairs))
    np.testing.assert_allclose(one_vs_rest(pairs), expected, atol=1e-12)


@given(st.integers(2, 5).flatmap(pairs_of))
def test_margins_cancel(pairs):
    np.testing.assert_allclose(margins(pairs).sum(axis=1), 0.0, atol=1e-12)
