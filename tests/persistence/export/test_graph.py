"""Values compute what arrays compute, nothing is written twice, and what is not needed is left out."""

import numpy as np
import pytest
from persistence.export.graph_runs import computed

from drupe.persistence.export.graph import DOUBLE, SINGLE, WHOLE, Graph, Value

X = np.array([[1.0, -2.0, 0.5], [4.0, 0.25, -1.0]])
Z = np.array([[2.0, 3.0, -1.0]])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_arithmetic_is_that_of_arrays(dtype):
    found = computed(lambda x, z: (2.0 * x - z) / (1.0 + x * x) - (3.0 - z) ** 3 + np.ones(3) / z, X, Z, dtype=dtype)
    assert found.dtype == dtype
    np.testing.assert_allclose(found, (2 * X - Z) / (1 + X**2) - (3 - Z) ** 3 + 1 / Z, rtol=1e-5)


def test_comparisons_choose():
    found = computed(lambda x: (x > 0.0).where(x.sqrt(), -1.0), np.abs(X))
    np.testing.assert_allclose(found, np.sqrt(np.abs(X)))
    np.testing.assert_array_equal(computed(lambda x: (x <= 0.5).where(1.0, x), X), np.where(X <= 0.5, 1.0, X))


def test_of_equal_entries_the_first_is_the_largest():
    assert computed(lambda x: x.argmax(), np.array([[1.0, 3.0, 3.0], [2.0, 2.0, 2.0]])).tolist() == [1, 0]


def test_the_wider_precision_wins():
    graph = Graph(SINGLE)
    single, double = Value(graph, "a", SINGLE), Value(graph, "b", DOUBLE)
    assert (single + double).dtype == DOUBLE
    assert (single + 0.1).dtype == SINGLE
    assert (single * np.ones(2)).dtype == SINGLE


def test_nothing_is_written_twice():
    graph = Graph(DOUBLE)
    x = Value(graph, "x", DOUBLE)
    assert (x + 1.0).name == (x + 1.0).name
    assert len(graph.nodes) == 1
    assert len(graph.constants) == 1
    assert (x + 1.0).name != (x + 2.0).name


def test_what_no_output_needs_is_left_out():
    graph = Graph(DOUBLE)
    x = Value(graph, "x", DOUBLE)
    _, wanted = x * 5.0, x + 1.0
    graph.named(wanted, "wanted")
    graph.prune(["wanted"])
    assert [node.op_type for node in graph.nodes] == ["Add", "Identity"]
    assert len(graph.constants) == 1


def test_constants_keep_whole_numbers_words_and_truth():
    graph = Graph(SINGLE)
    kinds = [graph.constant(one).dtype for one in ([1, 2], ["a"], [True], [0.5])]
    assert kinds == [WHOLE, np.dtype(object), np.dtype(bool), SINGLE]


def test_tables_are_repeated_for_as_many_rows_as_there_are():
    found = computed(lambda x: x.graph.repeated(x, np.array([1.0, 2.0])), X)
    assert found.tolist() == [[1.0, 2.0], [1.0, 2.0]]
    assert computed(lambda x: x.graph.filled(x, 3, 7.0), X[:0]).shape == (0, 3)


def test_factors_around_a_product_keep_their_digits():
    """0.1 in single precision is off in the ninth digit."""
    found = computed(lambda x: (x * 0.1) @ X.T * 0.7, X)
    np.testing.assert_allclose(found, 0.07 * X @ X.T, rtol=1e-14)
    one = computed(lambda x: (x / np.array([0.3])) @ np.ones((1, 1)), X[:, :1])
    np.testing.assert_allclose(one, X[:, :1] / 0.3, rtol=1e-14)
