"""Platt's sigmoid: from the output of a machine to the probability of a class."""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.halving import downhill

ENOUGH = 1e-10
"""Slope of the mean log likelihood at which Newton's method has arrived."""

HALVINGS = 34
"""How often a step may be halved before it is no step any more."""

RIDGE = 1e-12
"""Added to the Hessian, which is singular where all outputs are equal."""


@dataclass(frozen=True)
class Platt:
    """P(first class | f) = 1 / (1 + exp(slope f + offset)).

    Parameters
    ----------
    slope
        Negative where larger outputs speak for the first class; one for each column of outputs where there are several.
    offset
        Negative where the first class is the more probable one at f = 0; as many.

    Examples
    --------
    >>> float(Platt(-2.0, 0.0).probability(np.array([0.0]))[0])
    0.5

    References
    ----------
    [Platt99]_, section 2; [Lin07]_, algorithm 1.
    """

    slope: float | Vector
    offset: float | Vector

    def probability(self, outputs: Vector) -> Vector:
        """Of the first class, at these outputs."""
        return np.asarray(expit(-(self.slope * outputs + self.offset)))

    @classmethod
    def fitted(cls, outputs: Vector, signs: Vector, weights: Vector) -> "Platt":
        """The maximum of the likelihood with targets (N₊ + 1)/(N₊ + 2) and 1/(N₋ + 2), which keeps both finite.

        `weights` count how often each output was seen. Newton's method on a convex function of two variables, with
        the step halved until the likelihood grows.
        """
        plus, minus = float(weights[signs > 0].sum()), float(weights[signs < 0].sum())
        if plus + minus <= 0:
            raise InputError("a sigmoid needs outputs with positive weights, got none.")
        targets = np.where(signs > 0, (plus + 1.0) / (plus + 2.0), 1.0 / (minus + 2.0))
        share = weights / weights.sum()
        # The largest output is made 1, so that the two unknowns are of one size.
        scale = max(float(np.abs(outputs).max()), np.finfo(float).tiny)
        features = np.column_stack([outputs / scale, np.ones(len(outputs))])
        unknowns = np.array([0.0, np.log((minus + 1.0) / (plus + 1.0))])
        slope, offset = _newton(features, targets, share, unknowns)
        return cls(slope / scale, offset)


def _newton(features: Matrix, targets: Vector, share: Vector, unknowns: Vector) -> tuple[float, float]:
    """argmin of Σ share · [log(1 + exp(u)) − (1 − t) u] with u = features @ unknowns."""
    value = _loss(features, targets, share, unknowns)
    for _ in range(100):
        first = expit(-(features @ unknowns))
        slope = features.T @ (share * (targets - first))
        if np.abs(slope).max() < ENOUGH:
            break
        curvature = features.T @ (features * (share * first * (1.0 - first))[:, None]) + RIDGE * np.eye(2)
        step = np.linalg.solve(curvature, slope)

        def at(length: float, start: Vector = unknowns, step: Vector = step) -> float:
            return _loss(features, targets, share, start - length * step)

        reached = downhill(at, value, halvings=HALVINGS)
        if reached is None:  # rounding hides all descent that there may be
            break
        unknowns, value = unknowns - reached.length * step, reached.value
    return float(unknowns[0]), float(unknowns[1])


def _loss(features: Matrix, targets: Vector, share: Vector, unknowns: Vector) -> float:
    argument = features @ unknowns
    return float(share @ (np.logaddexp(0.0, argument) - (1.0 - targets) * argument))
