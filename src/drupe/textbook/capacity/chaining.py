"""Chaining: a function reached from zero by ever shorter links, and Dudley's integral that sums their cost."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.integrate import quad

from drupe.foundation.arrays import Index, Matrix
from drupe.textbook.capacity.covers import greedy_packing, mean_square_distances


@dataclass(frozen=True, eq=False)
class Chain:
    """Nested nets of finitely many functions: level j is 2⁻ʲ-separated and covers all within 2⁻ʲ.

    Parameters
    ----------
    values
        One function for each row, one example for each column; row 0 is the zero function.
    levels
        Positions of the functions in each net; each net holds the one before.

    References
    ----------
    [Mukherjee04]_, section 8.6.
    """

    values: Matrix
    levels: tuple[Index, ...]

    def nearest(self, level: int) -> Index:
        """π_j(f): the position of the member of net j nearest to each function."""
        net = self.levels[level]
        distances = mean_square_distances(self.values)[:, net]
        return np.asarray(net[distances.argmin(axis=1)], dtype=np.int64)

    def links(self, level: int) -> Matrix:
        """π_j(f) − π_{j−1}(f) for each function; their sum over levels, from zero, gives the last net."""
        return self.values[self.nearest(level)] - self.values[self.nearest(level - 1)]


def chain(values: Matrix, depth: int = 10) -> Chain:
    """The nested nets of the functions in rows, scaled so that |f| ≤ 1, and of zero, which is put in front.

    Examples
    --------
    >>> [len(net) for net in chain(np.array([[0.5, 0.5], [-0.5, -0.5]]), depth=3).levels]
    [1, 1, 3, 3]

    References
    ----------
    [Mukherjee04]_, section 8.6.
    """
    rows = np.vstack([np.zeros(values.shape[1]), values])
    distances = mean_square_distances(rows)
    nets = [np.array([0], dtype=np.int64)]
    for level in range(1, depth + 1):
        nets.append(_extended(nets[-1], distances, 2.0**-level))
    return Chain(rows, tuple(nets))


def dudley_integral(log_packing: Callable[[float], float], upper: float) -> float:
    """∫ √ln P(r) dr over r from 0 to upper.

    Examples
    --------
    >>> round(dudley_integral(lambda r: 4.0, upper=2.0), 9)
    4.0

    References
    ----------
    [Mukherjee04]_, section 8.6.
    """
    value, _ = quad(lambda radius: math.sqrt(max(0.0, log_packing(radius))), 0.0, upper, limit=200)
    return float(value)


def chaining_deviation(log_packing: Callable[[float], float], distance: float, n: int, delta: float) -> float:
    """(2^4.5/√n) ∫ √ln P dr + 2^3.5 d √(ln(1/δ)/n) ≥ (1/n) Σ σᵢ f(xᵢ), for all f at once, d = ‖f‖ on the sample.

    Parameters
    ----------
    log_packing
        r ↦ ln P(r), of the class in the mean square distance on the sample.
    distance
        √((1/n) Σ f(xᵢ)²), to which the integral runs.
    n
        Number of examples.
    delta
        Probability over the signs with which it may fail.

    Examples
    --------
    >>> round(chaining_deviation(lambda r: 0.0, 1.0, n=100, delta=0.05) / (2**3.5 * math.sqrt(math.log(20) / 100)), 9)
    1.0

    References
    ----------
    [Mukherjee04]_, section 8.6.
    """
    entropy = 2.0**4.5 / math.sqrt(n) * dudley_integral(log_packing, distance)
    return float(entropy + 2.0**3.5 * distance * math.sqrt(-math.log(delta) / n))


def finite_log_packing(values: Matrix) -> Callable[[float], float]:
    """r ↦ ln of the size of a maximal packing that contains zero, of functions in rows.

    >>> round(math.exp(finite_log_packing(np.array([[1.0, 1.0]]))(0.5)), 9)
    2.0
    """
    distances = mean_square_distances(np.vstack([np.zeros(values.shape[1]), values]))
    # A cover of half the radius is at least as large as any packing: this is a limit of the packing number.
    return lambda radius: math.log(len(greedy_packing(distances, 0.5 * radius)))


def _extended(net: Index, distances: Matrix, separation: float) -> Index:
    chosen = list(net)
    nearest = distances[chosen].min(axis=0)
    while nearest.max() > separation:
        chosen.append(int(nearest.argmax()))
        nearest = np.minimum(nearest, distances[chosen[-1]])
    return np.array(chosen, dtype=np.int64)
