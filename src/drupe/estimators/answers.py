"""What a model answers to examples: labels or quantities, how probable or exact they are, and where it is silent."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, Vector


@dataclass(frozen=True, eq=False)
class Answers:
    """One answer for each example.

    Parameters
    ----------
    said
        What `predict` says: classes, or quantities.
    known
        Whether each example was answered at all; False where the model says that it does not know.
    probabilities
        Of the classes, a column each; None of models without.
    deviations
        Standard deviations of new values around the quantities; None of models without.

    Examples
    --------
    >>> answers = Answers(np.array(["a", "reject"]), np.array([True, False]))
    >>> len(answers), answers.between(0, 1).said.tolist()
    (2, ['a'])
    """

    said: npt.NDArray[Any]
    known: npt.NDArray[np.bool_]
    probabilities: Matrix | None = None
    deviations: Vector | None = None

    def __len__(self) -> int:
        return len(self.said)

    def between(self, first: int, last: int) -> "Answers":
        """The answers from `first` to before `last`."""
        return Answers(
            self.said[first:last],
            self.known[first:last],
            None if self.probabilities is None else self.probabilities[first:last],
            None if self.deviations is None else self.deviations[first:last],
        )
