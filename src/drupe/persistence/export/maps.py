"""Pointwise maps of a form, in a graph."""

import math

from drupe.kernels.forms import maps
from drupe.persistence.export.graph import Value
from drupe.persistence.export.refusal import refusal


def mapped(map: maps.Map, t: Value) -> Value:
    """The map of every entry."""
    match map:
        case maps.Affine(slope, offset):
            scaled = t if slope == 1.0 else t * slope
            return scaled if offset == 0.0 else scaled + offset
        case maps.Exp(rate):
            return (t * rate).exp()
        case maps.Power(exponent):
            return 1.0 / t if exponent == -1.0 else t**exponent
        case maps.Sqrt():
            return t.sqrt()
        case maps.Polynomial(coefficients):
            value = t * 0.0 + coefficients[-1]
            for coefficient in reversed(coefficients[:-1]):
                value = value * t + coefficient
            return value
        case maps.Tanh():
            return t.apply("Tanh")
        case maps.Cosine(frequency):
            return (t * frequency).apply("Cos")
        case maps.Sinc(cutoff):
            return t.equals(0.0).where(cutoff / math.pi, (t * cutoff).apply("Sin") / (t * math.pi))
        case maps.TimesLog():
            return t * (t > 0.0).where(t, 1.0).log()
        case maps.Positive():
            return t.largest(0.0)
        case maps.Step(edge):
            return (t <= edge).cast(t.dtype)
        case maps.AtMost(limit):
            return t.least(limit)
    raise refusal("the kernel", f"the map {map!r} is not one of drupe's", "write it with those of drupe.kernels.forms")
