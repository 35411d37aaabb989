"""The threshold where two Gaussians, one fitted to the outputs of each class, make both classes equally probable."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from scipy.special import expit

from drupe.estimators.discriminant.thresholds.base import Threshold
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.shapes import Reals

NARROWEST = 1e-6
"""Deviation of a class, relative to that of all outputs, below which its Gaussian is not taken to be narrower."""


@dataclass(frozen=True, eq=False)
class TwoGaussians:
    """p(output | class) as Gaussians, and how frequent the classes are; the class −1 stands first.

    Parameters
    ----------
    means
        Of the outputs of each class.
    deviations
        Their standard deviations, with the number of examples and not one less below the squares.
    priors
        Shares of the classes.

    Examples
    --------
    >>> beliefs = TwoGaussians.of(np.array([-2.0, 0.0, 1.0, 3.0]), np.array([-1.0, -1.0, 1.0, 1.0]), np.ones(4))
    >>> beliefs.posterior(np.array([0.5])).tolist()
    [0.5]

    References
    ----------
    [Mika02]_, section 3.2.2, with variances where it prints scatters.
    """

    means: Annotated[Vector, Reals(2)]
    deviations: Annotated[Vector, Reals(2)]
    priors: Annotated[Vector, Reals(2)]

    @classmethod
    def of(cls, outputs: Vector, signs: Vector, weights: Vector) -> "TwoGaussians":
        """Those of weighted outputs; a class whose outputs are equal gets the narrowest Gaussian that can be told."""
        members = [np.where(signs < 0, weights, 0.0), np.where(signs > 0, weights, 0.0)]
        means = np.array([each @ outputs / each.sum() for each in members])
        squares = [each @ np.square(outputs - mean) / each.sum() for each, mean in zip(members, means, strict=True)]
        overall = weights @ outputs / weights.sum()
        whole = float(np.sqrt(weights @ np.square(outputs - overall) / weights.sum()))
        deviations = np.maximum(np.sqrt(np.array(squares)), NARROWEST * whole or 1.0)
        priors = np.array([each.sum() for each in members]) / weights.sum()
        return cls(means, deviations, priors)

    def log_odds(self, outputs: Matrix) -> Matrix:
        """ln P(+1 | output) − ln P(−1 | output)."""
        height = np.log(self.priors / self.deviations)
        below, above = (
            height[side] - 0.5 * np.square((outputs - self.means[side]) / self.deviations[side]) for side in (0, 1)
        )
        return np.asarray(above - below)

    def posterior(self, outputs: Matrix) -> Matrix:
        """P(+1 | output)."""
        return np.asarray(expit(self.log_odds(outputs)))

    def crossing(self) -> float | None:
        """The output between the two means at which both classes are equally probable; None if there is none."""
        low, high = (float(mean) for mean in self.means)
        ends = self.log_odds(np.array([low, high]))
        if not (low < high and ends[0] < 0.0 < ends[1]):
            return None
        rates = 0.5 / np.square(self.deviations)
        # ln odds = (r₀ − r₁) q² + 2 (r₁m₁ − r₀m₀) q + constant, of which one root lies between the means.
        square = float(rates[0] - rates[1])
        linear = float(2.0 * (rates[1] * high - rates[0] * low))
        constant = float(self.log_odds(np.array([0.0]))[0])
        root = float(np.sqrt(max(linear**2 - 4.0 * square * constant, 0.0)))
        # Of the two forms of the root where ln odds rise, the one without a difference of like numbers.
        found = -2.0 * constant / (linear + root) if linear > 0.0 else (root - linear) / (2.0 * square)
        return float(min(max(found, low), high))


@dataclass(frozen=True)
class GaussianCrossing(Threshold):
    """Cut where Gaussians with the means, variances and shares of the two classes are equally high.

    Between the means there is one such output at most; where there is none, one class is more probable everywhere near
    its outputs and the rule is constant.

    Examples
    --------
    >>> GaussianCrossing().cut(np.array([-2.0, 0.0, 1.0, 3.0]), np.array([-1.0, -1.0, 1.0, 1.0]), np.ones(4))
    0.5

    References
    ----------
    [Mika02]_, section 3.2.2.
    """

    def cut(self, outputs: Vector, signs: Vector, weights: Vector) -> float:
        beliefs = TwoGaussians.of(outputs, signs, weights)
        found = beliefs.crossing()
        if found is not None:
            return found
        room = float(outputs.max() - outputs.min()) or 1.0
        return float(outputs.min() - room if beliefs.priors[1] >= beliefs.priors[0] else outputs.max() + room)
