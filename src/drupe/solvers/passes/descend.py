"""Passes over the data, one after the other, until every group has come down, or time and patience end."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from drupe.foundation.arrays import Index
from drupe.foundation.engine import Engine
from drupe.foundation.ordered_sum import OrderedSum
from drupe.foundation.parameters import Checked, Interval, positive, ranged, whole
from drupe.grams.cross import Swept
from drupe.solvers.passes.conjugate_gradient import ConjugateGradient
from drupe.solvers.passes.landmark_problem import LandmarkProblem
from drupe.solvers.passes.metrics import Metrics
from drupe.solvers.passes.quasi_newton import QuasiNewton
from drupe.solvers.passes.renewal import Renewal
from drupe.solvers.passes.run_state import RunState
from drupe.solvers.passes.sketch import Sketch
from drupe.solvers.solution import Stop

PATIENCE, GAIN = 3, 1e-3
"""Passes in which the error on watched rows must fall by this share of itself, or it no longer moves."""


class Keeper(Protocol):
    """Who remembers a run, so that another process can go on with it."""

    def begun(self) -> tuple[RunState | None, OrderedSum[Swept] | None]:
        """Where a run like this was left: between passes, and the part of a pass that was summed."""

    def summed(self, passes: int, so_far: OrderedSum[Swept]) -> None:
        """In the pass after so many, the sum has come so far."""

    def passed(self, state: RunState) -> None:
        """One more pass is done."""


class Forgetful:
    """Remembers nothing."""

    def begun(self) -> tuple[RunState | None, OrderedSum[Swept] | None]:
        """From the beginning."""
        return None, None

    def summed(self, passes: int, so_far: OrderedSum[Swept]) -> None:
        """Nothing is kept."""

    def passed(self, state: RunState) -> None:
        """Nothing is kept."""


Heard = Callable[[RunState, float], None]
"""Told now and then the state of a run and how much of the next pass is done."""


@dataclass(frozen=True)
class PassLimits(Checked):
    """When a run ends.

    Parameters
    ----------
    tolerance
        Length of the gradient in the metric, relative to that at zero.
    passes
        At most.
    seconds
        At most; a pass that is too long is broken off.
    last_look
        Whether conjugate gradients end with a pass at the point that they return, so that all that is said of it was
        seen there, and go on if it is not what they foresaw.
    resolution
        Error of outputs from which on kernel values in single precision no longer serve.
    """

    tolerance: float = positive(1e-2)
    passes: int = whole(1, 30)
    seconds: float = ranged(Interval(0.0, np.inf, closed_low=False, closed_high=True), np.inf)
    last_look: bool = False
    resolution: float = positive(1e-3)


@dataclass(frozen=True, eq=False)
class Descending:
    """How a run is done.

    Parameters
    ----------
    problem
        What is minimized.
    metrics
        In which coordinates.
    kind
        By which minimizer.
    limits
        Until when.
    engine
        Where.
    sketch
        The rows from which a metric is made anew.
    """

    problem: LandmarkProblem
    metrics: Metrics
    kind: type[QuasiNewton] | type[ConjugateGradient]
    limits: PassLimits
    engine: Engine
    sketch: Sketch

    def run(self, exact: bool, keeper: Keeper, heard: Heard | None = None, keep: bool = False) -> RunState:
        """To the end; with `keep`, Ctrl-C leaves what has been reached."""
        found, begun = keeper.begun()
        strengths = len(self.metrics.metrics)
        state = self._next(found or RunState.beginning(self.kind, self.problem.shape, strengths, exact))
        metrics = Renewal(self.problem.groups, self.sketch).remembered(self.metrics, state)
        clock = _Clock(state.seconds, self.limits.seconds)
        try:
            while len(index := state.open()):
                state = self._next(self._passed(state, metrics, index, begun, keeper, heard, clock))
                state, metrics = self._renewed(state, metrics)
                begun = None
                keeper.passed(state)
        except _OutOfTime:
            state = state.ended(Stop.TIME)
        except KeyboardInterrupt:
            if not keep:
                raise
            state = state.ended(Stop.INTERRUPTED)
        return replace(state, seconds=clock.seconds)

    def _next(self, state: RunState) -> RunState:
        """The state before the next pass: what limits, watched rows and the precision say of it."""
        if state.passes < self.limits.passes:
            state = state.refined()
        look = (self.limits.last_look or state.exact) and self.kind is ConjugateGradient
        if state.passes >= self.limits.passes - (1 if look and self.limits.passes > 1 else 0):
            state = state.ended(Stop.ITERATIONS)
        state = state.ended(Stop.SETTLED, state.settled(PATIENCE, GAIN))
        wanted = look and not len(state.open()) and not state.looked and state.passes < self.limits.passes
        return replace(state, looking=np.ones_like(state.looking)) if wanted else state

    def _renewed(self, state: RunState, metrics: Metrics) -> tuple[RunState, Metrics]:
        """With metrics made anew where progress is slow; squared losses have the same curvature everywhere."""
        if self.kind is ConjugateGradient:
            return state, metrics
        return Renewal(self.problem.groups, self.sketch).renewed(state, metrics)

    def _passed(
        self,
        state: RunState,
        metrics: Metrics,
        index: Index,
        begun: OrderedSum[Swept] | None,
        keeper: Keeper,
        heard: Heard | None,
        clock: "_Clock",
    ) -> RunState:
        """One pass."""

        def told(fraction: float) -> None:
            clock.check()
            if heard is not None:
                heard(state, fraction)

        mine, problem = metrics.take(index), self.problem.take(index)
        coefficients = mine.coefficients(state.asked(index))
        if not state.exact and problem.rounding(coefficients) > self.limits.resolution:
            # What is known of the best points was seen in single precision; they are looked at again.
            state = state.exactly(index)
            coefficients = mine.coefficients(state.asked(index))
        found = problem.precisely(state.exact).evaluate(
            coefficients,
            self.engine,
            begun=begun,
            reached=lambda so_far: keeper.summed(state.passes, so_far),
            progress=told,
        )
        after = state.after(index, found, mine.gradients(found.gradients), self.limits.tolerance)
        return replace(
            after,
            coefficients=metrics.coefficients(after.points),
            slopes=metrics.slopes(after.gradients),
            seconds=clock.seconds,
        )


class _OutOfTime(Exception):
    """The seconds are over."""


class _Clock:
    """Seconds of this run, added to those of the runs that it goes on from."""

    def __init__(self, before: float, limit: float):
        self._before, self._limit, self._began = before, limit, time.perf_counter()

    @property
    def seconds(self) -> float:
        return self._before + time.perf_counter() - self._began

    def check(self) -> None:
        if self.seconds - self._before > self._limit:
            raise _OutOfTime
