"""Votes of examples for classes: the winner, its lead, and the rule for ties."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import ParameterError


def tie_breaker_values(tie_breaker: Any, classes: int) -> Vector:
    """t(y) of each class: between 0 and ½, so that it never outweighs a vote; none given is 0 for all."""
    if tie_breaker is None:
        return np.zeros(classes)
    values = np.asarray(tie_breaker, dtype=np.float64)
    if values.shape != (classes,) or not ((values >= 0.0) & (values <= 0.5)).all():
        raise ParameterError(
            f"tie_breaker must hold a number between 0 and 1/2 for each of the {classes} classes, got {tie_breaker!r}."
        )
    return values


def winners(votes: Matrix, tie_breaker: Vector) -> Index:
    """argmax over classes of votes + t; among classes that are equal even then, the first.

    >>> winners(np.array([[1.0, 1.0], [2.0, 1.0]]), np.array([0.0, 0.5])).tolist()
    [1, 0]

    References
    ----------
    [Graepel02]_, section 2.2.1.
    """
    return np.asarray((votes + tie_breaker).argmax(axis=1), dtype=np.int64)


def one_hot(codes: Index, classes: int) -> Matrix:
    """1 in the column of each example's class, else 0."""
    return np.eye(classes)[codes]
