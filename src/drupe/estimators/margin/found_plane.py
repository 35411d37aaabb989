"""A hyperplane in feature space as a machine found it: weights, offset, objectives, and how."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from drupe.foundation.arrays import Vector
from drupe.solvers.objectives import Objectives


@dataclass(frozen=True, eq=False)
class FoundPlane:
    """f(x) = Σᵢ weightsᵢ k(xᵢ, x) + offset over the examples of one sample.

    Parameters
    ----------
    weights
        One coefficient for each example, with its sign.
    offset
        b.
    outputs
        f without b at the examples, in float64.
    solution
        What the solver found.
    objectives
        Primal and dual objective of the machine.
    attributes
        Further learned attributes by name.
    """

    weights: Vector
    offset: float
    outputs: Vector
    solution: Any
    objectives: Objectives
    attributes: Mapping[str, Any] = field(default_factory=dict)
