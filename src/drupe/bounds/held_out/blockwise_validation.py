"""Progressive validation in a few blocks: a learner that may change only so often can profit from luck only so much."""

import math
from collections.abc import Callable
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.block_budget import block_budget
from drupe.bounds.concentration.rounding import upward
from drupe.bounds.held_out.progressive_validation import tilt_for
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.blockwise import Blockwise


class BlockwiseValidation(Bound[Blockwise]):
    """Mean risk of the successive rules ≤ (1 − exp(−(s·errors + L)/n)) / (1 − e^{−s}), L ≤ ln(1/δ) for these blocks.

    The rule that is certified draws one of the successive rules for every prediction, each as often as it was tested.
    For one block this is nearly the exact binomial limit, for many blocks progressive validation; three blocks lie
    half-way between.

    Notes
    -----
    Why: −ln(1 − pc) is convex in p, so that −n ln(1 − pc) of the mean risk p is at most the sum over blocks, which
    exceeds s·errors + L with probability δ at most, whatever each rule makes of the blocks before it.

    Examples
    --------
    >>> seen = Blockwise(errors=12, sizes=(40, 40, 40), tilt=0.6)
    >>> round(BlockwiseValidation().risk(seen, delta=0.05), 3)
    0.171

    References
    ----------
    [Blum99]_, section 3 (the estimate); the game against the learner is derived here.
    """

    witness = Blockwise
    subject = Subject.GIBBS
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FRESH})
    source = Citation("Blum99", "section 3")
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)
    rule: ClassVar[str] = "the rule that asks one of the successive machines, drawn anew for each answer,"

    def _risk(self, witness: Blockwise, delta: float) -> float:
        spent = witness.tilt * witness.errors + block_budget(witness.sizes, witness.tilt, delta)
        return upward(-math.expm1(-upward(spent / witness.n)) / -math.expm1(-witness.tilt))

    def worlds(self) -> tuple[World[Blockwise], ...]:
        """A learner that stands still, one that improves, and one that becomes perfect as soon as luck favors it."""
        return (
            World("rules of risk 0.2", _world(lambda seen, errors: 0.2)),
            World("risk that falls from 0.5 to 0.2", _world(lambda seen, errors: 0.5 / (1.0 + 0.015 * seen))),
            World("a learner that stops while it is ahead", _world(_quitter)),
        )


def block_tilt(rate: float, sizes: tuple[int, ...], delta: float) -> float:
    """A good tilt if the share of errors turns out as foreseen: the fewer blocks, the less than for single predictions.

    >>> block_tilt(0.1, (50, 50), 0.05) < tilt_for(0.1, 100, 0.05)
    True
    """
    return SHARE * tilt_for(rate, sum(sizes), delta)


SHARE = 0.75
"""Of the tilt for single predictions; between one half and one the bound hardly changes."""


def _quitter(seen: int, errors: int) -> float:
    return 0.0 if 0.3 * seen - errors > 0.6 * math.sqrt(0.21 * max(seen, 1)) and seen else 0.3


def _world(risk: Callable[[int, int], float]) -> Callable[[np.random.Generator], Outcome[Blockwise]]:
    def draw(rng: np.random.Generator) -> Outcome[Blockwise]:
        sizes, errors, total = (50, 40, 30), 0, 0.0
        for place, size in enumerate(sizes):
            p = risk(sum(sizes[:place]), errors)
            total += size * p
            errors += int(rng.binomial(size, p))
        return Outcome(Blockwise(errors, sizes, tilt=0.4), total / sum(sizes))

    return draw
