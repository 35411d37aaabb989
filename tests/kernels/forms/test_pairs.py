"""The numpy reference: all pairs against plain loops, and the diagonal against all pairs."""

import numpy as np
import pytest

from drupe.inputs import Vectors
from drupe.kernels.forms import Base, Constant, Factor, Form, Shift, dot, l1_distance, squared_distance
from drupe.kernels.forms.nodes import Metric
from drupe.kernels.forms.pairs import AllPairs, SamePairs, chi_squared

X = np.abs(np.random.default_rng(0).standard_normal((5, 3)))
X[0, 0] = X[1, 0] = 0.0

COMPARISONS = {
    Metric.DOT: lambda x, z: sum(x * z),
    Metric.SQUARED: lambda x, z: sum((x - z) ** 2),
    Metric.DIFFERENCE: lambda x, z: sum((x - z) ** 2),
    Metric.L1: lambda x, z: sum(abs(x - z)),
    Metric.CHI_SQUARED: lambda x, z: sum((a - b) ** 2 / (a + b) for a, b in zip(x, z, strict=True) if a + b),
}


@pytest.mark.parametrize("metric", COMPARISONS)
def test_comparisons(metric: Metric) -> None:
    inputs = Vectors.of(X)
    expected = [[COMPARISONS[metric](x, z) for z in X[:2]] for x in X]
    np.testing.assert_allclose(
        Base(metric).evaluate(AllPairs(inputs, Vectors.of(X[:2]))), expected, rtol=1e-13, atol=1e-15
    )


def test_the_same_examples_are_those_of_one_origin() -> None:
    inputs = Vectors.of(X)
    same = Base(Metric.SAME)
    np.testing.assert_array_equal(same.evaluate(AllPairs(inputs, inputs)), np.eye(5))
    np.testing.assert_array_equal(same.evaluate(AllPairs(inputs, Vectors.of(X))), np.zeros((5, 5)))
    np.testing.assert_array_equal(same.evaluate(AllPairs(inputs.take(np.array([3])), inputs)), np.eye(5)[[3]])


def first(inputs: Vectors) -> np.ndarray:
    return inputs.dense()[:, 0]


@pytest.mark.parametrize(
    "form",
    [
        *(Base(metric) for metric in Metric),
        Constant(3.0),
        Factor(first),
        Shift(first),
        (dot() + 1.0) ** 2 * l1_distance() + squared_distance(1.0),
    ],
)
def test_the_diagonal_is_that_of_all_pairs(form: Form) -> None:
    inputs = Vectors.of(X)
    np.testing.assert_allclose(
        form.evaluate(SamePairs(inputs)), form.evaluate(AllPairs(inputs, inputs)).diagonal(), rtol=1e-14
    )


def test_single_precision_is_compared_in_double() -> None:
    x = Vectors.of((1e4 + X).astype(np.float32))
    exact = x.array.astype(np.float64)
    result = squared_distance(1.0).evaluate(AllPairs(x, x))
    assert result.dtype == np.float64
    np.testing.assert_allclose(result, ((exact[:, None] - exact) ** 2).sum(axis=2), rtol=1e-14)


def test_empty_bins_of_both_do_not_count() -> None:
    np.testing.assert_allclose(chi_squared(np.array([0.0, 1.0]), np.array([[0.0, 3.0], [0.0, 1.0]])), [1.0, 0.0])
