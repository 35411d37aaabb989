"""Machines for two classes that solve a box problem: running the solver, and saying how it went."""

from typing import Any

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.margin.convergence import report
from drupe.estimators.margin.found_plane import FoundPlane
from drupe.estimators.margin.solver_parameters import SolverParameters
from drupe.estimators.margin.two_class_machine import TwoClassMachine
from drupe.estimators.ranges import TRUTH
from drupe.estimators.solver_info import SolverInfo
from drupe.foundation.arrays import Vector
from drupe.solvers.balance import Balance, Balanced, Free
from drupe.solvers.box import solve
from drupe.solvers.objectives import Objectives, with_gap
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution


@declared
class BoxMachine(SolverParameters, TwoClassMachine):
    """An author builds a box problem in `_plane`, has it solved by `_solved`, and hands the result to `_found`.

    Parameters
    ----------
    fit_intercept
        Whether there is an offset b; without one the hyperplane passes through the origin.
    """

    fit_intercept: bool = parameter(TRUTH, default=True)
    solution_: Solution = learned()
    fit_status_: int = learned()
    n_iter_: int = learned()
    solver_info_: SolverInfo = learned()

    def _balance(self) -> Balance:
        """With an offset the positive and negative α balance; without one they are free."""
        return Balanced() if self.fit_intercept else Free()

    def _solved(self, problem: BoxProblem) -> Solution:
        """The solution, with a bar on the terminal if asked for."""
        with self._watch() as watch:
            solution = solve(problem, self._options(watch))
        self._info(watch, [solution])
        return solution

    def _found(
        self, solution: Solution, weights: Vector, outputs: Vector, offset: float, objectives: Objectives, **more: Any
    ) -> FoundPlane:
        """The hyperplane of a solution; a run that stopped short is reported with the gap of the machine."""
        final = with_gap(solution, objectives)
        info = SolverInfo.of([final], final.seconds)
        report(type(self).__name__, info, self.tol)
        return FoundPlane(weights, offset, outputs, final, objectives, {**info.facts(), **more})
