"""Starting points: a guess moved into the box and onto the balance of a problem."""

import numpy as np

from drupe.foundation.arrays import Vector

ROUNDING = 1e-12
"""Relative differences that mean nothing."""

NOTHING = 1e-150
"""Parts of a guess that are as good as none."""


def balanced(guess: Vector, signs: Vector, upper: Vector) -> Vector:
    """The guess inside the box with sᵀα = 0: the heavier sign is scaled down to the lighter one.

    >>> balanced(np.array([4.0, 1.0]), np.array([1.0, -1.0]), np.array([2.0, 2.0])).tolist()
    [1.0, 1.0]
    """
    alpha = np.clip(guess, 0.0, upper)
    plus = signs > 0
    above, below = float(alpha[plus].sum()), float(alpha[~plus].sum())
    if abs(above - below) <= ROUNDING * max(above, below):
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
    """The multiple of the guess, cut off at the box, with Σα = total; what it cannot reach fills the room left.

    A ν-machine divides its coefficients by ρ, so that the start taken from one is right up to a factor.

    >>> with_sum(np.array([3.0, 1.0]), 2.0, np.array([1.5, 4.0])).tolist()
    [1.5, 0.5]
    >>> with_sum(np.array([1.0, 0.0]), 2.0, np.array([1.0, 4.0])).tolist()
    [1.0, 1.0]
    """
    shape = np.maximum(guess, 0.0)
    shape = np.where(shape > NOTHING * shape.max(initial=0.0), shape / max(shape.max(initial=0.0), NOTHING), 0.0)
    alpha = _snapped(_factor(shape, total, upper) * shape, upper) if shape.any() else shape
    have = float(alpha.sum())
    if abs(have - total) <= ROUNDING * total:
        return alpha
    if have > total:
        return np.asarray(alpha * (total / have))
    room = upper - alpha
    return np.asarray(alpha + room * ((total - have) / max(float(room.sum()), np.finfo(float).tiny)))


def _snapped(alpha: Vector, upper: Vector) -> Vector:
    """What is at the end of its box but for rounding is put there: inside the box it could still move."""
    return np.asarray(np.where(alpha >= upper * (1.0 - ROUNDING), upper, alpha))


def _factor(shape: Vector, total: float, upper: Vector) -> float:
    """The c with Σ min(c shape, upper) = total, or the one that fills every box of the shape if that is too little."""
    some = shape > 0
    filled_at = np.sort(upper[some] / shape[some])
    order = np.argsort(upper[some] / shape[some], kind="stable")
    full = np.cumsum(upper[some][order])
    still_growing = np.append(np.cumsum(shape[some][order][::-1])[::-1][1:], 0.0)
    reached = full + filled_at * still_growing
    i = int(np.searchsorted(reached, total))
    if i == len(reached):
        return float(filled_at[-1])
    before = float(full[i - 1]) if i else 0.0
    return (total - before) / float(shape[some][order][i:].sum())
