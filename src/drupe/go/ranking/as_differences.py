"""Ranking as classification of differences: a good move minus another of the same position, and the other way round."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import clone

from drupe.foundation.arrays import Index
from drupe.foundation.parameters import Checked, whole
from drupe.go.ranking.lessons import Lessons
from drupe.go.ranking.scores import LinearScores


@dataclass(frozen=True)
class AsDifferences(Checked):
    """A linear classifier without offset tells x_good − x_other from x_other − x_good; its weights are the scores.

    Only comparisons within a position count, and no position teaches that one is easier than another.

    Parameters
    ----------
    machine
        A linear machine with `coef_`, without offset where it has a choice.
    others
        How many others of its position each good move is compared with, at most; drawn at random.
    seed
        Of the draws, and of which difference is taken which way round.

    Examples
    --------
    >>> from drupe import Perceptron
    >>> lessons = Lessons.of([(sp.csr_matrix([[0.0, 1.0], [1.0, 0.0]]), [True, False])] * 2)
    >>> AsDifferences(Perceptron(fit_intercept=False)).learn(lessons).weights.tolist()
    [-1.0, 1.0]

    References
    ----------
    [Herbrich00]_, section 3 (ordinal regression by differences).
    """

    machine: Any
    others: int = whole(1, 12)
    seed: int = whole(0, 0)

    def learn(self, lessons: Lessons) -> LinearScores:
        """The weights."""
        told = lessons.telling()
        rng = np.random.default_rng(self.seed)
        better, worse = self._pairs(told, rng)
        signs = np.where(np.arange(len(better)) % 2, -1.0, 1.0)
        differences = sp.csr_matrix(sp.diags(signs) @ (told.features[better] - told.features[worse]))
        machine = clone(self.machine).fit(differences, signs)
        weights = machine.coef_.toarray() if sp.issparse(machine.coef_) else machine.coef_
        return LinearScores(np.asarray(weights, dtype=np.float64).ravel())

    def _pairs(self, told: Lessons, rng: np.random.Generator) -> tuple[Index, Index]:
        better, worse = [], []
        for start, end in zip(told.starts[:-1], told.starts[1:], strict=True):
            good = start + np.flatnonzero(told.good[start:end])
            bad = start + np.flatnonzero(~told.good[start:end])
            for move in good:
                drawn = rng.choice(bad, min(self.others, len(bad)), replace=False)
                worse.append(drawn)
                better.append(np.full(len(drawn), move))
        return np.concatenate(better), np.concatenate(worse)
