"""Machines that solve one box problem: regression and one class."""

from abc import abstractmethod
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.fitted import Fitted
from drupe.estimators.margin.convergence import report
from drupe.estimators.margin.solver_parameters import StartedSolverParameters
from drupe.estimators.margin.starting import starting_coefficients
from drupe.estimators.margin.support_vector_machine import SupportVectorMachine, whole_numbers
from drupe.estimators.sample import Sample
from drupe.estimators.solver_info import SolverInfo
from drupe.foundation.arrays import Vector
from drupe.foundation.shapes import Outputs, Reals, Sizes, Together, Wholes
from drupe.grams.base import Gram
from drupe.predictors.expansion import Expansion
from drupe.solvers.box import solve
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution


class SingleProblemMachine(StartedSolverParameters, SupportVectorMachine):
    """An author writes `_problem`, and how its solution becomes coefficients and an offset.

    Attributes
    ----------
    intercept_
        As in scikit-learn.
    """

    shape_fit_: Annotated[tuple[int, ...], Sizes("examples", "columns"), Together()]
    predictor_: Annotated[Expansion, Outputs(1, "support")]
    solution_: Annotated[Solution, Together()]
    support_: Annotated[npt.NDArray[np.int32], Wholes("support", below="examples"), Together()]
    intercept_: Annotated[Vector, Reals(1)]
    fit_status_: Annotated[int, Together()]
    n_iter_: Annotated[int, Together()]
    solver_info_: Annotated[SolverInfo, Together()]

    @abstractmethod
    def _problem(self, gram: Gram, sample: Sample, start: Vector | None) -> BoxProblem:
        """The box problem of the machine."""

    @abstractmethod
    def _expansion(self, solution: Solution) -> tuple[Vector, float]:
        """Coefficients, one for each example, and offset."""

    def _assessed(self, solution: Solution, gram: Gram, sample: Sample) -> tuple[Solution, dict[str, Any]]:
        """The solution with the gap of the machine, where that is not the gap of the box, and further attributes."""
        return solution, {}

    def _learn(self, sample: Sample) -> Fitted:
        kernel, sample = self._seen(sample)
        rows = starting_coefficients(self.start, sample, 1)
        gram = self._gram(kernel, sample.inputs)
        problem = self._problem(gram, sample, None if rows is None else rows[:, 0])
        with self._watch() as watch:
            found = solve(problem, self._options(watch))
        solution, more = self._assessed(found, gram, sample)
        info = self._info(watch, [solution])
        report(type(self).__name__, info, self.tol)
        coefficients, offset = self._expansion(solution)
        chosen = np.flatnonzero(coefficients)
        vectors = sample.inputs.take(chosen)
        kept = coefficients[chosen, None]
        predictor = Expansion(kernel, vectors, kept, np.array([offset]), self.n_jobs)
        attributes = {
            **self._support(sample.positions[chosen], vectors, kept),
            "n_support_": whole_numbers([len(chosen)]),
            "intercept_": np.array([offset]),
            **info.facts(),
            **more,
        }
        return Fitted(predictor, solution, attributes)
