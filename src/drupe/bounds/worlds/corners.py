"""Orthogonal inputs, some of them rare: what was not seen is not known."""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Visit:
    """Which corners a sample has seen.

    Parameters
    ----------
    seen
        How many.
    risk
        The probability of all others.
    """

    seen: int
    risk: float

    @property
    def margin(self) -> float:
        """1/√seen: the margin of the hyperplane that is right on the seen corners and through the others."""
        return float(1.0 / self.seen**0.5)


@dataclass(frozen=True)
class Corners:
    """The unit vectors of the axes, the first frequent, all others rare.

    A perceptron, a nearest mean and a hard margin machine alike learn w = Σ yⱼ eⱼ over the corners seen; on the others
    its output is zero, which is an error. So margins, mistakes, kept examples and risk are known exactly even for very
    large samples.

    Parameters
    ----------
    dimension
        Number of corners.
    n
        Number of examples.
    rare
        Probability of each corner but the first.

    Examples
    --------
    >>> Corners(dimension=3, n=10, rare=0.0).visit(np.random.default_rng(0))
    Visit(seen=1, risk=0.0)
    """

    dimension: int
    n: int
    rare: float

    def visit(self, rng: np.random.Generator) -> Visit:
        """One sample."""
        others = self.dimension - 1
        counts = rng.multinomial(self.n, [1.0 - others * self.rare] + [self.rare] * others)
        first = 0.0 if counts[0] else 1.0 - others * self.rare
        return Visit(int((counts > 0).sum()), first + self.rare * int((counts[1:] == 0).sum()))
