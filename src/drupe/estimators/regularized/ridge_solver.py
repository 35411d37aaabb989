"""Which way to solve a ridge regression: in the columns, by factorization, or in steps, as size and memory allow."""

from dataclasses import dataclass, replace

import numpy as np

from drupe.estimators.watch import Watch
from drupe.foundation.errors import InputError, ParameterError
from drupe.grams.linear import LinearGram
from drupe.solvers.conjugate_gradients import ConjugateGradients, LinearSystems
from drupe.solvers.direct_ridge import DirectRidge
from drupe.solvers.primal_ridge import PrimalRidge
from drupe.solvers.ridge_problem import Method, RidgeProblem, RidgeSolution, with_offset

PRECONDITIONER_RANK = 300
"""Columns of K that conjugate gradients are preconditioned with; no more than a tenth of the examples."""

METHODS = {
    "cholesky": Method.CHOLESKY,
    "primal": Method.PRIMAL,
    "conjugate_gradients": Method.CONJUGATE_GRADIENTS,
}
"""What a user may ask for."""


EXACT = 1e-12
"""Residual, relative to y, to which a factorization in single precision is mended."""

LEAST = np.finfo(np.float64).tiny / np.finfo(np.float64).eps
"""Below it numbers lose their last digits."""


@dataclass(frozen=True)
class RidgeSolver:
    """The choice of a method, and its limits.

    Parameters
    ----------
    method
        The method, or None to choose: in the columns if they are fewer than the examples of a linear kernel, else by
        factorization if the kernel matrix fits into the budget, else in steps.
    budget
        Bytes that a matrix may take.
    leave_one_out
        Whether to say what each example would be missed by if left out.
    tolerance
        Residual, relative to the targets, at which steps end.
    max_iterations
        Steps at most; None for the solver's own limit.

    References
    ----------
    [Mukherjee04]_, section 5.1.1; [Herbrich02]_, section 3.2.1.
    """

    method: Method | None
    budget: int
    leave_one_out: bool
    tolerance: float
    max_iterations: int | None

    def solve(self, problem: RidgeProblem, watch: Watch) -> RidgeSolution:
        """By the method that was asked for or suits."""
        _require_digits(problem)
        match self.method or self.suitable(problem):
            case Method.PRIMAL:
                return PrimalRidge(self.leave_one_out).solve(problem)
            case Method.CHOLESKY:
                # There is no half of a factorization to keep: only the terminal is told, not who might end it early.
                bar = None if watch.told is not None else watch.progress
                residual = None if self.leave_one_out else EXACT
                return DirectRidge(self.leave_one_out, self.budget, residual).solve(problem, bar)
        return self._in_steps(problem, watch)

    def suitable(self, problem: RidgeProblem) -> Method:
        """The method for a problem of this size."""
        n = len(problem.gram)
        if isinstance(problem.gram, LinearGram):
            columns = problem.gram.inputs.dimension
            if columns <= n and 8 * columns**2 <= self.budget:
                return Method.PRIMAL
        return Method.CHOLESKY if 8 * n**2 <= self.budget else Method.CONJUGATE_GRADIENTS

    def _rank(self, problem: RidgeProblem) -> int:
        """Of the preconditioner; the products of a linear kernel are cheap enough without one."""
        n = len(problem.gram)
        return 0 if isinstance(problem.gram, LinearGram) else min(PRECONDITIONER_RANK, n // 10, self.budget // (8 * n))

    def _in_steps(self, problem: RidgeProblem, watch: Watch) -> RidgeSolution:
        if self.leave_one_out:
            raise ParameterError(
                "leave_one_out needs a factorization, which conjugate gradients do without; allow a larger cache_size "
                "for the kernel matrix, or fit without it."
            )
        method = ConjugateGradients(self.tolerance, max_iterations=self.max_iterations, rank=self._rank(problem))
        distinct, group = np.unique(problem.strengths, return_inverse=True)
        ones = np.ones((len(problem.gram), len(distinct) if problem.offset else 0))
        strengths = np.concatenate([problem.strengths, distinct[: ones.shape[1]]])
        shift = strengths / problem.weights[:, None]
        # Targets in units of their largest: squares of tiny ones would vanish, and with them all residuals.
        unit = np.abs(problem.targets).max(axis=0)
        unit[unit == 0.0] = 1.0
        systems = LinearSystems(problem.gram, np.hstack([problem.targets / unit, ones]), shift)
        found = method.solve(systems, watch.progress, watch.keeping)
        outputs = len(problem.strengths)
        alpha, offset = found.alpha[:, :outputs] * unit, np.zeros(outputs)
        for part in range(ones.shape[1]):
            mine = np.flatnonzero(group == part)
            alpha[:, mine], offset[mine] = with_offset(alpha[:, mine], found.alpha[:, outputs + part])
        brackets = tuple(one.scaled(by**2) for one, by in zip(found.brackets, unit, strict=False))
        solution = RidgeSolution(alpha, offset, Method.CONJUGATE_GRADIENTS, brackets=brackets)
        return replace(
            solution,
            residual=float(found.residuals.max()),
            iterations=found.iterations,
            stop=found.stop,
            seconds=found.seconds,
        )


def _require_digits(problem: RidgeProblem) -> None:
    """Refuse to divide by weights next to nothing, and without a ridge by such kernel values."""
    if problem.strengths.max() * LEAST > problem.weights.min():
        raise InputError(
            f"alpha over the smallest sample_weight, {problem.weights.min():.1e}, is beyond float64; leave out "
            "examples that hardly count, or weigh them 0."
        )
    if problem.strengths.min() > 0.0:
        return
    largest = float(np.abs(problem.gram.diagonal()).max())
    if largest < LEAST:
        raise InputError(
            f"kernel values, up to {largest:.1e}, are too small to divide by, as alpha = 0 asks for; scale the "
            "features (sklearn.preprocessing.StandardScaler), or choose an alpha above 0."
        )
