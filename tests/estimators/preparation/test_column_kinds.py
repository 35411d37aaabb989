"""Every kind of column is recognized, and what only resembles it is not."""

from uuid import UUID

import numpy as np
import pytest

from drupe.estimators.preparation.column_kinds import treatments_for
from drupe.estimators.preparation.treatments import (
    AsCategory,
    AsDate,
    AsNumber,
    AsText,
    ColumnChoices,
    LeftOut,
    Reason,
)
from drupe.foundation.errors import InputError
from drupe.inputs import Frame

N = 60
RNG = np.random.default_rng(0)
OTHER = {"other": RNG.normal(size=N)}


def treated(cells, name="x", **choices):
    return treatments_for(Frame.of({name: cells, **OTHER}), ColumnChoices(**choices))[0]


COUNTED = list(range(N))
LETTERS = [f"{chr(97 + i % 26)}{i}" for i in range(N)]
DATES = [f"2024-{i % 12 + 1:02d}-{i % 28 + 1:02d}" for i in range(N)]
TEXTS = [f"order {i} came too late and was {'blue' if i % 2 else 'red'}" for i in range(N)]


@pytest.mark.parametrize(
    ("cells", "name", "reason"),
    [
        (COUNTED, "anything", Reason.IDENTIFIER),
        (COUNTED[::-1], "anything", Reason.IDENTIFIER),
        ([3 * i + 2 for i in RNG.permutation(N)], "customer_id", Reason.IDENTIFIER),
        ([3 * i + 2 for i in RNG.permutation(N)], "Sample Nr", Reason.IDENTIFIER),
        (LETTERS, "anything", Reason.IDENTIFIER),
        ([str(UUID(int=7**40 * i + 3)) for i in range(N)], "anything", Reason.IDENTIFIER),
        ([f"{one}@{one}.example.org" for one in LETTERS], "anything", Reason.IDENTIFIER),
        ([*LETTERS[:-1], LETTERS[0]], "anything", Reason.IDENTIFIER),
        ([5.0] * N, "x", Reason.CONSTANT),
        (["EU"] * N, "x", Reason.CONSTANT),
        ([None] * N, "x", Reason.EMPTY),
        (list(OTHER["other"]), "x", None),
        (DATES, "x", Reason.DATE),
        ([f"{i % 28 + 1}.3.2024 12:30" for i in range(N)], "x", Reason.DATE),
        ([f"{i % 28 + 1:02d} Mar {2000 + i}" for i in range(N)], "x", Reason.DATE),
        ([f"September {i % 28 + 1}, {2000 + i}" for i in range(N)], "x", Reason.DATE),
        ([f"{i % 28 + 1:02d}-Jul-{i % 30:02d}" for i in range(N)], "x", Reason.DATE),
    ],
)
def test_left_out(cells, name, reason):
    found = treatments_for(Frame.of({name: cells, **OTHER}))
    if reason is None:  # the other column is the one that repeats
        assert found == (AsNumber(name), LeftOut("other", Reason.DUPLICATE, name))
    else:
        assert found[0] == LeftOut(name, reason)


@pytest.mark.parametrize(
    ("cells", "name"),
    [
        (RNG.permutation(N), "rank"),  # all different whole numbers, but in no order
        ([1900 + i for i in range(N)], "year"),  # in order, but not counted from the beginning
        ([1000 * i for i in RNG.permutation(N)], "population"),
        ([i + 0.5 for i in range(N)], "id"),  # no whole numbers
        ([i % 7 for i in range(N)], "id"),  # not all different
        ([5.0] * (N - 1) + [None], "x"),  # that it is empty may say something
    ],
)
def test_numbers_that_are_no_names(cells, name):
    assert treated(cells, name) == AsNumber(name)


def test_words():
    assert treated([["red", "green"][i % 2] for i in range(N)]) == AsCategory("x")
    assert treated(TEXTS) == AsText("x")
    assert treated([f"fast,blue,number{i};late" for i in range(N)]) == AsText("x")  # lists of words, too
    assert treated([f"{i} per 2021" for i in range(N)]) == AsText("x")  # no month
    # A few categories of many words repeat, and so are no texts.
    assert treated([["less than ten years", "more than ten years"][i % 2] for i in range(N)]) == AsCategory("x")
    # Half of the words are different: too many for comfort, but no names.
    assert treated([f"city {i // 2}" for i in range(N)]) == AsCategory("x")


def test_few_rows_name_nothing_unless_the_column_says_so():
    few = Frame.of({"color": ["red", "green", "blue"], "id": ["a", "b", "c"], "x": [1.0, 2.0, 2.5]})
    assert treatments_for(few)[:2] == (AsCategory("color"), LeftOut("id", Reason.IDENTIFIER))


def test_mixed_types():
    mostly = [f"{i}.5" for i in range(N)]
    mostly[3] = mostly[30] = "unknown"
    assert treated(mostly) == AsNumber("x", words=2)
    half = [f"{i % 5}" if i % 2 else "unknown" for i in range(N)]
    assert treated(half) == AsCategory("x")


def test_what_a_person_says_counts():
    assert treated(DATES, dates=True) == AsDate("x")
    assert treated(DATES, kept=("x",)) == AsDate("x")
    assert treated(COUNTED, kept=("x",)) == AsNumber("x")
    assert treated([i % 7 for i in range(N)], categorical=("x",)) == AsCategory("x")


def test_a_column_that_names_the_rows_is_better_than_none():
    assert treatments_for(Frame.of({"t": COUNTED})) == (AsNumber("t"),)
    assert treatments_for(Frame.of({"day": DATES})) == (AsDate("day"),)
    with pytest.raises(InputError, match="no column is left to learn from"):
        treatments_for(Frame.of({"unit": ["cm"] * 5, "gone": [None] * 5}))


def test_no_random_table_loses_a_column():
    """Measurements and categories drawn at random are never taken for names, dates or texts."""
    for seed in range(200):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(20, 200))
        frame = Frame.of(
            {
                "normal": rng.normal(size=n),
                "rounded": rng.normal(size=n).round(1),
                "count": rng.poisson(5, size=n),
                "price": rng.lognormal(3, 1, size=n).round(2),
                "group": rng.choice(["a", "b", "c"], size=n),
                "age": rng.integers(18, 90, size=n),
            }
        )
        assert not any(isinstance(one, LeftOut) for one in treatments_for(frame)), seed
