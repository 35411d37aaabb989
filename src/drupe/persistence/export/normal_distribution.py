"""Φ, the distribution function of the normal distribution, in a graph: ONNX has it in single precision only."""

import math
import operator
from functools import reduce

import numpy as np

from drupe.persistence.export.graph import Value

STEP, TERMS = 0.5, 13
"""Of the sum, whose terms fall like exp(−t²): what is left out is 10⁻¹⁷ of it."""


def below(z: Value) -> Value:
    """Φ(z) = ½ erfc(−z/√2) of every entry, to the rounding of the graph, also where it is tiny.

    For t ≥ 0, erfc(t) = (2t/π) exp(−t²) ∫₀^∞ exp(−s²)/(s² + t²) ds. The sum at s = h/2, 3h/2, ... misses the integral
    by no more than the poles at s = ±it are worth, 2/(1 + exp(2πt/h)), as long as t < π/h; beyond, by nothing that
    could be seen.

    References
    ----------
    [Matta71]_, place not checked.
    """
    t = z.abs() / math.sqrt(2.0)
    squares = t * t
    at = np.square(STEP * (np.arange(TERMS) + 0.5))
    total = reduce(operator.add, (math.exp(-each) / (squares + each) for each in at.tolist()))
    integral = t * total * (squares * -1.0).exp() * (2.0 * STEP / math.pi)
    poles = (t * (-2.0 * math.pi / STEP)).exp()
    tail = 0.5 * (integral + (t < math.pi / STEP).where(2.0 * poles / (1.0 + poles), 0.0))
    return (z < 0.0).where(tail, 1.0 - tail)
