"""Bases answer as their tables do, held or computed; functions that are the same are found."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Sigmoid
from drupe.solvers.relevance import basis as module
from drupe.solvers.relevance.basis import Biased, ComputedBasis, HeldBasis
from drupe.solvers.relevance.twins import later_twins


@pytest.mark.parametrize("kernel", [Gaussian(1.0), Sigmoid()])
def test_computed_functions_are_those_of_the_table(kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BLOCK_BYTES", 8 * 20 * 3)
    rng = np.random.default_rng(0)
    inputs, centers = Vectors.of(rng.standard_normal((20, 2))), Vectors.of(rng.standard_normal((7, 2)))
    table = np.vstack([kernel.matrix(inputs, centers).T, np.ones(20)])
    for basis in (
        Biased(ComputedBasis(kernel, inputs, centers)),
        Biased(ComputedBasis(kernel, inputs, centers).held()),
    ):
        assert (len(basis), basis.n) == (8, 20)
        vectors, weights = rng.standard_normal((20, 3)), rng.uniform(size=20)
        np.testing.assert_allclose(basis.rows(np.array([7, 2])), table[[7, 2]], rtol=1e-12)
        np.testing.assert_allclose(basis.correlate(vectors), table @ vectors, rtol=1e-10, atol=1e-12)
        np.testing.assert_allclose(basis.squares(weights), table**2 @ weights, rtol=1e-12)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30))
def test_twins_are_all_but_the_first_of_each(copies: list[int]) -> None:
    table = np.random.default_rng(0).standard_normal((6, 4))
    table[5] = 0.0  # which is no function to choose, and no twin
    basis = HeldBasis(table[copies])
    wanted = [i for i, row in enumerate(copies) if row != 5 and row in copies[:i]]
    assert later_twins(basis, basis.squares(np.ones(4))).tolist() == wanted


def test_functions_of_equal_length_are_no_twins() -> None:
    basis = HeldBasis(np.eye(50))
    assert later_twins(basis, basis.squares(np.ones(50))).tolist() == []
