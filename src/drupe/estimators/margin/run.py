"""One run of the solver as its user meets it: shown on the terminal, told to callbacks, stopped by Ctrl-C."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from drupe.estimators.callbacks import Told
from drupe.estimators.solver_info import SolverInfo
from drupe.solvers.options import OnInterrupt, Options
from drupe.solvers.solution import Solution, Stop


@dataclass(frozen=True, eq=False)
class Run:
    """The options of a run, and what becomes of its solutions.

    Parameters
    ----------
    options
        What the solver is given.
    on_interrupt
        What Ctrl-C shall do. Where callbacks may end the run the solver itself keeps what it has found.
    told
        The callbacks, if there are any.
    began
        When the run began.
    """

    options: Options
    on_interrupt: OnInterrupt
    told: Told | None
    began: float = field(default_factory=time.perf_counter)

    def afterwards(self) -> Options:
        """The options of what else there is to solve: in the time that is left, and off the terminal."""
        limit = self.options.max_seconds
        left = None if limit is None else max(limit - (time.perf_counter() - self.began), 0.0)
        return replace(self.options, max_seconds=left, progress=self.told)

    def info(self, solutions: Sequence[Solution]) -> SolverInfo:
        """How the run went; Ctrl-C is raised here if the solver was kept from raising it."""
        info = SolverInfo.of(solutions, time.perf_counter() - self.began)
        by_the_user = info.stop is Stop.INTERRUPTED and self.told is not None and not self.told.enough
        if by_the_user and self.on_interrupt is OnInterrupt.RAISE:
            raise KeyboardInterrupt
        return info
