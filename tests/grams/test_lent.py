"""Lent Grams: the same one for the same kernel and examples while the lender is open, and nothing kept thereafter."""

import copy
import pickle

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.grams.lazy import LazyGram
from drupe.grams.lent import MANY, HeldGram, Lender, lent
from drupe.inputs import Vectors
from drupe.inputs.sequences import Sequences
from drupe.kernels import Gaussian, Linear, Polynomial, Spectrum
from drupe.solvers.box import solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.options import Options, Precision

RNG = np.random.default_rng(0)
POINTS = Vectors.of(RNG.normal(size=(40, 3)))
SPARSE = Vectors.of(sp.csr_array(np.maximum(RNG.normal(size=(40, 6)), 0.0)))
SIGNS = np.where(np.arange(40) % 2, 1.0, -1.0)


def test_the_same_gram_until_something_else_is_asked_for():
    with Lender(2, 10**9):
        first = lent(Gaussian(1.0), POINTS, None)
        assert lent(Gaussian(1.0), POINTS, None) is first
        assert lent(Gaussian(2.0), POINTS, None) is not first
        assert lent(Gaussian(1.0), Vectors.of(POINTS.array), None) is not first
        with Lender(2, 10**9):
            assert lent(Gaussian(1.0), POINTS, None) is not lent(Gaussian(1.0), POINTS, 1)
    assert lent(Gaussian(1.0), POINTS, None) is not lent(Gaussian(1.0), POINTS, None)


@pytest.mark.parametrize(
    ("kernel", "inputs", "borrowers", "budget", "held"),
    [
        (Linear(), POINTS, MANY, 10**9, True),
        (Gaussian(1.0), POINTS, MANY, 10**9, True),
        (Linear(), POINTS, MANY - 1, 10**9, False),
        (Linear(), POINTS, MANY, 4 * 40**2 - 1, False),
        (Polynomial(degree=2), SPARSE, MANY, 10**9, True),
        (Gaussian(1.0), SPARSE, MANY, 10**9, False),
        (Spectrum(length=2), Sequences.of(["abab", "bab"]), MANY, 10**9, False),
    ],
)
def test_what_is_held(kernel, inputs, borrowers, budget, held):
    with Lender(borrowers, budget):
        gram = lent(kernel, inputs, None)
        assert isinstance(gram, HeldGram) == held
        if held:
            np.testing.assert_allclose(gram.single, LazyGram(kernel, inputs).dense(), rtol=1e-5, atol=1e-5)
    if held:
        assert gram.single is None  # closed: nothing is kept alive by solutions that remember it


def test_answers_are_those_of_the_gram_inside():
    plain, held = LazyGram(Gaussian(1.0), POINTS), HeldGram(LazyGram(Gaussian(1.0), POINTS))
    assert np.array_equal(held.rows([3, 1]), plain.rows([3, 1]))
    assert np.array_equal(held.diagonal(), plain.diagonal())
    assert np.array_equal(held @ SIGNS, plain @ SIGNS)
    assert np.array_equal(held.take([2, 5]).dense(), plain.take([2, 5]).dense())
    assert held.in_double() is held.gram
    for copied in (copy.copy(held), pickle.loads(pickle.dumps(held))):
        assert copied.single is None
        assert np.array_equal(copied.rows([3]), plain.rows([3]))


@pytest.mark.parametrize("precision", list(Precision))
def test_solvers_find_the_same(precision):
    options = Options(tolerance=1e-6 if precision is Precision.DOUBLE else 1e-3, precision=precision)
    plain = solve(c_svc(LazyGram(Gaussian(1.0), POINTS), SIGNS, np.full(40, 2.0)), options)
    gram = HeldGram(LazyGram(Gaussian(1.0), POINTS))
    held = solve(c_svc(gram, SIGNS, np.full(40, 2.0)), options)
    gram.let_go()
    later = solve(c_svc(gram, SIGNS, np.full(40, 2.0)), options)
    for one in (held, later):
        assert one.objective == pytest.approx(plain.objective, rel=1e-4)
        np.testing.assert_allclose(one.outputs, plain.outputs, atol=5 * options.tolerance)
        assert one.gap < 1e-2 * abs(plain.objective)
