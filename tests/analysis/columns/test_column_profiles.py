"""Profiles of columns: counts by hand, numbers of numpy."""

import numpy as np

from drupe.analysis.columns.profiles import BINS, profile_of
from drupe.analysis.columns.seen import Numbers, Words, seen
from drupe.estimators.preparation.treatments import AsCategory, AsDate, AsNumber, AsText, LeftOut, Reason


def test_histograms_are_those_of_numpy() -> None:
    values = np.random.default_rng(0).normal(size=500)
    assert profile_of(Numbers("x", values), AsNumber("x")).histogram == tuple(np.histogram(values, BINS)[0].tolist())


def test_few_different_numbers_have_a_bar_each() -> None:
    values = np.repeat([0.0, 1.0, 2.0, 3.0], [5, 1, 7, 2])
    assert profile_of(Numbers("x", values), AsNumber("x")).histogram == (5, 1, 7, 2)


def test_extreme_numbers_have_a_histogram_too() -> None:
    for values in ([-1.7e308, 0.0, 1.7e308], [5e-324, 1e-323, 1.5e-323], [1.0, 1.0 + 2e-16, 1.0 + 4e-16]):
        assert sum(profile_of(Numbers("x", np.array(values)), AsNumber("x")).histogram) == 3


def test_words_among_numbers_count_as_empty() -> None:
    cells = np.array(["1.5", "low", None, "2"], dtype=object)
    profile = profile_of(seen("x", cells, AsNumber("x", 1)), AsNumber("x", 1))
    assert (profile.empty, profile.distinct, profile.present) == (2, 2, 2)
    assert profile.spread is not None
    assert profile.spread.high == 2.0


def test_dates_are_days() -> None:
    cells = np.array(["2024-02-28", "2024-03-01", None, "2024-03-01T12:00:00"], dtype=object)
    column = seen("day", cells, AsDate("day"))
    assert isinstance(column, Numbers)
    assert np.diff(column.values[[0, 1, 3]]).tolist() == [2.0, 0.5]
    german = seen("day", np.array(["28.2.2024", "1.3.2024"], dtype=object), AsDate("day"))
    assert np.diff(german.values).tolist() == [2.0]


def test_commonest_values_and_words() -> None:
    column = seen("x", np.array(["b", "a", "b", None, "c", "b", "a"], dtype=object), AsCategory("x"))
    profile = profile_of(column, AsCategory("x"))
    assert profile.commonest == (("b", 3), ("a", 2), ("c", 1))
    assert (profile.empty, profile.distinct, profile.example) == (1, 3, "b")
    text = seen("x", np.array(["The cat", "the dog's cat"], dtype=object), AsText("x"))
    assert profile_of(text, AsText("x")).commonest == (("the", 2), ("cat", 2), ("dog", 1))


def test_categories_of_numbers_are_words() -> None:
    column = seen("x", np.array([1.0, np.nan, 2.5, 1.0]), AsCategory("x"))
    assert isinstance(column, Words)
    assert column.values == ("1", "2.5")


def test_a_column_without_any_value() -> None:
    profile = profile_of(Numbers("x", np.full(5, np.nan)), LeftOut("x", Reason.EMPTY))
    assert (profile.empty, profile.distinct, profile.spread, profile.used) == (5, 0, None, False)
