"""Columns without entries cost nothing: what is computed without them is what is computed with them."""

import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.inputs.occupied import WIDE, occupied
from drupe.inputs.vectors import Vectors
from drupe.kernels import Cauchy, Gaussian, Kernel, Laplacian, Linear, Polynomial
from drupe.kernels.column_centers import center

COLUMNS = 2**31 - 1


def wide_and_narrow(seed: int, n: int = 7) -> tuple[sp.csr_array, np.ndarray]:
    """The same rows twice: spread over billions of columns, and dense in the twelve that they use."""
    rng = np.random.default_rng(seed)
    dense = rng.normal(size=(n, 12)) * (rng.random((n, 12)) < 0.4)
    rows = sp.csr_array(dense)
    places = np.sort(np.random.default_rng(0).choice(COLUMNS, 12, replace=False))
    return sp.csr_array((rows.data, places[rows.indices], rows.indptr), shape=(n, COLUMNS)), dense


def test_columns_are_numbered_anew() -> None:
    first, dense = wide_and_narrow(1)
    second, other = wide_and_narrow(2)
    columns, (a, b) = occupied(first, second)
    used = (np.abs(dense).sum(axis=0) + np.abs(other).sum(axis=0)) > 0
    assert len(columns) == used.sum()
    assert np.array_equal(a.toarray(), dense[:, used])
    assert np.array_equal(b.toarray(), other[:, used])
    assert columns.max() > WIDE


@pytest.mark.parametrize(
    "kernel", [Linear(), Gaussian(2.0), Laplacian(3.0), Polynomial(degree=2), Cauchy(1.0) * Linear() + 2.0]
)
def test_kernels_of_wide_rows(kernel: Kernel) -> None:
    (x, dense), (z, other) = wide_and_narrow(1), wide_and_narrow(2, 5)
    assert np.allclose(kernel(x), kernel(dense), rtol=1e-12, atol=1e-12)
    assert np.allclose(kernel(x, z), kernel(dense, other), rtol=1e-12, atol=1e-12)


def test_far_columns_of_wide_rows() -> None:
    far = np.array([[1e6 + 0.1, 0.0], [1e6 + 0.3, 1.0]])
    rows = sp.csr_array((far.ravel(), [5, COLUMNS - 1] * 2, [0, 2, 4]), shape=(2, COLUMNS))
    found = center(Vectors.of(rows))
    assert found is not None
    assert np.allclose(found, center(Vectors.of(far)))
    near, _ = wide_and_narrow(1)
    assert center(Vectors.of(near)) is None


FITS = """
import resource
import numpy as np, scipy.sparse as sp
import drupe
resource.setrlimit(resource.RLIMIT_AS, (8 * 2**30, 8 * 2**30))
places = np.sort(np.random.default_rng(0).choice(2**31 - 1, 30, replace=False))
X = sp.csr_array((np.random.default_rng(1).normal(size=30), places, np.arange(0, 31, 3)), shape=(10, 2**31 - 1))
y = np.arange(10) % 2
for machine in (
    drupe.SVC(C=1e6), drupe.SVC(kernel="linear"), drupe.NuSVC(nu=0.4), drupe.SVR(), drupe.OneClassSVM(),
    drupe.KernelPerceptron(), drupe.NearestMean(), drupe.NeighborsClassifier(), drupe.KernelRidge(alpha=0.1),
    drupe.KernelRidge(kernel="rbf"), drupe.KernelRidge(kernel="laplacian"),
    drupe.RegularizedRegressor(kernel="linear"), drupe.RegularizedClassifier(kernel="linear"),
):
    assert len(machine.fit(X, y).predict(X)) == 10
for machine in (drupe.Adaline(), drupe.Perceptron()):
    try:
        machine.fit(X, y)
    except MemoryError as error:
        assert "a weight for each of 2147483647 columns needs 16.0 GiB" in str(error)
    else:
        raise AssertionError(machine)
assert (drupe.SVC(C=1e6).fit(X, y).predict(X) == y).all()
"""


def test_values_of_wide_rows() -> None:
    rows, dense = wide_and_narrow(1)
    double = Vectors.of(sp.vstack([rows, rows], format="csr")).values()
    assert double[: len(dense)] == double[len(dense) :]
    assert len(set(double)) == len(np.unique(dense, axis=0))


def test_machines_on_wide_rows_take_little_memory() -> None:
    subprocess.run([sys.executable, "-W", "ignore", "-c", FITS], check=True)
