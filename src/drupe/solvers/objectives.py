"""Primal and dual objective of a margin machine, computed apart, and the gap between them."""

import math
from dataclasses import dataclass, fields

from drupe.foundation.arrays import Vector
from drupe.solvers.solution import Solution


@dataclass(frozen=True)
class Objectives:
    """What the primal problem charges for a machine, and the dual bound that no machine can go below.

    Parameters
    ----------
    primal
        ½‖w‖² plus what slack or residuals cost; infinity where the machine is not feasible.
    dual
        The value of the multipliers.
    """

    primal: float
    dual: float

    @property
    def gap(self) -> float:
        """primal − dual, zero exactly at an optimum: how much better the best machine can be."""
        return self.primal - self.dual


def hard_margin_objectives(alpha: Vector, outputs: Vector, signs: Vector, offset: float) -> Objectives:
    """½‖w/m‖², m the smallest margin: w made just feasible by scaling; and 1ᵀα − ½‖w‖².

    An unscaled w that is a little infeasible would give no bound at all, because the box has no upper ends.

    References
    ----------
    [Cristianini00]_, section 6.1.1 (the gap needs a feasible w).
    """
    half = float(0.5 * (signs * alpha) @ outputs)
    smallest = float((signs * (outputs + offset)).min())
    return Objectives(primal=half / smallest**2 if smallest > 0.0 else math.inf, dual=float(alpha.sum()) - half)


def with_gap(solution: Solution, objectives: Objectives) -> Solution:
    """The solution with the gap of its machine, where the box without upper ends has none of its own."""
    facts = {field.name: getattr(solution, field.name) for field in fields(Solution) if field.name != "gap"}
    return Solution(**facts, gap=objectives.gap)
