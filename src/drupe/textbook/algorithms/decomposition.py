"""Decomposition: a working set of fixed size is solved exactly while everything else is frozen."""

from collections.abc import Iterator
from dataclasses import dataclass

from drupe.foundation.parameters import Checked, whole
from drupe.solvers.problem import BoxProblem
from drupe.textbook.algorithms.active_set import active_set
from drupe.textbook.algorithms.chunking import Inner
from drupe.textbook.algorithms.point import Point
from drupe.textbook.algorithms.stopping import MaxSweeps, OptimalityConditions, StoppingRule
from drupe.textbook.algorithms.sub_problem import sub_problem
from drupe.textbook.algorithms.training import Training, train
from drupe.textbook.algorithms.working_set import most_violating


@dataclass(frozen=True)
class Decomposition(Checked):
    """Choose the `size` variables that violate the conditions most, solve for them, and again.

    Of the kernel matrix only the rows of the working set are asked for. Size 2 is sequential minimal optimization on
    the maximal violating pair, the choice that watches two thresholds instead of a moving offset: the offset is zero
    throughout and read off the conditions at the end. Works with every balance.

    Parameters
    ----------
    size
        q, how many variables are free at a time.
    inner
        Solves the sub-problem.
    stopping
        When to stop; asked after each sub-problem.

    References
    ----------
    [Cristianini00]_, sections 7.4 and 7.5, remark 7.14; [Mukherjee04]_, section 5.2.4; [Keerthi01]_, section 4.
    """

    size: int = whole(2, 10)
    inner: Inner = active_set
    stopping: StoppingRule = OptimalityConditions(1e-3) | MaxSweeps(100_000)

    def solve(self, problem: BoxProblem) -> Training:
        """Solves sub-problem after sub-problem until the stopping rule speaks."""
        point = Point(problem)
        return train(point, self._steps(point), self.stopping)

    def _steps(self, point: Point) -> Iterator[None]:
        while len(working := most_violating(point, self.size)):
            if not point.replace(working, self.inner(sub_problem(point, working))):
                return
            yield
