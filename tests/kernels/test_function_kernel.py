"""Kernels that are functions: they see copies, and return real numbers of the right shape."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from drupe import SVC, KernelRidge
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.vectors import Vectors
from drupe.kernels import Kernel
from drupe.kernels.function_kernel import FunctionKernel

RNG = np.random.default_rng(0)
LEFT, RIGHT = RNG.normal(2.0, 3.0, (9, 4)), RNG.normal(size=(5, 4))


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


def test_functions_are_held_to_their_shape_and_to_finite_numbers():
    with pytest.raises(InputError, match=r"returned shape \(9,\) for 9 and 5"):
        FunctionKernel(lambda x, z: x[:, 0])(LEFT, RIGHT)
    with pytest.raises(InputError, match="not finite"):
        FunctionKernel(lambda x, z: np.full((len(x), len(z)), np.nan))(LEFT, RIGHT)


def test_functions_know_their_diagonal():
    kernel = FunctionKernel(lambda x, z: x @ z.T)
    many = Vectors.of(np.repeat(LEFT, 30, axis=0))
    np.testing.assert_allclose(kernel.diagonal(many), many.squared_norms())


def test_functions_of_strings_get_lists():
    kernel = FunctionKernel(lambda x, z: np.array([[len(set(a) & set(b)) for b in z] for a in x]))
    assert kernel(["ab", "c"], ["b", "bc"]).tolist() == [[1.0, 1.0], [0.0, 1.0]]
