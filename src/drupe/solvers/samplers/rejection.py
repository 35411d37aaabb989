"""Rejection: random directions, of which those are kept that agree with the labels. Slow, exact, independent."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ConvergenceError
from drupe.foundation.parameters import Checked, Interval, ranged, whole
from drupe.grams.base import Gram
from drupe.solvers.samplers.base import Sampler
from drupe.solvers.samplers.span import Span
from drupe.solvers.samplers.starts import MarginStart

NUMBERS = 2**19
"""Random numbers that are drawn together."""


@dataclass(frozen=True)
class Rejection(Checked, Sampler):
    """Isotropic directions, each accepted with probability (θ / (1 − θ))ᵉ, e the number of its training errors.

    The reference that others are compared with: draws are independent and exact. The share that is accepted without
    noise is the volume of version space, 2⁻ⁿ for orthogonal examples, so that it serves for few examples only.

    Parameters
    ----------
    noise
        θ, the probability of a wrong label; 0 accepts only classifiers without error.
    max_tries
        Directions tried for one classifier before giving up.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> drawn = Rejection().sample(DenseGram([[1.0]]), np.array([-1.0]), 3, np.random.default_rng(0))
    >>> drawn.coefficients.tolist()
    [[-1.0], [-1.0], [-1.0]]

    References
    ----------
    [Graepel02]_, section 8.1.2.
    """

    noise: float = ranged(Interval(0.0, 0.5, closed_high=True), 0.0)
    max_tries: int = whole(1, 10_000_000)

    def stream(self, gram: Gram, signs: Vector, generator: np.random.Generator) -> Iterator[tuple[Vector, Vector]]:
        span = Span.of(gram)
        if self.noise == 0.0:
            MarginStart().coefficients(gram, signs)  # says so where there is nothing to find
        walls, odds = span.walls(signs), self.noise / (1.0 - self.noise)
        together = max(1, NUMBERS // (len(signs) + span.rank))
        tried = 0
        while True:
            directions = generator.standard_normal((together, span.rank))
            directions /= np.linalg.norm(directions, axis=1, keepdims=True)
            margins = directions @ walls.T
            errors = (margins <= 0.0).sum(axis=1)
            accepted = generator.random(together) < odds**errors
            if accepted.any():
                tried = 0
                yield from zip(span.coefficients(directions[accepted]), margins[accepted] * signs, strict=True)
            elif (tried := tried + together) >= self.max_tries:
                raise self._too_rare(tried)

    def _too_rare(self, tried: int) -> ConvergenceError:
        return ConvergenceError(
            f"none of {tried} random directions was accepted: the posterior is concentrated on too small a part of the "
            "sphere for rejection. Gibbs() and Billiard() walk inside it."
        )
