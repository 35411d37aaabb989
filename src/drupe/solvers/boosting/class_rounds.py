"""Rounds of boosting with rules that name one of several classes."""

import math
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.solvers.boosting.run import Run
from drupe.solvers.boosting.vote_solution import LastRound
from drupe.solvers.boosting.weak import Weak, chance


@dataclass(frozen=True, eq=False)
class ClassProblem:
    """Examples of several classes.

    Parameters
    ----------
    codes
        Of each example, 0 .. classes − 1.
    weights
        How often each counts, above zero.
    classes
        How many classes there are.
    losses
        −ln of the weights that a vote before left behind, up to a constant; zeros without one.
    """

    codes: Index
    weights: Vector
    classes: int
    losses: Vector


class ClassRun(Run):
    """SAMME: in each round the weights of examples that the rule misses grow by (k − 1)(1 − ε)/ε, to the power rate.

    The step (k − 1)²/k · ln((k − 1)(1 − ε)/ε) is the one along which the exponential loss of k outputs is least; of two
    classes it is AdaBoost's. A rule that names any class as often as chance would ends the run.

    References
    ----------
    [Zhu09]_, section 2.
    """

    def __init__(self, weak: Weak, problem: ClassProblem, rate: float):
        super().__init__(weak, np.empty(0))
        self.problem, self.rate, self.losses = problem, rate, problem.losses.copy()

    def _round(self) -> LastRound | None:
        problem, k = self.problem, self.problem.classes
        logarithms = np.log(problem.weights) - self.losses
        weights = np.exp(logarithms - logarithms.max())
        weights /= weights.sum()
        found = self.weak.best_of_classes(weights, problem.codes, k)
        if found is None:
            raise InputError("this weak learner tells two classes apart; wrap the machine in OneVsRestClassifier.")
        wrong = found.values != problem.codes
        if not wrong.any():
            self._forget()
            self._join(found.rule, 0.0, 1.0, 1.0)
            return LastRound.PERFECT
        # Weights of examples that are missed may all be smaller than any number.
        error = max(float(weights[wrong].sum()), float(np.finfo(np.float64).tiny))
        odds = math.log(k - 1.0) + math.log1p(-error) - math.log(error) if error < 1.0 else -math.inf
        if odds <= chance(len(weights)):
            return LastRound.NO_BETTER
        taken = self.rate * odds
        # The exponential loss shrinks, but lies not above the share of errors if there are more than two classes.
        self._join(found.rule, error, (k - 1.0) ** 2 / k * taken, 1.0)
        self.losses -= np.where(wrong, taken, 0.0)
        return None
