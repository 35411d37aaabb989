"""How many labels are wrong? The flip rate under which the labels are most probable."""

import numpy as np
from scipy.optimize import minimize_scalar

from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.solvers.expectation_propagation import ExpectationPropagation, GaussianBelief
from drupe.solvers.solution import Stop

LOOKED_AT = 400
"""Examples from which the rate is estimated, at most; more would make it only more precise."""

TRIED = (0.01, 0.03, 0.1, 0.2, 0.35)
"""Rates among which the search begins."""

LARGEST = 0.45
"""Above it the labels say next to nothing."""

ROUGHLY, ROUNDS = 1e-3, 100
"""Tolerance and rounds of expectation propagation while rates are compared."""

UNBELIEVABLE = 1e300
"""Surprise at labels that a rate cannot explain; finite, for the search's sake."""


def flip_rate(gram: Gram, signs: Vector, generator: np.random.Generator) -> float:
    """argmax over θ of P(labels | θ), by expectation propagation on at most a few hundred examples.

    Where the labels can be explained without noise it ends near, but above, zero. Where the kernel can explain any
    labelling equally well (a Gram that is all diagonal) every rate is as good as every other, and it says nothing.

    References
    ----------
    [Minka01]_, chapter 5; [Graepel02]_, section 8.3 (the noise model).
    """
    if len(gram) > LOOKED_AT:
        index = np.sort(generator.choice(len(gram), LOOKED_AT, replace=False))
        gram, signs = gram.take(index), signs[index]
    lowest = 0.25 / len(gram)
    grid = [lowest, *(rate for rate in TRIED if rate > lowest)]
    beliefs = [_belief(gram, signs, rate) for rate in grid]
    values = [_surprise(belief) for belief in beliefs]
    best = int(np.argmin(values))
    nearby = beliefs[best]

    def surprise(log_rate: float) -> float:
        return _surprise(_belief(gram, signs, float(np.exp(log_rate)), nearby))

    bounds = np.log(grid[max(best - 1, 0)]), np.log(grid[best + 1] if best + 1 < len(grid) else LARGEST)
    found = minimize_scalar(surprise, bounds=bounds, method="bounded", options={"xatol": 0.05})
    return float(np.exp(found.x) if found.fun <= values[best] else grid[best])


def _belief(gram: Gram, signs: Vector, rate: float, nearby: GaussianBelief | None = None) -> GaussianBelief:
    """What is believed at this rate."""
    method = ExpectationPropagation(rate, tolerance=ROUGHLY, max_iterations=ROUNDS)
    return method.solve(gram, signs, start=None if nearby is None else nearby.sites)


def _surprise(belief: GaussianBelief) -> float:
    """−ln P(labels); labels at which the method breaks down all but contradict each other."""
    return UNBELIEVABLE if belief.stop is Stop.STALLED else -belief.log_evidence
