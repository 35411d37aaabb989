"""Functions that give rows: the same each time, or it is an error."""

from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest
from inputs.rows.tables import check_contract, matrix

import drupe
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.rows.iterated_rows import IteratedRows

RNG = np.random.default_rng(0)


def same() -> Iterator[tuple[np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(1)
    for size in (10, 20_000, 300):
        yield rng.normal(size=(size, 2)), rng.integers(0, 2, size)


def test_the_same_rows_are_read_again() -> None:
    rows = IteratedRows.of(same)
    assert rows.counts == (20_310,)
    check_contract(rows)
    assert rows.fingerprint == IteratedRows.of(same).fingerprint


@pytest.mark.parametrize(
    ("second", "words"),
    [
        (lambda: [(np.ones((4, 1)), [0, 1, 0, 1])], "as many, but others"),
        (lambda: [(np.zeros((4, 1)), [0, 1, 1, 1])], "as many, but others"),
        (lambda: [(np.zeros((3, 1)), [0, 1, 0])], "now 3"),
        (lambda: [(np.zeros((5, 1)), [0, 1, 0, 1, 1])], "now more"),
    ],
)
def test_another_reading_that_differs_is_an_error(second: object, words: str) -> None:
    calls: list[int] = []

    def changing() -> object:
        calls.append(1)
        return [(np.zeros((4, 1)), [0, 1, 0, 1])] if len(calls) == 1 else second()  # type: ignore[operator]

    rows = IteratedRows.of(changing)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=words):
        list(rows.batches(0))


def test_a_seed_that_is_not_fixed_is_found() -> None:
    with pytest.raises(InputError, match="fix its seed"):
        drupe.rows(lambda: [(RNG.normal(size=(10, 2)), np.arange(10))])


def test_frames_and_arrays_are_batches_too() -> None:
    frame = pd.DataFrame({"x": np.arange(40) % 9 + 0.5, "word": ["a", "b"] * 20})
    rows = drupe.rows(lambda: [frame.head(10), frame.tail(30)], held_out=0.0)
    assert rows.names == ("x", "word=a", "word=b")
    assert matrix(drupe.rows(lambda: [np.ones((3, 2))], held_out=0.0)).shape == (3, 2)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (3, "an iterator over batches"),
        ([(np.ones((2, 1)), [1, 2], 3)], "pair"),
        ([(np.ones((2, 1)), [1])], "one for each row"),
        ([(np.ones((2, 1)), [1, 2]), (np.ones((2, 2)), [1, 2])], "differ in their columns"),
    ],
)
def test_what_is_no_batch_is_refused(given: object, words: str) -> None:
    with pytest.raises((InputError, InputTypeError), match=words):
        IteratedRows.of(lambda: given)  # type: ignore[arg-type,return-value]
