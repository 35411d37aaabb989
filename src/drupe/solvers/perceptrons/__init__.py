"""Learning from mistakes: perceptrons in all their forms, least mean squares, condensing."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.solvers.perceptrons.cached import CachedPerceptron
    from drupe.solvers.perceptrons.condensing import Condensed, condense
    from drupe.solvers.perceptrons.least_mean_squares import DualLMS, LeastMeanSquares, PrimalLMS
    from drupe.solvers.perceptrons.limits import Limits
    from drupe.solvers.perceptrons.minover import Minover
    from drupe.solvers.perceptrons.orders import AsGiven, Order, Sequence, Shuffled
    from drupe.solvers.perceptrons.primal import PrimalPerceptron
    from drupe.solvers.perceptrons.problem import PerceptronProblem
    from drupe.solvers.perceptrons.rule import UpdateRule
    from drupe.solvers.perceptrons.run import MistakeRun
else:
    on_first_use(__name__)

__all__ = [
    "AsGiven",
    "CachedPerceptron",
    "Condensed",
    "DualLMS",
    "LeastMeanSquares",
    "Limits",
    "Minover",
    "MistakeRun",
    "Order",
    "PerceptronProblem",
    "PrimalLMS",
    "PrimalPerceptron",
    "Sequence",
    "Shuffled",
    "UpdateRule",
    "condense",
]
