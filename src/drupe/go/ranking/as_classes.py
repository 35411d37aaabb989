"""Ranking as classification: good moves against others, and the real output of the machine as the score."""

from dataclasses import dataclass
from typing import Any

from sklearn.base import clone

from drupe.go.ranking.lessons import Lessons
from drupe.go.ranking.scores import MachineScores


@dataclass(frozen=True)
class AsClasses:
    """A classifier learns good moves from others, whatever their positions are.

    Parameters
    ----------
    machine
        Any classifier with a `decision_function`: support vectors, perceptrons, Bayes points.

    Examples
    --------
    >>> import scipy.sparse as sp
    >>> from drupe import SVC
    >>> lessons = Lessons.of([(sp.csr_matrix([[0.0, 1.0], [1.0, 0.0]]), [True, False])] * 2)
    >>> scores = AsClasses(SVC(kernel="linear", C=10.0)).learn(lessons)
    >>> bool(scores.of(sp.csr_matrix([[0.0, 1.0]]))[0] > scores.of(sp.csr_matrix([[1.0, 0.0]]))[0])
    True

    References
    ----------
    [Graepel02]_, section 10.4.
    """

    machine: Any

    def learn(self, lessons: Lessons) -> MachineScores:
        """The scores that the fitted machine gives."""
        told = lessons.telling()
        return MachineScores(clone(self.machine).fit(told.features, told.good))
