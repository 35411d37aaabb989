"""The five builders of scikit-learn's family: feasible starts, and optimality by closed forms and by each other."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from drupe.foundation.errors import ParameterError
from drupe.grams import DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.balance import Free
from drupe.solvers.box import solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.builders.eps_svr import eps_svr
from drupe.solvers.builders.feasible import balanced, filled, with_sum
from drupe.solvers.builders.nu_svc import largest_nu, nu_svc, nu_svc_without_offset
from drupe.solvers.builders.nu_svr import nu_svr, nu_svr_without_offset
from drupe.solvers.builders.one_class import one_class
from drupe.solvers.options import Options

RNG = np.random.default_rng(0)
X = RNG.normal(size=(40, 2))
SIGNS = np.where(X[:, 0] + 0.3 * RNG.normal(size=40) > 0, 1.0, -1.0)
TARGETS = X[:, 0] ** 2 + 0.1 * RNG.normal(size=40)
WEIGHTS = RNG.uniform(0.5, 2.0, 40)
GRAM = LazyGram(Gaussian(), Vectors.of(X))
TIGHT = Options(tolerance=1e-9)

vectors = arrays(np.float64, 6, elements=st.floats(0.0, 4.0))


@given(vectors, arrays(np.float64, 6, elements=st.sampled_from([-1.0, 1.0])), vectors)
def test_balanced_start_is_feasible(guess, signs, upper):
    alpha = balanced(guess, signs, upper)
    assert (alpha >= 0).all()
    assert (alpha <= upper).all()
    assert signs @ alpha == pytest.approx(0.0, abs=1e-12)


@given(vectors, arrays(np.float64, 6, elements=st.floats(0.1, 4.0)), st.floats(0.0, 1.0))
def test_starts_have_the_sum(guess, upper, share):
    total = share * upper.sum()
    for alpha in (filled(total, upper), with_sum(guess, total, upper)):
        assert alpha.sum() == pytest.approx(total, abs=1e-9)
        assert (alpha >= 0).all()
        assert (alpha <= upper * (1 + 1e-12)).all()


@pytest.mark.spec("H.S02", "G.A-09")
@pytest.mark.parametrize("C", [0.25, 1.0, 5.0])
def test_two_orthogonal_examples(C):
    solution = solve(c_svc(DenseGram(np.eye(2)), np.array([1.0, -1.0]), np.full(2, C), balance=Free()), TIGHT)
    np.testing.assert_allclose(solution.alpha, min(1.0, C))


@pytest.mark.spec("M.S05", "M.S06", "S.A13", "C.E14", "C.D03")
def test_conditions_of_the_soft_margin():
    solution = solve(c_svc(GRAM, SIGNS, WEIGHTS), TIGHT)
    margins, alpha = SIGNS * (solution.outputs + solution.offset), solution.alpha
    assert SIGNS @ alpha == pytest.approx(0.0, abs=1e-9)
    assert (margins[alpha <= 0] >= 1 - 1e-7).all()
    assert (margins[alpha >= WEIGHTS] <= 1 + 1e-7).all()
    free = (alpha > 1e-9) & (alpha < WEIGHTS - 1e-9)
    assert free.any()
    np.testing.assert_allclose(margins[free], 1.0, atol=1e-7)


@pytest.mark.parametrize(
    "build",
    [
        lambda start: c_svc(GRAM, SIGNS, WEIGHTS, start),
        lambda start: nu_svc(GRAM, SIGNS, WEIGHTS, 0.3, start),
        lambda start: nu_svc_without_offset(GRAM, SIGNS, WEIGHTS, 0.3, start),
        lambda start: eps_svr(GRAM, TARGETS, 0.1, WEIGHTS, start),
        lambda start: nu_svr(GRAM, TARGETS, 0.3, WEIGHTS, start),
        lambda start: nu_svr_without_offset(GRAM, TARGETS, 0.3, WEIGHTS, start),
        lambda start: one_class(GRAM, WEIGHTS, 0.3, start),
    ],
    ids=["c_svc", "nu_svc", "nu_svc_without", "eps_svr", "nu_svr", "nu_svr_without", "one_class"],
)  # fmt: skip
def test_any_start_leads_to_the_same_optimum(build):
    cold = solve(build(None), TIGHT)
    warm = solve(build(RNG.normal(size=40)), TIGHT)
    assert warm.objective == pytest.approx(cold.objective, rel=1e-7)
    assert abs(cold.gap) <= 1e-6 * (1 + abs(cold.objective))


@pytest.mark.spec("H.S05", "C.E04")
def test_nu_is_the_soft_margin_in_disguise():
    nu = solve(nu_svc(GRAM, SIGNS, WEIGHTS, 0.3), TIGHT)
    rho = abs(nu.spread)
    soft = solve(c_svc(GRAM, SIGNS, WEIGHTS / rho), TIGHT)
    np.testing.assert_allclose(soft.outputs + soft.offset, (nu.outputs + nu.offset) / rho, rtol=1e-5, atol=1e-6)


def test_nu_regression_is_a_tube_of_its_own_width():
    nu = solve(nu_svr(GRAM, TARGETS, 0.3, WEIGHTS), TIGHT)
    tube = solve(eps_svr(GRAM, TARGETS, abs(nu.spread), WEIGHTS), TIGHT)
    np.testing.assert_allclose(tube.outputs + tube.offset, nu.outputs + nu.offset, rtol=1e-5, atol=1e-6)


def test_infeasible_nu():
    signs = np.array([1.0, 1.0, 1.0, -1.0])
    assert largest_nu(signs, np.ones(4)) == 0.5
    with pytest.raises(ParameterError, match="specified nu is infeasible"):
        nu_svc(DenseGram(np.eye(4)), signs, np.ones(4), 0.6)
    nu_svc(DenseGram(np.eye(4)), signs, np.ones(4), 0.5)
