"""Adaline: least squares on labels, primal and dual the same, and ridge regression in feature space."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from solvers.perceptrons.perceptron_samples import noisy

from drupe import Adaline, KernelAdaline
from drupe.foundation.errors import ParameterError
from drupe.kernels import Gaussian


@pytest.mark.spec("C.A14", "C.A19")
def test_adaline_is_least_squares_on_the_labels():
    points, signs = noisy(0, n=80)
    machine = Adaline(rate=0.5, decay=0.3, tol=1e-7, max_passes=3000).fit(points, signs)
    best = np.linalg.lstsq(np.column_stack([points, np.ones(80)]), signs, rcond=None)[0]
    np.testing.assert_allclose(np.append(machine.coef_[0], machine.intercept_[0]), best, atol=0.01)
    same = Adaline(rate=0.5, decay=0.3, tol=1e-7, max_passes=3000).fit(sp.csr_matrix(points), signs)
    np.testing.assert_allclose(same.coef_, machine.coef_, atol=1e-9)


@pytest.mark.spec("C.A15")
def test_primal_and_dual_are_one_machine():
    points, signs = noisy(1, n=60)
    primal = Adaline(rate=0.7, decay=0.1).fit(points, signs)
    dual = KernelAdaline("linear", noise=0.0, rate=0.7, decay=0.1, tol=1e-5).fit(points, signs)
    np.testing.assert_allclose(dual.errors_, primal.errors_)
    np.testing.assert_allclose(dual.decision_function(points), primal.decision_function(points), atol=1e-9)


@pytest.mark.spec("C.A15", "C.F22")
def test_kernel_adaline_is_ridge_regression_of_the_labels():
    points, signs = noisy(2, n=50)
    machine = KernelAdaline(Gaussian(1.0), noise=0.5, fit_intercept=False, tol=1e-9, max_passes=5000)
    machine.fit(points, signs)
    expected = np.linalg.solve(Gaussian(1.0)(points, points) + 0.5 * np.eye(50), signs)
    np.testing.assert_allclose(machine.dual_coef_[0], expected, atol=1e-6)


def test_many_classes():
    points, labels = load_iris(return_X_y=True)
    machine = KernelAdaline(noise=0.1).fit(points, labels)
    assert machine.dual_coef_.shape == (3, 150)
    assert machine.score(points, labels) > 0.93


def test_unfinished_runs_warn_and_rates_are_checked():
    points, signs = noisy(3)
    with pytest.warns(ConvergenceWarning, match="mean squared error .* still changing"):
        Adaline(max_passes=2, tol=0.0).fit(points, signs)
    with pytest.raises(ParameterError, match="'rate' parameter"):
        Adaline(rate=2.0).fit(points, signs)
