"""Columns of a kernel as rules: how much an example is like one of the training examples."""

from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Counted, Reals, Wholes
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel

VALUES_AT_A_TIME = 2**20
"""Values of the kernel that are made together."""


@dataclass(frozen=True, eq=False)
class KernelColumns:
    """h(x) = sign · k(x, z) / scale, cut off at −1 and 1, or the constant `sign`.

    Parameters
    ----------
    kernel
        k.
    centers
        The z of all rules, each once.
    which
        Of each rule the place of its z; the number of centers for the constant.
    signs
        Of each rule.
    scale
        The largest |k(x, z)| among the training examples.

    References
    ----------
    [Mika02]_, section 3.6.4.
    """

    kernel: Kernel[Any]
    centers: Annotated[Inputs, Counted("centers")]
    which: Annotated[Index, Wholes("rules")]
    signs: Annotated[Vector, Reals("rules")]
    scale: float

    def __post_init__(self) -> None:
        if len(self.which) != len(self.signs) or not 0.0 < self.scale < np.inf:
            raise InputError("columns of a kernel need a sign for each, and a scale above zero.")
        if len(self.which) and not 0 <= self.which.min() <= self.which.max() <= len(self.centers):
            raise InputError(f"columns of a kernel belong to one of {len(self.centers)} centers, or to none.")

    @property
    def space(self) -> Inputs:
        """The centers."""
        return self.centers

    def __len__(self) -> int:
        return len(self.which)

    def values(self, inputs: Inputs) -> Matrix:
        """A column for each rule."""
        return np.asarray(self._columns(inputs)[:, self.which] * self.signs)

    def combined(self, inputs: Inputs, weights: Vector) -> Vector:
        """Σₜ wₜ hₜ(x): one weight for each center."""
        together = np.bincount(self.which, weights=weights * self.signs, minlength=len(self.centers) + 1)
        total = np.empty(len(inputs))
        for rows in blocks(len(inputs), max(1, VALUES_AT_A_TIME // (len(self.centers) + 1))):
            total[rows] = self._columns(inputs.take(rows)) @ together
        return total

    def first(self, count: int) -> "KernelColumns":
        """The first so many of them."""
        return KernelColumns(self.kernel, self.centers, self.which[:count], self.signs[:count], self.scale)

    def joined(self, others: "KernelColumns") -> "KernelColumns":
        """These, and after them others of the same kernel."""
        constant, more = len(self.centers), len(others.centers)
        centers = self.centers.joined(others.centers)
        own = np.where(self.which == constant, constant + more, self.which)
        which = np.concatenate([own, others.which + constant])
        return KernelColumns(self.kernel, centers, which, np.concatenate([self.signs, others.signs]), self.scale)

    def _columns(self, inputs: Inputs) -> Matrix:
        """Of each center, and the constant."""
        found = np.ones((len(inputs), len(self.centers) + 1))
        if len(self.centers):
            similarity = np.asarray(self.kernel.matrix(inputs, self.centers), dtype=np.float64)
            found[:, :-1] = np.clip(similarity / self.scale, -1.0, 1.0)
        return found
