"""Rounds chosen by examples that come next: who learns from whom, and what is added up."""

from itertools import pairwise

import numpy as np
import pytest

from drupe.estimators.boosting.progressive_rounds import ProgressiveRounds, examples_in_order
from drupe.estimators.sample import Sample
from drupe.foundation.errors import ParameterError
from drupe.inputs import Vectors
from drupe.predictors.weighted_vote import WeightedVote
from drupe.rules.stumps import Stumps


def sample(n: int, targets: np.ndarray | None = None) -> Sample:
    inputs = Vectors.of(np.arange(n, dtype=np.float64)[:, None])
    codes = np.arange(n) % 2 if targets is None else targets
    return Sample(inputs, codes, np.arange(1.0, n + 1.0), np.arange(n), inputs)


def constant(rounds: int) -> WeightedVote:
    """Outputs 1, 2, ..., rounds after each round, of whatever example."""
    ones = np.ones(rounds)
    table = Stumps(np.zeros(rounds, int), np.full(rounds, np.inf), ones, ones, Vectors.of([[0.0]]))
    return WeightedVote(table, ones)


def test_every_example_after_the_first_tests_once_and_no_vote_has_seen_it() -> None:
    seen, tested = [], []

    def grow(part: Sample, number: int) -> WeightedVote:
        seen.append(set(part.positions.tolist()))
        assert number == len(seen) - 1
        return constant(2)

    def lost(outputs: np.ndarray, targets: np.ndarray) -> np.ndarray:
        tested.append(len(targets))
        return outputs

    curve = ProgressiveRounds(start=0.5, blocks=3).losses(sample(20), 4, grow, lost, lambda targets: True)
    assert [len(part) for part in seen] == [10, 14, 17]
    assert all(a < b for a, b in pairwise(seen))
    assert tested == [4, 3, 3]
    assert curve.tolist() == [1.0, 2.0, 2.0, 2.0]  # a vote that ended stays as it was


def test_losses_are_weighted_means() -> None:
    def lost(outputs: np.ndarray, targets: np.ndarray) -> np.ndarray:
        return targets[:, None] * np.ones_like(outputs)

    given = sample(30)
    order = examples_in_order(given)
    curve = ProgressiveRounds().losses(given, 1, lambda part, number: constant(1), lost, lambda targets: True)
    rest = order[10:]
    assert curve[0] == pytest.approx(np.average(given.targets[rest], weights=given.weights[rest]))


def test_first_vote_waits_until_it_can_learn() -> None:
    seen: list[int] = []

    def grow(part: Sample, number: int) -> WeightedVote:
        seen.append(len(part))
        return constant(1)

    curve = ProgressiveRounds().losses(sample(12), 1, grow, lambda out, _: out, lambda targets: len(targets) >= 9)
    assert seen[0] == 9
    assert len(curve) == 1
    nothing = ProgressiveRounds().losses(sample(12), 1, grow, lambda out, _: out, lambda targets: False)
    assert nothing.tolist() == []


def test_order_depends_on_the_targets_alone() -> None:
    one, same = sample(50), sample(50)
    np.testing.assert_array_equal(examples_in_order(one), examples_in_order(same))
    assert sorted(examples_in_order(one)) == list(range(50))
    other = sample(50, np.arange(50) % 3)
    assert not np.array_equal(examples_in_order(one), examples_in_order(other))
    real, slightly = sample(50, np.linspace(0.0, 0.9, 50)), sample(50, np.linspace(0.0, 0.8, 50))
    assert not np.array_equal(examples_in_order(real), examples_in_order(slightly))


def test_ranges() -> None:
    for settings in ({"start": 0.0}, {"start": 1.0}, {"blocks": 0}):
        with pytest.raises(ParameterError):
            ProgressiveRounds(**settings)
