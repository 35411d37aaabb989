"""Checks of what makes a function of two examples a kernel: symmetric, bounded by its diagonal, positive."""

import numpy as np

from drupe.foundation.errors import InputError
from drupe.kernels.checks.case import DOUBLE, Case, Comparison, agreement
from drupe.kernels.checks.cauchy_schwarz import cauchy_schwarz
from drupe.kernels.checks.conditional import conditionally_positive
from drupe.kernels.checks.report import Finding, Outcome
from drupe.kernels.checks.semidefinite import positive_semidefinite
from drupe.kernels.checks.symmetry import symmetry


def check_values(case: Case) -> Finding:
    """One finite real number for each pair."""
    few = case.inputs.take(np.arange(min(2, len(case.inputs))))
    block = case.kernel.matrix(few, case.inputs)
    wanted = (len(few), len(case.inputs))
    if not isinstance(block, np.ndarray) or block.shape != wanted or block.dtype.kind != "f":
        kind = f"shape {block.shape}, type {block.dtype}" if isinstance(block, np.ndarray) else type(block).__name__
        return Finding("values", Outcome.FAILED, f"matrix must be a float array of shape {wanted}, got {kind}")
    if not np.isfinite(case.gram).all():
        i, j = np.argwhere(~np.isfinite(case.gram))[0]
        return Finding("values", Outcome.FAILED, f"k(x, z) of examples {i} and {j} is {case.gram[i, j]}")
    return Finding("values", Outcome.PASSED, f"from {case.gram.min():.3g} to {case.gram.max():.3g}")


def check_symmetry(case: Case) -> Finding:
    """k(x, z) = k(z, x)."""
    # A Gram matrix may be computed by halves; the same examples as another collection are compared pair by pair.
    again = case.inputs.take(np.arange(len(case.inputs)))
    verdict = symmetry(case.kernel.matrix(case.inputs, again), case.tolerance)
    return Finding("symmetry", Outcome.PASSED if verdict else Outcome.FAILED, str(verdict), verdict)


def check_diagonal(case: Case) -> Finding:
    """`diagonal` is the diagonal of `matrix`."""
    diagonal = Comparison("diagonal(inputs)", case.kernel.diagonal(case.inputs), case.gram.diagonal())
    return agreement("diagonal", case.tolerance, diagonal)


def check_cauchy_schwarz(case: Case) -> Finding:
    """k(x, z)² ≤ k(x, x) k(z, z), if the kernel promises to be positive."""
    verdict = cauchy_schwarz(case.in_double.gram, DOUBLE)
    promised = case.kernel.definiteness.positive
    outcome = Outcome.NOTED if not promised else Outcome.PASSED if verdict else Outcome.FAILED
    return Finding("Cauchy-Schwarz", outcome, str(verdict) + ("" if promised else " (not promised)"), verdict)


def check_definiteness(case: Case) -> Finding:
    """The quadratic form is positive as far as the kernel promises."""
    promise, double = case.kernel.definiteness, case.in_double
    if promise.order is None:
        verdict = positive_semidefinite(double.gram, DOUBLE)
        return Finding("definiteness", Outcome.NOTED, f"nothing is promised; positivity {verdict}", verdict)
    try:
        verdict = conditionally_positive(double.gram, double.inputs, promise.order, DOUBLE)
    except InputError as error:
        return Finding("definiteness", Outcome.NOTED, f"cannot be decided: {error}", error)
    outcome = Outcome.PASSED if verdict else Outcome.FAILED
    return Finding("definiteness", outcome, f"{promise}: {verdict}", verdict)
