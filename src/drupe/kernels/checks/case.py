"""A kernel on given examples, as the checks look at it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.kernels.checks.report import Finding, Outcome

DOUBLE, SINGLE = 1e-10, 1e-4
"""By how much two ways to the same number may differ, as a share of the largest number, in float64 and in float32."""


@dataclass(frozen=True, eq=False)
class Case:
    """What is being checked, with its Gram matrix computed once."""

    kernel: Kernel[Any]
    inputs: Inputs

    @cached_property
    def gram(self) -> Matrix:
        """k(xᵢ, xⱼ), the precision left to the inputs."""
        return self.kernel.matrix(self.inputs, self.inputs)

    @property
    def tolerance(self) -> float:
        """By how much ways to the same number may differ."""
        return SINGLE if self.gram.dtype == np.float32 else DOUBLE

    @cached_property
    def in_double(self) -> "Case":
        """The same with inputs in float64: for statements about the formula, not about rounding."""
        return Case(self.kernel, self.inputs.in_double()) if self.inputs.single else self


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two ways to the same array.

    Parameters
    ----------
    what
        The way that is checked, in words.
    got, expected
        Where it led, and where it should have.
    scale
        What a difference is measured against; the largest expected entry unless said otherwise.
    """

    what: str
    got: Any
    expected: Any
    scale: float | None = None

    @property
    def gap(self) -> float:
        """The largest difference as a share of the scale."""
        scale = float(np.abs(self.expected).max(initial=0.0)) if self.scale is None else self.scale
        return float(np.abs(self.got - self.expected).max(initial=0.0)) / max(scale, np.finfo(np.float64).tiny)


def agreement(name: str, tolerance: float, *comparisons: Comparison) -> Finding:
    """The finding that all these agree."""
    for each in comparisons:
        if np.shape(each.got) != np.shape(each.expected):
            detail = f"{each.what} has shape {np.shape(each.got)} and not {np.shape(each.expected)}"
            return Finding(name, Outcome.FAILED, detail, each)
        if not each.gap <= tolerance:
            return Finding(name, Outcome.FAILED, f"{each.what} is off by {each.gap:.2g} of its scale", each)
    return Finding(
        name, Outcome.PASSED, f"largest difference {max((each.gap for each in comparisons), default=0.0):.2g}"
    )
