"""Conjugate gradients for squared losses, one pass a step: the gradient is linear, so two of them tell the best."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.solvers.passes.descent import Descent
from drupe.solvers.solution import Stop

ASTRAY = 1e-3
"""Share of the value by which it may differ from what gradients foresee; beyond it they are rounding."""


@dataclass(frozen=True, eq=False)
class ConjugateGradient(Descent):
    """min ½ zᵀHz − bᵀz for each column apart, H near the identity in the metric.

    A pass looks at z + d and finds the gradient there. It differs from that at z by Hd; so the best step along d, and
    value and gradient at its end, are known without another pass.

    Parameters
    ----------
    point, value, gradient
        The best point so far, and what is known there.
    first
        Length of the gradient at the first point.
    direction
        d, a column for each output.
    safe_point, safe_value, safe_gradient
        The best point that a pass has looked at. Where rounding has led the others astray it is the one that is left.
    stop
        Why the descent ended.

    References
    ----------
    [Rudi17]_, section 3 (place not checked).
    """

    point: Matrix
    value: float
    gradient: Matrix
    first: float
    direction: Matrix
    safe_point: Matrix
    safe_value: float
    safe_gradient: Matrix
    stop: Stop | None

    @classmethod
    def beginning(cls, point: Matrix) -> "ConjugateGradient":
        """Before the first pass, which gives Kᵀy."""
        nothing = np.zeros_like(point)
        return cls(point, np.inf, nothing, 0.0, nothing, point, np.inf, nothing, None)

    @property
    def trial(self) -> Matrix:
        return self.point + self.direction

    def after(self, value: float, gradient: Matrix, tolerance: float) -> Self:
        if not np.isfinite(self.value):
            return self.anew(value, gradient, tolerance)
        along, bent = self.direction, gradient - self.gradient
        slopes, curvatures = _products(self.gradient, along), _products(along, bent)
        foreseen = self.value + float((slopes + 0.5 * curvatures).sum())
        if not (curvatures > 0.0).any() or abs(value - foreseen) > ASTRAY * max(value, self.value):
            return self._seen(self.trial, value, gradient)._back()
        steps = np.where(curvatures > 0.0, -slopes / np.where(curvatures > 0.0, curvatures, 1.0), 0.0)
        now = self.gradient + steps * bent
        # Polak and Ribière's factor, never negative: where rounding spoils conjugacy it begins anew by itself.
        lengths = np.maximum(_products(self.gradient, self.gradient), np.finfo(np.float64).tiny)
        kept = np.maximum(_products(now, now - self.gradient) / lengths, 0.0)
        gained = float((steps * slopes + 0.5 * steps**2 * curvatures).sum())
        moved = replace(
            self,
            point=self.point + steps * along,
            value=self.value + gained,
            gradient=now,
            direction=kept * along - now,
        )._seen(self.trial, value, gradient)
        return moved.ended(Stop.CONVERGED) if moved.length <= tolerance else moved

    def anew(self, value: float, gradient: Matrix, tolerance: float) -> Self:
        first = self.first or float(_products(gradient, gradient).sum()) ** 0.5
        begun = replace(self, value=value, gradient=gradient, first=first, direction=-gradient, stop=None)
        if value > self.safe_value * (1.0 + ASTRAY):
            return begun._back()
        begun = begun._seen(self.point, value, gradient)
        return begun.ended(Stop.CONVERGED) if begun.length <= tolerance else begun

    def doubted(self) -> Self:
        return replace(self, safe_value=np.inf, stop=None)

    def _seen(self, point: Matrix, value: float, gradient: Matrix) -> Self:
        """A pass has found this value and gradient at a point."""
        if not value < self.safe_value:
            return self
        return replace(self, safe_point=point, safe_value=value, safe_gradient=gradient)

    def _back(self) -> Self:
        """At the best point that a pass has looked at, at the end of the precision."""
        point, value, gradient = self.safe_point, self.safe_value, self.safe_gradient
        return replace(self, point=point, value=value, gradient=gradient, direction=-gradient, stop=Stop.STALLED)

    def ended(self, stop: Stop | None) -> Self:
        return replace(self, stop=stop)


def _products(left: Matrix, right: Matrix) -> Matrix:
    """Inner products of columns."""
    return np.asarray((left * right).sum(axis=0))
