"""How a fit went: one small value, whether one problem was solved or one for each pair of classes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from drupe.solvers.solution import Solution, Stop


@dataclass(frozen=True)
class SolverInfo:
    """The facts of a fit; sums over all problems that were solved, unless said otherwise.

    Parameters
    ----------
    problems
        How many problems there were.
    gap
        Duality gap.
    violation
        Largest violation of the optimality conditions in any problem.
    objective
        Value of the dual objective.
    iterations
        Steps.
    stop
        Why the run ended; of several problems the first one that did not converge says.
    seconds
        Wall time.
    cache_hits
        Kernel rows found in the cache.
    cache_misses
        Kernel rows computed.
    """

    problems: int
    gap: float
    violation: float
    objective: float
    iterations: int
    stop: Stop
    seconds: float
    cache_hits: int
    cache_misses: int

    @property
    def converged(self) -> bool:
        """Whether every problem was solved to the tolerance."""
        return self.stop is Stop.CONVERGED

    @classmethod
    def of(cls, solutions: Sequence[Solution], seconds: float) -> Self:
        """The sum of several runs that took so long together."""
        short = [solution.stop for solution in solutions if not solution.converged]
        return cls(
            problems=len(solutions),
            gap=sum(solution.gap for solution in solutions),
            violation=max(solution.violation for solution in solutions),
            objective=sum(solution.objective for solution in solutions),
            iterations=sum(solution.iterations for solution in solutions),
            stop=short[0] if short else Stop.CONVERGED,
            seconds=seconds,
            cache_hits=sum(solution.cache_hits for solution in solutions),
            cache_misses=sum(solution.cache_misses for solution in solutions),
        )
