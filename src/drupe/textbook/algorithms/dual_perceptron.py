"""The perceptron in dual variables, without memory: every output is summed up anew."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector
from drupe.solvers.perceptrons.limits import Limits
from drupe.solvers.perceptrons.loop import Learner, learn
from drupe.solvers.perceptrons.orders import AsGiven, Order
from drupe.solvers.perceptrons.problem import PerceptronProblem
from drupe.solvers.perceptrons.rule import UpdateRule
from drupe.solvers.perceptrons.run import MistakeRun


@dataclass(frozen=True)
class DualPerceptron:
    """αᵢ ← αᵢ + yᵢ wherever yᵢ (Σⱼ αⱼ Kⱼᵢ + b) ≤ 0.

    Makes the mistakes of `CachedPerceptron`, at the cost of a row of K for each example of each pass; for the
    textbook's sake, and to prove the faster form.

    Parameters
    ----------
    rule
        When an example is learned from.
    order
        In which order examples are met.
    limits
        Where to stop if there is no end.

    References
    ----------
    [Herbrich02]_, appendix D.1, algorithm 2; [Cristianini00]_, table 2.2; [Graepel02]_, appendix C.1.2.
    """

    rule: UpdateRule = field(default_factory=UpdateRule)
    order: Order = field(default_factory=AsGiven)
    limits: Limits = field(default_factory=Limits)

    def solve(self, problem: PerceptronProblem) -> MistakeRun:
        """Learn until a whole pass is clean."""
        learner = DualVariables(problem, self.rule)
        return learn(learner, problem.signs, problem.offset_step, self.order, self.limits)


class DualVariables(Learner):
    """α alone."""

    def __init__(self, problem: PerceptronProblem, rule: UpdateRule):
        self._problem, self._rule = problem, rule
        self._alpha = np.zeros(len(problem.signs))

    def wrong(self, index: Index) -> npt.NDArray[np.bool_]:
        problem = self._problem
        outputs = problem.gram.rows(index) @ self._alpha + problem.beginning[index]
        margins = problem.signs[index] * (outputs + problem.offset_step * self._alpha.sum())
        return self._rule.violated(margins, np.abs(self._alpha[index]))

    def learn(self, i: int) -> None:
        self._alpha[i] += self._problem.signs[i]

    def outputs(self) -> Vector:
        return np.asarray(self._problem.gram @ self._alpha)
