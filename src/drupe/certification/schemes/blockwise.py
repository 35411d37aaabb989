"""Test on a large block, then learn from it too: two or three machines instead of one."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from drupe.bounds.held_out.blockwise_validation import BlockwiseValidation, block_tilt
from drupe.certification.certificate import Certificate
from drupe.certification.schemes.foreseen_error import foreseen_error
from drupe.certification.schemes.learned import Examples, Learned
from drupe.certification.schemes.random_rule import RandomRule
from drupe.certification.schemes.successive import successive
from drupe.certification.schemes.trust import trusted
from drupe.foundation.lots import Lots
from drupe.foundation.parameters import Checked, Interval, ranged, whole
from drupe.witness.blockwise import Blockwise


@dataclass(frozen=True)
class BlockwiseScheme(Checked):
    """The rule draws one of a few successive machines anew for every answer, each as often as it was tested.

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

    at_random: ClassVar[bool] = True

    def learn(self, learner: Any, sample: Examples, rng: np.random.Generator, delta: float) -> Learned:
        """One fit for each block, and a few to foresee the error."""
        n = len(sample)
        cut = sample.share(self.start, least=2)
        order = rng.permutation(n)
        tests = np.array_split(order[cut:], min(self.blocks, n - cut))
        sizes = tuple(len(block) for block in tests)
        tilt = block_tilt(foreseen_error(learner, sample, order[:cut], self.folds), sizes, delta)
        machines, wrong = successive(learner, sample, order[:cut], tests)
        rule = RandomRule(machines, np.array(sizes) / sum(sizes), Lots.planted(rng))
        bound = BlockwiseValidation()
        certificate = Certificate.of(bound, Blockwise(wrong, sizes, tilt), delta, trusted(bound))
        return Learned(rule, certificate, tuple(machines))
