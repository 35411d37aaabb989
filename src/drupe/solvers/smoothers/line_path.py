"""Smoothing splines on the line for all strengths: the states at the knots, in time that grows with their number."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.native import smooth_on_line
from drupe.solvers.smoothers.balance import Balance, rounding_of
from drupe.solvers.smoothers.knots import Knots

HIGHEST_ORDER = 4
"""The highest derivative that the core penalizes on the line."""

LOOKS = 24
"""Strengths of the first look: at each the whole spline is found, and its freedom changes by a factor of two or so."""


@dataclass(frozen=True, eq=False)
class LineStates:
    """A spline on the line by its values and derivatives at the knots, in rising order of these.

    Parameters
    ----------
    strength
        λ in units of t, in which the line begins at 0 and ends at 1.
    states
        f, f′, ... of each output: knots × order × outputs, derivatives in t.
    covariances
        Of these at a knot, in units of the noise: knots × order × order.
    crossings
        Of these at a knot with those at the next one.
    objective
        The minimum of each output, without what examples at one place differ by.
    energy
        ∫ (f⁽ᵐ⁾)² dt of each output.
    log_determinant
        Minus twice the logarithm of what is left of P(y) besides squares, for a flat prior on the first state.
    """

    strength: float
    states: Matrix
    covariances: Matrix
    crossings: Matrix
    objective: Vector
    energy: Vector
    log_determinant: float


class LinePath:
    """min Σ w (y − f)² + λ ∫ (f⁽ᵐ⁾)² on one column, for every λ.

    Parameters
    ----------
    order
        m, from 1 to 4.
    column
        The places of the knots, in their order.
    knots
        The examples.

    Notes
    -----
    Complexity: O(n m³) time and O(n m²) memory for each strength.

    References
    ----------
    [Wahba90]_, sections 1.2 to 1.5; [Bierman77]_, chapters V and VI.
    """

    looks = LOOKS
    left_over = 0.0

    def __init__(self, order: int, column: Vector, knots: Knots):
        self.order, self.knots = order, knots
        self.rising: Index = np.argsort(column, kind="stable")
        self.origin = float(column[self.rising[0]])
        self.unit = float(column[self.rising[-1]]) - self.origin or 1.0
        self._t = np.asarray((column[self.rising] - self.origin) / self.unit, dtype=np.float64)
        self._weights = np.ascontiguousarray(knots.total_weights[self.rising], dtype=np.float64)
        self._means = np.ascontiguousarray(knots.means[self.rising], dtype=np.float64)
        self._last: LineStates | None = None

    @property
    def unpenalized(self) -> int:
        """The number of polynomials that cost nothing."""
        return self.order

    @property
    def strengths(self) -> tuple[float, float]:
        """In units of the column."""
        steps, power = max(1, len(self._t) - 1), 2 * self.order - 1
        low = 1e-6 * float(np.median(self._weights)) * steps**-power
        return low / self._in_t, 1e4 * float(self._weights.sum()) / self._in_t

    @property
    def least(self) -> float:
        """A strength so small that what it leaves of a target is below rounding: the limit of interpolation."""
        power = 2 * self.order - 1
        gap = float(np.diff(self._t).min(initial=1.0))
        return max(1e-20 * float(self._weights.min()) * gap**power, 1e-290) / self._in_t

    @property
    def _in_t(self) -> float:
        """What a strength is multiplied by if the column is measured in units of t."""
        return math.exp((1 - 2 * self.order) * math.log(self.unit))

    def solution(self, strength: float) -> LineStates:
        """The states at a strength; the last ones are kept."""
        scaled = strength * self._in_t
        if self._last is None or self._last.strength != scaled:
            states, covariances, crossings, objective, energy, determinant = smooth_on_line(
                self.order, self._t, self._weights, self._means, scaled
            )
            block = (-1, self.order, self.order)
            self._last = LineStates(
                scaled,
                states.reshape(len(self._t), self.order, -1),
                covariances.reshape(block),
                crossings.reshape(block),
                objective,
                energy,
                determinant,
            )
        return self._last

    def balance(self, strength: float) -> Balance:
        """From the states."""
        found, knots = self.solution(strength), self.knots
        squares = self._weights @ np.square(self._means - found.states[:, 0])
        energy = found.energy * self._in_t
        # Between close knots a smooth function bends by differences that are rounding: there what it costs tells more.
        smooth = squares > strength * energy
        energy[smooth] = np.maximum(found.objective - squares, 0.0)[smooth] / strength
        floor = rounding_of(knots.targets, knots.total)
        return Balance(
            strength,
            knots.total,
            self.order,
            float(self._weights @ found.covariances[:, 0, 0]),
            np.maximum(squares + knots.within, floor),
            np.maximum(found.objective + knots.within, floor),
            energy,
            found.log_determinant - self._free_determinant,
        )

    def missed(self, strength: float) -> Matrix:
        """From the states and their variances."""
        found = self.solution(strength)
        residuals, independence = np.empty_like(self._means), np.empty(len(self._t))
        residuals[self.rising] = self._means - found.states[:, 0]
        independence[self.rising] = 1.0 - self._weights * found.covariances[:, 0, 0]
        return self.knots.missed(residuals, independence)

    def coefficients(self, strength: float) -> Matrix:
        """c of the expansion in the kernel, for the knots in their order: what is left of the means, W r / λ.

        Of the limit of interpolation nothing is left, and c is read off the jumps of the highest derivative.
        """
        found = self.solution(strength)
        if strength > self.least:
            rising = self._weights[:, None] * (self._means - found.states[:, 0]) / strength
        else:
            pulls = (-1.0) ** (self.order - 1) * top_derivatives(np.diff(self._t), found.states)
            rising = -np.diff(pulls, axis=0, prepend=0.0, append=0.0) * self._in_t
        coefficients = np.empty(rising.shape)
        coefficients[self.rising] = rising
        return np.asarray(coefficients)

    def free(self, strength: float) -> Matrix:
        """d of the polynomials beside the expansion, in powers of t: what the first state says, less the expansion."""
        first = self.solution(strength).states[0]
        pulls = self.coefficients(strength)[self.rising] / self._in_t
        degree, found = 2 * self.order - 1, np.empty(first.shape)
        sign = (-1.0) ** self.order / (2.0 * math.factorial(degree))
        for j in range(self.order):
            # Left of all knots the kernel is a polynomial, of which the side conditions leave the low powers.
            expansion = sign * (-1.0) ** j * math.comb(degree, j) * (self._t ** (degree - j) @ pulls)
            found[j] = first[j] / math.factorial(j) - expansion
        return found

    @cached_property
    def _free_determinant(self) -> float:
        """ln det TᵀWT of the polynomials that the first state stands for."""
        powers = np.arange(self.order)
        factorials = np.array([math.factorial(int(power)) for power in powers])
        taylor = np.sqrt(self._weights)[:, None] * self._t[:, None] ** powers / factorials
        return 2.0 * float(np.log(np.abs(np.diag(np.linalg.qr(taylor, mode="r")))).sum())


def top_derivatives(steps: Vector, states: Matrix) -> Matrix:
    """f⁽²ᵐ⁻¹⁾ between the knots, where it is constant, from the states at both ends.

    >>> line = np.array([[[0.0]], [[3.0]]])  # m = 1: the slope
    >>> top_derivatives(np.array([2.0]), line).tolist()
    [[1.5]]
    """
    order = states.shape[1]
    found = np.zeros((len(steps), states.shape[2]))
    for k in range(order):
        lead = (-1.0) ** order * math.comb(2 * order - 2 - k, order - 1) / math.factorial(k)
        ends = states[:-1, k] + (-1.0) ** (k + 1) * states[1:, k]
        found += lead * steps[:, None] ** k * ends
    return np.asarray(math.factorial(2 * order - 1) * found / steps[:, None] ** (2 * order - 1))
