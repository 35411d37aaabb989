"""Exact leave-one-out errors of a support vector machine: only support vectors are left out, each from a warm start."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from drupe.estimators.margin.fitted_pair import FittedPair
from drupe.grams.base import Gram
from drupe.grams.dense import DenseGram
from drupe.grams.lazy import LazyGram
from drupe.solvers.balance import Balanced, Free
from drupe.solvers.box import solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.builders.feasible import balanced
from drupe.solvers.options import Options, Precision

HELD = 3000
"""Examples up to which the Gram matrix is held for all runs."""


def leave_one_out_errors(pair: FittedPair, tolerance: float = 1e-4) -> int:
    """#{i : yᵢ f⁽ⁱ⁾(xᵢ) ≤ 0}, where f⁽ⁱ⁾ was learned from all examples but the i-th.

    An example that is no support vector changes nothing when it is left out. Another one is left out by closing its
    box, so that the Gram is shared; the rest of α, made feasible, is where the solver starts. Nothing is solved for an
    example that is wrong already, which it can only stay without itself.

    References
    ----------
    [Herbrich02]_, section 2.4.3 and theorem 2.36; [Joachims99]_, section 11.2.
    """
    gram: Gram = LazyGram(pair.kernel, pair.inputs)
    if len(gram) <= HELD:
        gram = DenseGram(np.asarray(gram.dense(), dtype=np.float64))
    balance = Balanced() if pair.has_offset else Free()
    options = Options(tolerance=tolerance, precision=Precision.DOUBLE)
    problem = c_svc(gram, pair.signs, pair.upper, pair.alpha, balance)
    errors = int((pair.margins <= 0.0).sum())
    for i in np.flatnonzero((pair.alpha > 0.0) & (pair.margins > 0.0) & ~_safe(pair)):
        upper = pair.upper.copy()
        upper[i] = 0.0
        start = np.minimum(pair.alpha, upper)
        start = balanced(start, pair.signs, upper) if pair.has_offset else start
        found = solve(replace(problem, upper=upper, start=start), options)
        errors += int(pair.signs[i] * (found.outputs[i] + found.offset) <= 0.0)
    return errors


def _safe(pair: FittedPair) -> npt.NDArray[np.bool_]:
    """Support vectors that stay right without themselves for sure: 2 αᵢ R² + ξᵢ < 1, R² ≥ k(x, x) − k(x, z)."""
    spread = 2.0 * float(pair.diagonal.max())
    slack = np.maximum(0.0, 1.0 - pair.margins)
    return np.asarray(2.0 * pair.alpha * spread + slack < 1.0 - pair.tolerance)
