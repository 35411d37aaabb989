"""How sure fitted functions are of their outputs, in a graph; in double precision, as the terms cancel."""

from typing import Any

import numpy as np
from scipy.linalg import solve_triangular

from drupe.foundation.arrays import Matrix
from drupe.persistence.export.graph import DOUBLE, Value
from drupe.persistence.export.kernel_values import diagonal, kernel_values
from drupe.persistence.export.refusal import refusal
from drupe.predictors.gaussian_expansion import GaussianExpansion
from drupe.predictors.landmark_posterior import LandmarkPosterior
from drupe.predictors.latent_processes import LatentProcesses
from drupe.predictors.posterior import Posterior
from drupe.predictors.sparse_gaussian import SparseGaussian


def variances(function: Any, x: Value) -> Value:
    """Of f(x), one column for each output."""
    wide = x.cast(DOUBLE)
    match function:
        case LatentProcesses():
            return x.graph.together([variances(process, wide) for process in function.processes])
        case GaussianExpansion():
            return _of_expansion(function, wide)
        case SparseGaussian():
            return _of_weights(function, wide)
        case Posterior():
            return _of_process(function, wide)
    what = f"the standard deviation of {type(function).__name__}"
    raise refusal(what, "its formula is not known to the export", "export the prediction alone, without std")


def _of_process(function: Posterior, x: Value) -> Value:
    """k(x, x) − ‖L⁻¹k(x)‖², or with the factor of landmarks ‖Mᵀk(x)‖², in units of the targets."""
    before = diagonal(function.mean.kernel, x)
    if len(function.factor):
        told = kernel_values(function.mean.kernel, x, function.space) @ _root(function)
        before = (before - (told * told).sum()).largest(0.0)
    return before * (function.scale**2)[None, :]


def _root(function: Posterior) -> Matrix:
    """M, or (L⁻¹)ᵀ, by whose columns kernel values are weighed."""
    if isinstance(function, LandmarkPosterior):
        return function.factor
    return np.asarray(solve_triangular(function.factor, np.eye(len(function.factor)), lower=True).T)


def _of_expansion(function: GaussianExpansion, x: Value) -> Value:
    """k(x, x) − ‖R_c k(x)‖² of each output c, never quite zero."""
    before, across = diagonal(function.kernel, x), kernel_values(function.kernel, x, function.space)
    known = [_squared_lengths(across @ reduction.T) for reduction in function.reductions]
    least = before.largest(1e-300) * float(np.finfo(np.float64).eps)
    return (before - x.graph.together(known)).largest(least)


def _of_weights(function: SparseGaussian, x: Value) -> Value:
    """‖F φ(x)‖² of each output, φ(x) the kernel values and 1."""
    ones = x.graph.filled(x, 1, 1.0, DOUBLE)
    space = function.space
    values = x.graph.together([kernel_values(function.kernel, x, space), ones]) if len(space) else ones
    return x.graph.together([_squared_lengths(values @ reduction.T) for reduction in function.reductions])


def _squared_lengths(rows: Value) -> Value:
    return (rows * rows).sum()
