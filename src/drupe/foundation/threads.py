"""How many threads the native core may use: `n_jobs` as in scikit-learn, else what OpenMP says."""

import numbers
import os

from drupe.foundation.errors import ParameterError

OPENMP_DEFAULT = 0
"""Leaves the number to OpenMP, and so to OMP_NUM_THREADS and threadpoolctl."""

MOST = 2**31 - 1
"""More than any machine has, and what the core can count to."""


def thread_count(n_jobs: int | None) -> int:
    """Threads for the core: None asks OpenMP, k > 0 is k, -1 all processors, -2 all but one.

    >>> thread_count(None), thread_count(3)
    (0, 3)
    """
    if n_jobs is None:
        return OPENMP_DEFAULT
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, numbers.Integral) or n_jobs == 0:
        raise ParameterError(f"n_jobs must be None or a whole number other than 0, got {n_jobs!r}.")
    if n_jobs > 0:
        return min(int(n_jobs), MOST)
    return max(
        1,
        len(os.sched_getaffinity(0)) + 1 + n_jobs
        if hasattr(os, "sched_getaffinity")
        else (os.cpu_count() or 1) + 1 + n_jobs,
    )
