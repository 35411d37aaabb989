"""Halving: never more mistakes than log₂ of the class, and what is left is the version space."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError
from drupe.textbook.algorithms.halving import halve


@pytest.mark.spec("H.O02")
@given(seed=st.integers(0, 10**6), size=st.integers(1, 64), n=st.integers(1, 12))
def test_mistakes_and_version_space(seed, size, n):
    random = np.random.default_rng(seed)
    answers = random.choice([-1, 1], size=(size, n))
    truth = answers[random.integers(size)]
    found = halve(answers, truth)
    assert len(found.mistakes) <= found.mistake_bound == np.log2(size)
    assert found.survivors.tolist() == [h for h in range(size) if (answers[h] == truth).all()]


@pytest.mark.spec("H.O02")
@pytest.mark.parametrize("n", [1, 3, 6])
def test_bound_is_reached_by_all_functions(n):
    answers = np.array(list(product([-1, 1], repeat=n)))
    assert len(halve(answers, -np.ones(n)).mistakes) == n  # ties go to +1, and each one halves


def test_class_without_the_truth_is_refused():
    with pytest.raises(InputError, match="none of the 2 hypotheses"):
        halve([[1, 1], [1, -1]], [-1, -1])
    with pytest.raises(InputError, match="no single one of the 3"):
        halve([[1, 1, -1], [1, -1, 1], [-1, 1, 1]], [1, 1, 1])  # the majority is right, but nobody is
    with pytest.raises(InputError, match="matrix of -1 and"):
        halve([[0, 1]], [1, 1])
