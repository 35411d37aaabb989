"""Perceptrons for classes that overlap: a few passes, and something steadier than the last hypothesis."""

from drupe.estimators.declaration import declared
from drupe.estimators.perceptron.mistake_driven import MistakeDriven
from drupe.solvers.perceptrons.cached import CachedPerceptron
from drupe.solvers.perceptrons.limits import Limits
from drupe.solvers.perceptrons.problem import PerceptronProblem
from drupe.solvers.perceptrons.run import MistakeRun


@declared
class FixedPasses(MistakeDriven):
    """A kernel perceptron that goes through the examples so often and no more; earlier only if a pass is clean.

    Parameters
    ----------
    max_passes
        Passes through the examples; fewer only if one is clean.
    """

    max_passes: int = 10

    def _run(self, problem: PerceptronProblem, limits: Limits) -> MistakeRun:
        return CachedPerceptron(order=self._order(), limits=limits).solve(problem)
