"""How well one column alone answers: against plain loops, on honest data, and on noise."""

from collections import Counter

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_iris, load_wine

from drupe.analysis.columns.alone import EXPLAINED, FEWEST, NOTHING, alone, emptiness_alone
from drupe.analysis.columns.seen import Numbers, Words


def credit(votes: Counter, label: int) -> float:
    """1 for the right answer, a part of it among equals."""
    most = [one for one, count in votes.items() if count == max(votes.values())]
    return (label in most) / len(most)


def slow_share(values: np.ndarray, labels: np.ndarray) -> float:
    """Each row by the others with its value, else by three of the four values around it, the nearest with half more."""
    order = np.argsort(values, kind="stable")
    x, y, right = values[order], labels[order], 0.0
    for i in range(len(x)):
        same = [j for j in range(len(x)) if j != i and x[j] == x[i]]
        if same:
            right += credit(Counter(y[same].tolist()), y[i])
            continue
        around = sorted((j for j in (i - 2, i - 1, i + 1, i + 2) if 0 <= j < len(x)), key=lambda j: abs(x[j] - x[i]))
        votes: Counter = Counter(y[around[:3]].tolist())
        votes[y[around[0]]] += 0.5
        right += credit(votes, y[i])
    return right / len(x)


@pytest.mark.parametrize("decimals", [0, 12])
@pytest.mark.parametrize("classes", [2, 3])
def test_numbers_are_judged_as_plain_loops_judge(decimals: int, classes: int) -> None:
    rng = np.random.default_rng(decimals)
    labels = rng.integers(0, classes, 90)
    values = (labels + rng.normal(size=90)).round(decimals)
    assert alone(Numbers("x", values), labels).share == pytest.approx(slow_share(values, labels))


def test_words_are_judged_by_the_others_with_the_same_word() -> None:
    # A row of "a" left out leaves one of its class against two of the other: wrong. All of "b" are right. "c" is alone,
    # hears all other rows, and errs.
    places = np.array([0] * 4 + [1] * 30 + [2])
    labels = np.array([0, 0, 1, 1] + [0] * 30 + [1])
    judged = alone(Words("w", places, ("a", "b", "c")), labels)
    assert judged.share == pytest.approx(30 / 35)
    assert judged.chance == 1.0


@pytest.mark.parametrize("load", [load_iris, load_breast_cancer, load_wine, load_digits])
def test_honest_columns_are_not_suspicious(load: object) -> None:
    data = load()  # type: ignore[operator]
    judged = [alone(Numbers("x", column), data.target) for column in data.data.T]
    assert min(one.chance for one in judged) == 1.0
    assert max(one.share for one in judged) < 0.97


def test_petal_width_answers_95_percent() -> None:
    assert alone(Numbers("x", load_iris().data[:, 3]), load_iris().target).share == pytest.approx(0.953, abs=0.01)


def test_honest_columns_do_not_explain_a_quantity() -> None:
    data = load_diabetes()
    assert max(alone(Numbers("x", column), data.target).share for column in data.data.T) < 0.5


@pytest.mark.parametrize("law", [lambda x: 3.0 - 2.0 * x, np.exp, lambda x: x**3, lambda x: x + 0.01 * np.sin(40 * x)])
def test_a_quantity_in_other_units_is_explained(law: object) -> None:
    values = np.random.default_rng(0).normal(size=400)
    assert alone(Numbers("x", values), law(values)).share >= EXPLAINED  # type: ignore[operator]


def test_a_noisy_quantity_is_not() -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=400)
    assert 0.9 < alone(Numbers("x", values), values + 0.1 * rng.normal(size=400)).share < EXPLAINED


def test_the_mean_of_a_group_explains_as_worked_by_hand() -> None:
    # Two groups of twelve, each with one value: left out, each row hears its own value.
    column = Words("w", np.repeat([0, 1], 12), ("a", "b"))
    assert alone(column, np.repeat([1.0, 3.0], 12)).share == 1.0


@pytest.mark.parametrize("n", [24, 40, 100, 1000])
def test_classes_on_both_sides_of_a_cut_are_answered(n: int) -> None:
    values = np.random.default_rng(n).normal(size=n)
    judged = alone(Numbers("x", values), (values > np.median(values)).astype(int))
    assert judged.share == 1.0
    assert judged.chance < 1e-6


def test_the_chance_of_a_cut_is_that_of_all_orders() -> None:
    # 20 rows, 2 of a class: the pair is at an end in 2 of 190 orders.
    assert alone(Numbers("x", np.arange(20.0)), (np.arange(20) < 2).astype(int)).chance == pytest.approx(2 / 190)


def test_few_errors_among_few_rare_rows_do_not_count() -> None:
    rng = np.random.default_rng(0)
    labels = (np.arange(1000) < 8).astype(int)
    values = np.where(labels == 1, rng.normal(2.0, 1.0, 1000), rng.normal(0.0, 1.0, 1000))
    judged = alone(Numbers("x", values), labels)
    assert judged.share > 0.985  # as good as always saying the other class
    assert judged.chance == 1.0


def test_too_few_rows_and_one_class_say_nothing() -> None:
    few = Numbers("x", np.arange(FEWEST - 1.0))
    assert alone(few, (few.values > 5).astype(int)) == NOTHING
    assert alone(Numbers("x", np.arange(50.0)), np.zeros(50, dtype=int)) == NOTHING
    assert emptiness_alone(few, (few.values > 5).astype(int)) == NOTHING


def test_emptiness_is_judged_apart_from_values() -> None:
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 2, 200)
    column = Numbers("x", np.where(labels == 1, np.nan, rng.normal(size=200)))
    assert emptiness_alone(column, labels).share == 1.0
    assert alone(column, labels) == NOTHING  # all that have a value are of one class
    honest = Numbers("x", np.where(rng.random(200) < 0.5, np.nan, 0.0))
    assert emptiness_alone(honest, labels).chance == 1.0
