"""PAC-Bayes around a learned direction: rules drawn from a Gaussian whose mean points along the fitted one."""

from collections.abc import Callable
from typing import ClassVar

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import ndtr

from drupe.bounds.base import Bound
from drupe.bounds.pac_bayes.kl_moment import pac_bayes_kl
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.arrays import Vector
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.directions import Direction

LONGEST = 200.0
"""Length of the Gaussian's mean beyond which the divergence alone, half its square, is too dear for any sample."""


class GaussianPacBayes(Bound[Direction]):
    """kl(mean Φ(−μ mᵢ) ‖ risk) ≤ (μ²/2 + ln(ξ(n) choices/δ)) / n, for a rule drawn from N(μ w, I).

    The prior is N(0, I) in feature space, whatever its dimension; only normalized margins mᵢ enter. It holds for all
    directions w and lengths μ at once, so that both may be chosen by the data.

    Examples
    --------
    >>> seen = Direction(np.full(1000, 0.8), scale=3.0)
    >>> round(GaussianPacBayes().risk(seen, delta=0.05), 3)
    0.03

    References
    ----------
    [Langford05]_, section 5, place not checked (its corollary for margins), after [Langford03]_; [Maurer04]_, theorem
    5.
    """

    witness = Direction
    subject = Subject.GIBBS
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.PRIOR})
    source = Citation("Langford05", "section 5")
    weight: ClassVar[float] = 2.0
    rises_with: ClassVar[tuple[str, ...]] = ("choices",)

    def _risk(self, witness: Direction, delta: float) -> float:
        rate = float(ndtr(-witness.scale * witness.margins).mean())
        return pac_bayes_kl(rate, witness.divergence, witness.n, delta / witness.choices)

    def worlds(self) -> tuple[World[Direction], ...]:
        """One feature, labels flipped with known probability, rules drawn around the majority's direction."""
        return tuple(World(f"labels flipped with probability {p}", _flipped(p)) for p in (0.0, 0.1, 0.4))


def best_length(margins: Vector, choices: int, delta: float) -> float:
    """The μ that makes the bound smallest.

    >>> best_length(np.full(1000, 0.5), 1, 0.05) > best_length(np.full(100, 0.5), 1, 0.05)
    True
    """
    bound = GaussianPacBayes()

    def value(logarithm: float) -> float:
        return bound.risk(Direction(margins, float(np.exp(logarithm)), choices), delta)

    found = minimize_scalar(value, bounds=(np.log(0.05), np.log(LONGEST)), method="bounded", options={"xatol": 1e-2})
    return float(np.exp(found.x))


def _flipped(p: float) -> Callable[[np.random.Generator], Outcome[Direction]]:
    def draw(rng: np.random.Generator) -> Outcome[Direction]:
        n, length = 100, 2.0
        signs = np.where(rng.random(n) < p, -1.0, 1.0)
        side = 1.0 if signs.sum() >= 0 else -1.0
        risk = (1.0 - p) * ndtr(-length * side) + p * ndtr(length * side)
        return Outcome(Direction(side * signs, length), float(risk))

    return draw
