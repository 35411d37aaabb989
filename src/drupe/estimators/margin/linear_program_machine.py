"""Machines for two classes that solve a linear program over their coefficients."""

from abc import abstractmethod
from typing import Annotated

import numpy as np

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.margin.found_plane import FoundPlane
from drupe.estimators.margin.two_class_machine import TwoClassMachine
from drupe.estimators.ranges import SECONDS, TRUTH
from drupe.estimators.run_parameters import ThreadParameters
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.shapes import Numbers
from drupe.grams.base import Gram
from drupe.solvers.linear_programs.soft_margin import MarginProgram, MarginSolution
from drupe.solvers.objectives import Objectives


@declared
class LinearProgramMachine(ThreadParameters, TwoClassMachine):
    """An author writes `_program`; HiGHS solves it on the whole Gram matrix, which must fit into memory.

    Parameters
    ----------
    fit_intercept
        Whether there is an offset b; without one the hyperplane passes through the origin.
    max_time
        Limit of the solver's time in seconds; None for none.

    Attributes
    ----------
    slack_
        ξ of the training examples.
    objectives_
        Objective of the program and of its dual.
    """

    fit_intercept: bool = parameter(TRUTH, default=False)
    max_time: float | None = parameter(SECONDS, default=None, before="n_jobs", last=True)
    solution_: MarginSolution = learned()
    slack_: Annotated[Vector, Numbers(None)] = learned()
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
