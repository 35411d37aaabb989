"""A hyperplane in feature space as its training examples see it."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index, Vector


@dataclass(frozen=True, eq=False)
class Hyperplane:
    """f(x) = ⟨w, φ(x)⟩ + b on the training examples, positive for the second class.

    Parameters
    ----------
    signs
        yᵢ, +1 or −1.
    outputs
        f(xᵢ), offset included.
    squared_norm
        ‖w‖².
    diagonal
        k(xᵢ, xᵢ).
    offset
        b.
    has_offset
        Whether b was learned.

    Examples
    --------
    >>> plane = Hyperplane(np.array([1.0, -1.0]), np.array([3.0, 1.0]), 3.0, np.array([3.0, 0.0]), 1.0, True)
    >>> plane.margins.tolist(), plane.norm, plane.lengths.tolist()
    ([3.0, -1.0], 2.0, [2.0, 1.0])
    """

    signs: Vector
    outputs: Vector
    squared_norm: float
    diagonal: Vector
    offset: float
    has_offset: bool

    @property
    def margins(self) -> Vector:
        """yᵢ f(xᵢ)."""
        return self.signs * self.outputs

    @property
    def norm(self) -> float:
        """‖(w, b)‖: the offset counts as the weight of one more feature, which is constantly 1."""
        return float(np.sqrt(self.squared_norm + float(self.has_offset) * self.offset * self.offset))

    @property
    def lengths(self) -> Vector:
        """‖(φ(xᵢ), 1)‖, or ‖φ(xᵢ)‖ without an offset."""
        return np.asarray(np.sqrt(self.diagonal + float(self.has_offset)))


@dataclass(frozen=True, eq=False)
class PriorPlane:
    """A hyperplane beside another one, ⟨v, φ(x)⟩ + c, that some examples had no part in: where a prior may point.

    Parameters
    ----------
    plane
        The hyperplane (w, b).
    others
        Places of the examples that v was not learned from.
    inner
        ⟨w, v⟩.
    squared_norm
        ‖v‖².
    offset
        c.
    """

    plane: Hyperplane
    others: Index
    inner: float
    squared_norm: float
    offset: float
