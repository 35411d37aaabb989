"""A spline on the line: polynomials between knots that are held by values and derivatives at both ends."""

import math
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Counted, Numbers, Reals
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.predictors.bound import Bindable


@dataclass(frozen=True, eq=False)
class LineSpline(Bindable):
    """f between two knots: the polynomial of degree 2m − 1 with the states (f, f′, ..., f⁽ᵐ⁻¹⁾) at both of them.

    Beyond the ends it goes on as the polynomial of degree m − 1 of the last state: a constant, a straight line. As the
    mean of a process whose m-th derivative is white noise it has a variance, too.

    Parameters
    ----------
    centers
        The knots, rising.
    unit
        What t = 1 is in the units of the column; derivatives are in t.
    states
        At the knots: knots × m × outputs.
    covariances
        Of the states at each knot, in units of `scale`.
    crossings
        Of the states at a knot with those at the next.
    strength
        λ in units of t.
    scale
        Variance, for each output, in whose units the covariances are; that of the process is this over λ.
    noise
        Variance of the noise of each output.

    Examples
    --------
    >>> slope = np.array([[[0.0], [1.0]], [[1.0], [1.0]]])  # from 0 to 1 with slope 1
    >>> line = LineSpline(Vectors.of([[0.0], [1.0]]), 1.0, slope, np.zeros((2, 2, 2)), np.zeros((1, 2, 2)), 1.0,
    ...                   np.ones(1), np.ones(1))
    >>> line.decision(Vectors.of([[0.25], [3.0]])).ravel().tolist()
    [0.25, 3.0]

    References
    ----------
    [Wahba90]_, sections 1.2 and 1.5; [Wahba83]_, section 2.
    """

    centers: Annotated[Vectors, Counted("centers")]
    unit: float
    states: Annotated[Matrix, Reals("centers", "order", "outputs")]
    covariances: Annotated[Matrix, Reals("centers", "order", "order")]
    crossings: Annotated[Matrix, Reals(None, "order", "order")]
    strength: float
    scale: Annotated[Vector, Numbers("outputs")]
    noise: Annotated[Vector, Numbers("outputs")]

    @property
    def space(self) -> Inputs:
        """The knots."""
        return self.centers

    @property
    def outputs(self) -> int:
        """One for each target."""
        return int(self.states.shape[2])

    @property
    def order(self) -> int:
        """m."""
        return int(self.states.shape[1])

    def decision(self, inputs: Inputs) -> Matrix:
        """f(x), one column for each output."""
        where = self._located(inputs)
        left, right = where.weights(self.order)
        ends = self.states[where.left], self.states[where.right]
        return np.asarray(np.einsum("pk,pko->po", left, ends[0]) + np.einsum("pk,pko->po", right, ends[1]))

    def variances(self, inputs: Inputs, noisy: bool = False) -> Matrix:
        """Of f(x), or of a noisy target at x: one column for each output."""
        where = self._located(inputs)
        left, right = where.weights(self.order)
        known = np.einsum("pk,pkl,pl->p", left, self.covariances[where.left], left)
        known += np.einsum("pk,pkl,pl->p", right, self.covariances[where.right], right)
        if len(self.crossings):
            between = np.minimum(where.left, len(self.crossings) - 1)
            known += 2.0 * np.einsum("pk,pkl,pl->p", left, self.crossings[between], right)
        power = 2 * self.order - 1
        bridge = where.reach**power / (power * math.factorial(self.order - 1) ** 2 * self.strength)
        return np.asarray(np.maximum(known + bridge, 0.0)[:, None] * self.scale + self.noise * noisy)

    def _located(self, inputs: Inputs) -> "_Located":
        if not isinstance(inputs, Vectors) or inputs.dimension != 1:
            raise InputError("a spline on the line takes numbers: one column.")
        knots, x = self.centers.array[:, 0], inputs.in_double().dense()[:, 0]
        last = len(knots) - 1
        left = np.clip(np.searchsorted(knots, x, side="right") - 1, 0, last).astype(np.int64)
        right = np.minimum(left + 1, last)
        outside = (x <= knots[0]) | (x >= knots[-1])
        # Beyond the ends only one state counts.
        left = np.where(outside, np.where(x <= knots[0], 0, last), left)
        right = np.where(outside, left, right)
        return _Located(left, right, (x - knots[left]) / self.unit, (knots[right] - knots[left]) / self.unit)


@dataclass(frozen=True, eq=False)
class _Located:
    """Between which knots examples are, how far from the left one, and how far apart both are, in units of t."""

    left: Index
    right: Index
    apart: Vector
    steps: Vector

    @property
    def _share(self) -> Vector:
        return np.divide(self.apart, self.steps, out=np.zeros(len(self.apart)), where=self.steps > 0.0)

    @property
    def reach(self) -> Vector:
        """The distance over which the process is free: h u (1 − u) between knots, all of it beyond the ends."""
        return np.where(self.steps > 0.0, self.apart * (1.0 - self._share), np.abs(self.apart))

    def weights(self, order: int) -> tuple[Matrix, Matrix]:
        """What the states on the left and on the right give to f: two-point Taylor polynomials of Hermite."""
        inside, u = self.steps > 0.0, self._share
        left, right = np.empty((len(u), order)), np.empty((len(u), order))
        for k in range(order):
            beyond = self.apart**k / math.factorial(k)
            left[:, k] = np.where(inside, self.steps**k * _hermite(u, order, k), beyond)
            right[:, k] = np.where(inside, (-self.steps) ** k * _hermite(1.0 - u, order, k), 0.0)
        return left, right


def _hermite(u: Vector, order: int, k: int) -> Vector:
    """The polynomial whose k-th derivative at 0 is 1, and all others below `order` are 0 there and at 1."""
    tail = sum(math.comb(order - 1 + j, j) * u**j for j in range(order - k))
    return np.asarray(u**k / math.factorial(k) * (1.0 - u) ** order * tail)
