"""Empirical risk, expected risk in full and by simulation, the gap between them, and the excess over the best."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.bounds.concentration.hoeffding import hoeffding_deviation
from drupe.foundation.arrays import Matrix, Vector

Losses = Callable[[np.random.Generator, int], Vector]
"""The losses of a fixed function on so many fresh examples."""


def empirical_risk(losses: Vector) -> float:
    """(1/n) Σ ℓᵢ.

    >>> empirical_risk(np.array([1.0, 0.0]))
    0.5

    References
    ----------
    [Mukherjee04]_, section 2.1.2; [Herbrich02]_, definition 2.11; [Mika02]_, eq. 2.5.
    """
    return float(np.mean(losses))


def known_risk(losses: Matrix, law: Matrix) -> float:
    """E ℓ = Σ P(x, y) ℓ(f(x), y), for a table of probabilities and one of losses: inputs in rows, targets in columns.

    Examples
    --------
    >>> known_risk(np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([[0.5, 0.0], [0.25, 0.25]]))
    0.25

    References
    ----------
    [Herbrich02]_, definition 2.5; [Mika02]_, eq. 2.4.
    """
    return float(np.einsum("ij,ij->", losses, law))


@dataclass(frozen=True)
class SimulatedRisk:
    """The mean loss on fresh examples and an interval that holds the expected one.

    Parameters
    ----------
    mean
        Of the simulated losses.
    deviation
        Half the length of the interval.
    """

    mean: float
    deviation: float

    def __contains__(self, risk: float) -> bool:
        return abs(risk - self.mean) <= self.deviation


def expected_risk(losses: Losses, n: int, largest: float, delta: float, rng: np.random.Generator) -> SimulatedRisk:
    """E ℓ by simulation, for losses in [0, largest]; the interval fails with probability δ at most.

    Examples
    --------
    >>> risk = expected_risk(lambda rng, n: rng.random(n), 10_000, 1.0, 1e-6, np.random.default_rng(0))
    >>> 0.5 in risk
    True

    References
    ----------
    [Mukherjee04]_, section 2.1.2.
    """
    drawn = losses(rng, n)
    return SimulatedRisk(float(np.mean(drawn)), hoeffding_deviation(delta / 2.0, n, largest))


def generalization_gap(training: float, expected: float) -> float:
    """R − R̂, the defect of a learned function: small for a constant one too, which may be wrong everywhere.

    >>> generalization_gap(0.25, 0.5)
    0.25

    References
    ----------
    [Mukherjee04]_, sections 2.1.2 and 9.1.1.
    """
    return expected - training


def excess_risk(learned: float, possible: npt.ArrayLike) -> float:
    """R[f] − min R over what was possible: of all functions, or of those that were to choose from.

    Examples
    --------
    >>> excess_risk(0.5, [0.25, 0.75])
    0.25

    References
    ----------
    [Herbrich02]_, definition 2.10, which calls it the generalization error.
    """
    return learned - float(np.min(possible))
