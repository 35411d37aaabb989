"""Variation that is not wanted: of a sample of noise, or along transformations that change nothing."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.estimators.components.transformations import Transformation
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce_like

Columns = Callable[[Inputs], Matrix]
"""k between the centers of an expansion, one row each, and some examples, one column each."""


class Noise(ABC):
    """A covariance in feature space, as the coefficients of expansions see it: aᵀNa is the variance along Σ aᵢ φ(zᵢ).

    References
    ----------
    [Mika02]_, sections 3.4.2 and 3.4.5.
    """

    @abstractmethod
    def covariance(self, columns: Columns, inputs: Inputs, weights: Vector) -> Matrix:
        """N, for expansions over the centers of `columns`, around training examples that count so often."""

    @abstractmethod
    def points(self, inputs: Inputs) -> list[Inputs]:
        """What the covariance is made of beside the training examples: more centers for an exact expansion."""


@dataclass(frozen=True, eq=False)
class NoiseSample(Noise):
    """The covariance of examples of noise: (1/S) K_z (I − 11ᵀ/S) K_zᵀ.

    Parameters
    ----------
    examples
        Noise, as many as there are, of the kind that the training examples are.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> noise, training = NoiseSample([[0.0], [2.0]]), Vectors.of([[1.0]])
    >>> noise.covariance(lambda z: z.array.T, training, np.ones(1)).tolist()
    [[1.0]]

    References
    ----------
    [Mika02]_, section 3.4.5.
    """

    examples: Any

    def covariance(self, columns: Columns, inputs: Inputs, weights: Vector) -> Matrix:
        found = self._read(inputs)
        return scatter(columns(found), np.full(len(found), 1.0 / len(found)))

    def points(self, inputs: Inputs) -> list[Inputs]:
        return [self._read(inputs)]

    def _read(self, inputs: Inputs) -> Inputs:
        found = coerce_like(inputs, self.examples, "NoiseSample").in_double()
        if len(found) < 2:
            raise InputError(f"noise varies among two examples at least, got {len(found)}.")
        return found


@dataclass(frozen=True, eq=False)
class Tangents(Noise):
    """How examples move in feature space under transformations: the mean over these of (1/n) (K − K̄)(K − K̄)ᵀ.

    K̄ᵢⱼ = k(zᵢ, L xⱼ). A direction that has none of it does not see the transformations.

    Parameters
    ----------
    transformations
        One or more values such as Rotation(5.0).
    weights
        How much each counts, zero or more; None for all alike. They are made to sum to one.

    Examples
    --------
    >>> from drupe.estimators.components.transformations import Translation
    >>> from drupe.inputs import Vectors
    >>> x = Vectors.of([[1.0, 5.0], [2.0, 3.0]])
    >>> Tangents([Translation([2.0, 0.0])]).covariance(lambda z: z.array.T, x, np.ones(2)).tolist()
    [[4.0, 0.0], [0.0, 0.0]]

    References
    ----------
    [Mika02]_, eqs. 3.23 and 3.24.
    """

    transformations: Sequence[Transformation]
    weights: Sequence[float] | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.transformations, Sequence) or not self.transformations:
            raise InputError("Tangents needs a list of one transformation at least, such as [Rotation(5.0)].")
        for one in self.transformations:
            if not isinstance(one, Transformation):
                raise InputTypeError(f"a transformation is a value such as Rotation(5.0), got {one!r}.")
        if self.weights is not None:
            found = np.asarray(self.weights, dtype=np.float64)
            if found.shape != (len(self.transformations),) or not (found >= 0.0).all() or not found.sum() > 0.0:
                raise InputError(
                    f"weights are numbers of zero or more, not all zero, one for each of {len(self.transformations)} "
                    f"transformations, got {self.weights!r}."
                )

    @property
    def shares(self) -> Vector:
        """How much each transformation counts, summing to one."""
        count = len(self.transformations)
        weights = np.ones(count) if self.weights is None else np.asarray(self.weights, dtype=np.float64)
        return np.asarray(weights / weights.sum())

    def covariance(self, columns: Columns, inputs: Inputs, weights: Vector) -> Matrix:
        return np.asarray(self.scatter(columns, inputs, weights) / weights.sum())

    def scatter(self, columns: Columns, inputs: Inputs, weights: Vector) -> Matrix:
        """The same as a sum over examples and not a mean."""
        there = columns(inputs)
        total = np.zeros((len(there), len(there)))
        for share, made in zip(self.shares, self.points(inputs), strict=True):
            moved = columns(made) - there
            total += share * ((moved * weights) @ moved.T)
        return total

    def points(self, inputs: Inputs) -> list[Inputs]:
        return [one.of(inputs) for one in self.transformations]


def scatter(columns: Matrix, weights: Vector) -> Matrix:
    """Σᵢ wᵢ (cᵢ − c̄)(cᵢ − c̄)ᵀ over the columns c of a matrix.

    >>> scatter(np.array([[0.0, 2.0]]), np.ones(2)).tolist()
    [[2.0]]
    """
    centered = columns - (columns @ weights / weights.sum())[:, None]
    return np.asarray((centered * weights) @ centered.T)
