"""How many rounds are enough: votes of the first examples, round by round, on the examples that come next."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.estimators.prefix_machines import order_generator
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.parameters import Checked, Interval, ranged, whole
from drupe.predictors.weighted_vote import WeightedVote


@dataclass(frozen=True)
class ProgressiveRounds(Checked):
    """min over rounds t of Σ over blocks of the losses of the vote after t rounds, each trained on what came before.

    The order of the examples is drawn by a digest of their targets. Every example after the first ones tests once, so
    that nothing is held back from the fit that follows.

    Parameters
    ----------
    start
        Part of the examples that the first vote learns from.
    blocks
        How many votes are tested.

    References
    ----------
    [Blum99]_, section 3.
    """

    start: float = ranged(Interval(0.0, 1.0, closed_low=False), 1.0 / 3.0)
    blocks: int = whole(1, 5)

    def losses(
        self,
        sample: Sample,
        rounds: int,
        grow: Callable[[Sample, int], WeightedVote],
        lost: Callable[[Matrix, Any], Matrix],
        ready: Callable[[Any], bool],
    ) -> Vector:
        """The mean loss after 1, 2, ..., `rounds` rounds; empty if there is nothing to learn from and test on.

        Parameters
        ----------
        sample
            The examples.
        rounds
            How many each vote goes.
        grow
            The vote of a part of the examples; the number counts these parts.
        lost
            From outputs, a column for each round, and targets to losses.
        ready
            Whether targets are enough to learn from.
        """
        order = examples_in_order(sample)
        first = self._first(sample.targets[order], ready)
        if first >= len(order):
            return np.empty(0)
        total, tested = np.zeros(rounds), 0.0
        for part, block in enumerate(np.array_split(order[first:], min(self.blocks, len(order) - first))):
            vote = grow(sample.take(order[:first]), part)
            first += len(block)
            test = sample.take(block)
            outputs = padded(vote.staged(test.inputs), rounds)
            total += test.weights @ lost(outputs, test.targets)
            tested += float(test.weights.sum())
        return np.asarray(total / tested)

    def _first(self, targets: Any, ready: Callable[[Any], bool]) -> int:
        """How many examples the first vote learns from."""
        first = max(1, round(self.start * len(targets)))
        while first < len(targets) and not ready(targets[:first]):
            first += 1
        return first


def examples_in_order(sample: Sample) -> Index:
    """The places of the examples in the order in which they are run through."""
    targets = np.ascontiguousarray(sample.targets)
    digits = targets.view(np.int64) if targets.dtype == np.float64 else targets
    return order_generator(digits).permutation(len(targets))


def padded(outputs: Matrix, rounds: int) -> Matrix:
    """Outputs after each round; a vote that ended before stays as it was.

    >>> padded(np.array([[1.0, 2.0]]), 4).tolist(), padded(np.empty((1, 0)), 2).tolist()
    ([[1.0, 2.0, 2.0, 2.0]], [[0.0, 0.0]])
    """
    if not outputs.shape[1]:
        return np.zeros((len(outputs), rounds))
    missing = rounds - outputs.shape[1]
    return outputs if not missing else np.hstack([outputs, np.repeat(outputs[:, -1:], missing, axis=1)])
