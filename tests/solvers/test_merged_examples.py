"""Equal examples are solved as one: what comes out is a solution for all of them, however the data are held."""

import numpy as np
import pytest
import scipy.sparse as sp

from drupe import SVC, SVR
from drupe.grams import DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.box import solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.options import Options


def repeated(n: int = 400, distinct: int = 90) -> tuple[np.ndarray, np.ndarray, np.random.Generator]:
    """Few vectors over and over again, with labels that contradict each other."""
    rng = np.random.default_rng(3)
    x = rng.normal(size=(distinct, 3))[rng.integers(distinct, size=n)]
    return x, np.where(x[:, 0] + 0.5 * rng.normal(size=n) > 0, 1.0, -1.0), rng


def test_the_optimum_is_that_of_a_matrix_where_nothing_can_be_merged():
    x, y, rng = repeated()
    upper = rng.uniform(0.2, 3.0, size=len(x))
    lazy, options = LazyGram(Gaussian(0.8), Vectors.of(x)), Options(tolerance=1e-8)
    merged = solve(c_svc(lazy, y, upper), options)
    plain = solve(c_svc(DenseGram(lazy.dense()), y, upper), options)
    assert merged.objective == pytest.approx(plain.objective, rel=1e-9)
    assert merged.offset == pytest.approx(plain.offset, abs=1e-6)
    np.testing.assert_allclose(merged.outputs, plain.outputs, atol=1e-6)
    assert merged.gap < 1e-5
    assert merged.cache_misses < plain.cache_misses or plain.cache_misses == 0


def test_of_equal_examples_at_most_one_stays_inside_its_box():
    x, y, _ = repeated()
    machine = SVC(C=0.7, gamma=0.5).fit(x, y)
    alpha = np.abs(machine.dual_coef_[0])
    rows = [(*vector, sign) for vector, sign in zip(x[machine.support_], y[machine.support_], strict=True)]
    inside = [row for row, size in zip(rows, alpha, strict=True) if size < 0.7]
    assert len(inside) == len(set(inside))


def test_repeated_targets_of_a_regression_are_weights():
    x, _, rng = repeated()
    _, which = np.unique(x, axis=0, return_inverse=True)
    first = np.unique(which, return_index=True)[1]
    y = np.sin(x[:, 0])
    often = SVR(C=2.0, epsilon=0.05, gamma=0.5, tol=1e-7).fit(x, y)
    once = SVR(C=2.0, epsilon=0.05, gamma=0.5, tol=1e-7).fit(x[first], y[first], sample_weight=np.bincount(which))
    new = rng.normal(size=(50, 3))
    np.testing.assert_allclose(often.predict(new), once.predict(new), atol=1e-5)


@pytest.mark.parametrize("classes", [2, 3])
def test_dense_indicators_and_sparse_ones_give_the_same_bits(classes):
    rng = np.random.default_rng(5)
    x = (rng.random((500, 30)) < 0.15).astype(float)
    y = (x[:, :6].sum(axis=1) + rng.random(500)).astype(int) % classes
    dense, sparse = SVC(C=3.0, gamma=0.1).fit(x, y), SVC(C=3.0, gamma=0.1).fit(sp.csr_matrix(x), y)
    np.testing.assert_array_equal(dense.support_, sparse.support_)
    np.testing.assert_array_equal(dense.dual_coef_, sparse.dual_coef_.toarray())
    np.testing.assert_array_equal(dense.intercept_, sparse.intercept_)
