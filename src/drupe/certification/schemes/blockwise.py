"""Test on a large block, then learn from it too: two or three machines instead of one."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone

from drupe.bounds.blockwise_validation import BlockwiseValidation, block_tilt
from drupe.certification.certificate import Certificate
from drupe.certification.constant_rule import fitted_on
from drupe.certification.schemes.foresight import foreseen_error
from drupe.certification.schemes.learned import Examples, Learned, errors
from drupe.certification.schemes.random_rule import RandomRule
from drupe.certification.schemes.trust import trusted
from drupe.foundation.parameters import Checked, Interval, ranged, whole
from drupe.witness.blockwise import Blockwise


@dataclass(frozen=True)
class BlockwiseScheme(Checked):
    """The rule draws one of a few successive machines, each as often as it was tested.

    Between one test on held-out examples and progressive validation in many steps; about as good as the former, with a
    rule that has seen more examples.

    Parameters
    ----------
    start
        Part of the examples that the first machine learns from.
    blocks
        How many machines there are; the others learn from the blocks before theirs too.
    folds
        Of the cross-validation inside the first part that foresees the error, to set the tilt.

    References
    ----------
    [Blum99]_, section 3.
    """

    start: float = ranged(Interval(0.0, 1.0, closed_low=False), 0.4)
    blocks: int = whole(1, 2)
    folds: int = whole(2, 5)

    def learn(self, learner: Any, sample: Examples, rng: np.random.Generator, delta: float) -> Learned:
        """One fit for each block, and a few to foresee the error."""
        n = len(sample)
        cut = min(n - 1, max(2, round(self.start * n)))
        order = rng.permutation(n)
        tests = np.array_split(order[cut:], min(self.blocks, n - cut))
        sizes = tuple(len(block) for block in tests)
        tilt = block_tilt(foreseen_error(learner, sample, order[:cut], self.folds), sizes, delta)
        machines: list[Any] = []
        wrong, seen = 0, order[:cut]
        for block in tests:
            part = sample.take(np.sort(seen))
            machines.append(fitted_on(clone(learner), part.X, part.labels))
            wrong += int(errors(machines[-1], sample.take(block)).sum())
            seen = np.concatenate([seen, block])
        rule = RandomRule(machines, np.array(sizes) / sum(sizes), int(rng.integers(2**63)))
        bound = BlockwiseValidation()
        certificate = Certificate.of(bound, Blockwise(wrong, sizes, tilt), delta, trusted(bound))
        return Learned(rule, certificate, tuple(machines))
