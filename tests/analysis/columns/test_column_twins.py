"""Columns that say the same: found in other units and words, not found by chance."""

import numpy as np
import pytest

from drupe.analysis.columns.seen import Numbers, Seen, Words
from drupe.analysis.columns.strengths import strengths
from drupe.analysis.columns.twins import twins


def found(*columns: Seen) -> list[tuple[str, str]]:
    return [(one.name, other.name) for one, other in twins(columns, strengths(columns))]


X = np.random.default_rng(0).normal(50.0, 20.0, 200).round(1)


@pytest.mark.parametrize("other", [2.54 * X, 100.0 - X, (1.8 * X + 32.0).round(2), (X / 0.4536).round(1)])
def test_other_units_are_found(other: np.ndarray) -> None:
    assert found(Numbers("a", X), Numbers("b", other)) == [("a", "b")]


@pytest.mark.parametrize("other", [X + 0.5 * np.sin(X), np.exp(X / 40.0), np.where(np.arange(200) == 7, X + 9.0, X)])
def test_other_numbers_are_not(other: np.ndarray) -> None:
    assert found(Numbers("a", X), Numbers("b", other)) == []


def test_codes_and_words_are_found() -> None:
    codes = np.random.default_rng(0).integers(0, 4, 60)
    first, second = Words("town", codes, tuple("RNMT")), Words("city", 3 - codes, tuple("tmnr"))
    assert found(first, second) == [("town", "city")]
    assert found(first, Numbers("zip", np.array([7.0, 1.0, 9.0, 4.0])[codes])) == [("town", "zip")]
    coarser = Words("region", codes // 2, ("south", "north"))
    assert found(first, coarser) == []


def test_one_row_that_differs_or_is_empty_is_enough() -> None:
    codes = np.random.default_rng(0).integers(0, 4, 60)
    other = codes.copy()
    other[5] = (other[5] + 1) % 4
    assert found(Words("a", codes, tuple("abcd")), Words("b", other, tuple("abcd"))) == []
    holes = np.where(np.arange(200) == 3, np.nan, X)
    assert found(Numbers("a", X), Numbers("b", 2.0 * holes)) == []


def test_two_rare_flags_in_the_same_row_are_no_twins() -> None:
    flag = (np.arange(100) == 17).astype(float)
    assert found(Numbers("a", flag), Numbers("b", 5.0 * flag)) == []


def test_random_flags_are_hardly_ever_twins() -> None:
    rng = np.random.default_rng(0)
    tables = [[Numbers(str(j), rng.integers(0, 2, 20).astype(float)) for j in range(20)] for _ in range(50)]
    assert [pair for table in tables for pair in found(*table)] == []
