"""How the fit went: what the solver reached, how long it took, with how many threads."""

import os
from dataclasses import dataclass
from typing import Any

from threadpoolctl import threadpool_info

from drupe.estimators.last_step import last_step
from drupe.estimators.solver_info import SolverInfo


@dataclass(frozen=True)
class SolverFacts:
    """What a report says of the solver's run.

    Parameters
    ----------
    converged
        Whether the tolerance was met.
    stop
        Why the solver ended.
    gap
        Duality gap: how far the objective can be from the optimum.
    objective
        Value of the dual objective.
    violation
        Largest violation of the optimality conditions.
    tolerance
        What was asked for.
    iterations, problems
        Steps, and into how many problems they went.
    seconds
        Wall time.
    threads
        How many could be used.
    """

    converged: bool
    stop: str
    gap: float
    objective: float
    violation: float
    tolerance: float
    iterations: int
    problems: int
    seconds: float
    threads: int


def solver_facts_of(model: Any) -> SolverFacts | None:
    """Read from a fitted machine; None for those that have no solver.

    >>> from drupe import SVC
    >>> solver_facts_of(SVC(kernel="linear").fit([[0.0], [1.0]], [0, 1])).converged
    True
    """
    machine = last_step(model)
    info = getattr(machine, "solver_info_", None)
    if not isinstance(info, SolverInfo):
        return None
    return SolverFacts(
        info.converged,
        info.stop.value,
        info.gap,
        info.objective,
        info.violation,
        float(getattr(machine, "tol", 0.0)),
        info.iterations,
        info.problems,
        info.seconds,
        thread_limit(machine),
    )


def thread_limit(machine: Any) -> int:
    """Threads that the native core may use for this machine."""
    if getattr(machine, "n_jobs", None):
        return int(machine.n_jobs) if machine.n_jobs > 0 else os.cpu_count() or 1
    pools = [pool["num_threads"] for pool in threadpool_info() if pool.get("user_api") == "openmp"]
    return max(pools, default=os.cpu_count() or 1)
