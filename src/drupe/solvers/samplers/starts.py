"""Where a chain starts: a direction that agrees with the labels, found without coordinates of the inputs."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, whole
from drupe.grams.base import Gram
from drupe.solvers.balance import Free
from drupe.solvers.samplers.span import Span
from drupe.solvers.separation import NotSeparableError, Separation, separate

REMEDIES = (
    "allow label noise, Billiard(noise=0.05) or Gibbs(noise=0.05); or give every example room of its own on the "
    "diagonal, ShiftedGram(gram, 0.1); or take a richer kernel (k + 1.0 adds an offset)"
)
"""What helps where version space is empty."""


@dataclass(frozen=True)
class Start(ABC):
    """A way to a first classifier."""

    @abstractmethod
    def coefficients(self, gram: Gram, signs: Vector) -> Vector:
        """α of some length; inside version space if the labels allow it."""


@dataclass(frozen=True)
class MarginStart(Start):
    """From the origin to the hull of all yᵢφ(xᵢ): the support vector machine's direction, as far as it is needed.

    Raises a NotSeparableError with its proof where version space is empty.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> MarginStart().coefficients(DenseGram(np.eye(2)), np.array([1.0, -1.0])).tolist()
    [0.5, -0.5]

    References
    ----------
    [Graepel02]_, section 8.2; [Herbrich02]_, section 3.4.1.
    """

    def coefficients(self, gram: Gram, signs: Vector) -> Vector:
        found = separate(gram, signs, Free())
        if not found.separable:
            raise NotSeparableError(_empty(found), found)
        return np.asarray(signs * found.weights)


@dataclass(frozen=True)
class PerceptronStart(Checked, Start):
    """Σ of the examples that a kernel perceptron was wrong about, in their order; its best so far if it does not end.

    Parameters
    ----------
    max_updates
        Mistakes after which it gives up.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> PerceptronStart().coefficients(DenseGram([[1.0, -2.0], [-2.0, 4.0]]), np.array([1.0, -1.0])).tolist()
    [1.0, 0.0]

    References
    ----------
    [Graepel02]_, section 2.3.6; [Herbrich02]_, section 2.2, algorithm 2.
    """

    max_updates: int = whole(1, 10_000)

    def coefficients(self, gram: Gram, signs: Vector) -> Vector:
        alpha, outputs = np.zeros(len(gram)), np.zeros(len(gram))
        best, fewest = alpha, len(gram) + 1
        i = -1
        for _ in range(int(self.max_updates) + 1):
            wrong = np.flatnonzero(signs * outputs <= 0.0)
            if len(wrong) < fewest:
                best, fewest = alpha.copy(), len(wrong)
            if not len(wrong):
                break
            i = int(wrong[np.searchsorted(wrong, i, side="right") % len(wrong)])
            alpha[i] += signs[i]
            outputs += signs[i] * gram.rows([i])[0]
        return best


@dataclass(frozen=True, eq=False)
class GivenStart(Start):
    """α that is known from elsewhere.

    Parameters
    ----------
    alpha
        One coefficient for each example; labels included, as in f(x) = Σᵢ αᵢ k(xᵢ, x).

    References
    ----------
    [Herbrich02]_, algorithm 10.
    """

    alpha: Any

    def coefficients(self, gram: Gram, signs: Vector) -> Vector:
        alpha = np.asarray(self.alpha, dtype=np.float64)
        if alpha.shape != signs.shape or not np.isfinite(alpha).all():
            raise InputError(
                f"a start needs one finite coefficient for each of the {len(signs)} examples, got shape {alpha.shape}."
            )
        return alpha


def direction_inside(start: Start, gram: Gram, signs: Vector, span: Span) -> npt.NDArray[np.float64]:
    """The start's direction, which must agree with every label."""
    direction = span.direction(start.coefficients(gram, signs))
    wrong = int((span.walls(signs) @ direction <= 0.0).sum())
    if wrong:
        raise InputError(
            f"{type(start).__name__} found no direction inside version space: it is wrong about {wrong} of "
            f"{len(signs)} examples. If there is one, MarginStart() finds it; if not, {REMEDIES}."
        )
    return direction


def _empty(found: Separation) -> str:
    return (
        "version space is empty: no hyperplane through the origin of feature space was found to separate the classes. "
        f"Signed averages of the examples come within {found.distance:.1e} of the origin (radius {found.radius:.3g}), "
        f"most of all examples {found.heaviest}; {REMEDIES}."
    )
