"""L-BFGS where every evaluation is a pass over the data: one step, one pass, unless a step was too long."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix
from drupe.solvers.passes.descent import Descent
from drupe.solvers.solution import Stop

MEMORY = 10
"""Steps whose curvature is remembered."""

DESCENT, FLATTER = 1e-4, 0.9
"""A step must gain this share of what the slope promised; or, where rounding hides that, leave less than this slope."""

ROUNDING = 1e-7
"""Share of the value that single precision may hide."""

SHORTEST, LONGEST = 0.1, 0.6
"""By which a step that was too long is cut, at most and at least."""

TRIES = 12
"""Cuts of one step after which the precision is exhausted."""


@dataclass(frozen=True, eq=False)
class QuasiNewton(Descent):
    """Limited-memory BFGS from the metric's unit curvature: the direction −Hg by two loops over remembered steps.

    A step of length one is tried first, which in this metric is nearly right from the start. Where it leads up, the
    slopes at both ends say where between them it should have ended.

    Parameters
    ----------
    point, value, gradient
        The best point so far, and what is known there.
    first
        Length of the gradient at the first point.
    steps, changes
        Remembered differences of points and of gradients, the oldest first.
    direction
        Where the next point lies.
    reach
        How far in this direction.
    tries
        How often it was cut.
    stop
        Why the descent ended.

    References
    ----------
    [Liu89]_, section 2 (place not checked).
    """

    point: Matrix
    value: float
    gradient: Matrix
    first: float
    steps: npt.NDArray[np.float64]
    changes: npt.NDArray[np.float64]
    direction: Matrix
    reach: float
    tries: int
    stop: Stop | None

    @classmethod
    def beginning(cls, point: Matrix) -> "QuasiNewton":
        """Before the first pass."""
        nothing, none = np.zeros_like(point), np.zeros((0, *point.shape))
        return cls(point, np.inf, nothing, 0.0, none, none, nothing, 0.0, 0, None)

    @property
    def trial(self) -> Matrix:
        return self.point + self.reach * self.direction

    def after(self, value: float, gradient: Matrix, tolerance: float) -> Self:
        if not np.isfinite(self.value):
            return self.anew(value, gradient, tolerance)
        before, now = _product(self.gradient, self.direction), _product(gradient, self.direction)
        if self._is_down(value, before, now):
            return self._moved(value, gradient, tolerance)
        if self.tries + 1 >= TRIES or not before < 0.0:
            return self.ended(Stop.STALLED)
        # The slope rises from below zero to above; a straight line between its ends says where it is zero.
        cut = before / (before - now) if np.isfinite(now) and now > before else SHORTEST
        return replace(self, reach=self.reach * float(np.clip(cut, SHORTEST, LONGEST)), tries=self.tries + 1)

    def anew(self, value: float, gradient: Matrix, tolerance: float) -> Self:
        first = self.first or _product(gradient, gradient) ** 0.5
        nothing = np.zeros((0, *self.point.shape))
        found = replace(self, value=value, gradient=gradient, first=first, steps=nothing, changes=nothing, stop=None)
        return found._onward(tolerance)

    def doubted(self) -> Self:
        return self.ended(None)

    def carried(self, point: Matrix, gradient: Matrix, first: float) -> Self:
        """The same descent in the coordinates of another metric, with nothing remembered of steps in the old one."""
        nothing = np.zeros((0, *point.shape))
        found = replace(self, point=point, gradient=gradient, first=first, steps=nothing, changes=nothing)
        return replace(found, direction=-gradient, reach=1.0, tries=0)

    def ended(self, stop: Stop | None) -> Self:
        return replace(self, stop=stop)

    def _is_down(self, value: float, before: float, now: float) -> bool:
        if value <= self.value + DESCENT * self.reach * before:
            return True
        return value <= self.value + ROUNDING * abs(self.value) and abs(now) <= FLATTER * abs(before)

    def _moved(self, value: float, gradient: Matrix, tolerance: float) -> Self:
        step, change = self.reach * self.direction, gradient - self.gradient
        steps, changes = self.steps, self.changes
        if _product(step, change) > 1e-14 * _product(step, step):
            steps = np.concatenate([steps[-MEMORY + 1 :], step[None]])
            changes = np.concatenate([changes[-MEMORY + 1 :], change[None]])
        moved = replace(self, point=self.trial, value=value, gradient=gradient, steps=steps, changes=changes)
        return moved._onward(tolerance)

    def _onward(self, tolerance: float) -> Self:
        """With the next direction, or ended."""
        stop = Stop.CONVERGED if self.length <= tolerance else None
        return replace(self, direction=-self._curved(self.gradient), reach=1.0, tries=0, stop=stop)

    def _curved(self, gradient: Matrix) -> Matrix:
        """Hg by the two loops."""
        pairs = list(zip(self.steps, self.changes, strict=True))
        shares, rest = [], gradient.copy()
        for step, change in reversed(pairs):
            shares.append(_product(step, rest) / _product(step, change))
            rest -= shares[-1] * change
        if pairs:
            step, change = pairs[-1]
            rest *= _product(step, change) / _product(change, change)
        for (step, change), share in zip(pairs, reversed(shares), strict=True):
            rest += (share - _product(change, rest) / _product(step, change)) * step
        return rest


def _product(left: Matrix, right: Matrix) -> float:
    return float((left * right).sum())
