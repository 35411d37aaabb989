"""A fitted function between two classes, with all that bounds want to know about its training."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.witness.hyperplane import Hyperplane


@dataclass(frozen=True, eq=False)
class FittedPair:
    """f(x) = Σ αᵢ yᵢ k(xᵢ, x) + b on its training examples.

    Parameters
    ----------
    kernel
        k.
    inputs
        The training examples of the two classes.
    examples
        Their places in the whole sample.
    signs
        yᵢ, +1 or −1.
    outputs
        f(xᵢ), offset included.
    alpha
        αᵢ ≥ 0.
    upper
        Largest αᵢ; infinity for machines without a box.
    offset
        b.
    has_offset
        Whether b was learned.
    violation
        By how much the optimality conditions are violated.
    """

    kernel: Kernel[Any]
    inputs: Inputs
    examples: Index
    signs: Vector
    outputs: Vector
    alpha: Vector
    upper: Vector
    offset: float
    has_offset: bool
    violation: float

    @property
    def margins(self) -> Vector:
        """yᵢ f(xᵢ)."""
        return self.signs * self.outputs

    @cached_property
    def squared_norm(self) -> float:
        """‖w‖² = Σ αᵢ yᵢ ⟨w, φ(xᵢ)⟩."""
        return max(0.0, float((self.signs * self.alpha) @ (self.outputs - self.offset)))

    @cached_property
    def diagonal(self) -> Vector:
        """k(xᵢ, xᵢ)."""
        return np.asarray(self.kernel.diagonal(self.inputs), dtype=np.float64)

    @property
    def plane(self) -> Hyperplane:
        """The function without the way it was found."""
        return Hyperplane(self.signs, self.outputs, self.squared_norm, self.diagonal, self.offset, self.has_offset)

    @property
    def fairly_priced(self) -> bool:
        """Whether α fits the box that the parameters say; with weights for the examples it would not."""
        enough = self.margins >= 1.0 - 10.0 * self.tolerance
        if not np.isfinite(self.upper).all():
            return bool((enough | (self.alpha > 0.0)).all())
        inside = self.alpha <= self.upper * (1.0 + 1e-6)
        full = self.alpha >= self.upper * (1.0 - 1e-6)
        return bool((inside & (full | enough)).all())

    @property
    def tolerance(self) -> float:
        """How far from 1 a margin may be and still count as 1."""
        return max(1e-6, 2.0 * self.violation)
