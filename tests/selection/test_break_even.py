"""Break-even points by hand, by scanning all thresholds, and under equal scores."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import precision_recall_curve

from drupe.foundation.errors import InputError
from drupe.selection.break_even import BreakEven, expected_hits


@pytest.mark.spec("C.G06", "C.G04")
def test_by_hand():
    scores = np.array([[0.9, 0.1], [0.8, 0.7], [0.3, 0.6], [0.2, 0.2]])
    truth = np.array([[1, 0], [0, 1], [1, 1], [0, 0]])
    found = BreakEven.of(scores, truth)
    assert found.labels.tolist() == [0.5, 1.0]
    assert found.micro == 3 / 4
    assert found.macro == 3 / 4
    # All scores in one ranking: .9 (yes), .8 (no), .7 (yes), .6 (yes).
    assert found.pooled == 3 / 4


def test_one_threshold_is_spoiled_by_unlike_scales_and_own_ones_are_not():
    rng = np.random.default_rng(0)
    truth = rng.random((200, 2)) < 0.3
    scores = truth + rng.normal(size=(200, 2)) * 0.5
    plain, scaled = BreakEven.of(scores, truth), BreakEven.of(scores * [1.0, 100.0] + [0.0, 500.0], truth)
    assert scaled.micro == plain.micro
    assert scaled.pooled < plain.pooled - 0.1


def test_precision_equals_recall_at_the_cut():
    rng = np.random.default_rng(1)
    truth = rng.random(100) < 0.4
    scores = truth + rng.normal(size=100)
    precision, recall, _ = precision_recall_curve(truth, scores)
    where = np.argmin(np.abs(precision - recall)[recall > 0])
    assert BreakEven.of(scores[:, None], truth[:, None]).micro == pytest.approx(precision[where])


@given(st.lists(st.tuples(st.integers(0, 2), st.booleans()), min_size=1, max_size=6))
def test_equal_scores_count_by_expectation_over_all_orders(pairs):
    scores, truth = np.array([float(a) for a, _ in pairs]), np.array([b for _, b in pairs])
    count, hits = truth.sum(), []
    for order in permutations(range(len(pairs))):
        ranked = sorted(order, key=lambda i: -scores[i])
        hits.append(truth[ranked[:count]].sum())
    assert expected_hits(scores, truth) == pytest.approx(np.mean(hits))


def test_labels_without_positives_take_no_part():
    found = BreakEven.of(np.array([[1.0, 1.0], [0.0, 2.0]]), np.array([[1, 0], [0, 0]]))
    assert found.macro == 1.0
    assert np.isnan(found.labels[1])
    with pytest.raises(InputError, match="positive example"):
        BreakEven.of(np.zeros((2, 1)), np.zeros((2, 1)))
    with pytest.raises(InputError, match=r"\(2, 1\)"):
        BreakEven.of(np.zeros((2, 1)), np.ones((2, 2)))
