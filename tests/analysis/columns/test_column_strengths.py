"""Strengths of pairs of columns: against scipy, by hand, and where there is nothing."""

import numpy as np
import pytest
from scipy.stats import chi2_contingency, rankdata, spearmanr

from drupe.analysis.columns.pairs import Counts, Dots, Spreads, strongest_pairs
from drupe.analysis.columns.seen import Numbers, Words
from drupe.analysis.columns.strengths import strengths, toward


def words(codes: np.ndarray) -> Words:
    return Words("w", codes, tuple(map(str, range(int(codes.max()) + 1))))


def pair(first: object, second: object) -> float:
    found = strengths([first, second])  # type: ignore[list-item]
    assert found[0, 1] == found[1, 0]
    assert found[0, 0] == found[1, 1] == 0.0
    (alone,) = toward(second, [first])  # type: ignore[arg-type, list-item]
    assert alone == pytest.approx(found[0, 1])
    return float(found[0, 1])


def test_numbers_by_spearman() -> None:
    rng = np.random.default_rng(0)
    a = rng.normal(size=80).round(1)
    b = a**3 - rng.normal(size=80)
    assert pair(Numbers("a", a), Numbers("b", -b)) == pytest.approx(spearmanr(a, b).statistic)


def test_rows_with_an_empty_cell_are_left_out() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 300))
    a[:100], b[200:] = np.nan, np.nan
    b[100:200] = 2.0 * a[100:200]
    # Ranks are taken among all values of a column, so that the size is a little below that of the 100 common rows.
    assert pair(Numbers("a", a), Numbers("b", b)) > 0.97
    apart = np.where(np.isnan(a), 1.0, np.nan)
    assert pair(Numbers("a", a), Numbers("b", apart)) == 0.0


def test_correlation_ratio_as_worked_from_its_definition() -> None:
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, 120)
    values = codes + rng.normal(size=120)
    ranks = rankdata(values)
    means = np.array([ranks[codes == code].mean() for code in range(3)])[codes]
    share = means.var() / ranks.var()
    corrected = 1.0 - (1.0 - share) * (120 - 1) / (120 - 3)
    assert pair(words(codes), Numbers("x", values)) == pytest.approx(np.sqrt(corrected))


def test_cramer_from_the_chi_squared_of_scipy() -> None:
    rng = np.random.default_rng(0)
    first = rng.integers(0, 3, 200)
    second = np.where(rng.random(200) < 0.5, first, rng.integers(0, 4, 200))
    table = np.array([[((first == i) & (second == j)).sum() for j in range(4)] for i in range(3)])
    squared = chi2_contingency(table, correction=False).statistic / 200
    unbiased = max(0.0, squared - 2 * 3 / 199)
    sides = min(3 - 2**2 / 199, 4 - 3**2 / 199) - 1
    assert pair(words(first), words(second)) == pytest.approx(np.sqrt(unbiased / sides))


def test_whatever_says_the_other_has_strength_one() -> None:
    codes = np.tile(np.arange(5), 12)
    assert pair(words(codes), words((codes + 2) % 5)) == pytest.approx(1.0)
    assert pair(words(codes), Numbers("x", 10.0 * codes)) == pytest.approx(1.0)
    assert pair(Numbers("a", np.exp(codes)), Numbers("x", -codes.astype(float))) == pytest.approx(1.0)


def test_nothing_is_nothing_however_many_words() -> None:
    rng = np.random.default_rng(0)
    found = [
        pair(words(rng.integers(0, 40, 200)), other)
        for other in (words(rng.integers(0, 40, 200)), Numbers("x", rng.normal(size=200)))
        for _ in range(20)
    ]
    assert np.mean(found) < 0.15
    assert max(found) < 0.5


def test_constants_and_few_rows_have_no_strength() -> None:
    assert pair(Numbers("a", np.ones(50)), Numbers("b", np.arange(50.0))) == 0.0
    assert pair(words(np.zeros(50, dtype=int)), Numbers("b", np.arange(50.0))) == 0.0
    assert pair(words(np.zeros(50, dtype=int)), words(np.arange(50) % 2)) == 0.0
    assert pair(Numbers("a", np.arange(9.0)), Numbers("b", np.arange(9.0))) == 0.0


def test_the_strongest_pairs_come_first_with_what_their_pictures_need() -> None:
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 2, 100)
    x = rng.normal(size=100)
    columns = [
        Numbers("x", x),
        Numbers("line", 2.0 * x + 0.2 * rng.normal(size=100)),
        Words("sex", codes, ("f", "m")),
        Words("title", np.where(rng.random(100) < 0.95, codes, 1 - codes), ("Ms", "Mr")),
        Numbers("size", 3.0 * codes + rng.normal(size=100)),
        Numbers("noise", rng.normal(size=100)),
    ]
    found = strongest_pairs(columns, strengths(columns))
    assert [one.strength for one in found] == sorted((one.strength for one in found), reverse=True)
    sketches = {frozenset(one.names): one.sketch for one in found}
    assert isinstance(sketches[frozenset({"x", "line"})], Dots)
    counts, spreads = sketches[frozenset({"sex", "title"})], sketches[frozenset({"sex", "size"})]
    assert isinstance(counts, Counts)
    assert isinstance(spreads, Spreads)
    assert sum(map(sum, counts.counts)) == 100
    assert dict(spreads.groups)["m"].median == pytest.approx(np.median(columns[4].values[codes == 1]))
    assert not any("noise" in one.names for one in found)
