"""Measures with finitely many nodes: a sample, or a quadrature rule for a continuous one."""

from dataclasses import dataclass
from typing import Generic

import numpy as np
from scipy.special import roots_hermitenorm

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import I


@dataclass(frozen=True, eq=False)
class Measure(Generic[I]):
    """∫ f dμ ≈ Σ_q weights[q] f(nodes[q]).

    Parameters
    ----------
    nodes
        Where functions are looked at.
    weights
        A positive number for each node.

    Examples
    --------
    >>> interval = Measure.interval(0.0, 3.0, count=4)
    >>> round(interval.integral(interval.nodes.array[:, 0] ** 2), 12)
    9.0

    References
    ----------
    [Rasmussen06]_, section 4.3.2.
    """

    nodes: I
    weights: Vector

    def __post_init__(self) -> None:
        if self.weights.shape != (len(self.nodes),) or not np.all(self.weights > 0):
            raise InputError(f"a measure on {len(self.nodes)} nodes needs as many weights, all above zero.")

    @staticmethod
    def empirical(inputs: I) -> "Measure[I]":
        """The mean over a sample."""
        if not len(inputs):
            raise InputError("the mean over an empty sample is no measure.")
        return Measure(inputs, np.full(len(inputs), 1.0 / len(inputs)))

    @staticmethod
    def interval(low: float, high: float, count: int) -> "Measure[Vectors]":
        """Length on [low, high], by the Gauss-Legendre rule: exact for polynomials of degree below 2 count."""
        _check_count(count)
        check("Measure", "high", high, Interval(low, closed_low=False))
        nodes, weights = np.polynomial.legendre.leggauss(count)
        half = (high - low) / 2.0
        return Measure(Vectors.of((low + half * (nodes + 1.0))[:, None]), half * weights)

    @staticmethod
    def circle(count: int) -> "Measure[Vectors]":
        """Length on [0, 2π), by equal steps: exact for trigonometric polynomials of degree below count."""
        _check_count(count)
        return Measure(Vectors.of(2.0 * np.pi / count * np.arange(count)[:, None]), np.full(count, 2.0 * np.pi / count))

    @staticmethod
    def gaussian(count: int, mean: float = 0.0, deviation: float = 1.0) -> "Measure[Vectors]":
        """A normal distribution on the line, by the Gauss-Hermite rule."""
        _check_count(count)
        check("Measure", "deviation", deviation, Interval(0.0, closed_low=False))
        nodes, weights = roots_hermitenorm(count)
        # Beyond some hundred nodes the outermost weights underflow; they are no part of the measure then.
        kept = weights > 0.0
        return Measure(Vectors.of((mean + deviation * nodes[kept])[:, None]), weights[kept] / weights[kept].sum())

    def integral(self, values: Vector) -> float:
        """∫ f dμ from the values of f at the nodes."""
        return float(self.weights @ values)


def _check_count(count: int) -> None:
    check("Measure", "count", count, Interval(1, whole=True))
