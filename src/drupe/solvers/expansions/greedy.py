"""Fisher discriminants and their relatives over few centers, each chosen where the objective falls most."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import reduce

import numpy as np
from scipy.linalg import lstsq
from threadpoolctl import threadpool_limits

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.foundation.enumerations import Enumeration
from drupe.foundation.parameters import Checked, nonnegative, whole
from drupe.foundation.progress import Progress
from drupe.foundation.randomness import generator
from drupe.foundation.threads import blas_threads
from drupe.solvers.cholesky import NotPositiveError, factored
from drupe.solvers.expansions.candidates import Candidates, EveryExample, Sampled
from drupe.solvers.expansions.full_scan import FullScan, ScanStart
from drupe.solvers.expansions.growing_basis import GrowingBasis
from drupe.solvers.expansions.kernel_columns import KernelColumns
from drupe.solvers.expansions.norm_system import least_value, require_norm
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.expansions.sampled_scan import take_best
from drupe.solvers.solution import Stop


class Sharing(Enumeration):
    """Whether several functions are expansions over the same centers."""

    OWN = "each function has its own centers"
    SHARED = "all functions have the same centers"


@dataclass(frozen=True)
class Greedy(Checked):
    """f = Σ aᵢ k(xᵢ, ·) over a few i: the one is added that makes the least objective over such f fall most.

    Parameters
    ----------
    max_centers
        How many centers a function may have.
    tolerance
        The run ends when the last `window` centers have each made the objective fall by less than this share of it, on
        average; 0 to go on until there are `max_centers`, or none that helps.
    candidates
        Where the next center is looked for.
    sharing
        Whether functions share their centers; each has its own coefficients then, all the same.
    window
        Over how many centers the decrease is averaged.
    budget
        Bytes that K may take, in float32 where there are many examples; beyond it, it is computed again for every few
        centers.

    Notes
    -----
    Complexity: O(n²m) time for m centers, n by m numbers for each function besides K. Choosing the best m of n examples
    is hard; greedily chosen ones may be worse. Beyond 4,000 examples K is scanned in single precision: after hundreds
    of centers the one that is taken need not be the very best, though coefficients and objective are in double.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> program = ExpansionProgram(DenseGram(np.diag([1.0, 2.0, 3.0])), np.array([[0.0], [1.0], [-1.0]]), np.ones(3))
    >>> np.flatnonzero(Greedy(max_centers=1).solve(program).coefficients).tolist()
    [2]

    References
    ----------
    [Mika02]_, section 3.5.2 and figure 3.3.
    """

    max_centers: int = whole(1, 500)
    tolerance: float = nonnegative(1e-3)
    candidates: Candidates = field(default_factory=EveryExample)
    sharing: Sharing = Sharing.OWN
    window: int = whole(1, 5)
    budget: int = DEFAULT_BYTES

    def solve(
        self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False
    ) -> ExpansionSolution:
        """The least objective over the centers that were chosen, and how far it can be from that over all."""
        require_norm(program)
        began, stop = time.perf_counter(), Stop.CONVERGED
        columns = KernelColumns(program.gram, self.budget)
        bases = self._bases(program)
        limit = min(self.max_centers, len(program.gram))
        try:
            for fraction in self._grown(bases, columns, limit):
                if progress is not None:
                    progress(fraction)
        except KeyboardInterrupt:
            if not keep:
                raise
            stop = Stop.INTERRUPTED
        return replace(_solution(program, columns, bases, stop), seconds=time.perf_counter() - began)

    def path(self, program: ExpansionProgram) -> tuple["Path", ...]:
        """The centers of each basis in the order in which they were chosen, and the objective after each."""
        require_norm(program)
        columns, bases = KernelColumns(program.gram, self.budget), self._bases(program)
        for _ in self._grown(bases, columns, min(self.max_centers, len(program.gram))):
            pass
        return tuple(Path(basis.chosen, basis.start - np.cumsum(basis.decreases)) for basis in bases)

    def enough(self, start: float, decreases: Vector) -> int | None:
        """After how many centers the objective falls too little, if it does.

        >>> Greedy(tolerance=0.1, window=2).enough(10.0, np.array([5.0, 0.5, 0.3, 0.2]))
        3
        """
        if len(decreases) < self.window or self.tolerance == 0.0:
            return None
        sums = np.cumsum(np.concatenate([[0.0], decreases]))
        means = (sums[self.window :] - sums[: -self.window]) / self.window
        small = np.flatnonzero(means < self.tolerance * np.abs(start - sums[self.window :]))
        return int(small[0]) + self.window if small.size else None

    def _bases(self, program: ExpansionProgram) -> list[GrowingBasis]:
        every = np.arange(program.targets.shape[1])
        shared = self.sharing is Sharing.SHARED
        return [GrowingBasis(program, part) for part in ([every] if shared else every[:, None])]

    def _grown(self, bases: list[GrowingBasis], columns: KernelColumns, limit: int) -> Iterator[float]:
        """Let all bases grow until they end; yields how far they are."""
        if isinstance(self.candidates, Sampled):
            return self._by_samples(bases, columns, limit, self.candidates)
        return self._by_full_scans(bases, columns, limit)

    def _by_full_scans(self, bases: list[GrowingBasis], columns: KernelColumns, limit: int) -> Iterator[float]:
        start = ScanStart.of(bases, columns)
        scans = [FullScan(basis, columns, start, alone=len(bases) == 1) for basis in bases]
        # Bases and rows of K are shared out among threads; those of BLAS itself would wait for each other by spinning,
        # most of all in the many small products.
        workers = blas_threads()
        with threadpool_limits(1, user_api="blas"), ThreadPoolExecutor(workers) as pool:
            while live := [scan for scan in scans if not scan.basis.ended]:
                proposed = list(pool.map(lambda scan: scan.propose(limit - scan.basis.size), live))
                inner = columns.shared_product(np.hstack(proposed), pool, workers)
                parts = np.split(inner, np.cumsum([z.shape[1] for z in proposed])[:-1], axis=1)
                for scan in pool.map(lambda scan, part: scan.decide(part, self.enough), live, parts):
                    scan.basis.ended |= scan.basis.size == limit
                yield sum(limit if basis.ended else basis.size for basis in bases) / (limit * len(bases))

    def _by_samples(
        self, bases: list[GrowingBasis], columns: KernelColumns, limit: int, how: Sampled
    ) -> Iterator[float]:
        rng, every = generator(how.random_state), np.arange(len(columns))
        vain = dict.fromkeys(range(len(bases)), 0)
        while live := [k for k, basis in enumerate(bases) if not basis.ended]:
            common = reduce(np.intersect1d, [bases[k].chosen for k in live])
            free = np.setdiff1d(every, common)
            index = np.sort(rng.choice(free, min(how.count, len(free)), replace=False))
            rows = columns.rows(index)
            for k in live:
                basis, fresh = bases[k], ~np.isin(index, bases[k].chosen)
                if fresh.any() and not take_best(basis, rows[fresh], index[fresh]):
                    vain[k] += 1
                enough = self.enough(basis.start, basis.decreases) is not None
                basis.ended = enough or basis.size == limit or vain[k] == self.window
            yield sum(limit if basis.ended else basis.size for basis in bases) / (limit * len(bases))


@dataclass(frozen=True, eq=False)
class Path:
    """How an expansion grew.

    Parameters
    ----------
    centers
        Positions of the examples, in the order in which they were chosen.
    objectives
        The least objective over the first center, the first two, and so on, summed over the functions of the basis.
    """

    centers: Index
    objectives: Vector


def _solution(
    program: ExpansionProgram, columns: KernelColumns, bases: list[GrowingBasis], stop: Stop
) -> ExpansionSolution:
    """The coefficients over the chosen centers, from their columns in float64."""
    coefficients, images = np.zeros(program.targets.shape), np.zeros(program.targets.shape)
    for basis in bases:
        rows = np.asarray(program.gram.rows(basis.chosen), dtype=np.float64)
        found = _coefficients(program, basis, rows)
        coefficients[np.ix_(basis.chosen, basis.functions)] = found
        images[:, basis.functions] = rows.T @ found
    offset = bases[0].share @ (program.targets - images)
    objective = program.objective_at(coefficients, offset, images)
    return ExpansionSolution(
        coefficients,
        offset,
        images + offset,
        objective,
        gap=np.maximum(objective - least_value(program, program.targets - images - offset, columns.product), 0.0),
        iterations=sum(basis.size for basis in bases),
        stop=stop,
    )


def _coefficients(program: ExpansionProgram, basis: GrowingBasis, rows: Matrix) -> Matrix:
    """(A_S A_Sᵀ + alpha P) a = A_S y."""
    if not basis.size:
        return np.zeros((0, len(basis.functions)))
    centered = basis.around(rows)
    pays = rows[:, basis.chosen] if basis.paid else np.eye(len(rows))
    matrix, right = centered @ centered.T + program.alpha * pays, centered @ basis.wanted
    try:
        return factored(matrix.copy()).solve(right)
    except NotPositiveError:  # centers that rounding makes dependent
        return np.asarray(lstsq(matrix, right)[0])
