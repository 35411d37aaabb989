"""The bound of preferent compression: how likely is it that one more example would have mattered?"""

from typing import ClassVar

import numpy as np
from scipy.optimize import brentq
from scipy.special import gammaln, logsumexp

from drupe.bounds.base import Bound
from drupe.bounds.concentration.rounding import upward
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.arrays import Vector
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.touching import Touching

SAFE = 1e-9
"""By how much the logarithm of the sum is driven above zero: more than its terms can be wrong."""

USUAL = 0.05
"""The δ for which the preferred m is best."""


def change_probability(kept: int, n: int, delta: float, foreseen: float | None = None) -> float:
    """The ε with Σ_{m=kept}^{n−1} μₘ C(m, kept)/C(n, kept) (1 − ε)^{−(n−m)} = 1, rounded up; Σ μₘ = δ.

    Where `kept` of n examples are kept, one more example changes what is kept with a probability above ε in at most a
    fraction δ of all samples.

    Parameters
    ----------
    kept, n
        Examples that are kept, and all of them.
    delta
        δ.
    foreseen
        Share of kept examples that one expects: half of δ goes to the m that serves it best, the rest evenly to all m.
        None for δ/n each. It has to be fixed beforehand; whatever share comes out, the limit holds.

    Notes
    -----
    Why: let F_k be the law of that probability v where k examples are all kept. Among m examples, k are kept with
    probability C(m, k) ∫ (1 − v)^{m−k} dF_k, and these add up to one for every m. By the equation, C(n, k)(1 − v)^{n−k}
    is at most Σ μₘ C(m, k)(1 − v)^{m−k} for all v ≥ ε_k. Integrated over v > ε_k and summed over k, the left side is
    the probability of failure, and the right side is at most Σ μₘ.

    One m = n − j gives −ln(1 − ε) ≈ −ln(1 − p) + ln(1/δ)/j + jp/(2n(1 − p)) for a share p of kept examples, least at
    j = √(2 n ln(1/δ) (1 − p)/p): about p + √(2 p (1 − p) ln(1/δ)/n), without the price ln n of even weights. Here j is
    that of δ = 0.05 whatever δ is, so that a smaller δ never gives a smaller ε.

    Examples
    --------
    >>> round(change_probability(0, 1, 0.05), 9), change_probability(5, 5, 0.05)
    (0.95, 1.0)
    >>> round(change_probability(100, 200, 0.05), 3), round(change_probability(100, 200, 0.05, foreseen=0.5), 3)
    (0.61, 0.593)

    References
    ----------
    [Campi23]_, section 3, place not checked (the function Ψ and the bound under preference, for even weights); other
    weights are derived here.
    """
    if kept >= n:
        return 1.0
    gone = np.arange(1, n - kept + 1)
    # ln C(n − j, k) − ln C(n, k); the factorials of k cancel.
    ratios = gammaln(n - gone + 1) - gammaln(n - gone - kept + 1) - gammaln(n + 1) + gammaln(n - kept + 1)
    terms = _weights(n, delta, foreseen)[: n - kept] + ratios

    def excess(t: float) -> float:
        return float(logsumexp(terms + gone * t)) - SAFE

    # ε > kept/n always; one term of the sum alone reaches one below this t = −ln(1 − ε).
    high = float(-terms[-1] / gone[-1]) + 1.0
    rate = brentq(excess, 0.0, high, xtol=1e-14)
    return min(1.0, upward(-np.expm1(-float(rate))))


def _weights(n: int, delta: float, foreseen: float | None) -> Vector:
    """ln μ_{n−j} for j = 1, ..., n."""
    if foreseen is None:
        return np.full(n, np.log(delta / n))
    weights: Vector = np.full(n, np.log(0.5 * delta / n))
    best = round(np.sqrt(2.0 * n * np.log(1.0 / USUAL) * (1.0 - foreseen) / foreseen))
    place = min(n, max(1, best)) - 1
    weights[place] = np.logaddexp(weights[place], np.log(0.5 * delta))
    return weights


class PreferentCompression(Bound[Touching]):
    """Risk ≤ P[a new example would be kept too] ≤ ε(kept), about kept/n + O(√kept / n).

    No price for the choice of which examples are kept, unlike in classical compression bounds. Its limit is that an
    example inside the margin counts like an error.

    Notes
    -----
    Assumptions: examples that are not kept can be taken away, one or all, and the learner keeps the same ones; several
    examples that change nothing one by one change nothing together; a new example that the rule gets wrong would be
    kept. All hold for support vector machines with a fixed kernel and a fixed price of slack.

    Examples
    --------
    >>> round(PreferentCompression().risk(Touching(kept=20, n=200), delta=0.05), 4)
    0.1721

    References
    ----------
    [Campi23]_, section 3 and section 5, place not checked (support vector machines).
    """

    witness = Touching
    subject = Subject.FITTED
    assumptions = frozenset(
        {Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.COMPRESSION, Assumption.OPTIMUM}
    )
    source = Citation("Campi23", "section 3")
    rises_with: ClassVar[tuple[str, ...]] = ("kept",)
    falls_with: ClassVar[tuple[str, ...]] = ("n",)

    def _risk(self, witness: Touching, delta: float) -> float:
        return change_probability(witness.kept, witness.n, delta)

    def worlds(self) -> tuple[World[Touching], ...]:
        """Extreme points, for which P[change] is known and the bound is nearly tight; and a machine with noise."""
        return (
            World("the largest of 50 numbers", lambda rng: _largest(rng, kept=1, n=50)),
            World("the twenty largest of 60 numbers", lambda rng: _largest(rng, kept=20, n=60)),
            World("the larger half of 60 numbers", lambda rng: _largest(rng, kept=30, n=60)),
            World("all but one of nine numbers", lambda rng: _largest(rng, kept=8, n=9)),
            World("a box around 80 points in ten dimensions", _box),
            World("a margin machine whose inputs are all alike, a fifth of the labels flipped", _coin),
        )


def _largest(rng: np.random.Generator, kept: int, n: int) -> Outcome[Touching]:
    """Uniform numbers; one more is kept if it exceeds the smallest that is."""
    return Outcome(Touching(kept, n), 1.0 - float(np.sort(rng.random(n))[-kept]))


def _box(rng: np.random.Generator) -> Outcome[Touching]:
    """A point counts as an error outside the smallest box around the others; its sides touch at most 20 points."""
    points = rng.random((80, 10))
    kept = len({*points.argmin(axis=0).tolist(), *points.argmax(axis=0).tolist()})
    return Outcome(Touching(kept, 80), 1.0 - float(np.prod(np.ptp(points, axis=0))))


def _coin(rng: np.random.Generator) -> Outcome[Touching]:
    """min ½w² + Σ max(0, 1 − yᵢ w): all of the minority, and as many of the majority and one more, hold w at ±1."""
    n, p = 100, 0.2
    wrong = int(rng.binomial(n, p))
    minority = min(wrong, n - wrong)
    return Outcome(Touching(min(n, 2 * minority + 1), n), p if wrong <= n - wrong else 1.0 - p)
