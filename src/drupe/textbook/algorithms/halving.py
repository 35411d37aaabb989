"""Halving: ask all hypotheses of a finite class, and after each mistake keep those that were right."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.grams.reals import sign_each


@dataclass(frozen=True, eq=False)
class Halved:
    """The version space of a finite class, and the mistakes that the majority made on the way to it.

    Parameters
    ----------
    survivors
        Hypotheses that agree with every example.
    mistakes
        Examples that the majority of those left got wrong, in order.
    class_size
        How many hypotheses there were.

    References
    ----------
    [Herbrich02]_, example 5.25.
    """

    survivors: Index
    mistakes: Index
    class_size: int

    @property
    def mistake_bound(self) -> float:
        """log₂ of the size of the class: each mistake removes at least half of those left."""
        return math.log2(self.class_size)


def halve(answers: Any, signs: Vector) -> Halved:
    """Go through the examples, predicting by majority, until one hypothesis or more agree with all of them.

    Parameters
    ----------
    answers
        −1 or +1: a row for each hypothesis, a column for each example.
    signs
        The right answers.

    Examples
    --------
    >>> halve([[1, 1], [1, -1], [-1, 1], [-1, -1]], [-1, 1])  # a tie is taken for +1
    Halved(survivors=array([2]), mistakes=array([0]), class_size=4)

    References
    ----------
    [Herbrich02]_, example 5.25.
    """
    votes = np.asarray(answers)
    if votes.ndim != 2 or 0 in votes.shape or not np.isin(votes, (-1, 1)).all():
        raise InputError(f"answers must be a matrix of -1 and +1, a row for each hypothesis, got shape {votes.shape}.")
    y = sign_each(signs, votes.shape[1])
    left = np.arange(len(votes))
    mistakes: list[int] = []
    clean = False
    while not clean:
        clean = True
        for i in range(len(y)):
            if (1.0 if votes[left, i].sum() >= 0 else -1.0) != y[i]:
                clean = False
                mistakes.append(i)
                left = left[votes[left, i] == y[i]]
                if not len(left):
                    raise InputError(
                        f"none of the {len(votes)} hypotheses agrees with all examples up to number {i}; halving "
                        "needs a class that contains the truth: take a larger one, or drop noisy examples."
                    )
    consistent = left[(votes[left] == y).all(axis=1)]
    if not len(consistent):
        raise InputError(f"no single one of the {len(votes)} hypotheses agrees with all examples; take a larger class.")
    return Halved(consistent, np.array(mistakes, dtype=np.int64), len(votes))
