"""From the outputs of all machines to the nearest code word."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

import numpy as np

from drupe.estimators.multiclass.two_class_ensemble import Codes, tie_breaker
from drupe.foundation.arrays import Matrix
from drupe.foundation.parameters import Checked
from drupe.losses.base import Loss
from drupe.losses.hinge import Hinge


class Decoding(Checked, ABC):
    """Scores for the classes, the larger the nearer the word."""

    @abstractmethod
    def scores(self, outputs: Matrix, codes: Codes) -> Matrix:
        """One column for each class."""


@dataclass(frozen=True)
class Hamming(Decoding):
    """−(number of machines whose sign differs from the word); a machine without the class counts one half.

    Words at equal distance are ordered by the sum of the outputs towards them. An output of exactly zero has the
    sign −1.

    Examples
    --------
    >>> Hamming().scores(np.array([[2.0, -1.0]]), np.array([[1, 1], [-1, -1]])).round(3).tolist()
    [[-0.917, -1.083]]

    References
    ----------
    [Dietterich95]_, section 1; [Allwein00]_, section 3.
    """

    def scores(self, outputs: Matrix, codes: Codes) -> Matrix:
        signs = np.where(outputs > 0, 1, -1)
        distance = 0.5 * np.abs(signs[:, None, :] - codes[None]).sum(axis=2)
        return np.asarray(tie_breaker(outputs, codes) - distance)


@dataclass(frozen=True)
class LossBased(Decoding):
    """−Σ over machines of loss(code · output): how little the outputs would have cost, had they been trained so.

    A machine without the class costs what an output of zero does.

    Parameters
    ----------
    loss
        Best the one that the machines minimize.

    Examples
    --------
    >>> LossBased().scores(np.array([[2.0, -0.5]]), np.array([[1, 1], [-1, -1]])).tolist()
    [[-1.5, -3.5]]

    References
    ----------
    [Allwein00]_, section 3.
    """

    loss: Loss = field(default_factory=Hinge)

    def scores(self, outputs: Matrix, codes: Codes) -> Matrix:
        words = [self._cost(outputs, word) for word in codes]
        return -np.column_stack(words)

    def _cost(self, outputs: Matrix, word: Codes) -> Matrix:
        used = word != 0
        targets = np.broadcast_to(word[used].astype(np.float64), (len(outputs), int(used.sum())))
        unused = int((~used).sum()) * float(self.loss.value(0.0, 1.0))
        return np.asarray(self.loss.value(outputs[:, used], targets).sum(axis=1) + unused)
