"""A hyperplane in feature space as its training examples see it."""

from dataclasses import dataclass

from drupe.foundation.arrays import Vector


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
