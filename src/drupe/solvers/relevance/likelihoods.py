"""How targets follow from the function: with Gaussian noise, or as classes by the logistic function."""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.special import expit

from drupe.foundation.arrays import Matrix, Vector
from drupe.solvers.relevance.orthogonal import Orthogonal
from drupe.solvers.relevance.posterior import (
    SparsePosterior,
    log_determinant,
    lower_solved,
    rounding_of,
    triangle_of,
    upper_solved,
)

NEWTON_STEPS = 60
"""To the mode of the weights, at most; a handful is the rule."""

DECREMENT = 1e-9
"""Squared length of Newton's step, in the metric of the posterior, from which on one more leads to the mode."""

HALVINGS = 40
"""Of one of Newton's steps, at most."""


STEEP = 1e8
"""Variance of the part of a function, in units of the noise, from which on products of functions would cost digits."""


class Likelihood(Protocol):
    """Targets given the outputs of the function, one for each example."""

    @property
    def quadratic(self) -> bool:
        """Whether the evidence is exact, and B always the same."""

    @property
    def level(self) -> tuple[float, float, bool]:
        """Examples, the variance of the noise or the least one, and whether it is learned."""

    def posterior(self, rows: Matrix, variances: Vector, start: Vector) -> SparsePosterior:
        """What is known of the weights of these functions; `start` is where to look for them first."""


@dataclass(frozen=True, eq=False)
class GaussianNoise:
    """t = f(x) + N(0, noise), each example as often as its weight says.

    Parameters
    ----------
    targets
        t.
    weights
        How often each example counts.
    noise
        The variance, or the least one that may be learned.
    learned
        Whether the noise is the one that makes the targets most probable.

    References
    ----------
    [Herbrich02]_, eq. 3.25 and appendix B.8.
    """

    targets: Vector
    weights: Vector
    noise: float
    learned: bool

    @property
    def quadratic(self) -> bool:
        """It is."""
        return True

    @property
    def level(self) -> tuple[float, float, bool]:
        """Examples, the variance of the noise or the least one, and whether it is learned."""
        return float(self.weights.sum()), self.noise, self.learned

    def posterior(self, rows: Matrix, variances: Vector, start: Vector) -> SparsePosterior:
        """In closed form, so that `start` is of no use."""
        most = float((variances * ((rows**2) @ self.weights)).max(initial=0.0))
        solved = self._by_directions if most > STEEP else self._by_products
        mean, triangle, force, energy = solved(rows, np.sqrt(variances))
        count = float(self.weights.sum())
        noise = max(energy / count, self.noise) if self.learned else self.noise
        evidence = -0.5 * (count * math.log(2.0 * math.pi * noise) + log_determinant(triangle) + energy / noise)
        rounding = rounding_of(math.sqrt(most) if most > STEEP else most)
        return SparsePosterior(rows, variances, mean, triangle, self.weights, force, energy, noise, evidence, rounding)

    def _by_products(self, rows: Matrix, roots: Vector) -> tuple[Vector, Matrix, Vector, float]:
        """Mean, triangle, force and energy by normal equations."""
        triangle = triangle_of(rows, roots, self.weights)
        mean = upper_solved(triangle, lower_solved(triangle, roots * (rows @ (self.weights * self.targets))))
        missed = self.targets - (roots * mean) @ rows
        force = self.weights * missed
        return mean, triangle, force, float(force @ missed + mean @ mean)

    def _by_directions(self, rows: Matrix, roots: Vector) -> tuple[Vector, Matrix, Vector, float]:
        """The same by orthonormal directions: slower, with twice the digits."""
        found = Orthogonal.of(rows, roots, self.weights)
        left = found.outside(self.targets[:, None])[:, 0]
        mean = upper_solved(found.triangle, found.top.T @ (found.half * self.targets))
        return mean, found.triangle, found.half * left[: len(found.half)], float(left @ left)


@dataclass(frozen=True, eq=False)
class LogisticClasses:
    """P(positive | f) = 1 / (1 + exp(−f)), and a Gaussian at the mode of the weights for what is known of them.

    Parameters
    ----------
    positive
        1 for examples of the class, 0 for others.
    weights
        How often each example counts.

    Notes
    -----
    The Hessian is that of [Herbrich02]_, appendix B.8.5; algorithm 7 there prints it without the prior.

    References
    ----------
    [Herbrich02]_, algorithm 7 and appendix B.8.5.
    """

    positive: Vector
    weights: Vector

    @property
    def quadratic(self) -> bool:
        """It is not: the Gaussian depends on the mode."""
        return False

    @property
    def level(self) -> tuple[float, float, bool]:
        """Examples, and a noise of 1 that is not learned."""
        return float(self.weights.sum()), 1.0, False

    def posterior(self, rows: Matrix, variances: Vector, start: Vector) -> SparsePosterior:
        """A Gaussian at the mode, which Newton's steps find from `start` on."""
        roots = np.sqrt(variances)
        scaled = rows * roots[:, None]
        mean = np.divide(start, roots, out=np.zeros(len(roots)), where=roots > 0.0)
        reached = self._objective(mean, mean @ scaled)
        for _ in range(NEWTON_STEPS):
            share = expit(mean @ scaled)
            force = self.weights * (self.positive - share)
            triangle = triangle_of(rows, roots, self.weights * share * (1.0 - share))
            half = lower_solved(triangle, scaled @ force - mean)
            step = upper_solved(triangle, half)
            decrement = float(half @ half)
            if decrement <= DECREMENT:
                # What it gains is below rounding, so that nothing can be compared; the error squares.
                mean = mean + step
                break
            mean, reached, moved = self._along(mean, step, scaled, reached)
            if not moved:
                break
        outputs = mean @ scaled
        share = expit(outputs)
        force, curvature = self.weights * (self.positive - share), self.weights * share * (1.0 - share)
        triangle = triangle_of(rows, roots, curvature)
        evidence = self._objective(mean, outputs) - 0.5 * log_determinant(triangle)
        rounding = rounding_of(float(variances.max(initial=0.0)))
        return SparsePosterior(rows, variances, mean, triangle, curvature, force, 0.0, 1.0, evidence, rounding)

    def _along(self, mean: Vector, step: Vector, scaled: Matrix, reached: float) -> tuple[Vector, float, bool]:
        """The longest of the halved steps that does not lose."""
        for _ in range(HALVINGS):
            trial = mean + step
            value = self._objective(trial, trial @ scaled)
            if value >= reached:
                return trial, value, True
            step = 0.5 * step
        return mean, reached, False

    def _objective(self, mean: Vector, outputs: Vector) -> float:
        """ln P(classes | weights) − ½‖v‖²."""
        told = self.positive * outputs - np.logaddexp(0.0, outputs)
        return float(self.weights @ told - 0.5 * mean @ mean)
