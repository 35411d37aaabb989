"""Corners of version space: where all walls but one meet; their average is near its center of mass."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.solvers.samplers.base import Classifiers, Sampler, checked_signs
from drupe.solvers.samplers.center import center_of_mass
from drupe.solvers.samplers.span import Span


@dataclass(frozen=True)
class CornerAveraging(Sampler):
    """The n corners αᵢ = yᵢ K⁻¹eᵢ / √(K⁻¹)ᵢᵢ in random order, again and again.

    With K of full rank version space is a simplex on the sphere. At corner i every example but i has a margin of zero.
    No samples of the inside, but n of them are all there are, and their mean, `center`, costs one decomposition of K.

    Notes
    -----
    Complexity: O(n³) time, O(n²) memory.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> CornerAveraging().center(DenseGram(np.eye(4)), np.array([1.0, -1.0, 1.0, 1.0])).coefficients.round(12).tolist()
    [[0.5, -0.5, 0.5, 0.5]]

    References
    ----------
    [Graepel02]_, section 7.2.3.
    """

    def center(self, gram: Gram, signs: Vector) -> Classifiers:
        """The normalized mean of all corners, as the only classifier; the exact center of mass if K ∝ I."""
        return center_of_mass(_corners(gram, checked_signs(signs, len(gram))))

    def stream(self, gram: Gram, signs: Vector, generator: np.random.Generator) -> Iterator[tuple[Vector, Vector]]:
        corners = _corners(gram, signs)
        while True:
            for i in generator.permutation(len(corners)):
                yield corners.coefficients[i], corners.outputs[i]


def _corners(gram: Gram, signs: Vector) -> Classifiers:
    span = Span.of(gram)
    if span.rank < len(gram):
        raise InputError(
            f"corners need independent examples, but K of {len(gram)} examples has rank {span.rank}; lift the "
            "diagonal, ShiftedGram(gram, 0.1), or sample with Billiard() or Gibbs()."
        )
    # Row i of P is the corner's direction up to length: F Pᵢ = eᵢ.
    lengths = np.linalg.norm(span.duals, axis=1)
    directions = span.duals * (signs / lengths)[:, None]
    return Classifiers(span.coefficients(directions), np.diag(signs / lengths))
