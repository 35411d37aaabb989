"""Likelihoods of a label given the class that a rule predicts."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import softmax

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, positive
from drupe.losses.cost_matrix import CostMatrix
from drupe.losses.zero_one import disagreement


@dataclass(frozen=True)
class InverseLossLikelihood(Checked):
    """P(y | h) = exp(−costs[y][h] / beta) / Σ_ŷ exp(−costs[ŷ][h] / beta).

    Parameters
    ----------
    costs
        What it costs to predict h where y is the label.
    beta
        Noise level. Towards infinity every label is as likely as any other; towards zero only the predicted one
        is left, which is the `PacLikelihood`.

    Examples
    --------
    >>> noisy = InverseLossLikelihood(CostMatrix.zero_one(2), beta=1.0)
    >>> noisy.likelihood([0, 0], labels=[0, 1]).round(4).tolist()
    [0.7311, 0.2689]

    References
    ----------
    [Herbrich02]_, definition 3.2.
    """

    costs: CostMatrix
    beta: float = positive(1.0)

    def table(self) -> Matrix:
        """P(y | h), rows labels, columns predictions; each column sums to one."""
        return np.asarray(softmax(-np.asarray(self.costs.costs, dtype=np.float64) / self.beta, axis=0))

    def likelihood(self, predicted: npt.ArrayLike, labels: npt.ArrayLike) -> Vector:
        """P(label | predicted) of each pair."""
        h, y = self.costs.numbered(predicted), self.costs.numbered(labels)
        if h.shape != y.shape:
            raise InputError(f"predictions have shape {h.shape} but labels {y.shape}; they must match one to one.")
        return np.asarray(self.table()[y, h])


@dataclass(frozen=True)
class PacLikelihood:
    """P(y | h) = 1 if h = y, else 0: labels without noise.

    Its posterior is the prior restricted to version space.

    Examples
    --------
    >>> PacLikelihood().likelihood([0, 1], labels=[0, 0]).tolist()
    [1.0, 0.0]

    References
    ----------
    [Herbrich02]_, definition 3.3.
    """

    def likelihood(self, predicted: npt.ArrayLike, labels: npt.ArrayLike) -> Vector:
        """1 where the prediction is the label."""
        return 1.0 - disagreement(predicted, labels)
