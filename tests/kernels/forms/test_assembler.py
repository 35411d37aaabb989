"""The assembler: forms as programs that are valid, that ask for nothing twice, and that say no to unknown maps."""

from dataclasses import dataclass

import numpy as np
import pytest

from drupe.inputs import Vectors
from drupe.kernels.forms import (
    Columns,
    Constant,
    Exp,
    Factor,
    Form,
    Map,
    Polynomial,
    ScaledColumns,
    Shift,
    Tanh,
    dot,
    squared_distance,
)
from drupe.kernels.forms.assembler import Assembler, UnknownMapError
from drupe.kernels.forms.outlook import Outlook


def assembled(form: Form) -> Assembler:
    assembler = Assembler()
    form.evaluate(assembler)
    return assembler


def first(inputs: Vectors) -> np.ndarray:
    return inputs.dense()[:, 0]


@pytest.mark.parametrize(
    ("form", "height"),
    [
        (dot(), 1),
        (Constant(1.0), 1),
        (Factor(first), 1),
        (Shift(first), 1),
        (squared_distance(0.5).map(Exp(-0.5)), 1),
        (dot().map(Polynomial((1.0, 2.0))).map(Tanh()), 1),
        (dot() + dot(), 2),
        (dot() * (dot() + dot()), 3),
        (dot() + Constant(1.0), 1),
        (Constant(1.0) + dot(), 1),
        (Constant(2.0) * dot(), 1),
        (Factor(first) * dot() + Shift(first), 1),
        (Constant(1.0) + Constant(2.0), 1),
        (Factor(first) * Factor(first), 1),
    ],
)
def test_programs_are_valid_and_low(form: Form, height: int) -> None:
    """Constants and functions of one side change a tile where it lies; only true sums and products need another."""
    assert assembled(form).program.validate() == height


def test_bases_and_functions_are_declared_once() -> None:
    form = dot() * dot() + squared_distance(1.0) + dot() + Shift(first) + Factor(first)
    assembler = assembled(form)
    assert len(assembler.bases) == 2
    assert assembler.functions == [first]
    assert len(assembled(squared_distance(1.0) + squared_distance(2.0)).bases) == 2


def test_views_that_bases_share_are_computed_once() -> None:
    calls = []

    @dataclass(frozen=True)
    class Counted(ScaledColumns):
        def __call__(self, inputs: Vectors) -> Vectors:
            calls.append(1)
            return super().__call__(inputs)

    view = Counted((1.0, 2.0))
    assembler = assembled(dot(view) + squared_distance(1.0, view) + dot(Columns((0,))))
    seen = Outlook.of(assembler.bases, Vectors.of([[1.0, 1.0], [2.0, 2.0]])).seen
    assert len(calls) == 1
    assert [view.dimension for view in seen] == [2, 2, 1]
    assert seen[0] is seen[1]


def test_an_unknown_map_is_refused() -> None:
    @dataclass(frozen=True)
    class Mine(Map):
        def __call__(self, t: np.ndarray) -> np.ndarray:
            return t

    with pytest.raises(UnknownMapError, match=r"no instruction for .*Mine"):
        assembled(dot().map(Mine()))


@pytest.mark.parametrize("known", [Tanh, Exp])
def test_a_subclass_of_a_known_map_is_not_mistaken_for_it(known: type[Map]) -> None:
    class Opposite(known):  # type: ignore[misc, valid-type]
        def __call__(self, t: np.ndarray) -> np.ndarray:
            return -super().__call__(t)

    with pytest.raises(UnknownMapError):
        assembled(dot().map(Opposite()))
