"""The span estimate: how far a support vector lies from what the others span."""

from typing import ClassVar

import numpy as np

from drupe.bounds.expectation import Expectation
from drupe.bounds.leave_one_out.worlds import corners_world
from drupe.bounds.world import World
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.leave_one_out import Spans


class Span(Expectation[Spans]):
    """(1/n) Σ [yᵢ f(xᵢ) − αᵢ Sᵢ² ≤ 0], the leave-one-out error if the set of support vectors does not change.

    Examples
    --------
    >>> Span().value(Spans([1.0, 1.0], contributions=[1.5, 0.5]))
    0.5

    References
    ----------
    [Vapnik00]_, theorem 3, place not checked; [Chapelle02]_, section 4, place not checked.
    """

    witness = Spans
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.OPTIMUM})
    source = Citation("Vapnik00", "theorem 3")
    rises_with: ClassVar[tuple[str, ...]] = ("contributions",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    def _value(self, witness: Spans) -> float:
        return float((witness.margins - witness.contributions <= 0.0).mean())

    def worlds(self) -> tuple[World[Spans], ...]:
        """Machines on corners, where all support vectors are orthogonal."""
        return (corners_world(Spans),)


def squared_spans(K: Matrix) -> Vector:
    """Sᵢ² = 1 / (K⁻¹)ᵢᵢ: squared distances of each support vector from the span of the others, without offset.

    Parameters
    ----------
    K
        Gram matrix of the support vectors that lie on the margin, of full rank.

    Examples
    --------
    >>> squared_spans(np.diag([1.0, 4.0])).tolist()
    [1.0, 4.0]

    References
    ----------
    [Chapelle02]_, section 4, place not checked.
    """
    return np.asarray(1.0 / np.diag(np.linalg.inv(K)))


def squared_spans_with_offset(K: Matrix) -> Vector:
    """The same for machines with offset: the inverse is that of K bordered by ones, and coefficients sum to one.

    Examples
    --------
    >>> squared_spans_with_offset(np.eye(2)).round(9).tolist()
    [2.0, 2.0]

    References
    ----------
    [Chapelle02]_, section 4, place not checked.
    """
    ones = np.ones((len(K), 1))
    bordered = np.block([[K, ones], [ones.T, np.zeros((1, 1))]])
    return np.asarray(1.0 / np.diag(np.linalg.inv(bordered))[:-1])
