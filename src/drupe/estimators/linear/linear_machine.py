"""What linear machines share: no kernel but the linear one, weights that may be stored sparsely, and how they learn."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

import scipy.sparse as sp
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.base import Machine
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.linear.linear_fit import complete, entries_of, fitted, report, stacked
from drupe.estimators.linear.linear_parameters import LinearParameters
from drupe.estimators.sample import Sample
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Vector
from drupe.foundation.progress import share
from drupe.inputs.vectors import Vectors
from drupe.solvers.linear import follow_costs, solve_linear
from drupe.solvers.linear_problem import LinearProblem
from drupe.solvers.linear_solution import LinearRun


class LinearMachine(LinearParameters, Machine):
    """A machine in the columns of vectors; an author writes `_problem`, with C among its costs."""

    coef_: Any

    def sparsify(self) -> Self:
        """Hold `coef_` as a CSR matrix: less memory where most weights are zero, as with the penalty l1."""
        check_is_fitted(self)
        self.coef_ = sp.csr_matrix(self.coef_)
        return self

    def densify(self) -> Self:
        """Hold `coef_` as an array, as fits do."""
        check_is_fitted(self)
        if sp.issparse(self.coef_):
            self.coef_ = self.coef_.toarray()
        return self

    def _problem(self, sample: Sample) -> LinearProblem:
        """What is minimized, with a row of targets for each output."""
        raise NotImplementedError

    def _learn(self, sample: Sample) -> Fitted:
        problem = self._problem(sample)
        with self._watch() as watch:
            runs = solve_linear(problem, self._options(watch, entries_of(problem.rows)))
            watch.end(complete([run.solution for run in runs]))
        return self._found(problem.rows, problem.constant, runs)

    def _path(self, sample: Sample, Cs: Vector, watch: Watch) -> list[Fitted]:
        """What is learned with the costs times each C, each from where the one before ended."""
        problem = self._problem(sample)
        options = replace(self._options(watch, entries_of(problem.rows)), keep=False)
        count = len(problem.targets)
        paths = [
            follow_costs(problem.only(k), Cs, replace(options, progress=share(options.progress, k, count)))
            for k in range(count)
        ]
        return [self._found(problem.rows, problem.constant, runs) for runs in zip(*paths, strict=True)]

    def _found(self, rows: Vectors, constant: float, runs: Sequence[LinearRun]) -> Fitted:
        """The machine of these runs; where their gaps are too large, that is said."""
        weights, solutions = stacked(runs)
        report(self, solutions)
        return fitted(rows, weights, constant, solutions)

    def _kernel_choice(self) -> KernelChoice:
        return KernelChoice("linear")

    def _vectors_only(self, sample: Sample) -> None:
        """Raise the error that says so where the examples are no vectors."""
        self._kernel_choice().on(sample.inputs, sample.weights)
