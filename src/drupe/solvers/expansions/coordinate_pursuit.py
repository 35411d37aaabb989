"""Greedy centers without any matrix: each is added by a step along it, and then all are moved one at a time."""

import time
from dataclasses import dataclass, field, replace

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.parameters import Checked, nonnegative, whole
from drupe.foundation.progress import Progress, share
from drupe.foundation.randomness import generator
from drupe.grams.base import Gram
from drupe.solvers.expansions.candidates import Sampled
from drupe.solvers.expansions.norm_system import require_norm
from drupe.solvers.expansions.penalties import FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.solution import Stop


@dataclass(frozen=True)
class CoordinatePursuit(Checked):
    """f = Σ aᵢ k(xᵢ, ·) over a few i: add the best of some, then lower the objective in each coefficient by turns.

    Between greedy selection, whose inverse takes m² numbers and n by m columns, and coordinate descent, whose memory
    is O(n) but whose centers are all examples. Coefficients start from those before the new center.

    Parameters
    ----------
    max_centers
        How many centers a function may have.
    sweeps
        How often all coefficients are moved after each center; the more, the nearer to the minimum over these centers.
    candidates
        The examples that are drawn for each center.
    tolerance
        The run ends when a center and its sweeps lower the objective by less than this share of it, five times running.

    Notes
    -----
    Complexity: O(n(κ + ms)) for each of m centers, with κ candidates and s sweeps, and their columns of K anew each
    time; memory O(n (κ + m)) while they are there.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> program = ExpansionProgram(DenseGram(np.diag([1.0, 2.0, 3.0])), np.array([[0.0], [1.0], [-1.0]]), np.ones(3))
    >>> np.flatnonzero(CoordinatePursuit(max_centers=1).solve(program).coefficients).tolist()
    [2]

    References
    ----------
    [Mika02]_, section 3.5.3, its last paragraphs.
    """

    max_centers: int = whole(1, 100)
    sweeps: int = whole(0, 5)
    candidates: Sampled = field(default_factory=Sampled)
    tolerance: float = nonnegative(1e-3)

    def solve(
        self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False
    ) -> ExpansionSolution:
        """Coefficients after the last sweep; how far the objective is from the least one is not known."""
        require_norm(program)
        began, count, stop = time.perf_counter(), program.targets.shape[1], Stop.CONVERGED
        runs = [_Pursuit(program, column) for column in range(count)]
        for column, run in enumerate(runs):
            try:
                self._pursue(run, share(progress, column, count))
            except KeyboardInterrupt:
                if not keep:
                    raise
                stop = Stop.INTERRUPTED
                break
        return replace(_solution(program, runs, stop), seconds=time.perf_counter() - began)

    def _pursue(self, run: "_Pursuit", progress: Progress | None) -> None:
        rng, limit, slow = generator(self.candidates.random_state), min(self.max_centers, len(run.residual)), 0
        while len(run.chosen) < limit and slow < 5:
            free = np.setdiff1d(np.arange(len(run.residual)), run.chosen)
            before = run.objective
            if not run.add(np.sort(rng.choice(free, min(self.candidates.count, len(free)), replace=False))):
                return
            run.sweep(self.sweeps)
            slow = slow + 1 if before - run.objective < self.tolerance * abs(run.objective) else 0
            if progress is not None:
                progress(len(run.chosen) / limit)


class _Pursuit:
    """Coefficients of one function, and W^½ (y − f − b) with the best b."""

    def __init__(self, program: ExpansionProgram, column: int):
        self._gram: Gram = program.gram
        self._alpha, self._paid = program.alpha, isinstance(program.penalty, FunctionNorm)
        self._share, self._root = program.weights / program.weights.sum(), np.sqrt(program.weights)
        y = program.targets[:, column]
        self.residual: Vector = self._root * (y - self._share @ y)
        self.chosen: Index = np.empty(0, dtype=np.intp)
        self.coefficients = np.empty(0)
        self._norm, self.steps = 0.0, 0

    @property
    def objective(self) -> float:
        """Half the squared residuals and what the penalty takes."""
        return 0.5 * float(self.residual @ self.residual) + 0.5 * self._alpha * self._norm

    def add(self, index: Index) -> bool:
        """The candidate along which the objective falls most, at the bottom of its line; False if none falls."""
        rows, columns = self._columns(index)
        lengths = np.square(columns).sum(axis=1) + self._alpha * self._own(rows, index)
        slopes = columns @ self.residual
        if self._paid and len(self.chosen):
            slopes -= self._alpha * (rows[:, self.chosen] @ self.coefficients)
        scores = np.divide(slopes**2, lengths, out=np.zeros(len(index)), where=lengths > 0.0)
        best = int(scores.argmax())
        if not scores[best] > 0.0:
            return False
        step = float(slopes[best] / lengths[best])
        self.residual = self.residual - step * columns[best]
        self.chosen = np.append(self.chosen, index[best])
        self.coefficients = np.append(self.coefficients, step)
        self.steps += 1
        self._renew_norm(rows[best : best + 1, self.chosen])
        return True

    def sweep(self, times: int) -> None:
        """Each coefficient by turns to the bottom of its line."""
        rows, columns = self._columns(self.chosen)
        among = rows[:, self.chosen]
        lengths = np.square(columns).sum(axis=1) + self._alpha * self._own(rows, self.chosen)
        for _ in range(times):
            for i in range(len(self.chosen)):
                pays = among[i] @ self.coefficients if self._paid else self.coefficients[i]
                step = float(columns[i] @ self.residual - self._alpha * pays) / lengths[i]
                self.coefficients[i] += step
                self.residual = self.residual - step * columns[i]
                self.steps += 1
        images = among @ self.coefficients if self._paid else self.coefficients
        self._norm = float(self.coefficients @ images)

    def _renew_norm(self, last: Matrix) -> None:
        """The norm with one more coefficient, from the row of K of its center."""
        step = self.coefficients[-1]
        crossed = 2.0 * step * float(last[0, :-1] @ self.coefficients[:-1]) if self._paid else 0.0
        self._norm += crossed + step**2 * (float(last[0, -1]) if self._paid else 1.0)

    def _columns(self, index: Index) -> tuple[Matrix, Matrix]:
        rows = np.asarray(self._gram.rows(index), dtype=np.float64)
        return rows, np.asarray((rows - (rows @ self._share)[:, None]) * self._root)

    def _own(self, rows: Matrix, index: Index) -> Vector:
        return np.asarray(rows[np.arange(len(index)), index] if self._paid else np.ones(len(index)))


def _solution(program: ExpansionProgram, runs: list[_Pursuit], stop: Stop) -> ExpansionSolution:
    coefficients = np.zeros(program.targets.shape)
    for column, run in enumerate(runs):
        coefficients[run.chosen, column] = run.coefficients
    images = program.gram.product(coefficients)
    offset = program.weights @ (program.targets - images) / program.weights.sum()
    return ExpansionSolution(
        coefficients,
        offset,
        images + offset,
        program.objective_at(coefficients, offset, images),
        gap=np.full(len(runs), np.inf),
        iterations=sum(run.steps for run in runs),
        stop=stop,
    )
