"""One run of the native core on a box problem: in which precision, from which source of kernel values."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias, TypeGuard

import numpy as np
import numpy.typing as npt

from drupe import native
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.grams.dense import DenseGram
from drupe.grams.lazy import LazyGram
from drupe.grams.lent import HeldGram
from drupe.grams.shifted import ShiftedGram
from drupe.kernels.compiled import CompiledKernel
from drupe.solvers.balance import Balance, Balanced, BalancedBySign, Free
from drupe.solvers.optimality import gap_at, optimality
from drupe.solvers.options import OnInterrupt, Options, Precision
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution, Stop

SINGLE_TOLERANCE = 1e-5
"""The tightest tolerance that single-precision kernel values can be trusted with, for scores of order one."""

SINGLE_SCALE = 1e4
"""The largest box, in units of the kernel's diagonal, for which scores stay of that order."""

SINGLE_LARGEST = 1e15
"""The largest kernel value, and the largest score, that single precision can still square."""

DOUBLE_LARGEST = 1e150
"""The largest score that double precision can still square."""


Posed: TypeAlias = BoxProblem | Callable[[], BoxProblem]
"""A problem, or what puts it together: of hundreds that are solved at once few are ever looked at."""

STOPS = {getattr(native.Stop, stop.name): stop for stop in Stop if hasattr(native.Stop, stop.name)}
"""The reasons to stop by what the core calls them."""

CONVERGED, INTERRUPTED = native.Stop.CONVERGED, native.Stop.INTERRUPTED
"""Two of these at hand: where hundreds of problems are small, looking them up takes long."""


def put_together(posed: Posed) -> BoxProblem:
    """The problem itself."""
    return posed if isinstance(posed, BoxProblem) else posed()


@dataclass(frozen=True, eq=False)
class NativeSolution(Solution):
    """A solution whose gap, and violation if it was found in single precision, are recomputed in double when asked for.

    Parameters
    ----------
    problem
        What was solved, or what puts it together; None in a solution that was saved, whose gap is the one that the
        solver reported.
    single
        Whether the solver held kernel values in single precision.
    """

    problem: Posed | None = field(default=None, repr=False)
    single: bool = False

    @classmethod
    def of_core(cls, found: native.BoxSolution, problem: Posed, seconds: float, single: bool) -> "NativeSolution":
        """What the core found, all fields at once: one by one they take long where hundreds of problems are small."""
        made = object.__new__(cls)
        stop = found.stop
        made.__dict__.update(
            alpha=found.alpha,
            offset=found.offset,
            spread=found.spread,
            outputs=found.outputs,
            objective=found.objective,
            gap_by_the_solver=found.gap,
            iterations=found.iterations,
            stop=Stop.CONVERGED if stop is CONVERGED else STOPS[stop],
            seconds=seconds,
            cache_hits=found.rows_found,
            cache_misses=found.rows_made,
            problem=problem,
            single=single,
        )
        made.__dict__["violation_by_the_solver" if single else "violation"] = found.violation
        return made

    def __post_init__(self) -> None:
        # Without an entry of its own the instance falls back to the properties below.
        self.__dict__["gap_by_the_solver"] = self.__dict__.pop("gap")
        if self.single:
            self.__dict__["violation_by_the_solver"] = self.__dict__.pop("violation")

    @cached_property  # type: ignore[misc]
    def gap(self) -> float:
        """Duality gap of the rule, from kernel values computed anew."""
        if self.problem is None:
            return float(self.__dict__["gap_by_the_solver"])
        problem = put_together(self.problem)
        return gap_at(problem, self.alpha, self._outputs_in_double, self.offset, self.spread)

    @cached_property  # type: ignore[misc]
    def violation(self) -> float:
        """Largest violation, from kernel values computed anew."""
        if self.problem is None:
            return float(self.__dict__["violation_by_the_solver"])
        return optimality(put_together(self.problem), self.alpha, self._outputs_in_double).violation

    @property
    def violation_seen(self) -> float:
        """The violation that the solver saw."""
        return float(self.__dict__["violation_by_the_solver"] if self.single else self.violation)

    @property
    def finite(self) -> bool:
        """Whether all numbers of the solution are finite."""
        return bool(np.isfinite(self.outputs).all() and np.isfinite(self.alpha).all())

    @cached_property
    def _outputs_in_double(self) -> Vector:
        assert self.problem is not None  # what the properties ask before
        problem = put_together(self.problem)
        return recomputed_outputs(problem.gram, problem.weights(self.alpha))

    def __getstate__(self) -> dict[str, object]:
        """A saved solution leaves the problem, and so the training data, behind."""
        return {**{name: value for name, value in vars(self).items() if name != "_outputs_in_double"}, "problem": None}

    def __copy__(self) -> "NativeSolution":
        return self.with_facts()


