"""What a solver found, how well, and why it stopped."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Self

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.enumerations import Enumeration
from drupe.foundation.shapes import Numbers
from drupe.solvers.optimality import optimality
from drupe.solvers.problem import BoxProblem


class Stop(Enumeration):
    """Why an iterative method ended."""

    CONVERGED = "converged"
    ITERATIONS = "reached the iteration limit"
    TIME = "reached the time limit"
    INTERRUPTED = "was interrupted"
    STALLED = "could make no further progress at this precision"
    UNBOUNDED = "found no finite optimum"
    SETTLED = "no longer became better on watched rows"


@dataclass(frozen=True, eq=False)
class Solution:
    """α with the offset and the facts of the run; arrays are not to be written to.

    Parameters
    ----------
    alpha
        The variables.
    offset
        b of the decision function f(x) = Σ s_v α_v k(x_v, x) + b; 0 without a balance. With a balance for each sign
        it is the mean of the two thresholds.
    spread
        Half the difference of the two thresholds, that of sign +1 less that of sign −1, where the balance is for each
        sign; else 0. It is −ρ of the ν-classifier and ε of the ν-regression.
    outputs
        Σ s_v α_v k(x_v, x_e) at the examples, without the offset.
    objective
        ½ αᵀQα + pᵀα.
    gap
        Duality gap, recomputed in float64 from α: how far the objective can be from the optimum.
    violation
        Largest violation of the optimality conditions, which `tolerance` bounds.
    iterations
        Pairs (or single variables) changed.
    stop
        Why the run ended.
    seconds
        Wall time of the run.
    cache_hits
        Kernel rows that were found in the cache; None where the solver does not count them.
    cache_misses
        Kernel rows that had to be computed; None where the solver does not count them.
    """

    alpha: Annotated[Vector, Numbers("variables")]
    offset: float
    spread: float
    outputs: Annotated[Vector, Numbers("outputs")]
    objective: float
    gap: float
    violation: float
    iterations: int
    stop: Stop
    seconds: float
    cache_hits: int | None = None
    cache_misses: int | None = None

    @classmethod
    def at(
        cls,
        problem: BoxProblem,
        alpha: Vector,
        outputs: Vector,
        /,
        *,
        iterations: int,
        stop: Stop,
        seconds: float,
        **more: Any,
    ) -> Self:
        """The solution at these variables: offset, objective, gap and violation follow from them and their outputs."""
        state = optimality(problem, alpha, outputs)
        return cls(
            alpha=alpha,
            offset=state.offset,
            spread=state.spread,
            outputs=outputs,
            objective=problem.objective(alpha, outputs),
            gap=state.gap,
            violation=state.violation,
            iterations=iterations,
            stop=stop,
            seconds=seconds,
            **more,
        )

    def with_facts(self, **facts: Any) -> Self:
        """The same solution with other facts of the run, such as why it stopped; nothing is computed anew."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__, **facts)
        return other

    def following(self, earlier: "Solution") -> Self:
        """The same solution, with what the run took that led to where this one began."""
        return self.with_facts(
            iterations=earlier.iterations + self.iterations,
            seconds=earlier.seconds + self.seconds,
            cache_hits=total([earlier.cache_hits, self.cache_hits]),
            cache_misses=total([earlier.cache_misses, self.cache_misses]),
        )

    @property
    def converged(self) -> bool:
        """Whether the optimality conditions hold within the tolerance."""
        return self.stop is Stop.CONVERGED

    @property
    def support(self) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Positions of the variables that are not zero."""
        return np.flatnonzero(self.alpha)


def total(counts: Iterable[int | None]) -> int | None:
    """The sum, if every count is known.

    >>> total([1, 2]), total([1, None])
    (3, None)
    """
    known = list(counts)
    return None if None in known else sum(count for count in known if count is not None)
