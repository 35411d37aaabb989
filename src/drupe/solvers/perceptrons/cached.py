"""The kernel perceptron that remembers its outputs: two numbers for each example, one kernel row each mistake."""

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
class CachedPerceptron:
    """αᵢ ← αᵢ + yᵢ and oⱼ ← oⱼ + yᵢ Kᵢⱼ for all j, wherever yᵢ (oᵢ + b) ≤ 0.

    Holds α and the outputs o, 2n numbers, and asks for one row of K at each mistake, O(n): for many examples.

    Parameters
    ----------
    rule
        When an example is learned from.
    order
        In which order examples are met.
    limits
        Where to stop if there is no end.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> run = CachedPerceptron().solve(PerceptronProblem(DenseGram(np.eye(2)), np.array([1.0, -1.0])))
    >>> run.alpha.tolist(), run.mistakes.tolist(), run.converged
    ([1.0, -1.0], [0, 1], True)

    References
    ----------
    [Herbrich02]_, appendix D.1, algorithm 3; [Graepel02]_, section 2.3.6; [Cristianini00]_, table 2.2, whose α have no
    sign.
    """

    rule: UpdateRule = field(default_factory=UpdateRule)
    order: Order = field(default_factory=AsGiven)
    limits: Limits = field(default_factory=Limits)

    def solve(self, problem: PerceptronProblem) -> MistakeRun:
        """Learn until a whole pass is clean."""
        learner = CachedOutputs(problem, self.rule)
        return learn(learner, problem.signs, problem.offset_step, self.order, self.limits)


class CachedOutputs(Learner):
    """α, held as counts of mistakes, and the outputs at all examples, the offset apart."""

    def __init__(self, problem: PerceptronProblem, rule: UpdateRule):
        self._problem, self._rule = problem, rule
        self._counts = np.zeros(len(problem.signs))
        self._outputs = np.array(problem.beginning)
        self._offset = 0.0

    def margins(self, index: Index | slice) -> Vector:
        """yᵢ f(xᵢ) of these examples."""
        return np.asarray(self._problem.signs[index] * (self._outputs[index] + self._offset))

    def wrong(self, index: Index) -> npt.NDArray[np.bool_]:
        return self._rule.violated(self.margins(index), self._counts[index])

    def worst(self) -> int | None:
        """Of the examples that are to be learned from, the one with the smallest margin; None if there are none."""
        margins = self.margins(slice(None))
        wrong = self._rule.violated(margins, self._counts)
        return int(np.where(wrong, margins, np.inf).argmin()) if wrong.any() else None

    def learn(self, i: int) -> None:
        sign = float(self._problem.signs[i])
        self._outputs += sign * self._problem.gram.rows([i])[0]
        self._offset += sign * self._problem.offset_step
        self._counts[i] += 1.0

    def outputs(self) -> Vector:
        return np.asarray(self._outputs - self._problem.beginning)
