"""Forms: an algebra of comparisons, evaluated by whoever knows how."""

import numpy as np
import pytest

from drupe.foundation.errors import InputTypeError
from drupe.inputs import Vectors
from drupe.inputs.precomputed import Precomputed
from drupe.kernels.forms import (
    Base,
    Columns,
    Constant,
    Exp,
    Factor,
    Form,
    ScaledColumns,
    Shift,
    dot,
    exact_squared_distance,
    l1_distance,
    mapped,
    squared_distance,
)
from drupe.kernels.forms.nodes import Metric
from drupe.kernels.forms.pairs import AllPairs

X, Z = np.array([[1.0, 2.0], [3.0, -1.0]]), np.array([[0.5, 0.0]])


def first(inputs: Vectors) -> np.ndarray:
    return inputs.dense()[:, 0]


def value(form: Form) -> np.ndarray:
    return form.evaluate(AllPairs(Vectors.of(X), Vectors.of(Z)))[:, 0]


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        (dot(), [0.5, 1.5]),
        (squared_distance(1.0), [4.25, 7.25]),
        (exact_squared_distance(), [4.25, 7.25]),
        (l1_distance(), [2.5, 3.5]),
        (Constant(7.0), [7.0, 7.0]),
        (dot() + 1.0, [1.5, 2.5]),
        (dot() * 4.0, [2.0, 6.0]),
        (dot() ** 2, [0.25, 2.25]),
        (dot() + l1_distance(), [3.0, 5.0]),
        (dot() * l1_distance(), [1.25, 5.25]),
        (Factor(first), [0.5, 1.5]),
        (Shift(first), [1.5, 3.5]),
        (dot().map(Exp(1.0)), np.exp([0.5, 1.5])),
    ],
)
def test_values(form: Form, expected: list[float]) -> None:
    np.testing.assert_allclose(value(form), expected, rtol=1e-15)


@pytest.mark.parametrize(
    "form",
    [
        dot(),
        dot() + Constant(1.0),
        dot() * l1_distance(),
        dot().map(Exp(-1.0)),
        Factor(first),
        Shift(first),
        Constant(2.0),
    ],
)
def test_a_view_comes_before_all_others(form: Form) -> None:
    doubled = form.seen(ScaledColumns((2.0, 2.0)))
    expected = form.evaluate(AllPairs(Vectors.of(2.0 * X), Vectors.of(2.0 * Z)))[:, 0]
    np.testing.assert_allclose(value(doubled), expected, rtol=1e-15)
    chosen_then_doubled = dot(ScaledColumns((2.0,))).seen(Columns((1,)))
    np.testing.assert_allclose(value(chosen_then_doubled), [0.0, 0.0])


def test_mapped_takes_forms_and_arrays() -> None:
    np.testing.assert_allclose(mapped(Exp(), np.zeros(2)), 1.0)
    assert mapped(Exp(), dot()) == dot().map(Exp())


def test_forms_are_values() -> None:
    assert dot() == Base(Metric.DOT)
    assert squared_distance(1.0) != squared_distance(2.0)


def test_a_comparison_of_vectors_needs_vectors() -> None:
    with pytest.raises(InputTypeError, match="compares vectors, but the examples are Precomputed"):
        Base(Metric.DOT).look(Precomputed.of([[1.0]]))
