"""Expansions over few centers: all examples as centers are no restriction, and networks are least squares."""

import numpy as np
import pytest
from solvers.expansions.toy import SIGNS, K, toy_program

from drupe.kernels import Gaussian
from drupe.solvers.expansions.factorization import Factorization
from drupe.solvers.expansions.few_centers import FewCenters
from drupe.solvers.expansions.penalties import CoefficientNorm, FunctionNorm


@pytest.mark.spec("M.A01")
@pytest.mark.parametrize("penalty", [FunctionNorm(), CoefficientNorm()], ids=["function", "coefficients"])
def test_all_examples_as_centers_are_the_whole_program(penalty):
    weights = np.array([1.0, 2.0, 1.0, 0.5, 1.0, 1.0])
    program = toy_program(0.1, penalty=penalty)
    program = type(program)(program.gram, program.targets, weights, 0.1, program.loss, penalty)
    a, b = FewCenters(K, K, SIGNS[:, None], weights, 0.1, penalty).solve(), Factorization(True).solve(program)
    np.testing.assert_allclose(a.coefficients, b.coefficients, rtol=1e-8)
    np.testing.assert_allclose(a.offset, b.offset, rtol=1e-8)
    np.testing.assert_allclose(a.objective, b.objective, rtol=1e-9)
    np.testing.assert_allclose(a.leave_one_out, b.leave_one_out, rtol=1e-8)


@pytest.mark.spec("M.D09", "M.A01")
def test_an_rbf_network_is_trained_by_least_squares():
    rng = np.random.default_rng(0)
    X, centers = rng.normal(size=(40, 2)), rng.normal(size=(6, 2))
    y = np.sign(X[:, :1] * X[:, 1:])
    columns, among = Gaussian(1.0)(X, centers), Gaussian(1.0)(centers, centers)
    found = FewCenters(columns, among, y, np.ones(40), 0.0, CoefficientNorm()).solve()
    design = np.column_stack([columns, np.ones(40)])
    expected = np.linalg.lstsq(design, y[:, 0])[0]
    np.testing.assert_allclose(np.append(found.coefficients[:, 0], found.offset), expected, rtol=1e-7)
    np.testing.assert_allclose(design.T @ (found.outputs - y), 0.0, atol=1e-9)
    hats = np.diag(design @ np.linalg.pinv(design))
    np.testing.assert_allclose(
        found.leave_one_out[:, 0], (found.outputs[:, 0] - hats * y[:, 0]) / (1.0 - hats), rtol=1e-8
    )


@pytest.mark.parametrize("penalty", [FunctionNorm(), CoefficientNorm()], ids=["function", "coefficients"])
def test_leaving_out_is_a_refit(penalty):
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(15, 2)), np.sign(rng.normal(size=(15, 1)))
    columns, among = Gaussian(1.0)(X, X[:4]), Gaussian(1.0)(X[:4], X[:4])
    whole = FewCenters(columns, among, y, np.ones(15), 0.3, penalty).solve()
    for i in range(15):
        rest = np.arange(15) != i
        refit = FewCenters(columns[rest], among, y[rest], np.ones(14), 0.3, penalty).solve()
        np.testing.assert_allclose(columns[i] @ refit.coefficients + refit.offset, whole.leave_one_out[i], atol=1e-10)


def test_equal_centers_share_their_part():
    twice = np.repeat(K[:, :1], 2, axis=1)
    found = FewCenters(twice, np.ones((2, 2)), SIGNS[:, None], np.ones(6), 0.1).solve()
    once = FewCenters(K[:, :1], np.ones((1, 1)), SIGNS[:, None], np.ones(6), 0.1).solve()
    np.testing.assert_allclose(found.outputs, once.outputs, atol=1e-12)
    np.testing.assert_allclose(found.coefficients, once.coefficients[[0, 0]] / 2.0, atol=1e-12)
