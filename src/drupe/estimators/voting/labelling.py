"""Labels for a given set of working points, from the votes of many classifiers: point by point, or all at once."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.predictors.committee import counted
from drupe.predictors.strategies import noisy


@dataclass(frozen=True, eq=False)
class Labelling:
    """What N classifiers say about the same working points.

    `labels` are the best guess if every wrong label costs the same; `joint_labels` if only a labelling without any
    error is of use. They may differ, even in every point.

    Parameters
    ----------
    classes
        The labels, in order of their codes.
    answers
        The codes that the classifiers vote for: one row for each working point, one column for each classifier.
    noise
        The probability that a label is not what its classifier says.

    Examples
    --------
    >>> votes = np.array([[1, 1, 1, 1, 0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1, 1, 0, 0, 0]])
    >>> both = Labelling(np.array([-1, 1]), votes)
    >>> both.labels.tolist(), both.joint_labels.tolist()
    ([-1, 1], [1, 1])
    >>> both.confidence.round(3).tolist(), both.joint_probability
    ([0.2, 0.4], 0.4)

    References
    ----------
    [Graepel02]_, section 7.1.1.
    """

    classes: npt.NDArray[np.generic]
    answers: Index = field(repr=False)
    noise: float = 0.0

    @cached_property
    def probabilities(self) -> Matrix:
        """P(class) of each working point: one row each."""
        return noisy(counted(self.answers, len(self.classes)) / self.answers.shape[1], self.noise)

    @property
    def labels(self) -> npt.NDArray[np.generic]:
        """The most probable label of each working point, the first among equals."""
        return np.asarray(self.classes[self.probabilities.round(12).argmax(axis=1)])

    @property
    def confidence(self) -> Vector:
        """2p − 1, p the probability of the label: 1 where all agree; below 0 where no class has a majority."""
        return np.asarray(2.0 * self.probabilities.max(axis=1) - 1.0)

    @cached_property
    def _patterns(self) -> tuple[Index, Vector]:
        """The distinct labellings of all points, one column each, and the share of the classifiers behind each."""
        patterns, counts = np.unique(self.answers, axis=1, return_counts=True)
        return patterns, counts / self.answers.shape[1]

    @property
    def joint_labels(self) -> npt.NDArray[np.generic]:
        """The labelling of all working points that most classifiers give."""
        patterns, shares = self._patterns
        return np.asarray(self.classes[patterns[:, int(shares.argmax())]])

    @property
    def joint_probability(self) -> float:
        """The share of the classifiers behind `joint_labels`."""
        return float(self._patterns[1].max())

    @property
    def joint_risk(self) -> float:
        """1 − P(joint labels): the expected loss if one wrong label spoils all."""
        return 1.0 - self.joint_probability

    @property
    def marginal_risk(self) -> float:
        """1 − the mean probability of the labels: the expected share of wrong ones."""
        return float(1.0 - self.probabilities.max(axis=1).mean())
