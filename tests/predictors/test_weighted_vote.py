"""Votes: sums, margins and stages against plain arithmetic."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.predictors.weighted_vote import ClassVote, WeightedVote
from drupe.rules.rule_list import RuleList
from drupe.rules.stumps import Stumps

X = np.arange(6.0)[:, None]
NEW = Vectors.of(X)
WEIGHTS = np.array([3.0, 1.0, 2.0])
STUMPS = Stumps(np.zeros(3, int), np.array([0.5, 2.5, 4.5]), np.ones(3), -np.ones(3), NEW)
SAID = np.where(np.array([0.5, 2.5, 4.5]) >= X, 1.0, -1.0)
SIGNS = np.array([1.0, 1.0, -1.0, 1.0, -1.0, -1.0])


class Fixed:
    """A rule that says what it was told to."""

    def __init__(self, said: np.ndarray):
        self.said = said

    def values(self, inputs: Vectors) -> np.ndarray:
        return self.said[inputs.array[:, 0].astype(int)]


@pytest.mark.spec("S.V01", "S.V11")
def test_vote_is_a_convex_combination_with_margins_between_minus_one_and_one() -> None:
    for rules in (STUMPS, RuleList(tuple(Fixed(column) for column in SAID.T), NEW)):
        vote = WeightedVote(rules, WEIGHTS)
        np.testing.assert_allclose(vote.decision(NEW)[:, 0], SAID @ WEIGHTS)
        np.testing.assert_allclose(vote.margins(NEW, SIGNS), SIGNS * (SAID @ WEIGHTS) / 6.0)
        np.testing.assert_allclose(vote.staged(NEW), np.cumsum(SAID * WEIGHTS, axis=1))
        np.testing.assert_allclose(vote.first(2).decision(NEW)[:, 0], SAID[:, :2] @ WEIGHTS[:2])
        assert (vote.length, vote.outputs, len(vote.space)) == (6.0, 1, 0)


def test_vote_of_nobody() -> None:
    vote = WeightedVote(STUMPS.first(0), np.empty(0))
    assert vote.margins(NEW, SIGNS).tolist() == [0.0] * 6
    assert vote.decision(NEW).ravel().tolist() == [0.0] * 6


def test_weights_are_one_each_and_not_negative() -> None:
    for weights in (np.ones(2), np.array([1.0, -1.0, 1.0])):
        with pytest.raises(InputError, match="as many weights"):
            WeightedVote(STUMPS, weights)
        with pytest.raises(InputError, match="as many weights"):
            ClassVote(STUMPS, weights, 3)


def test_votes_of_classes() -> None:
    named = np.array([[0, 1, 1], [2, 2, 2], [0, 1, 2], [1, 1, 0], [0, 0, 0], [2, 1, 2]], dtype=np.float64)
    vote = ClassVote(RuleList(tuple(Fixed(column) for column in named.T), NEW), WEIGHTS, 3)
    expected = np.zeros((6, 3))
    for i, t in np.ndindex(6, 3):
        for c in range(3):
            expected[i, c] += WEIGHTS[t] * (1.0 if named[i, t] == c else -0.5)
    np.testing.assert_allclose(vote.decision(NEW), expected, atol=1e-14)
    np.testing.assert_allclose(vote.staged(NEW)[:, -1], expected, atol=1e-14)
    np.testing.assert_allclose(vote.decision(NEW).sum(axis=1), 0.0, atol=1e-14)
    # Shares of the weight: 3 of 6 for class 0 and 3 for class 1; all for class 2; ...
    assert vote.margins(NEW, np.array([0, 2, 1, 0, 1, 2])).tolist() == pytest.approx([0, 1, -2 / 6, -2 / 6, -1, 4 / 6])
