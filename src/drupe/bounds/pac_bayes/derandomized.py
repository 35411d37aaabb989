"""From rules around the fitted one to itself: where it errs, most of its neighbors at least come close to it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import ndtr

from drupe.bounds.base import Bound
from drupe.bounds.pac_bayes.gaussian import LONGEST
from drupe.bounds.pac_bayes.kl_moment import pac_bayes_kl
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.directions import Direction

SHIFTS = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5)
"""Shifts of the margin that are tried; fixed before any data."""


@dataclass(frozen=True)
class Derandomized(Bound[Direction]):
    """Risk of w ≤ min over τ of kl⁻¹(mean Φ(τ − μ mᵢ), (μ²/2 + ln(ξ(n) choices/δ)) / n) / Φ(τ).

    Where w errs, a rule from N(μ w, I) has margin at most τ with probability Φ(τ) or more; τ = 0 is the well-known
    factor two. The length μ is free, the shift pays for the number of those tried.

    Parameters
    ----------
    shifts
        The values of τ, fixed beforehand.

    Examples
    --------
    >>> seen = Direction(np.full(1000, 0.8), scale=3.0)
    >>> round(Derandomized().risk(seen, delta=0.05), 3)
    0.03

    References
    ----------
    [Langford05]_, section 5, place not checked (rules around a direction), after [Langford03]_; [Biggs22]_
    (derandomization by margins).
    """

    shifts: tuple[float, ...] = SHIFTS

    witness: ClassVar[type[Direction]] = Direction
    subject: ClassVar[Subject] = Subject.FITTED
    assumptions: ClassVar[frozenset[Assumption]] = frozenset(
        {Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.PRIOR}
    )
    source: ClassVar[Citation] = Citation("Langford05", "section 5")
    weight: ClassVar[float] = 1.0
    rises_with: ClassVar[tuple[str, ...]] = ("choices",)

    def _risk(self, witness: Direction, delta: float) -> float:
        share = delta / (witness.choices * len(self.shifts))
        return min(_best(witness, shift, share) for shift in self.shifts)

    def worlds(self) -> tuple[World[Direction], ...]:
        """One feature, labels flipped with known probability, the majority's direction."""
        return tuple(World(f"labels flipped with probability {p}", _majority(p)) for p in (0.0, 0.1, 0.4))


def _best(witness: Direction, shift: float, delta: float) -> float:
    """The bound for one shift, at the best length of the mean."""

    def value(logarithm: float) -> float:
        length = float(np.exp(logarithm))
        rate = float(ndtr(shift - length * witness.margins).mean())
        return pac_bayes_kl(rate, 0.5 * length**2, witness.n, delta) / float(ndtr(shift))

    found = minimize_scalar(value, bounds=(np.log(0.05), np.log(LONGEST)), method="bounded", options={"xatol": 1e-2})
    return float(found.fun)


def _majority(p: float) -> Callable[[np.random.Generator], Outcome[Direction]]:
    def draw(rng: np.random.Generator) -> Outcome[Direction]:
        signs = np.where(rng.random(300) < p, -1.0, 1.0)
        side = 1.0 if signs.sum() >= 0 else -1.0
        return Outcome(Direction(side * signs, 2.0), p if side > 0 else 1.0 - p)

    return draw
