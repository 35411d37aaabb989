"""The evidence over a few functions that are worked with alone: all that is needed of them are products."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.linalg.lapack import dpstrf

from drupe import native
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.solvers.relevance.scan import DEPENDENT

STARTS = ((1, 1.0), (1, 10.0), (1, 100.0), (2, 1.0), (2, 100.0), (1, 0.0))
"""Every so many functions have this variance, in units of the noise, where a climb starts; from none, last."""

ENDS = 3
"""Ends of such climbs, the highest, from which functions are exchanged."""

SMALL = 128
"""Functions up to which there are twice as many starts, and functions are exchanged from all ends."""

TIE = 1e-6
"""By how much one of two functions is preferred that are equally long."""

ACTIONS = 20
"""For each function of a pool, at most; what is left to do then waits for the next look at all functions."""


@dataclass(frozen=True, eq=False)
class Pool:
    """Targets t ~ N(0, noise (B⁻¹ + RᵀΘR)) with Θ = diag(variances), as far as the functions see them.

    Parameters
    ----------
    products
        RBRᵀ, R the values of the functions at the examples, a row each.
    correlations
        RBt.
    level
        tᵀBt, the number of examples, the variance of the noise or the least one, and whether it is learned.
    tolerance
        Gain in the log evidence for which nothing is done.

    Examples
    --------
    >>> pool = Pool(np.array([[4.0]]), np.array([6.0]), (20.0, 10.0, 0.5, False), 1e-3)
    >>> pool.summit(np.zeros(1), exchange=False).variances.round(9).tolist()
    [4.25]

    References
    ----------
    [Tipping03]_, eqs. 20 and 21.
    """

    products: Matrix
    correlations: Vector
    level: tuple[float, float, float, bool]
    tolerance: float

    def summit(self, variances: Vector, exchange: bool, limit: int | None = None) -> native.EvidenceSummit:
        """Where the evidence is largest, or how far so few actions lead."""
        return native.climb_evidence(
            self.products.astype(np.float64, copy=False),
            self.correlations.astype(np.float64, copy=False),
            self.level,
            variances.astype(np.float64, copy=False),
            native.EvidenceOptions(self.tolerance, limit or ACTIONS * len(variances), exchange),
        )

    def highest_summit(self, exchange: bool) -> tuple[native.EvidenceSummit, int]:
        """The best that is reached from several starts, and the actions that all took."""
        ends = sorted((self.summit(start, False) for start in self._starts()), key=lambda end: -end.log_evidence)
        actions = sum(end.actions for end in ends)
        if not exchange:
            return ends[0], actions
        ends = [self.summit(end.variances, True) for end in (ends if self._small else ends[:ENDS])]
        return max(ends, key=lambda end: end.log_evidence), actions + sum(end.actions for end in ends)

    def _starts(self) -> Iterator[Vector]:
        """Variances to start from: of functions that do not depend on each other, lest it does not matter whose."""
        for preference in (-TIE, TIE) if self._small else (-TIE,):
            independent = self._independent(preference)
            for step, variance in STARTS:
                variances = np.zeros(len(self.products))
                variances[independent[::step]] = variance
                yield variances

    def _independent(self, preference: float) -> Index:
        """Functions of which no one depends on the others, by pivots; rounding must not choose among equals."""
        factors = 1.0 + preference * np.arange(len(self.products))
        # The tolerance is that of Scan, below which a function counts as one of the others.
        least = DEPENDENT * self.products.diagonal().max(initial=0.0)
        _, pivots, rank, _ = dpstrf(factors[:, None] * self.products * factors, tol=least)
        return np.asarray(np.sort(pivots[: int(rank)]) - 1)

    @property
    def _small(self) -> bool:
        return len(self.products) <= SMALL
