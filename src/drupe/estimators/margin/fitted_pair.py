"""A fitted function between two classes, with all that bounds want to know about its training."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.witness.hyperplane import Hyperplane


@dataclass(frozen=True, eq=False)
class FittedPair(Hyperplane):
    """f(x) = Σ αᵢ yᵢ k(xᵢ, x) + b on its training examples, positive for the second of two classes.

    Parameters
    ----------
    signs, outputs, squared_norm, diagonal, offset, has_offset
        The hyperplane.
    kernel
        k.
    inputs
        The training examples of the two classes.
    examples
        Their places in the whole sample.
    alpha
        αᵢ ≥ 0.
    upper
        Largest αᵢ; infinity for machines without a box.
    violation
        By how much the optimality conditions are violated.
    """

    kernel: Kernel[Any]
    inputs: Inputs
    examples: Index
    alpha: Vector
    upper: Vector
    violation: float

    @classmethod
    def of(
        cls,
        machine: Any,
        inputs: Inputs,
        examples: Index,
        *,
        signs: Vector,
        outputs: Vector,
        offset: float,
        alpha: Vector,
        upper: Vector,
        violation: float,
    ) -> "FittedPair":
        """The pair of a machine and its sample, with ‖w‖² = Σ αᵢ yᵢ ⟨w, φ(xᵢ)⟩."""
        kernel, own = machine.predictor_.kernel, inputs.take(examples)
        squared_norm = max(0.0, float((signs * alpha) @ (outputs - offset)))
        diagonal = np.asarray(kernel.diagonal(own), dtype=np.float64)
        has_offset = bool(machine.fit_intercept) or offset != 0.0
        plane = (signs, outputs, squared_norm, diagonal, offset, has_offset)
        return cls(*plane, kernel, own, examples, alpha, upper, violation)

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
