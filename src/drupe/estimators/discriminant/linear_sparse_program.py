"""The parameters and the solver of linear sparse programs: absolute residuals, absolute coefficients."""

import warnings
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.discriminant.solver_choice import ExpansionSolver
from drupe.estimators.fitted import Fitted
from drupe.estimators.ranges import Either, Instance, OneOf
from drupe.estimators.sample import Sample
from drupe.estimators.warnings import FitWarning
from drupe.estimators.watch import Watch
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import ConvergenceError
from drupe.losses.base import Loss
from drupe.losses.insensitive import Absolute
from drupe.solvers.expansions.column_generation import ColumnGeneration
from drupe.solvers.expansions.penalties import CoefficientSum, Penalty
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.expansions.simplex import Simplex
from drupe.solvers.expansions.sparsity import sparsity
from drupe.solvers.expansions.vertex import Vertex
from drupe.solvers.solution import Stop

SOLVERS = ("auto", "simplex", "column generation", "linear program")
"""Words for solvers."""


@declared
class LinearSparseProgram:
    """|residuals|, and alpha for each unit of |a|: a linear program, whose minimum at a vertex has few coefficients.

    Parameters
    ----------
    solver
        "simplex", "column generation" or "linear program", which HiGHS solves, or a solver as a value; "auto" for
        "simplex", and for HiGHS after it where rounding keeps it from the minimum.

    Attributes
    ----------
    gap_
        How far the objective can be above the least one, in float64, summed over the functions.
    sparsity_
        Share of coefficients, over all training examples and functions, that are zero.
    """

    solver: str | ExpansionSolver = parameter(Either(OneOf(*SOLVERS), Instance(ExpansionSolver)), default="auto")

    gap_: float = learned()
    sparsity_: float = learned()

    def _loss(self) -> Loss:
        return Absolute()

    def _penalty(self) -> Penalty:
        return CoefficientSum()

    def _solved(self, program: ExpansionProgram, watch: Watch) -> ExpansionSolution:
        solution = self._chosen().solve(program, watch.progress, watch.keeping)
        if self.solver == "auto" and solution.stop in (Stop.ITERATIONS, Stop.STALLED):
            machine: Any = self
            with suppress(ConvergenceError):
                other = Vertex(budget=machine._budget).solve(program, watch.progress, watch.keeping)
                solution = min(solution, other, key=lambda one: float(one.gap.sum()))
        self._tell_medians(solution)
        return solution

    def _chosen(self) -> ExpansionSolver:
        machine: Any = self
        match self.solver:
            case "auto" | "simplex":
                return Simplex(budget=machine._budget)
            case "column generation":
                return ColumnGeneration()
            case "linear program":
                return Vertex(budget=machine._budget)
            case _:
                return self.solver  # type: ignore[return-value]

    def _tell_medians(self, solution: ExpansionSolution) -> None:
        """Absolute deviations ask for the median: on noisy targets a constant can be the best there is."""
        constant = ~solution.coefficients.any(axis=0) & (solution.objective > 0.0) & solution.converged
        if constant.any():
            warnings.warn(
                f"the minimum of {type(self).__name__} has no coefficient in {np.count_nonzero(constant)} of its "
                f"{len(constant)} functions: the median of the targets, a constant, is the best there is under this "
                "penalty. Choose a smaller alpha.",
                FitWarning,
                stacklevel=stacklevel_outside(),
            )

    def _learn(self, sample: Sample) -> Fitted:
        base: Any = super()
        fitted: Fitted = base._learn(sample)
        found: ExpansionSolution = fitted.solution
        more = {"gap_": float(found.gap.sum()), "sparsity_": sparsity(found.coefficients)}
        return replace(fitted, attributes={**fitted.attributes, **more})
