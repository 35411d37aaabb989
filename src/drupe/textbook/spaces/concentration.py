"""How close together the directions of the examples are: the smallest cap of the unit sphere that holds them."""

import math
from dataclasses import dataclass, replace

import numpy as np

from drupe.grams.base import Gram
from drupe.grams.normalized import NormalizedGram
from drupe.solvers.box import solve
from drupe.solvers.builders.nearest_to_origin import nearest_to_origin
from drupe.solvers.options import Options


@dataclass(frozen=True)
class Concentration:
    """Ξ = max over unit vectors v of min over examples of ⟨v, φ(xᵢ)⟩ / ‖φ(xᵢ)‖, the cosine of the smallest cap.

    Parameters
    ----------
    cosine
        Ξ, 0 if no half space holds all examples.
    least_cosine
        The smallest |cos| of the angle between two examples.

    References
    ----------
    [Graepel02]_, section 4.3.2.
    """

    cosine: float
    least_cosine: float

    @property
    def half_angle(self) -> float:
        """arccos Ξ: the half-angle of the smallest cap."""
        return math.acos(self.cosine)

    @property
    def opening_angle(self) -> float:
        """½ arccos of the smallest |cos|: what the angles of pairs alone say; never more than the half-angle."""
        return 0.5 * math.acos(self.least_cosine)


def concentration(gram: Gram, options: Options | None = None) -> Concentration:
    """The concentration of the examples of a Gram, by the point of their normalized hull nearest to the origin.

    >>> from drupe.grams.dense import DenseGram
    >>> round(concentration(DenseGram([[4.0, 0.0], [0.0, 1.0]])).cosine, 4)  # two axes: a cap of 45 degrees
    0.7071
    """
    directions = NormalizedGram(gram)
    nearest = solve(nearest_to_origin(directions), replace(options or Options(), tolerance=1e-12))
    least = min(float(np.abs(directions.rows([i])).min()) for i in range(len(gram)))
    return Concentration(math.sqrt(min(max(2.0 * nearest.objective, 0.0), 1.0)), min(least, 1.0))
