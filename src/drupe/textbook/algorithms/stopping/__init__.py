"""Stopping rules: when a training algorithm has done enough."""

from drupe.textbook.algorithms.stopping.feasibility_gap import FeasibilityGap
from drupe.textbook.algorithms.stopping.iterate import Iterate
from drupe.textbook.algorithms.stopping.limits import LargestMultiplier, MaxSweeps
from drupe.textbook.algorithms.stopping.objective_growth import ObjectiveGrowth
from drupe.textbook.algorithms.stopping.optimality_conditions import OptimalityConditions
from drupe.textbook.algorithms.stopping.rule import AnyOf, StoppingRule
from drupe.textbook.algorithms.stopping.virtual_box import VirtualBox

UNTIL_OPTIMAL = OptimalityConditions(1e-3) | MaxSweeps(10_000)
"""What the algorithms do unless told otherwise."""

__all__ = [
    "UNTIL_OPTIMAL",
    "AnyOf",
    "FeasibilityGap",
    "Iterate",
    "LargestMultiplier",
    "MaxSweeps",
    "ObjectiveGrowth",
    "OptimalityConditions",
    "StoppingRule",
    "VirtualBox",
]
