"""Ranking as a choice: the probability of a move is its share of what all moves of the position are worth."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from scipy.optimize import minimize

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, Interval, positive, ranged, whole
from drupe.go.ranking.lessons import Lessons
from drupe.go.ranking.scores import LinearScores


@dataclass(frozen=True)
class AsChoices(Checked):
    """max Σ log P(good) − (ridge/2) ‖w‖², P(move) = exp⟨w, x⟩ / Σ exp⟨w, x'⟩ over the moves of its position.

    The generalized Bradley and Terry model of a contest in which the chosen move has won against all others; teams are
    sets of features. Where several moves are good, their probabilities are added.

    Parameters
    ----------
    ridge
        Strength of the penalty.
    least
        Columns that fewer good moves have keep the weight 0: a pattern seen once teaches nothing, and need not be kept.
    steps
        Of the quasi-Newton method, at most.

    Examples
    --------
    In one column, chosen at 3 of 4: exp(w) / (exp(w) + 1) = 3/4.

    >>> up = (sp.csr_matrix([[1.0], [0.0]]), [True, False])
    >>> down = (sp.csr_matrix([[1.0], [0.0]]), [False, True])
    >>> weights = AsChoices(ridge=1e-9, least=1).learn(Lessons.of([up, up, up, down])).weights
    >>> bool(np.isclose(weights[0], np.log(3.0), atol=1e-4))
    True

    References
    ----------
    [Coulom07]_, section 2; [McFadden74]_, section II.
    """

    ridge: float = positive(1.0)
    least: int = whole(0, 8)
    steps: int = ranged(Interval(1, whole=True), 150)

    def learn(self, lessons: Lessons) -> LinearScores:
        """The weights."""
        told = lessons.telling()
        chosen = np.asarray((told.features[told.good] != 0).sum(axis=0)).ravel()
        kept = np.flatnonzero(chosen >= self.least)
        weights = np.zeros(told.features.shape[1])
        weights[kept] = self._weights(Lessons(told.features[:, kept], told.good, told.starts))
        return LinearScores(weights)

    def _weights(self, told: Lessons) -> Vector:
        rows, columns = told.features, sp.csr_matrix(told.features.T)
        firsts, position, good = told.starts[:-1], told.position_of, told.good.astype(np.float64)

        def loss(weights: Vector) -> tuple[float, Vector]:
            scores = rows @ weights
            worth = np.exp(scores - np.maximum.reduceat(scores, firsts)[position])
            total, won = np.add.reduceat(worth, firsts), np.add.reduceat(worth * good, firsts)
            # A good move may be worth e⁻⁷⁴⁵ of the best, which is 0 in floating point.
            won = np.maximum(won, np.finfo(float).tiny)
            value = float(np.log(total / won).sum() + 0.5 * self.ridge * weights @ weights)
            return value, columns @ (worth / total[position] - worth * good / won[position]) + self.ridge * weights

        start = np.zeros(rows.shape[1])
        return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": self.steps}).x)
