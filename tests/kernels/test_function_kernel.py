"""Python functions as kernels: what they are given, and what they must return."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.kernels.function_kernel import FunctionKernel

RNG = np.random.default_rng(0)
X, Z = RNG.normal(2.0, 3.0, (9, 4)), RNG.normal(size=(5, 4))


def test_functions_are_held_to_their_shape_and_to_finite_numbers():
    with pytest.raises(InputError, match=r"returned shape \(9,\) for 9 and 5"):
        FunctionKernel(lambda x, z: x[:, 0])(X, Z)
    with pytest.raises(InputError, match="not finite"):
        FunctionKernel(lambda x, z: np.full((len(x), len(z)), np.nan))(X, Z)


def test_functions_know_their_diagonal():
    kernel = FunctionKernel(lambda x, z: x @ z.T)
    many = Vectors.of(np.repeat(X, 30, axis=0))
    np.testing.assert_allclose(kernel.diagonal(many), many.squared_norms())


def test_functions_of_strings_get_lists():
    kernel = FunctionKernel(lambda x, z: np.array([[len(set(a) & set(b)) for b in z] for a in x]))
    assert kernel(["ab", "c"], ["b", "bc"]).tolist() == [[1.0, 1.0], [0.0, 1.0]]
