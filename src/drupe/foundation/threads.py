"""How many threads the native core may use: `n_jobs` as in scikit-learn, else what OpenMP says; LAPACK's by size."""

import numbers
import os
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any

from threadpoolctl import ThreadpoolController, threadpool_info

from drupe.foundation.errors import ParameterError

OPENMP_DEFAULT = 0
"""Leaves the number to OpenMP, and so to OMP_NUM_THREADS and threadpoolctl."""

MOST_PER_PROCESSOR = 4
"""Threads for each processor beyond which more are a slip: they would cost memory and gain nothing."""

ALONE = 500
"""Rows up to which one thread factors a matrix within milliseconds, so that there is nothing to share out."""


def thread_count(n_jobs: int | None) -> int:
    """Threads for the core: None asks OpenMP, k > 0 is k, -1 all processors, -2 all but one.

    Never more than four for each processor. The core itself takes only one in a forked process, where the threads of
    OpenMP are not, and no more than there are tasks.

    >>> thread_count(None), thread_count(3)
    (0, 3)
    """
    if n_jobs is None:
        return OPENMP_DEFAULT
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, numbers.Integral) or n_jobs == 0:
        raise ParameterError(f"n_jobs must be None or a whole number other than 0, got {n_jobs!r}.")
    if n_jobs > MOST_PER_PROCESSOR:
        return min(int(n_jobs), MOST_PER_PROCESSOR * (os.cpu_count() or 1))
    if n_jobs > 0:  # never too many; to count processors takes as long as many an answer
        return int(n_jobs)
    return max(1, _processors() + 1 + int(n_jobs))


def _processors() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def threads_for_matrix(n: int) -> AbstractContextManager[Any]:
    """LAPACK works alone on matrices of few rows, as often as it is called inside.

    Its threads wait for each other at every step by spinning. Where other programs use the processors, a small matrix
    then takes a hundred times as long as one thread needs for it.
    """
    return _libraries().limit(limits=1, user_api="blas") if n <= ALONE else nullcontext()


@cache
def _libraries() -> ThreadpoolController:
    """Those that are loaded, looked for once: it takes longer than to factor a small matrix.

    numpy and scipy, whose BLAS is meant, are loaded by whoever has a matrix.
    """
    return ThreadpoolController()


def blas_threads() -> int:
    """How many threads products of matrices may take now."""
    return max((pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"), default=1)
