"""Metrics made anew at the function that a run has come to, where the curvature is no longer what it was."""

from dataclasses import dataclass, replace

import numpy as np

from drupe.foundation.arrays import Index
from drupe.grams.cross import ALL_FOLDS
from drupe.solvers.passes.landmark_problem import Groups
from drupe.solvers.passes.metrics import Metrics
from drupe.solvers.passes.quasi_newton import QuasiNewton
from drupe.solvers.passes.run_state import RunState
from drupe.solvers.passes.sketch import Sketch
from drupe.solvers.sketched_metric import SketchedMetric

SLOW, FALL = 8, 0.1
"""Passes in which the gradient must fall to this share, or its metric is made anew."""


@dataclass(frozen=True, eq=False)
class Renewal:
    """Newton's curvature from the sketch, one metric for each strength, at the function that learns from all folds.

    A bound on the curvature is far above it where most rows are on the right side by far, or lie outside of where a
    robust loss is curved: steps are short then, and many.

    Parameters
    ----------
    groups
        Whose strengths and offsets count.
    sketch
        The rows that tell the curvature.
    """

    groups: Groups
    sketch: Sketch

    def remembered(self, metrics: Metrics, state: RunState) -> Metrics:
        """The metrics of a state that comes from another process."""
        for place in np.flatnonzero(state.renewed):
            metrics = metrics.with_metric(int(place), self._made(int(place), metrics, state))
        return metrics

    def renewed(self, state: RunState, metrics: Metrics) -> tuple[RunState, Metrics]:
        """With another metric for each strength that has been slow since its last one."""
        for place in range(len(metrics.metrics)):
            mine = np.flatnonzero(metrics.of_group == place)
            if not self._is_slow(state, mine, int(state.renewed[place])):
                continue
            anchors, renewed = state.anchors.copy(), state.renewed.copy()
            anchors[place], renewed[place] = state.coefficients[self._leader(mine)], state.passes
            state = replace(state, anchors=anchors, renewed=renewed)
            metrics = metrics.with_metric(place, self._made(place, metrics, state))
            state = _carried(state, metrics, mine)
        return state, metrics

    def _is_slow(self, state: RunState, mine: Index, since: int) -> bool:
        open_ones = [i for i in mine if state.descents[i].stop is None]
        begins = any(not np.isfinite(state.descents[i].value) or state.looking[i] for i in mine)
        if not open_ones or begins or state.passes - since < SLOW:
            return False
        before = state.trace.lengths[state.passes - SLOW, open_ones]
        return bool((state.trace.lengths[-1, open_ones] > FALL * before).any())

    def _leader(self, mine: Index) -> int:
        """The group of a strength that leaves out no fold."""
        return int(next(i for i in mine if self.groups.leaves_out[i] == ALL_FOLDS))

    def _made(self, place: int, metrics: Metrics, state: RunState) -> SketchedMetric:
        leader = self._leader(np.flatnonzero(metrics.of_group == place))
        offsets, strength = self.groups.offsets[leader], float(self.groups.strengths[leader])
        return self.sketch.metric_at(state.anchors[place], offsets, strength)


def _carried(state: RunState, metrics: Metrics, mine: Index) -> RunState:
    """The descents of these groups in their new coordinates."""
    taken, descents = metrics.take(mine), list(state.descents)
    points, gradients = taken.points(state.coefficients[mine]), taken.gradients(state.slopes[mine])
    origins = taken.gradients(state.origin[mine])
    for place, i in enumerate(mine):
        one = descents[i]
        assert isinstance(one, QuasiNewton)
        descents[i] = one.carried(points[place], gradients[place], float(np.linalg.norm(origins[place])))
    return replace(state, descents=tuple(descents))