def recomputed_outputs(gram: Gram, weights: Vector, rows_at_a_time: int = 256) -> Vector:
    """K @ weights in double precision, from the rows of the examples that have any weight."""
    support = np.flatnonzero(weights)
    outputs, wide = np.zeros(len(gram)), gram.in_double()
    if computed(wide) and len(support) > rows_at_a_time:
        return wide.take(support).evaluate(wide.inputs, weights[support])  # no row is written down
    for start in range(0, len(support), rows_at_a_time):
        rows = support[start : start + rows_at_a_time]
        outputs += weights[rows] @ wide.rows(rows).astype(np.float64, copy=False)
    return outputs


def run_natively(problem: BoxProblem, start: Vector, options: Options, dtype: np.dtype[Any]) -> NativeSolution:
    """Where the core gets from this start, in this precision."""
    started = time.perf_counter()
    rows, keep = source(problem.gram, dtype, options.cache_bytes), options.on_interrupt is OnInterrupt.KEEP
    found = native.solve(posed(problem, start), limits(options), rows, keep, options.progress)
    return as_solution(problem, found, time.perf_counter() - started, single=dtype == np.float32)


def run_pairs_natively(
    gram: LazyGram, classes: Index, upper: Vector, options: Options, balance: Balance, dtype: np.dtype[Any]
) -> list[native.BoxSolution]:
    """One C-SVC problem for each pair of classes; the gram must be a `computed` one."""
    return native.solve_pairs(
        limits(options),
        source(gram, dtype),
        np.ascontiguousarray(classes, dtype=np.int64),
        _doubles(upper),
        _balance(balance),
        options.on_interrupt is OnInterrupt.KEEP,
        options.progress,
    )


def computed(gram: Gram) -> TypeGuard[LazyGram]:
    """Whether the core can compute the kernel by itself."""
    return isinstance(gram, LazyGram) and isinstance(gram.prepared, CompiledKernel)


def precision(gram: Gram, upper: Vector, options: Options) -> np.dtype[Any]:
    """Single precision only if it holds the kernel's values, even where it was asked for."""
    largest = float(np.abs(gram.diagonal()).max(initial=0.0))
    scores = largest * float(upper.max(initial=0.0))
    if DOUBLE_LARGEST < scores < np.inf:
        raise InputError(
            f"kernel values up to {largest:.1e} in a box up to {upper.max():.1e} wide make scores up to {scores:.1e}, "
            f"and these must stay below {DOUBLE_LARGEST:.0e}; scale the features, the weights or C."
        )
    match options.precision:
        case Precision.SINGLE:
            single = max(largest, scores) <= SINGLE_LARGEST
        case Precision.DOUBLE:
            single = False
        case Precision.AUTO:
            single = options.tolerance >= SINGLE_TOLERANCE and scores <= SINGLE_SCALE and largest <= SINGLE_LARGEST
    return np.dtype(np.float32 if single and _fits_single(gram) else np.float64)


def _fits_single(gram: Gram) -> bool:
    """Whether the core can compute the kernel in single precision; what is stored or fetched is only rounded."""
    inner, _ = _without_ridge(gram)
    return not computed(inner) or not isinstance(inner.prepared, CompiledKernel) or inner.prepared.fits_single


