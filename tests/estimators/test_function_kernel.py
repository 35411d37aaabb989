"""Kernels that are functions: they see copies, and return real numbers of the right shape."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from drupe import SVC, KernelRidge
from drupe.foundation.errors import InputTypeError
from drupe.inputs.vectors import Vectors
from drupe.kernels import Kernel


@pytest.fixture
def sample() -> tuple[np.ndarray, np.ndarray]:
    X = np.random.default_rng(0).normal(size=(24, 3))
    return X, (X[:, 0] > 0).astype(int)


def complex_product(X: Any, Z: Any) -> Any:
    return (X @ Z.T) * (1.0 + 1e-9j)


@dataclass(frozen=True)
class Complex(Kernel[Vectors]):
    """Not one."""

    def matrix(self, left: Vectors, right: Vectors) -> Any:
        return complex_product(left.array, right.array)


@pytest.mark.parametrize(
    "machine",
    [
        SVC(kernel=complex_product),
        SVC(kernel=complex_product, cache_size=1e-3),
        SVC(kernel=Complex()),
        KernelRidge(kernel=complex_product),
        KernelRidge(kernel=Complex()),
    ],
    ids=["function", "in parts", "kernel", "of rows", "ridge"],
)
def test_complex_values_are_refused(machine: Any, sample: tuple[np.ndarray, np.ndarray]) -> None:
    with pytest.raises(InputTypeError, match="complex"):
        machine.fit(*sample)


def vandal(X: Any, Z: Any) -> Any:
    values = X @ Z.T
    X *= 0.0
    Z *= 0.0
    return values.toarray() if sp.issparse(values) else values


@pytest.mark.parametrize("container", [np.asarray, sp.csr_array])
def test_functions_do_not_get_the_data_themselves(container: Any, sample: tuple[np.ndarray, np.ndarray]) -> None:
    X, y = container(sample[0]), sample[1]
    machine = SVC(kernel=vandal).fit(X, y)
    assert np.allclose(machine.decision_function(X), SVC(kernel="linear").fit(X, y).decision_function(X), atol=1e-2)
    assert np.array_equal(X.toarray() if sp.issparse(X) else X, sample[0])


def test_functions_of_rows_do_not_get_the_data_themselves(sample: tuple[np.ndarray, np.ndarray]) -> None:
    X, y = sample[0].copy(), sample[1]

    def grasping(x: Any, z: Any) -> float:
        value = float(x @ z)
        x += 0.0
        assert not np.shares_memory(x, X)
        assert not np.shares_memory(z, X)
        return value

    machine = KernelRidge(kernel=grasping).fit(X, y)
    assert np.allclose(machine.predict(X), KernelRidge(kernel="linear").fit(X, y).predict(X))
