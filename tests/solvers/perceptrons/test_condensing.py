"""Condensing: what is kept answers for the whole sample, and follows Hart's procedure step by step."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError
from drupe.solvers.perceptrons import condense


def harts_procedure(points, codes):
    """The two bins as published: STORE and GRABBAG, the latter gone through until nothing moves."""
    store, bag, moved = [0], list(range(1, len(codes))), True
    while moved and bag:
        moved = False
        for i in list(bag):
            nearest = min(store, key=lambda j: (((points[i] - points[j]) ** 2).sum(), j))
            if codes[nearest] != codes[i]:
                store.append(i)
                bag.remove(i)
                moved = True
    return store


@pytest.mark.spec("G.A-14")
@given(seed=st.integers(0, 10**6), classes=st.integers(2, 4))
def test_procedure_and_consistency(seed, classes):
    random = np.random.default_rng(seed)
    points, codes = random.integers(0, 6, size=(40, 2)).astype(float), random.integers(0, classes, size=40)
    points, first = np.unique(points, axis=0, return_index=True)
    codes = codes[first]
    found = condense(lambda i: ((points - points[i]) ** 2).sum(axis=1), codes)
    assert found.kept.tolist() == harts_procedure(points, codes)
    assert found.errors == 0


def test_copies_with_unlike_labels_are_counted():
    x = np.array([0.0, 0.0, 5.0])
    found = condense(lambda i: np.abs(x - x[i]), np.array([0, 1, 1]))
    assert found.errors == 1
    with pytest.raises(InputError, match="no examples"):
        condense(lambda i: x, np.array([]))