def source(gram: Gram, dtype: np.dtype[Any], dense_bytes: int = 0) -> native.SourceFloat32 | native.SourceFloat64:
    """Where the core gets the rows of a Gram from: it computes them, reads them, or calls Python for them.

    A Gram that is not held is made dense if it takes no more than `dense_bytes`.
    """
    kind: Any = native.SourceFloat32 if dtype == np.float32 else native.SourceFloat64
    inner, ridge = _without_ridge(gram)
    found: native.SourceFloat32 | native.SourceFloat64
    if isinstance(inner, HeldGram):
        if dtype == np.float32 and inner.single is not None:
            found = kind.stored(inner.single)
            return found.ridged(ridge) if len(ridge) else found
        inner = inner.gram
    if isinstance(inner, LazyGram) and isinstance(inner.prepared, CompiledKernel):
        found = kind.computed(*inner.prepared.sample(dtype), _doubles(inner.diagonal()))
    elif isinstance(inner, DenseGram) or dtype.itemsize * len(inner) ** 2 <= dense_bytes:
        # What is held already is not copied.
        matrix = inner.matrix if isinstance(inner, DenseGram) else _dense(inner, dtype)
        found = kind.stored(np.ascontiguousarray(matrix, dtype=dtype))
    else:
        found = kind.fetched(
            lambda rows: np.ascontiguousarray(_rows(inner, rows, dtype), dtype=dtype),
            lambda rows, columns: np.ascontiguousarray(inner.block(rows, columns), dtype=dtype),
            _doubles(inner.diagonal()),
        )
    return found.ridged(ridge) if len(ridge) else found


def _dense(gram: Gram, dtype: np.dtype[Any]) -> Matrix:
    """All of K, to be had in this precision: no more exact than that where it is faster."""
    if dtype == np.float32 and isinstance(gram, LazyGram):
        return gram.prepared.rough_gram()
    return gram.dense()


def _rows(gram: Gram, rows: Index, dtype: np.dtype[Any]) -> Matrix:
    """The same for some rows."""
    if dtype == np.float32 and isinstance(gram, LazyGram):
        return gram.prepared.rough_rows(rows)
    return gram.rows(rows)


def _without_ridge(gram: Gram) -> tuple[Gram, npt.NDArray[np.float64]]:
    """What the core adds to the diagonal itself is taken off; no entries mean that nothing is added."""
    if isinstance(gram, ShiftedGram) and gram.distinct:
        return gram.gram, _doubles(gram.shift)
    return gram, np.empty(0)


def posed(problem: BoxProblem, start: Vector) -> native.BoxProblem:
    """The problem as the core takes it."""
    return native.BoxProblem(
        _doubles(problem.signs),
        _doubles(problem.linear),
        _doubles(problem.upper),
        np.ascontiguousarray(problem.examples, dtype=np.int64),
        _doubles(np.clip(start, 0.0, problem.upper)),
        _balance(problem.balance),
    )


def limits(options: Options) -> native.SolverOptions:
    """The options as the core takes them."""
    return native.SolverOptions(
        options.tolerance,
        -1 if options.max_iterations is None else options.max_iterations,
        -1.0 if options.max_seconds is None else options.max_seconds,
        options.cache_bytes,
        options.threads,
    )


def unsolved(problem: BoxProblem, why: Stop) -> Solution:
    """The start of a problem as its solution, where no time is left to solve it."""
    alpha = np.clip(problem.start, 0.0, problem.upper)
    outputs = recomputed_outputs(problem.gram, problem.weights(alpha))
    counts = {"cache_hits": 0, "cache_misses": 0}
    return Solution.at(problem, alpha, outputs, iterations=0, stop=why, seconds=0.0, **counts)


def as_solution(problem: Posed, found: native.BoxSolution, seconds: float, single: bool) -> NativeSolution:
    """What the core found, with what Python knows of the run."""
    if found.stop is not INTERRUPTED:
        return NativeSolution.of_core(found, problem, seconds, single)
    known, alpha = put_together(problem), found.alpha  # in the middle of a sum of rows
    return NativeSolution.at(
        known,
        alpha,
        recomputed_outputs(known.gram, known.weights(alpha)),
        iterations=found.iterations,
        stop=Stop.INTERRUPTED,
        seconds=seconds,
        cache_hits=found.rows_found,
        cache_misses=found.rows_made,
        problem=problem,
        single=single,
    )


def _balance(balance: Balance) -> native.Balance:
    match balance:
        case Free():
            return native.Balance.FREE
        case Balanced():
            return native.Balance.JOINT
        case BalancedBySign():
            return native.Balance.BY_SIGN


def _doubles(values: Vector) -> npt.NDArray[np.float64]:
    return np.ascontiguousarray(values, dtype=np.float64)
