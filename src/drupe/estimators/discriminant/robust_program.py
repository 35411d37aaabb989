"""The parameters and the solver of robust programs: residuals cost what they are, and not their squares."""

from typing import Any

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.ranges import NOTHING, POSITIVE, Either
from drupe.estimators.watch import Watch
from drupe.foundation.parameters import Interval
from drupe.losses.base import Loss
from drupe.losses.huber import Huber
from drupe.losses.insensitive import Absolute
from drupe.solvers.expansions.box import Box
from drupe.solvers.expansions.interior_point import InteriorPoint
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.solution import Stop

SMALL = 1000
"""Examples up to which a run that has not ended is handed over to a method of O(n³)."""


@declared
class RobustProgram:
    """Residuals of any size pull with bounded force, under ‖f‖² as penalty.

    Parameters
    ----------
    transition
        Residuals up to this one cost r² / (2 transition), larger ones |r| − transition/2: Huber's loss. 0 for |r|
        throughout.
    tol
        Largest violation of the optimality conditions, in units of the targets, at which the run ends. Up to 500
        examples are solved far beyond it.
    max_iter
        Pairs of coefficients that are changed, at most; None for ten million, or a hundred for each example if more.
    """

    transition: float = parameter(Interval(0.0), default=0.0)
    tol: float = parameter(POSITIVE, default=1e-5)
    max_iter: int | None = parameter(Either(NOTHING, Interval(1, whole=True)), default=None)

    def _loss(self) -> Loss:
        return Huber(float(self.transition)) if self.transition > 0.0 else Absolute()

    def _solved(self, program: ExpansionProgram, watch: Watch) -> ExpansionSolution:
        machine: Any = self
        steps = None if self.max_iter is None else int(self.max_iter)
        found = Box(float(self.tol), steps, machine._budget).solve(program, watch.progress, watch.keeping)
        if found.stop is not Stop.ITERATIONS or steps is not None or len(program.gram) > SMALL:
            return found
        # Steps over pairs crawl where alpha is small against K, and Newton's do not care.
        other = InteriorPoint(budget=machine._budget).solve(program, watch.progress, watch.keeping)
        return other if other.converged or other.objective.sum() < found.objective.sum() else found
