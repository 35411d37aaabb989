"""Box problems of plain dot products on few columns: solved for the weight of each column, then read as variables."""

import time
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from scipy.optimize import lsq_linear

from drupe.foundation.arrays import Matrix, Vector
from drupe.grams.base import Gram
from drupe.grams.lazy import LazyGram
from drupe.grams.lent import HeldGram
from drupe.inputs.vectors import Vectors
from drupe.kernels.linear import Linear
from drupe.solvers.balance import Balanced, BalancedBySign
from drupe.solvers.builders.feasible import ROUNDING
from drupe.solvers.linear import solve_linear
from drupe.solvers.linear_options import LinearOptions
from drupe.solvers.linear_problem import LinearLoss, LinearProblem
from drupe.solvers.linear_solution import LinearRun
from drupe.solvers.native import precision
from drupe.solvers.optimality import least_gap, optimality
from drupe.solvers.options import OnInterrupt, Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.sequence import ENDING
from drupe.solvers.solution import Solution, Stop

MOST_COLUMNS, EXAMPLES_EACH = 500, 4
"""Columns that are few, and the examples that there are at least for each."""

GAP, STEPS = 1e-10, 300
"""Share of the objective at which the weights are right, and Newton steps after which they will not become so."""

AT_AN_END = (1e-6, 1e-9, 1e-12)
"""Shares of a box, tried in turn, within which a variable is put at the end of it: rounding has moved it away."""

MUCH_LESS = 1e-3
"""Share of the tolerance at which no other share of a box is tried."""

MOST_INSIDE = 1000
"""Variables inside their box up to which they are kept there by the exact way."""

PASSES = 2
"""How often least squares are solved: the second time for what rounding has left."""

SMALLEST_ROOM = 1e-300
"""What keeps a quotient of nothing from being undefined."""

SMALLEST = 1e-13
"""Singular values below this share of the largest are rounding."""


def solve_linear_box(problem: BoxProblem, options: Options) -> Solution | None:
    """The solution by way of w = Σᵢ aᵢ xᵢ, or None where the problem is no such one.

    The weights, found by Newton's method, say what the variables at an end of their box are; all others, about as many
    as there are columns, follow from w and from the balance. Whether that is a solution within the tolerance is then
    found out as for any other; where it is not, the run has stalled.
    """
    columns = _Columns.of(problem, options)
    if columns is None:
        return None
    began = time.perf_counter()
    run = columns.solved(options)
    if run is None:
        return None
    assert run.dual is not None  # squares are the penalty
    best: tuple[float, Vector, Vector] | None = None
    for kept_inside, share in product((False, True), AT_AN_END):
        if kept_inside and best is not None and best[0] <= options.tolerance:
            break
        alpha = columns.read(run, share, 0.25 * options.tolerance, kept_inside)
        outputs = columns.outputs(alpha)
        violation = optimality(problem, alpha, outputs).violation
        if np.isfinite(violation) and columns.balanced(alpha) and (best is None or violation < best[0]):
            best = violation, alpha, outputs
        if best is not None and best[0] <= MUCH_LESS * options.tolerance:
            break
    if best is None:
        return None
    violation, alpha, outputs = best
    ended = run.solution.stop if run.solution.stop in ENDING else Stop.STALLED
    found = Solution.at(
        problem,
        alpha,
        outputs,
        iterations=run.solution.steps,
        stop=Stop.CONVERGED if violation <= options.tolerance else ended,
        seconds=time.perf_counter() - began,
        cache_hits=0,
        cache_misses=0,
    )
    if found.converged:
        return found
    rule = least_gap(problem, alpha, outputs)
    return found.with_facts(offset=rule.offset, gap=rule.gap)


