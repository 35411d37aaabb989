"""What the solver of a linear machine found, how near the optimum it must be, and why it stopped."""

from dataclasses import dataclass

from drupe.foundation.arrays import Matrix
from drupe.solvers.solution import Stop


@dataclass(frozen=True)
class LinearSolution:
    """How one linear problem was solved; the weights are the machine's.

    Parameters
    ----------
    objective
        F, the value reached, in float64.
    gap
        F − D of a feasible dual point: F lies no further than this above the minimum.
    steps
        Steps of Newton's method, or passes of coordinate descent.
    stop
        Why the run ended.

    Examples
    --------
    >>> LinearSolution(2.0, 0.001, 7, Stop.CONVERGED).relative_gap
    0.0005

    References
    ----------
    [Cristianini00]_, section 5.2; [Fan08]_, appendix B.
    """

    objective: float
    gap: float
    steps: int
    stop: Stop

    @property
    def relative_gap(self) -> float:
        """The gap as a share of the objective; 0 where both are."""
        return 0.0 if self.gap <= 0.0 else self.gap / max(self.objective, 1e-300)

    def within(self, tolerance: float) -> bool:
        """Whether the gap is no larger than so much of the objective."""
        return self.relative_gap <= tolerance


@dataclass(frozen=True, eq=False)
class LinearRun:
    """A solution with what it is made of.

    Parameters
    ----------
    weights
        w of every column, that of the constant last; for several classes at once a row for each.
    dual
        a with w = Xᵀa where squares are the penalty; None if the solver has none.
    solution
        How it was found.
    """

    weights: Matrix
    dual: Matrix | None
    solution: LinearSolution
