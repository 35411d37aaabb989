"""Progressive validation: every example tests the rule of that moment, then helps to train the next one."""

import math
from collections.abc import Callable
from typing import ClassVar

import numpy as np
from scipy.optimize import minimize_scalar

from drupe.bounds.base import Bound
from drupe.bounds.concentration.rounding import upward
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.progressive import Progressive


class ProgressiveValidation(Bound[Progressive]):
    """Mean risk of the successive rules ≤ (1 − exp(−(s·errors + ln 1/δ)/n)) / (1 − e^{−s}).

    The rule that is certified draws one of the successive rules at random for every prediction.

    Notes
    -----
    Why: with pₜ the risk of the t-th rule and Xₜ its error, Πₜ e^{−sXₜ} / (1 − pₜ(1 − e^{−s})) has mean one, whatever
    the rules make of the past, so that it exceeds 1/δ with probability at most δ; and −ln(1 − pc) is convex in p.
    For several orders of the examples the mean of the logarithms serves, by convexity of exp. The binomial limit of one
    test does not serve in its place, not even at δ/2: a learner that becomes perfect as soon as its mean risk so far
    lies above that limit exceeds it several times too often. With a few large blocks less is at stake, and
    `BlockwiseValidation` is smaller.

    Examples
    --------
    >>> round(ProgressiveValidation().risk(Progressive(errors=10, n=100, tilt=0.7), delta=0.05), 4)
    0.189

    References
    ----------
    [Blum99]_, section 3 (the estimate); [Freedman75]_, section 1 (exponential supermartingales).
    """

    witness = Progressive
    subject = Subject.GIBBS
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FRESH})
    source = Citation("Blum99", "section 3")
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)
    rule: ClassVar[str] = "the rule that asks one of the successive machines, drawn anew for each answer,"

    def _risk(self, witness: Progressive, delta: float) -> float:
        spent = witness.tilt * witness.errors + math.log(1.0 / delta)
        return upward(-math.expm1(-upward(spent / witness.n)) / -math.expm1(-witness.tilt))

    def worlds(self) -> tuple[World[Progressive], ...]:
        """A learner that stands still, one that improves, and one that becomes perfect as soon as luck favors it."""
        return (
            World("rules of risk 0.2", _world(lambda t, errors: 0.2)),
            World("risk that falls from 0.5 to 0.1", _world(lambda t, errors: 0.1 + 0.4 / (1.0 + 0.1 * t))),
            World("a learner that stops while it is ahead", _world(_quitter)),
        )


def tilt_for(rate: float, n: int, delta: float) -> float:
    """The tilt that makes the bound smallest if the share of errors turns out as foreseen.

    >>> tilt_for(0.5, 1000, 0.05) < tilt_for(0.01, 1000, 0.05)
    True
    """

    def bound(logarithm: float) -> float:
        tilt = math.exp(logarithm)
        return math.expm1(-(tilt * rate * n + math.log(1.0 / delta)) / n) / math.expm1(-tilt)

    return math.exp(float(minimize_scalar(bound, bounds=(-6.0, 3.0), method="bounded").x))


def _quitter(t: int, errors: int) -> float:
    ahead = 0.25 * t - errors > 2.0 * math.sqrt(max(t, 10) * 0.1875)
    return 0.0 if ahead else 0.25


def _world(risk: Callable[[int, int], float]) -> Callable[[np.random.Generator], Outcome[Progressive]]:
    def draw(rng: np.random.Generator) -> Outcome[Progressive]:
        n, errors, total = 150, 0, 0.0
        chances = rng.random(n)
        for t in range(n):
            p = risk(t, errors)
            total += p
            errors += int(chances[t] < p)
        return Outcome(Progressive(errors, n, tilt=0.6), total / n)

    return draw
