"""How a fit went: one small value, whether one problem was solved or one for each pair of classes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated

from drupe.foundation.shapes import Some
from drupe.solvers.solution import Solution, Stop, total

BY_GRAVITY = (Stop.UNBOUNDED, Stop.TIME, Stop.INTERRUPTED, Stop.ITERATIONS, Stop.STALLED, Stop.CONVERGED)
"""What ended one problem may have ended others: those that still ran when time was up were interrupted by it."""


@dataclass(frozen=True, eq=False)
class SolverInfo:
    """The facts of a fit; sums over all problems that were solved, unless said otherwise.

    Parameters
    ----------
    solutions
        One for each problem.
    seconds
        Wall time of all together.
    """

    solutions: Annotated[tuple[Solution, ...], Some()] = field(repr=False)
    seconds: float

    @classmethod
    def of(cls, solutions: Sequence[Solution], seconds: float) -> "SolverInfo":
        """The facts of several runs that took so long together."""
        return cls(tuple(solutions), seconds)

    def facts(self) -> dict[str, object]:
        """The same as scikit-learn's users look for it."""
        return {"fit_status_": int(not self.converged), "n_iter_": max(1, self.iterations), "solver_info_": self}

    @property
    def problems(self) -> int:
        """How many problems there were."""
        return len(self.solutions)

    @cached_property
    def gap(self) -> float:
        """Duality gap; computed from the coefficients when it is first asked for."""
        return float(sum(solution.gap for solution in self.solutions))

    @property
    def violation(self) -> float:
        """Largest violation of the optimality conditions in any problem."""
        return max(solution.violation for solution in self.solutions)

    @property
    def objective(self) -> float:
        """Value of the dual objective."""
        return float(sum(solution.objective for solution in self.solutions))

    @property
    def iterations(self) -> int:
        """Steps."""
        return sum(solution.iterations for solution in self.solutions)

    @cached_property
    def stop(self) -> Stop:
        """Why the run ended; of several problems the gravest reason says."""
        if all(solution.stop is Stop.CONVERGED for solution in self.solutions):  # most often, and soon said of many
            return Stop.CONVERGED
        reasons = {solution.stop for solution in self.solutions}
        return next((stop for stop in BY_GRAVITY if stop in reasons), Stop.CONVERGED)

    @property
    def converged(self) -> bool:
        """Whether every problem was solved to the tolerance."""
        return self.stop is Stop.CONVERGED

    @property
    def cut_short(self) -> bool:
        """Whether the user or the limit of time ended the run."""
        return self.stop in (Stop.TIME, Stop.INTERRUPTED)

    @property
    def cache_hits(self) -> int | None:
        """Kernel rows found in the cache; None where a solver does not count them."""
        return total(solution.cache_hits for solution in self.solutions)

    @property
    def cache_misses(self) -> int | None:
        """Kernel rows computed; None where a solver does not count them."""
        return total(solution.cache_misses for solution in self.solutions)
