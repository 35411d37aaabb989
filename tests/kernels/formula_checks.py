"""Kernels held against their formulas in fifty digits, and against what their definiteness promises."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import mpmath
import numpy as np
import pytest

from drupe.foundation.errors import ParameterError
from drupe.inputs.vectors import Vectors
from drupe.kernels import Kernel

Formula: TypeAlias = Callable[[Sequence[Any], Sequence[Any], Mapping[str, Any]], Any]
"""k(x, z) in mpmath's numbers, with the parameters by name."""


def points(seed: int, rows: int, columns: int, scale: float = 1.0) -> Vectors:
    """Random points, no two alike."""
    return Vectors.of(scale * np.random.default_rng(seed).standard_normal((rows, columns)))


def squared(x: Sequence[Any], z: Sequence[Any]) -> Any:
    """‖x − z‖² in mpmath's numbers."""
    return mpmath.fsum((a - b) ** 2 for a, b in zip(x, z, strict=True))


def inner(x: Sequence[Any], z: Sequence[Any]) -> Any:
    """⟨x, z⟩ in mpmath's numbers."""
    return mpmath.fsum(a * b for a, b in zip(x, z, strict=True))


def assert_follows(kernel: Kernel[Vectors], formula: Formula, inputs: Vectors) -> None:
    """Matrix, diagonal and the derivative in every parameter are those of the formula."""
    with mpmath.workdps(50):
        rows = [[mpmath.mpf(float(entry)) for entry in row] for row in inputs.dense()]
        parameters = {name: mpmath.mpf(value) for name, value in kernel.parameters().items()}
        expected = [[formula(x, z, parameters) for z in rows] for x in rows]
        np.testing.assert_allclose(
            kernel.matrix(inputs, inputs), np.array(expected, dtype=float), rtol=1e-10, atol=1e-13
        )
        diagonal = np.array([expected[i][i] for i in range(len(rows))], dtype=float)
        np.testing.assert_allclose(kernel.diagonal(inputs), diagonal, rtol=1e-10, atol=1e-13)
        for name in parameters:
            slopes = [[_slope(formula, x, z, parameters, name) for z in rows] for x in rows]
            np.testing.assert_allclose(
                kernel.gradient(inputs)[name], np.array(slopes, dtype=float), rtol=1e-9, atol=1e-12, err_msg=name
            )
    assert set(kernel.derivatives()) == set(parameters), "every derivative is written down"


def _slope(formula: Formula, x: Sequence[Any], z: Sequence[Any], parameters: Mapping[str, Any], name: str) -> Any:
    return mpmath.diff(lambda value: formula(x, z, {**parameters, name: value}), parameters[name])


def assert_positive(kernel: Kernel[Vectors], inputs: Vectors) -> None:
    """No Gram matrix has a negative eigenvalue, and the kernel says so."""
    assert kernel.definiteness.positive
    eigenvalues = np.linalg.eigvalsh(kernel.matrix(inputs, inputs))
    assert eigenvalues[0] >= -1e-10 * eigenvalues[-1]


def assert_conditionally_positive(kernel: Kernel[Vectors], inputs: Vectors, free: Any) -> None:
    """Orthogonal to the columns of `free` the quadratic form is positive, and strictly so."""
    basis = np.linalg.qr(np.asarray(free, dtype=float), mode="complete")[0][:, np.shape(free)[1] :]
    gram = kernel.matrix(inputs, inputs)
    eigenvalues = np.linalg.eigvalsh(basis.T @ gram @ basis)
    assert eigenvalues[0] > 1e-12 * np.abs(gram).max()


def assert_indefinite(kernel: Kernel[Vectors], inputs: Vectors) -> None:
    """The kernel promises nothing, and here are points at which it could not have."""
    assert kernel.definiteness.order is None
    eigenvalues = np.linalg.eigvalsh(kernel.matrix(inputs, inputs))
    assert eigenvalues[0] < -1e-6 * eigenvalues[-1]


def assert_refuses(make: Callable[[], object], *, naming: str) -> None:
    """A value out of range is refused in words that name the parameter."""
    with pytest.raises(ParameterError, match=naming):
        make()
