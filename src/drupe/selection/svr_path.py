"""Support vector regression for many values of C, asked in every fold about the examples that it has not seen."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.progress import share
from drupe.grams.dense import DenseGram
from drupe.grams.held import held
from drupe.grams.lazy import LazyGram
from drupe.grams.part import PartGram
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.selection.splits import Split
from drupe.solvers.box_path import solve_box_paths
from drupe.solvers.builders.eps_svr import eps_svr
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem

HELD = np.dtype(np.float64)
"""Precision of the matrix: residuals are small differences of large outputs."""


def svr_path(
    kernel: Kernel[Any],
    inputs: Inputs,
    targets: Vector,
    folds: Sequence[Split],
    Cs: Vector,
    epsilon: float,
    options: Options | None = None,
) -> Matrix:
    """f(x) for each example from machines that did not see it: one row for each C, one column for each example.

    The kernel is computed once for all folds and all C, and every C starts from the solution of the last.

    Parameters
    ----------
    kernel
        k.
    inputs, targets
        The examples, and y.
    folds
        Which examples are seen and held out; each example is held out once, those that never are get NaN.
    Cs
        Rising.
    epsilon
        Half the width of the tube inside which residuals cost nothing.
    options
        Limits of each run; its progress is told of all folds.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> line, fold = Vectors.of([[0.0], [1.0], [2.0], [3.0]]), Split(np.array([0, 1, 3]), np.array([2]))
    >>> svr_path(Linear(), line, np.array([0.0, 1.0, 2.0, 3.0]), [fold], np.array([10.0]), 0.0)[:, 2].round(2).tolist()
    [2.0]

    References
    ----------
    [Cristianini00]_, proposition 6.23; [Chang11]_, section 4.
    """
    options = options or Options()
    gram = held(LazyGram(kernel, inputs, options.threads or None), HELD)
    found = np.full((len(Cs), len(targets)), np.nan)
    for i, fold in enumerate(folds):
        told = replace(options, progress=share(options.progress, i, len(folds)))
        (path,) = solve_box_paths([_problem(gram, targets, fold, epsilon)], [fold.held], Cs, told)
        found[:, fold.held] = path.outputs + path.offsets[:, None]
    return found


def _problem(gram: DenseGram, targets: Vector, fold: Split, epsilon: float) -> BoxProblem:
    """The examples of one fold, over the whole Gram, in the box of C = 1."""
    part = eps_svr(PartGram(gram, fold.seen), targets[fold.seen], epsilon, np.ones(len(fold.seen)))
    return replace(part, gram=gram, examples=np.tile(fold.seen, 2))
