"""The simplex method for sparse expansions with least absolute deviations, from vertex to vertex in the native core."""

import time
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from drupe import native
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress, share
from drupe.foundation.threads import OPENMP_DEFAULT, thread_count
from drupe.grams.base import Gram
from drupe.grams.lazy import LazyGram
from drupe.solvers.expansions.deviations import certified, require_deviations
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.native import SINGLE_LARGEST
from drupe.solvers.solution import Stop

FIRST_COLUMNS = 256
"""Columns with which a run begins that cannot hold all, and which it adds at once."""

SINGLE_TOLERANCE = 1e-4
"""Gaps from which on kernel values in single precision are exact enough to pivot with."""

STEPS, STEPS_EACH = 10_000, 100
"""Steps that no run needs: in all, and for each example."""

LOOKS = 4
"""Entries of each row of K by which different examples are told apart before whole rows are compared."""


@dataclass(frozen=True)
class Simplex(Checked):
    """min Σᵢ wᵢ|yᵢ − (Ka)ᵢ − b| + alpha ‖a‖₁ at a vertex: as many examples without residual as numbers that are free.

    A step lets one residual or one coefficient grow from zero and goes on, past points where others change their sign,
    as long as the objective falls. Identical examples share one column. Targets are moved by a millionth on the way,
    since labels make every vertex a tie, and are the true ones in the end. The gap comes from the dual variables, in
    float64.

    Parameters
    ----------
    tolerance
        Gap, relative to the objective, at which a run ends. From 1e-4 on K is held in single precision, which takes two
        thirds of the time.
    max_iterations
        Steps, for each function, after which it ends; None for ten thousand and a hundred for each example, which only
        runs without end reach, where rounding turns the steps in a circle.
    max_seconds
        Wall time for each function after which it ends; None for no limit.
    budget
        Bytes that columns of K may take. If all are more, they are computed when the dual variables ask for them.

    Notes
    -----
    Complexity: O(n m) time for each step with m coefficients, n² numbers for K unless the budget says less.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> from drupe.losses import Absolute
    >>> from drupe.solvers.expansions.penalties import CoefficientSum
    >>> gram, y = DenseGram([[1.0, 0.0], [0.0, 1.0]]), np.array([[1.0], [-1.0]])
    >>> program = ExpansionProgram(gram, y, np.ones(2), 0.5, Absolute(), CoefficientSum())
    >>> Simplex().solve(program).objective.tolist()  # one coefficient of size 2 for a residual of size 2
    [1.0]

    References
    ----------
    [Mika02]_, section 3.5.6 and eq. 3.55; [Barrodale73]_, section 3.
    """

    tolerance: float = positive(1e-9)
    max_iterations: int | None = None
    max_seconds: float | None = None
    budget: int = whole(0, DEFAULT_BYTES)

    def solve(
        self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False
    ) -> ExpansionSolution:
        """The solution; with `keep`, Ctrl-C leaves what has been reached."""
        require_deviations(program, "Simplex")
        began = time.perf_counter()
        n, functions = program.targets.shape
        coefficients, offset, betas = np.zeros((n, functions)), np.zeros(functions), np.zeros((n, functions))
        held = _Held.of(program.gram, self.budget, rough=self.tolerance >= SINGLE_TOLERANCE)
        steps, stop = 0, Stop.CONVERGED
        for function in range(functions):
            run = _Run(self, program, function, keep, share(progress, function, functions), stop is Stop.INTERRUPTED)
            found = run.over(held) if held is not None else run.on_demand()
            coefficients[:, function], offset[function], betas[:, function] = (
                found.coefficients,
                found.offset,
                found.beta,
            )
            steps += found.iterations
            stop = found.stop if stop is Stop.CONVERGED else stop
        seconds = time.perf_counter() - began
        return certified(program, coefficients, offset, betas, iterations=steps, stop=stop, seconds=seconds)


class _Found(NamedTuple):
    """What became of one function."""

    coefficients: Vector
    offset: float
    beta: Vector
    iterations: int
    stop: Stop


class _Held(NamedTuple):
    """K without copies of examples: its values, which example stands for each, and those who stand for others."""

    matrix: Matrix
    group: Index
    first: Index

    @classmethod
    def of(cls, gram: Gram, budget: int, rough: bool) -> "_Held | None":
        """None if K takes more than the budget; in single precision if the gap may be rough."""
        n = len(gram)
        if gram.dtype.itemsize * n * n > budget:
            return None
        K = np.ascontiguousarray(gram.dense(budget))
        largest = float(np.abs(K).max(initial=0.0))
        if not np.isfinite(largest):
            raise InputError("the kernel matrix has entries that are not finite numbers.")
        if rough and largest < SINGLE_LARGEST:
            K = K.astype(np.float32)
        group = _copies(K)
        first = np.flatnonzero(group == np.arange(n))
        return cls(K, group, first)


