"""Ridge regression on given columns for all strengths, from one singular value decomposition."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import svd

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.solvers.smoothers.balance import Balance, rounding_of
from drupe.solvers.smoothers.knots import Knots

LOOKS = 120
"""Strengths of the first look: each costs next to nothing."""

RANK = 1e-13
"""Eigenvalues of a penalty, relative to the largest, below which a direction is no function of its own."""


@dataclass(frozen=True, eq=False)
class RidgeCoefficients:
    """f = Σⱼ aⱼ φⱼ + b.

    Parameters
    ----------
    weights
        a, one column for each output.
    offset
        b of each output.
    """

    weights: Matrix
    offset: Vector


class RidgePath:
    """min Σ w (y − Φa − b)² + λ aᵀΩa, for every λ.

    Parameters
    ----------
    design
        Φ: a row for each example, a column for each function.
    penalty
        Ω, symmetric and without negative eigenvalues; None for the identity.
    knots
        The examples, each at a place of its own.

    Notes
    -----
    With Ω = VΛVᵀ and √W(Φ − mean)VΛ^(−½) = U diag(s) Zᵀ all numbers by which strengths are compared follow from s and
    Uᵀ√W y. Directions in which Ω or s is rounding are left out: functions of no length, or zero at all examples.
    Complexity: O(np² + p³) time, O(np) memory.

    References
    ----------
    [Poggio90]_, section III, place not checked; [Wahba90]_, section 4.2; [Golub13]_, section 6.1.4.
    """

    looks = LOOKS
    unpenalized = 1

    def __init__(self, design: Matrix, penalty: Matrix | None, knots: Knots):
        self.knots = knots
        weights = knots.weights
        self._roots = np.sqrt(weights)[:, None]
        self._center, self._mean = weights @ design / knots.total, weights @ knots.targets / knots.total
        self._basis = _inverse_root(penalty)
        centered = self._roots * (design - self._center)
        if self._basis is not None:
            centered = centered @ self._basis
        self._left, singular, self._right = svd(centered, full_matrices=False, check_finite=False)
        rounding = max(centered.shape) * float(np.finfo(np.float64).eps) * singular.max(initial=0.0)
        self._singular = np.where(singular > rounding, singular, 0.0)
        targets = self._roots * (knots.targets - self._mean)
        self._inner = self._left.T @ targets
        self._rest = np.maximum(np.square(targets).sum(axis=0) - np.square(self._inner).sum(axis=0), 0.0)
        self._floor = rounding_of(knots.targets, knots.total)

    @property
    def strengths(self) -> tuple[float, float]:
        """Beyond the squared singular values on both sides."""
        high = self._high
        low = max(float(np.square(self._singular).min(initial=high)), 1e-12 * high)
        return 1e-3 * low, 1e6 * high

    @property
    def least(self) -> float:
        """A strength that is lost in rounding: the limit of least squares, with the shortest of equal solutions."""
        return 1e-28 * self._high

    @property
    def _high(self) -> float:
        return float(np.square(self._singular).max(initial=0.0)) or 1.0

    def _kept(self, strength: float) -> Vector:
        """s² / (s² + λ): what is left of the targets in each direction."""
        squared = np.square(self._singular)
        return np.asarray(squared / (squared + strength))

    def balance(self, strength: float) -> Balance:
        """From the singular values."""
        kept = self._kept(strength)[:, None]
        lost = 1.0 - kept
        squares = self._rest + np.square(lost * self._inner).sum(axis=0)
        objective = self._rest + (lost * np.square(self._inner)).sum(axis=0)
        return Balance(
            strength,
            self.knots.total,
            1,
            1.0 + float(kept.sum()),
            np.maximum(squares, self._floor),
            np.maximum(objective, self._floor),
            (kept * lost * np.square(self._inner)).sum(axis=0) / strength,
            -float(np.log(np.maximum(lost, 1e-300)).sum()),
        )

    def missed(self, strength: float) -> Matrix:
        """From the leverages."""
        kept = self._kept(strength)
        leverages = np.square(self._left) @ kept + self.knots.weights / self.knots.total
        values = self._mean + (self._left @ (kept[:, None] * self._inner)) / self._roots
        return self.knots.missed(self.knots.means - values, 1.0 - leverages)

    def coefficients(self, strength: float) -> RidgeCoefficients:
        """a and b at a strength above zero."""
        shrunk = (self._singular / (np.square(self._singular) + strength))[:, None] * self._inner
        weights = self._right.T @ shrunk
        if self._basis is not None:
            weights = self._basis @ weights
        return RidgeCoefficients(weights, self._mean - self._center @ weights)


def _inverse_root(penalty: Matrix | None) -> Matrix | None:
    """VΛ^(−½) on the directions that have a length."""
    if penalty is None:
        return None
    values, vectors = np.linalg.eigh(penalty)
    largest = float(values[-1])
    if values[0] < -1e-8 * abs(largest):
        raise ParameterError(
            f"a penalty must not be negative, but has the eigenvalue {values[0]:.1e}; take a positive kernel, or "
            "penalty='coefficients'."
        )
    kept = values > RANK * len(values) * largest
    return np.asarray(vectors[:, kept] / np.sqrt(values[kept]))
