"""Coupled probabilities against a search over the simplex, and rows that do not depend on their neighbors."""

from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize

from drupe.predictors.coupling import coupled

RNG = np.random.default_rng(0)


@pytest.mark.parametrize("k", [3, 4, 7])
def test_the_minimum_is_that_of_a_search(k: int) -> None:
    pairs = list(combinations(range(k), 2))
    for beliefs in RNG.uniform(0.05, 0.95, size=(5, len(pairs))):

        def disagreement(p: np.ndarray, beliefs: np.ndarray = beliefs) -> float:
            return float(sum(((1 - r) * p[i] - r * p[j]) ** 2 for r, (i, j) in zip(beliefs, pairs, strict=True)))

        sum_is_one = {"type": "eq", "fun": lambda p: p.sum() - 1.0}
        options = {"ftol": 1e-14, "maxiter": 500}
        found = minimize(disagreement, np.full(k, 1 / k), bounds=[(0, 1)] * k, constraints=sum_is_one, options=options)
        assert np.allclose(coupled(beliefs[None])[0], found.x, atol=1e-5)


@pytest.mark.parametrize("k", [2, 3, 10, 26])
def test_a_row_has_the_same_bits_alone_and_among_others(k: int) -> None:
    beliefs = RNG.uniform(size=(40, k * (k - 1) // 2))
    assert np.array_equal(coupled(beliefs), np.vstack([coupled(row[None]) for row in beliefs]))
