"""Support vector regression for many values of C, asked in every fold about the examples that it has not seen."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.progress import share
from drupe.grams.dense import DenseGram
from drupe.grams.held import held, held_bytes
from drupe.grams.lazy import LazyGram
from drupe.grams.part import PartGram
from drupe.kernels.base import Kernel
from drupe.selection.prepared_fold import PreparedFold, batches
from drupe.solvers.box_path import solve_box_paths
from drupe.solvers.builders.eps_svr import eps_svr
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem

HELD = np.dtype(np.float64)
"""Precision of the matrix: residuals are small differences of large outputs."""


ROOM = 200 * MEGABYTE
"""Memory for the matrices of folds that run at the same time; one that is larger runs alone."""


def svr_path(
    kernel: Kernel[Any],
    folds: Sequence[PreparedFold],
    Cs: Vector,
    epsilon: float,
    options: Options | None = None,
) -> list[Matrix]:
    """f(x) for the examples held out: for each fold one row for each C, one column for each example.

    The kernel is computed once for all C, and every C starts from the solution of the last.

    Parameters
    ----------
    kernel
        k.
    folds
        Examples with their numbers, and those that are asked about.
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
    >>> fold = PreparedFold(Vectors.of([[0.0], [1.0], [3.0]]), np.array([0.0, 1.0, 3.0]), Vectors.of([[2.0]]))
    >>> svr_path(Linear(), [fold], np.array([10.0]), 0.0)[0].round(2).tolist()
    [[2.0]]

    References
    ----------
    [Cristianini00]_, proposition 6.23; [Chang11]_, section 4.
    """
    options = options or Options()
    grams = [LazyGram(kernel, fold.seen.joined(fold.held), options.threads or None) for fold in folds]
    stretches = list(batches([held_bytes(gram, HELD) for gram in grams], ROOM))
    found: list[Matrix] = []
    for number, places in enumerate(stretches):
        told = replace(options, progress=share(options.progress, number, len(stretches)))
        problems = [_problem(held(grams[i], HELD), folds[i].targets, epsilon) for i in places]
        watched = [np.arange(len(folds[i].targets), len(grams[i])) for i in places]
        paths = solve_box_paths(problems, watched, Cs, told)
        found += [path.outputs + path.offsets[:, None] for path in paths]
    return found


def _problem(gram: DenseGram, targets: Vector, epsilon: float) -> BoxProblem:
    """The examples of one fold, the first of the Gram, in the box of C = 1."""
    seen = np.arange(len(targets))
    part = eps_svr(PartGram(gram, seen), targets, epsilon, np.ones(len(targets)))
    return replace(part, gram=gram, examples=np.tile(seen, 2))
