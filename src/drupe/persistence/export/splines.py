"""Splines in a graph: polynomials of all columns, and pieces on the line."""

import math

import numpy as np

from drupe.kernels.polynomial_frame import PolynomialFrame
from drupe.persistence.export.graph import WHOLE, Value
from drupe.predictors.line_spline import LineSpline


def polynomials(frame: PolynomialFrame, x: Value) -> Value:
    """Every monomial of the frame at each example, one column each."""
    t = (x - frame.center) / frame.scale
    columns = []
    for monomial in frame.monomials:
        column = x.graph.filled(x, 1, 1.0, x.dtype)
        for j in monomial:
            column = column * t.columns([j])
        columns.append(column)
    return x.graph.together(columns)


def on_line(spline: LineSpline, x: Value) -> Value:
    """The polynomial between the two knots around each number, or that of the last state beyond the ends."""
    graph, knots = x.graph, spline.centers.in_double().dense()[:, 0]
    last = len(knots) - 1
    place = (x >= knots[None, :]).cast(WHOLE).sum() - 1
    inside = ((x > knots[0]).cast(WHOLE) * (x < knots[-1]).cast(WHOLE)).cast(np.dtype(np.bool_))
    left = inside.where(place, (x <= knots[0]).where(graph.constant(0), graph.constant(last)))
    right = inside.where(left + 1, left)
    at = graph.constant(knots, x.dtype)
    apart, step = (x - at.at(left)) / spline.unit, (at.at(right) - at.at(left)) / spline.unit
    u = inside.where(apart / inside.where(step, 1.0), 0.0)
    total = graph.filled(x, spline.outputs, 0.0, x.dtype)
    for k in range(spline.order):
        beyond = apart**k / math.factorial(k) if k else apart * 0.0 + 1.0
        power = step**k if k else 1.0
        weight = inside.where(power * _hermite(u, spline.order, k), beyond)
        other = inside.where((-1.0) ** k * power * _hermite(1.0 - u, spline.order, k), 0.0)
        states = graph.constant(spline.states[:, k, :], x.dtype)
        total = total + weight * states.at(left.flat()) + other * states.at(right.flat())
    return total


def _hermite(u: Value, order: int, k: int) -> Value:
    """The polynomial whose k-th derivative at 0 is 1, and all others below `order` are 0 there and at 1."""
    tail = u * 0.0 + 1.0
    for j in range(1, order - k):
        tail = tail + math.comb(order - 1 + j, j) * u**j
    rise = u**k / math.factorial(k) if k else u * 0.0 + 1.0
    return rise * (1.0 - u) ** order * tail