def _copies(K: Matrix) -> Index:
    """For each example the first one with the same row of K."""
    n = len(K)
    looks = K[:, np.linspace(0, n - 1, LOOKS).astype(np.int64)]
    order = np.lexsort(looks.T)
    alike = (looks[order[1:]] == looks[order[:-1]]).all(axis=1)
    group = np.arange(n)
    doubtful = np.zeros(n, dtype=bool)
    doubtful[order[1:][alike]] = doubtful[order[:-1][alike]] = True
    seen: dict[bytes, int] = {}
    for i in np.flatnonzero(doubtful):
        group[i] = seen.setdefault(K[i].tobytes(), int(i))
    return group


class _Run:
    """One function of a program."""

    def __init__(
        self, how: Simplex, program: ExpansionProgram, function: int, keep: bool, progress: Progress | None, idle: bool
    ):
        self.how, self.program, self.keep, self.progress, self.idle = how, program, keep, progress, idle
        self.targets, self.weights = _doubles(program.targets[:, function]), _doubles(program.weights)
        self.began, self.steps = time.perf_counter(), 0

    def over(self, held: _Held) -> _Found:
        """The solution over all columns."""
        n = len(self.targets)
        if len(held.first) == n:
            found = self._vertex(self.targets, self.weights, held.matrix, held.matrix)
            return self._spread(found, np.arange(n), found.beta, Stop[found.stop.name])
        # Copies with one target are one observation; those with different ones share a row but not a residual.
        pairs = np.stack([held.group.astype(np.float64), self.targets])
        distinct, place = np.unique(pairs, axis=1, return_inverse=True)
        place = np.reshape(place, -1)
        weights: Vector = _doubles(np.bincount(place, self.weights))
        rows = np.ascontiguousarray(held.matrix[np.ix_(distinct[0].astype(np.int64), held.first)])
        found = self._vertex(_doubles(distinct[1]), weights, rows, np.ascontiguousarray(rows.T))
        beta = found.beta[place] * (self.weights / weights[place])
        return self._spread(found, held.first, beta, Stop[found.stop.name])

    def on_demand(self) -> _Found:
        """The solution over columns that are let in when dual variables ask for them, the most wanted ones first.

        Where there is no room for more, those without a coefficient go.
        """
        gram, limit = self.program.gram, self.program.alpha * (1.0 + self.how.tolerance)
        most = self.how.budget // (2 * gram.dtype.itemsize * len(self.targets))
        chosen, columns = _none(), np.empty((0, len(self.targets)), dtype=gram.dtype)
        found = self._vertex(self.targets, self.weights, np.ascontiguousarray(columns.T), columns)
        while True:
            beta, start = found.beta, (found.columns, found.rows)
            wanted = np.abs(gram @ beta)
            wanted[chosen] = 0.0
            more = np.argsort(-wanted)[: max(FIRST_COLUMNS, len(chosen) // 4)]
            more = more[wanted[more] > limit]
            if len(chosen) + len(more) > most:
                chosen, columns = chosen[start[0]], columns[start[0]]
                start = (np.arange(len(chosen)), start[1])
            more = more[: max(0, most - len(chosen))]
            chosen, columns = np.concatenate([chosen, more]), np.concatenate([columns, gram.rows(more)])
            found = self._vertex(self.targets, self.weights, np.ascontiguousarray(columns.T), columns, start)
            if not len(more) or found.stop is not native.Stop.CONVERGED:
                stop = Stop[found.stop.name]
                short = stop is Stop.CONVERGED and wanted.max(initial=0.0) > limit
                return self._spread(found, chosen, found.beta, Stop.STALLED if short else stop)

    def _vertex(
        self,
        targets: Vector,
        weights: Vector,
        by_rows: Matrix,
        by_columns: Matrix,
        start: tuple[Index, Index] | None = None,
    ) -> native.DeviationSolution:
        begin = (_none(), _none()) if start is None else start
        problem = native.DeviationProblem(_doubles(targets), _doubles(weights), self.program.alpha, *begin)
        gram = self.program.gram
        threads = thread_count(gram.n_jobs) if isinstance(gram, LazyGram) else OPENMP_DEFAULT
        most = STEPS + STEPS_EACH * len(self.targets) if self.how.max_iterations is None else self.how.max_iterations
        steps = max(0, most - self.steps)
        left = -1.0 if self.how.max_seconds is None else self.how.max_seconds - (time.perf_counter() - self.began)
        limits = native.SolverOptions(
            self.how.tolerance,
            0 if self.idle else steps,
            left if self.how.max_seconds is None else max(left, 0.0),
            0,
            threads,
        )
        found = native.least_deviations(problem, limits, by_rows, by_columns, self.keep, self.progress)
        self.steps += found.iterations
        return found

    def _spread(self, found: native.DeviationSolution, columns: Index, beta: Vector, stop: Stop) -> _Found:
        coefficients = np.zeros(len(self.targets))
        coefficients[columns[found.columns]] = found.coefficients
        return _Found(coefficients, found.offset, beta, self.steps, stop)


def _none() -> Index:
    return np.empty(0, dtype=np.int64)


def _doubles(values: Any) -> Any:
    return np.ascontiguousarray(values, dtype=np.float64)
