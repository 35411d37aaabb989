"""Starting points: a guess moved into the box and onto the balance of a problem."""

import numpy as np

from drupe.foundation.arrays import Vector


def balanced(guess: Vector, signs: Vector, upper: Vector) -> Vector:
    """The guess inside the box with sᵀα = 0: the heavier sign is scaled down to the lighter one.

    >>> balanced(np.array([4.0, 1.0]), np.array([1.0, -1.0]), np.array([2.0, 2.0])).tolist()
    [1.0, 1.0]
    """
    alpha = np.clip(guess, 0.0, upper)
    plus = signs > 0
    above, below = float(alpha[plus].sum()), float(alpha[~plus].sum())
    if above == below:
        return alpha
    if min(above, below) == 0.0:
        return np.zeros_like(alpha)
    heavier = plus if above > below else ~plus
    alpha[heavier] *= min(above, below) / max(above, below)
    return alpha


def filled(total: float, upper: Vector) -> Vector:
    """α in the box with Σα = total and few entries that are neither 0 nor at the end: the first ones are filled.

    >>> filled(1.5, np.array([1.0, 1.0, 1.0])).tolist()
    [1.0, 0.5, 0.0]
    """
    before = np.cumsum(upper) - upper
    return np.clip(total - before, 0.0, upper)


def with_sum(guess: Vector, total: float, upper: Vector) -> Vector:
    """The guess inside the box with Σα = total: scaled down, or raised in proportion to the room that is left.

    >>> with_sum(np.array([1.0, 0.0]), 2.0, np.array([1.0, 4.0])).tolist()
    [1.0, 1.0]
    """
    alpha = np.clip(guess, 0.0, upper)
    have = float(alpha.sum())
    if have > total:
        return alpha * (total / have)
    room = upper - alpha
    return alpha + room * ((total - have) / max(float(room.sum()), np.finfo(float).tiny))
