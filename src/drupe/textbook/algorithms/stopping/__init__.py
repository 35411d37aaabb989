"""Stopping rules: when a training algorithm has done enough."""

from drupe.solvers.textbook.stopping.feasibility_gap import FeasibilityGap
from drupe.solvers.textbook.stopping.iterate import Iterate
from drupe.solvers.textbook.stopping.limits import LargestMultiplier, MaxSweeps
from drupe.solvers.textbook.stopping.objective_growth import ObjectiveGrowth
from drupe.solvers.textbook.stopping.optimality_conditions import OptimalityConditions
from drupe.solvers.textbook.stopping.rule import AnyOf, StoppingRule
from drupe.solvers.textbook.stopping.virtual_box import VirtualBox

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
