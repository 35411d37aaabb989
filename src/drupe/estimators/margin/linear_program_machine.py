"""Machines for two classes that solve a linear program over their coefficients."""

from abc import abstractmethod
from typing import Annotated, Any

import numpy as np

from drupe.estimators.kernel_choice import KERNEL_RANGES
from drupe.estimators.margin.found_plane import FoundPlane
from drupe.estimators.margin.two_class_machine import TwoClassMachine
from drupe.estimators.ranges import SECONDS, THREADS, TRUTH
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.shapes import Numbers
from drupe.grams.base import Gram
from drupe.solvers.linear_programs.soft_margin import MarginProgram, MarginSolution
from drupe.solvers.objectives import Objectives

PROGRAM_RANGES: dict[str, Any] = {
    **KERNEL_RANGES,
    "fit_intercept": TRUTH,
    "max_time": SECONDS,
    "n_jobs": THREADS,
}


class LinearProgramMachine(TwoClassMachine):
    """An author writes `_program`; HiGHS solves it on the whole Gram matrix, which must fit into memory."""

    fit_intercept: bool
    solution_: MarginSolution
    slack_: Annotated[Vector, Numbers(None)]
    cache_size = 200.0
    """Megabytes up to which the matrix of a kernel function is computed at one call."""

    @abstractmethod
    def _program(self, K: Matrix, signs: Vector, weights: Vector) -> MarginProgram:
        """The program of the machine."""

    def _plane(self, gram: Gram, signs: Vector, weights: Vector) -> FoundPlane:
        K = gram.dense().astype(np.float64)
        solution = self._program(K, signs, weights).solve(self.max_time)
        signed = signs * solution.alpha
        objectives = Objectives(solution.objective, solution.program.dual)
        return FoundPlane(signed, solution.offset, K @ signed, solution, objectives, {"slack_": solution.slack})
