"""Measures are those of scikit-learn; their intervals hold, and a class is rare where it should be."""

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn.metrics import accuracy_score, balanced_accuracy_score, mean_absolute_error, precision_score, recall_score

from drupe.analysis.class_outcomes import ClassOutcomes
from drupe.analysis.limits import mean_share_limits, share_limits
from drupe.analysis.measure import Accuracy, BalancedAccuracy, MeanError, measure_for
from drupe.analysis.task import Task


@pytest.fixture(scope="module")
def answers():
    rng = np.random.default_rng(0)
    truth = rng.choice(["a", "b", "c"], 400, p=[0.8, 0.17, 0.03])
    said = np.array([np.where(rng.random(400) < keep, truth, rng.permutation(truth)) for keep in (0.0, 0.5, 0.9)])
    return truth, said


def test_values_are_those_of_scikit_learn(answers):
    truth, said = answers
    for measure, peer in ((Accuracy(), accuracy_score), (BalancedAccuracy(), balanced_accuracy_score)):
        assert measure.values(said, truth) == pytest.approx([peer(truth, one) for one in said], abs=1e-15)
    numbers, guesses = np.arange(5.0), np.arange(10.0).reshape(2, 5) ** 2
    expected = [mean_absolute_error(numbers, one) for one in guesses]
    assert MeanError().values(guesses, numbers) == pytest.approx(expected)
    assert MeanError().best_place(np.array([2.0, 1.0, 1.0])) == 1
    assert Accuracy().best_place(np.array([0.5, 0.7, 0.7])) == 1


def test_recall_and_precision_are_those_of_scikit_learn(answers):
    truth, said = answers
    for one in said:
        found = ClassOutcomes.of(truth, one)
        labels = [each.label for each in found.each]
        recalls = recall_score(truth, one, labels=labels, average=None)
        assert [each.recall for each in found.each] == pytest.approx(recalls.tolist())
        precisions = precision_score(truth, one, labels=labels, average=None)
        assert [each.precision for each in found.each] == pytest.approx(precisions.tolist())
        assert found.balanced_accuracy == pytest.approx(balanced_accuracy_score(truth, one))
        for each in found.each:
            for hits, n, limits in (
                (each.found, each.n, each.recall_interval),
                (each.found, each.said, each.precision_interval),
            ):
                exact = binomtest(hits, n).proportion_ci(0.95, "exact")
                assert limits == pytest.approx((exact.low, exact.high), abs=1e-9)


def test_classes_without_rows_or_answers_have_no_shares():
    found = ClassOutcomes.of(np.array(["a", "a"]), np.array(["a", "b"]), np.array(["c"]))
    a, b, c = found.each
    assert (b.recall, b.recall_interval, b.precision) == (None, None, 0.0)
    assert (c.recall, c.precision, c.precision_interval) == (None, None, None)
    assert found.balanced_accuracy == a.recall == 0.5


@pytest.mark.parametrize(
    ("counts", "recalls"),
    [
        ((970, 30), (0.98, 0.7)),
        ((500, 3), (0.99, 0.6)),
        ((200, 40, 5), (0.9, 0.8, 0.95)),
        ((300, 2), (1.0, 0.9)),
        ((20, 20, 20, 20, 20, 20), (0.9, 0.9, 0.8, 0.7, 0.6, 0.5)),
    ],
)
def test_limits_of_a_mean_of_shares_hold_as_often_as_they_say(counts, recalls):
    rng, mean, trials = np.random.default_rng(1), np.mean(recalls), 400
    hits = rng.binomial(counts, recalls, size=(trials, len(counts)))
    limits = np.array([mean_share_limits(one, np.array(counts)) for one in hits])
    missed = ((limits[:, 0] > mean + 1e-12) | (limits[:, 1] < mean - 1e-12)).sum()
    # 33 of 400 are seen with probability 1/1000 where intervals miss in 5 % of all cases.
    assert missed <= 33


def test_limits_of_one_share_are_exact_and_of_several_no_wider_than_the_limits_of_all():
    assert mean_share_limits(np.array([7]), np.array([9])) == pytest.approx(share_limits(7, 9))
    low, high = mean_share_limits(np.array([2, 90]), np.array([2, 100]))
    each = np.array([share_limits(2, 2), share_limits(90, 100)])
    assert each[:, 0].mean() <= low < 0.95 < high <= each[:, 1].mean()


@pytest.mark.parametrize(
    ("counts", "rare"),
    [
        ({"no": 99, "yes": 1}, True),
        ({"no": 97, "yes": 3}, True),
        ({"no": 901, "yes": 99}, True),
        ({"no": 90, "yes": 10}, False),
        ({"a": 30, "b": 30, "c": 30, "d": 10}, False),
        ({"a": 30, "b": 30, "c": 30, "d": 9}, True),
        (dict.fromkeys(range(20), 50), False),
        ({**dict.fromkeys(range(20), 50), "x": 20}, True),
    ],
)
def test_a_class_is_rare_below_a_tenth_unless_all_are_alike(counts, rare):
    assert isinstance(measure_for(Task.CLASSES, counts), BalancedAccuracy if rare else Accuracy)
    assert measure_for(Task.QUANTITY, counts) == MeanError()


def test_the_reason_names_the_class():
    assert measure_for(Task.CLASSES, {"no": 97, "yes": 3}).why == "class yes has 3 % of the rows"
    assert "less than 0.1 %" in measure_for(Task.CLASSES, {0: 99_999, 1: 3}).why
    assert Accuracy().why == ""