@dataclass(frozen=True, eq=False)
class _Columns:
    """A box problem, seen as one in the weights of its columns."""

    box: BoxProblem
    linear: LinearProblem

    @classmethod
    def of(cls, box: BoxProblem, options: Options) -> "_Columns | None":
        """The problem, if it is one of plain dot products on few columns, and enough steps are allowed."""
        rows, n = _rows(box.gram), len(box.gram)
        if rows is None or not 0 < rows.dimension <= min(MOST_COLUMNS, n // EXAMPLES_EACH):
            return None
        if options.max_iterations is not None and options.max_iterations <= STEPS:
            return None
        if isinstance(box.balance, BalancedBySign) or not np.isfinite(box.upper).all():
            return None
        precision(box.gram, box.upper, options)  # refuses scores that are too large for any solver
        constant = 1.0 if isinstance(box.balance, Balanced) else 0.0
        if len(box) == n and (box.linear == -1.0).all() and (box.examples == np.arange(n)).all():
            linear = LinearProblem(rows, box.signs[None], box.upper[None], LinearLoss.HINGE, constant=constant)
            return cls(box, linear)
        return None

    def solved(self, options: Options) -> LinearRun | None:
        """The weights, and one dual number aᵢ for each example; None if they are not finite."""
        how = LinearOptions(
            gap=GAP,
            max_steps=STEPS,
            max_seconds=options.max_seconds,
            threads=options.threads,
            keep=options.on_interrupt is OnInterrupt.KEEP,
            progress=options.progress,
        )
        (run,) = solve_linear(self.linear, how)
        sound = np.isfinite(run.weights).all() and run.dual is not None and np.isfinite(run.dual).all()
        return run if sound else None

    def at_ends(self, run: LinearRun, share: float, near: float) -> Vector:
        """The dual numbers, at 0 or at the cost where outputs say so, or where a share of the cost is all that lacks.

        Only an example whose output is near its corner may be elsewhere.
        """
        signs, costs, dual = self.linear.targets[0], self.linear.costs[0], run.dual
        outputs = self.linear.rows.in_double().array @ run.weights[: self.linear.rows.dimension]
        outputs = outputs + run.weights[-1] if self.linear.constant else outputs
        missing, size = 1.0 - signs * outputs, signs * dual
        above = (missing > near) | (size >= (1.0 - share) * costs) & (missing >= -near)
        below = (missing < -near) | (size <= share * costs) & (missing <= near)
        return np.asarray(signs * np.where(below, 0.0, np.where(above, costs, size)))

    def completed(self, dual: Vector, weights: Vector, kept_inside: bool) -> Vector:
        """The dual numbers, those inside their box such that Σᵢ aᵢ xᵢ = w and Σᵢ aᵢ = 0, by least squares."""
        costs = self.linear.costs[0]
        free = np.flatnonzero((dual != 0.0) & (np.abs(dual) < costs))
        if not len(free):
            return dual
        ends = costs[free] * np.sign(dual[free])
        low, high = np.minimum(ends, 0.0), np.maximum(ends, 0.0)
        rows = self._with_constant(self.linear.rows.take(free))
        scale = np.sqrt((rows * rows).sum(axis=0))
        scale[scale == 0.0] = 1.0
        images = (rows / scale).T
        missing = self._missing(dual, weights) / scale
        there = dual[free] + np.linalg.lstsq(images, missing, rcond=SMALLEST)[0]
        if kept_inside and len(free) <= MOST_INSIDE and ((there < low) | (there > high)).any():
            shares = lsq_linear(
                images * (high - low),
                missing + images @ (dual[free] - low),
                (0.0, 1.0),
                method="bvls",
                tol=SMALLEST,
                max_iter=4 * len(free),
            ).x
            there = low + shares * (high - low)
        out = dual.copy()
        out[free] = np.clip(there, low, high)
        if self.linear.constant:  # what rounding leaves of the balance is shared by the room that there is for it
            rest = float(out.sum())
            room = out[free] - low if rest > 0.0 else high - out[free]
            if abs(rest) <= room.sum():
                out[free] -= rest * (room / max(room.sum(), SMALLEST_ROOM))
        return out

    def _missing(self, dual: Vector, weights: Vector) -> Vector:
        """What the weights have that Σᵢ aᵢ xᵢ has not; the balance comes last."""
        missing = weights - self._pulled(dual)
        if self.linear.constant:
            missing[-1] = -dual.sum()
        return missing

    def balanced(self, alpha: Vector) -> bool:
        """Whether Σᵢ aᵢ = 0 up to rounding, where it has to be."""
        return not self.linear.constant or abs((self.box.signs * alpha).sum()) <= ROUNDING * alpha.sum()

    def read(self, run: LinearRun, share: float, near: float, kept_inside: bool) -> Vector:
        """α that gives the weights of the run."""
        dual = self.at_ends(run, share, near)
        for _ in range(PASSES):
            dual = self.completed(dual, run.weights, kept_inside)
        return np.asarray(np.clip(self.box.signs * dual, 0.0, self.box.upper))

    def outputs(self, alpha: Vector) -> Vector:
        """K @ weights(α), by way of the columns."""
        array = self.linear.rows.in_double().array
        return np.asarray(array @ (array.T @ self.box.weights(alpha)), dtype=np.float64)

    def _pulled(self, dual: Vector) -> Vector:
        """Σᵢ aᵢ xᵢ, and Σᵢ aᵢ if there is a constant."""
        image = np.asarray(self.linear.rows.in_double().array.T @ dual, dtype=np.float64)
        return np.append(image, dual.sum()) if self.linear.constant else image

    def _with_constant(self, rows: Vectors) -> Matrix:
        """The rows as a table, with the constant if there is one."""
        array: Any = rows.in_double().array
        table = np.asarray(array.toarray() if rows.sparse else array, dtype=np.float64)
        return np.column_stack([table, np.ones(len(table))]) if self.linear.constant else table


def _rows(gram: Gram) -> Vectors | None:
    """The examples, if K holds their dot products."""
    inner = gram.gram if isinstance(gram, HeldGram) else gram
    if isinstance(inner, LazyGram) and inner.kernel == Linear() and isinstance(inner.inputs, Vectors):
        return inner.inputs
    return None
