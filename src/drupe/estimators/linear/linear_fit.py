"""From what the solver found to a machine: weights and offsets, attributes, and the warning where it stopped short."""

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.fitted import Fitted
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import LARGEST
from drupe.foundation.arrays import Matrix
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import InputError
from drupe.inputs.occupied import require_weights
from drupe.inputs.vectors import Vectors
from drupe.predictors.linear import LinearFunction
from drupe.solvers.linear_solution import LinearRun, LinearSolution
from drupe.solvers.solution import Stop


def rows_of(sample: Sample, outputs: int) -> Vectors:
    """The examples as rows in float64, small enough that their products can be held."""
    rows = Vectors.of(sample.inputs).in_double()
    require_weights(rows, outputs)
    if not rows.largest() <= LARGEST**0.5:
        raise InputError(
            f"X holds numbers up to {rows.largest():.1e}, and these must stay below {LARGEST**0.5:.0e}; scale the "
            "features (sklearn.preprocessing.StandardScaler)."
        )
    if rows.sparse and not rows.array.has_canonical_format:
        array = sp.csr_array(rows.array, copy=True)
        array.sum_duplicates()
        rows = rows.with_array(array)
    return rows


def entries_of(rows: Vectors) -> int:
    """How many numbers the rows hold."""
    return int(rows.array.nnz if rows.sparse else rows.array.size)


def fitted(rows: Vectors, weights: Matrix, constant: float, solutions: Sequence[LinearSolution]) -> Fitted:
    """A machine of weights with a row for each output, that of the constant last."""
    d = rows.dimension
    coefficients = np.ascontiguousarray(weights[:, :d])
    offset = constant * weights[:, d] if constant else np.zeros(len(weights))
    attributes = {
        "coef_": coefficients,
        "intercept_": offset,
        "gap_": max(one.relative_gap for one in solutions),
    }
    return Fitted(LinearFunction(coefficients.T, offset, rows), tuple(solutions), attributes)


def stacked(runs: Sequence[LinearRun]) -> tuple[Matrix, tuple[LinearSolution, ...]]:
    """The weights of several problems, a row for each, and how they were found."""
    return np.vstack([run.weights for run in runs]), tuple(run.solution for run in runs)


def complete(solutions: Sequence[LinearSolution]) -> bool:
    """Whether nobody interrupted any of the runs."""
    return all(one.stop is not Stop.INTERRUPTED for one in solutions)


def report(owner: Any, solutions: Sequence[LinearSolution]) -> None:
    """Warn if a gap is larger than `tol` allows, with the gap that was reached."""
    allowed = max(float(owner.tol), 1e-10)
    worst = max(solutions, key=lambda one: one.relative_gap)
    if worst.within(allowed):
        return
    warnings.warn(
        f"{type(owner).__name__} {worst.stop.value} after {worst.steps} steps; the objective {worst.objective:.6g} may "
        f"be {worst.relative_gap:.1e} of itself above its minimum, where tol = {allowed:g}. Consider more max_iter or "
        "max_time, a smaller C, or scaling the features (sklearn.preprocessing.StandardScaler).",
        ConvergenceWarning,
        stacklevel=stacklevel_outside(),
    )
