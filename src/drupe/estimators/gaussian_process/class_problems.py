"""Several classes as problems of two: each class against the rest, or each pair by itself."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index, Matrix
from drupe.predictors.votes import pair_codes


@dataclass(frozen=True, eq=False)
class ClassProblem:
    """Examples and the sides that they are on.

    Parameters
    ----------
    examples
        Their positions.
    labels
        +1 or −1 for each, or a row with a one at its class.
    """

    examples: Index
    labels: Matrix


def one_vs_rest(codes: Index, classes: int) -> Sequence[ClassProblem]:
    """One problem for each class, +1 for its members; of two classes one, for the second.

    >>> [problem.labels.tolist() for problem in one_vs_rest(np.array([0, 2, 1]), 3)]
    [[1.0, -1.0, -1.0], [-1.0, -1.0, 1.0], [-1.0, 1.0, -1.0]]
    """
    every = np.arange(len(codes))
    members = [1] if classes == 2 else range(classes)
    return [ClassProblem(every, np.where(codes == member, 1.0, -1.0)) for member in members]


def one_vs_one(codes: Index, classes: int) -> Sequence[ClassProblem]:
    """One problem for each pair of classes, +1 for members of the first.

    >>> [problem.examples.tolist() for problem in one_vs_one(np.array([0, 2, 1]), 3)]
    [[0, 2], [0, 1], [1, 2]]
    """
    found = []
    for first, second in zip(*pair_codes(classes), strict=True):
        examples = np.flatnonzero((codes == first) | (codes == second))
        found.append(ClassProblem(examples, np.where(codes[examples] == first, 1.0, -1.0)))
    return found
