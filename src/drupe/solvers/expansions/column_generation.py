"""Column generation: a linear program over few columns of K, to which those are added that its dual violates most."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import ConvergenceError
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress
from drupe.solvers.expansions.deviations import certified, feasible, require_deviations
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.solution import Stop

ENOUGH = 59
"""The best of so many candidates is among the best twentieth with probability 0.95."""


class Round(NamedTuple):
    """One master program: its columns, what it reached, its dual variables, and the column that it asked for."""

    columns: Index
    objective: float
    beta: Vector
    coefficients: Vector
    offset: float
    added: int | None


@dataclass(frozen=True)
class ColumnGeneration(Checked):
    """max yᵀβ, |βᵢ| ≤ wᵢ, Σ β = 0, |Kⱼβ| ≤ alpha for few j; the j that is violated most joins them, until none is.

    The multipliers of the constraints are the coefficients. Each round solves one master program with HiGHS. Before the
    run ends all columns are looked at once more.

    Parameters
    ----------
    candidates
        How many columns to look at, drawn at random, for the next one; None for all.
    patience
        Rounds without a coefficient after which a column is dropped; None to keep all.
    tolerance
        Violation, relative to alpha, that counts as none.
    max_iterations
        Rounds for each function after which the run ends; None for no limit.
    random_state
        Seed of the draws.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> from drupe.losses import Absolute
    >>> from drupe.solvers.expansions.penalties import CoefficientSum
    >>> gram, y = DenseGram([[1.0, 0.0], [0.0, 1.0]]), np.array([[1.0], [-1.0]])
    >>> program = ExpansionProgram(gram, y, np.ones(2), 0.5, Absolute(), CoefficientSum())
    >>> [(len(one.columns), one.objective) for one in ColumnGeneration().rounds(program)]
    [(0, 2.0), (1, 1.0)]

    References
    ----------
    [Mika02]_, section 3.5.6 and figure 3.4; section 3.5.2 for 59 candidates.
    """

    candidates: int | None = ENOUGH
    patience: int | None = 20
    tolerance: float = positive(1e-7)
    max_iterations: int | None = None
    random_state: int = whole(0, 0)

    def solve(
        self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False
    ) -> ExpansionSolution:
        """The solution; with `keep`, Ctrl-C leaves what has been reached."""
        require_deviations(program, "ColumnGeneration")
        began = time.perf_counter()
        n, functions = program.targets.shape
        coefficients, offset, betas = np.zeros((n, functions)), np.zeros(functions), np.zeros((n, functions))
        iterations, stop = 0, Stop.CONVERGED
        for function in range(functions):
            try:
                for number, one in enumerate(self.rounds(program, function)):
                    iterations += 1
                    coefficients[:, function], betas[:, function] = 0.0, one.beta
                    coefficients[one.columns, function], offset[function] = one.coefficients, one.offset
                    if one.added is not None and number + 1 == self.max_iterations:
                        stop = Stop.ITERATIONS
                        break
                    if progress is not None:
                        progress((function + (number + 1) / (number + 10)) / functions)
            except KeyboardInterrupt:
                if not keep:
                    raise
                stop = Stop.INTERRUPTED
        seconds = time.perf_counter() - began
        return certified(program, coefficients, offset, betas, iterations=iterations, stop=stop, seconds=seconds)

    def rounds(self, program: ExpansionProgram, function: int = 0) -> Iterator[Round]:
        """One master program after the other."""
        targets, weights, alpha = program.targets[:, function], program.weights, program.alpha
        rng = np.random.default_rng(self.random_state)
        columns, idle = np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
        rows: Matrix = np.empty((0, len(targets)))
        least = np.inf
        while True:
            objective, beta, coefficients, offset = _master(rows, targets, weights, alpha)
            added = self._most_violated(program, beta, columns, rng)
            yield Round(columns, objective, beta, coefficients, offset, added)
            if added is None:
                return
            # A column may go only while the objective falls: so none comes back to the same master.
            idle = np.where(coefficients != 0.0, 0, idle + 1)
            falling, least = objective < least * (1.0 - self.tolerance), min(least, objective)
            stays = idle < self.patience if self.patience is not None and falling else np.ones(len(idle), dtype=bool)
            columns, idle = np.append(columns[stays], added), np.append(idle[stays], 0)
            rows = np.vstack([rows[stays], program.gram.rows([added])])

    def _most_violated(
        self, program: ExpansionProgram, beta: Vector, columns: Index, rng: np.random.Generator
    ) -> int | None:
        """The column with the largest |Kⱼβ| beyond alpha among some, or among all if there is none among those."""
        unused = np.setdiff1d(np.arange(len(beta)), columns)
        limit = program.alpha * (1.0 + self.tolerance)
        if self.candidates is not None and self.candidates < len(unused):
            some = np.sort(rng.choice(unused, self.candidates, replace=False))
            reach = np.abs(program.gram.rows(some) @ beta)
            if reach.max() > limit:
                return int(some[reach.argmax()])
        reach = np.abs(program.gram @ beta)[unused]
        return int(unused[reach.argmax()]) if reach.max(initial=0.0) > limit else None


def _master(rows: Matrix, targets: Vector, weights: Vector, alpha: float) -> tuple[float, Vector, Vector, float]:
    """Objective, β, a of the columns and b; numbers are scaled so that alpha is 1 for the solver."""
    found = linprog(
        -targets,
        A_ub=np.vstack([rows, -rows]) / alpha if len(rows) else None,
        b_ub=np.ones(2 * len(rows)) if len(rows) else None,
        A_eq=np.ones((1, len(targets))),
        b_eq=[0.0],
        bounds=np.column_stack([-weights, weights]),
        method="highs",
    )
    if found.status != 0:
        raise ConvergenceError(f"HiGHS did not solve a master program with {len(rows)} columns: {found.message}")
    multipliers = -np.asarray(found.ineqlin.marginals) / alpha if len(rows) else np.zeros(0)
    beta = feasible(np.asarray(found.x), weights)
    coefficients = multipliers[: len(rows)] - multipliers[len(rows) :]
    return -float(found.fun), beta, coefficients, -float(found.eqlin.marginals[0])
