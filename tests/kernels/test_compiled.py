"""Forms in the core: the numbers that numpy gives, precision by what is seen, and numpy where the core knows no map."""

from dataclasses import dataclass

import numpy as np
import pytest
import scipy.sparse as sp
from contracts.kernel_samples import kernel_samples, sample_name
from hypothesis import given
from hypothesis import strategies as st

from drupe.inputs import Vectors
from drupe.kernels import Constant, Gaussian, Kernel, Noise, Polynomial
from drupe.kernels.compiled import CompiledKernel, prepared
from drupe.kernels.forms import Columns, Exp, Form, LinearMap, Map, dot, l1_distance, squared_distance
from drupe.kernels.forms.pairs import AllPairs
from drupe.kernels.prepared import BlockwisePrepared

RNG = np.random.default_rng(0)
NATIVE = [
    (kernel, inputs) for kernel, inputs in kernel_samples() if isinstance(inputs, Vectors) and kernel.form() is not None
]


@pytest.mark.parametrize("sample", NATIVE, ids=sample_name)
def test_the_core_computes_what_numpy_computes(sample: tuple[Kernel[Vectors], Vectors]) -> None:
    kernel, inputs = sample
    form = kernel.form()
    assert form is not None
    compiled, left = prepared(form, inputs), inputs.take(np.array([8, 0, 3]))
    assert isinstance(compiled, CompiledKernel)
    expected = form.evaluate(AllPairs(inputs, inputs))
    near = {"rtol": 1e-11, "atol": 1e-12 * np.abs(expected).max()}
    np.testing.assert_allclose(compiled.gram(), expected, **near)
    np.testing.assert_allclose(compiled.block(left), expected[[8, 0, 3]], **near)
    np.testing.assert_allclose(compiled.rows(np.array([8, 0, 3])), expected[[8, 0, 3]], **near)
    few, others = np.array([8, 0, 3]), np.array([3, 5])
    np.testing.assert_allclose(compiled.part(few, others, np.dtype(np.float64)), expected[np.ix_(few, others)], **near)
    np.testing.assert_allclose(compiled.part(few, few, np.dtype(np.float64)), expected[np.ix_(few, few)], **near)
    weights = RNG.standard_normal((9, 2))
    scale = 1e-11 * np.abs(expected).max()
    np.testing.assert_allclose(compiled.gram_product(weights), expected @ weights, rtol=1e-11, atol=scale)
    np.testing.assert_allclose(compiled.product(left, weights), expected[[8, 0, 3]] @ weights, rtol=1e-11, atol=scale)


@dataclass(frozen=True)
class Cubed(Map):
    """A map that only numpy knows."""

    def __call__(self, t: np.ndarray) -> np.ndarray:
        return t**3


def test_an_unknown_map_is_left_to_numpy() -> None:
    x = Vectors.of(RNG.standard_normal((6, 3)))
    ready = prepared(dot().map(Cubed()), x)
    assert isinstance(ready, BlockwisePrepared)
    np.testing.assert_allclose(ready.gram(), (x.array @ x.array.T) ** 3, rtol=1e-12)
    np.testing.assert_allclose(ready.gram_product(np.ones((6, 1)))[:, 0], ready.gram().sum(axis=1), rtol=1e-12)


def test_precision_is_that_of_what_the_kernel_sees() -> None:
    single = Vectors.of(RNG.standard_normal((4, 2)).astype(np.float32))
    assert prepared(dot(), single).gram().dtype == np.float32
    doubling = Gaussian(1.0).after(np.float64)
    assert doubling.matrix(single, single).dtype == np.float64
    assert (Gaussian(1.0) + doubling).matrix(single, single).dtype == np.float64
    assert Constant(2.0).matrix(single, single).dtype == np.float32


def test_one_preparation_serves_both_precisions() -> None:
    double = Vectors.of(RNG.standard_normal((5, 3)))
    single = Vectors.of(double.array.astype(np.float32))
    ready = prepared(dot(), single)
    assert ready.block(single).dtype == np.float32
    assert ready.block(double).dtype == np.float64
    assert ready.block(single).dtype == np.float32
    np.testing.assert_allclose(ready.block(double), double.array @ single.array.astype(float).T, rtol=1e-14)


def test_sparse_and_dense_meet() -> None:
    x = np.where(RNG.random((40, 30)) < 0.2, RNG.standard_normal((40, 30)), 0.0)
    dense, sparse = Vectors.of(x), Vectors.of(sp.csr_array(x))
    for form in (dot(), squared_distance(0.5).map(Exp(-0.5)), l1_distance()):
        expected = form.evaluate(AllPairs(dense, dense))
        for left in (dense, sparse):
            for right in (dense, sparse):
                np.testing.assert_allclose(prepared(form, right).block(left), expected, rtol=1e-11, atol=1e-12)


def test_views_are_applied_to_both_sides() -> None:
    x, z = RNG.standard_normal((5, 4)), RNG.standard_normal((3, 4))
    a = ((1.0, 2.0, 0.0, -1.0), (0.0, 1.0, 1.0, 0.0))
    form = dot(Columns((3, 1, 0, 2)), LinearMap(a))
    expected = (z[:, [3, 1, 0, 2]] @ np.array(a).T) @ (x[:, [3, 1, 0, 2]] @ np.array(a).T).T
    np.testing.assert_allclose(prepared(form, Vectors.of(x)).block(Vectors.of(z)), expected, rtol=1e-12)


def test_only_the_same_example_is_the_same() -> None:
    inputs = Vectors.of(np.ones((4, 2)))
    form = Noise(1.0).form()
    ready = prepared(form, inputs)
    np.testing.assert_array_equal(ready.gram(), np.eye(4))
    np.testing.assert_array_equal(ready.block(inputs.take(np.array([2, 2]))), np.eye(4)[[2, 2]])
    np.testing.assert_array_equal(ready.block(Vectors.of(np.ones((2, 2)))), np.zeros((2, 4)))


@given(
    st.integers(1, 40),
    st.integers(1, 12),
    st.integers(0, 2**32 - 1),
    st.sampled_from([Gaussian(1.0), Polynomial(3, 0.5), Gaussian(2.0) * Polynomial(2, 1.0) + 1.0]),
)
def test_any_shape(rows: int, columns: int, seed: int, kernel: Kernel[Vectors]) -> None:
    rng = np.random.default_rng(seed)
    x, z = Vectors.of(rng.standard_normal((rows, columns))), Vectors.of(rng.standard_normal((rows, columns)))
    form: Form | None = kernel.form()
    assert form is not None
    expected = form.evaluate(AllPairs(z, x))
    np.testing.assert_allclose(
        prepared(form, x).block(z), expected, rtol=1e-10, atol=1e-12 * np.abs(expected).max(initial=1.0)
    )


def test_a_part_of_sparse_examples_needs_no_memory_for_columns_without_entries() -> None:
    entries = (np.array([1.0, 2.0, 3.0, 5.0]), (np.array([0, 1, 1, 2]), np.array([7, 7, 2**30, 2**29])))
    compiled = prepared(dot(), Vectors.of(sp.csr_array(entries, shape=(3, 2**30 + 1))))
    assert isinstance(compiled, CompiledKernel)
    found = compiled.part(np.array([0, 1]), np.array([1, 2]), np.dtype(np.float32))
    assert found.dtype == np.float32
    assert found.tolist() == [[2.0, 0.0], [13.0, 0.0]]
