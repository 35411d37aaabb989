"""A row of scores for each kernel, small kernel matrices decomposed side by side."""

import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.progress_bar import progress_bar
from drupe.estimators.run_parameters import RunParameters
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.threads import ALONE, thread_count, threads_for_matrix
from drupe.kernels.base import Kernel


def rows_of_kernels(
    row: Callable[[Kernel[Any]], Vector], kernels: Sequence[Kernel[Any]], examples: int, machine: RunParameters
) -> Matrix:
    """What `row` says of every kernel, for a search of so many examples with these parameters of a run.

    Small matrices are decomposed side by side, each by one thread. After Ctrl-C those kernels that were tried, if the
    machine shall keep them.
    """
    workers = min(len(kernels), thread_count(-1 if machine.n_jobs is None else machine.n_jobs))
    if workers < 2 or examples > ALONE:
        return _in_turn(row, kernels, machine)
    with threads_for_matrix(examples), ThreadPoolExecutor(workers) as pool:
        return np.array(list(pool.map(row, kernels)))


def _in_turn(row: Callable[[Kernel[Any]], Vector], kernels: Sequence[Kernel[Any]], machine: RunParameters) -> Matrix:
    """One kernel after the other."""
    found: list[Vector] = []
    name = type(machine).__name__
    with progress_bar(name, bool(machine.verbose)) as bar:
        for kernel in kernels:
            try:
                found.append(row(kernel))
            except KeyboardInterrupt:
                if not found or machine.on_interrupt != "keep":
                    raise
                warnings.warn(
                    f"{name} was interrupted: it chose among {len(found)} of {len(kernels)} kernels",
                    ConvergenceWarning,
                    stacklevel=stacklevel_outside(),
                )
                break
            if bar is not None:
                bar(len(found) / len(kernels))
    return np.array(found)
