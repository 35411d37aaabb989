"""Margins in every norm: a hyperplane's weights in one, the distances of examples from it in the dual one."""

import math

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.textbook.matrices.norms import dual_order, norm


def convex_weights(weights: npt.ArrayLike) -> Vector:
    """aₜ / Σ a: the weights of a vote, which are zero or more, made to sum to one.

    Examples
    --------
    >>> convex_weights([1.0, 3.0, 0.0]).tolist()
    [0.25, 0.75, 0.0]

    References
    ----------
    [Mukherjee04]_, section 2.3.
    """
    given = np.asarray(weights, dtype=np.float64)
    largest = given.max(initial=0.0)
    if given.ndim != 1 or not (given >= 0.0).all() or not 0.0 < largest < math.inf:
        raise InputError(
            "the weights of a vote are finite, zero or more, and not all zero; turn a rule to turn a sign."
        )
    scaled = given / largest
    return np.asarray(scaled / scaled.sum())


def vote(weights: npt.ArrayLike, outputs: Matrix) -> Vector:
    """Σ aₜ hₜ(x) with Σ a = 1, a ≥ 0: its sign is what the rules decide together, and 0 counts as 1.

    A column of outputs in [−1, 1] for each rule, a row for each example; the sum lies in [−1, 1], too.

    Examples
    --------
    >>> vote([2.0, 1.0, 1.0], np.array([[1.0, -1.0, 1.0], [-1.0, 1.0, -1.0]])).tolist()
    [0.5, -0.5]

    References
    ----------
    [Mukherjee04]_, section 2.3.
    """
    return np.asarray(outputs @ convex_weights(weights))


def margins(w: Vector, outputs: Matrix, signs: Vector, p: float) -> Vector:
    """yᵢ⟨w, uᵢ⟩ / ‖w‖ₚ, one for each row uᵢ of outputs: for p = 2 those of a hyperplane, for p = 1 those of a vote.

    Examples
    --------
    >>> u, y = np.array([[1.0, 1.0], [1.0, -1.0]]), np.array([1.0, -1.0])
    >>> margins(np.array([1.0, 3.0]), u, y, 1.0).tolist()
    [1.0, 0.5]

    References
    ----------
    [Mukherjee04]_, section 6.6.
    """
    return np.asarray(signs * (outputs @ _scaled(w, p)))


def margin(w: Vector, outputs: Matrix, signs: Vector, p: float) -> float:
    """min yᵢ⟨w, uᵢ⟩ / ‖w‖ₚ: the smallest distance, in the dual norm, by which the rule is right; below 0 where it errs.

    Support vector machines look for the w with the largest for p = 2, boosting for p = 1.

    Examples
    --------
    >>> margin(np.array([1.0, 3.0]), np.array([[1.0, 1.0], [1.0, -1.0]]), np.array([1.0, -1.0]), 1.0)
    0.5

    References
    ----------
    [Mukherjee04]_, section 6.6.
    """
    return float(margins(w, outputs, signs, p).min())


def distance(w: Vector, x: Vector, p: float) -> float:
    """|⟨w, x⟩| / ‖w‖ₚ = min ‖x − z‖_q over ⟨w, z⟩ = 0, with 1/p + 1/q = 1: how far x is from the hyperplane.

    Examples
    --------
    >>> w, x = np.array([3.0, 4.0]), np.array([2.0, 1.0])
    >>> distance(w, x, 2.0), distance(w, x, math.inf)
    (2.0, 2.5)

    References
    ----------
    [Mukherjee04]_, section 6.6 (Hölder).
    """
    return abs(float(_scaled(w, p) @ x))


def nearest(w: Vector, x: Vector, p: float) -> Vector:
    """The point of the hyperplane ⟨w, z⟩ = 0 that is nearest to x in the norm of order q, with 1/p + 1/q = 1.

    From x it lies in the direction v with ‖v‖_q = 1 and ⟨w, v⟩ = ‖w‖ₚ, where Hölder's inequality is an equality. For
    p = 1 the nearest point moves along all coordinates alike; for p = ∞ along one only. There it need not be unique.

    Examples
    --------
    >>> w, x = np.array([3.0, 4.0]), np.array([2.0, 1.0])
    >>> nearest(w, x, math.inf).tolist(), nearest(w, x, 2.0).round(12).tolist()
    ([2.0, -1.5], [0.8, -0.6])

    References
    ----------
    [Mukherjee04]_, section 6.6 (Hölder).
    """
    return np.asarray(x - float(_scaled(w, p) @ x) * _equality(w, p))


def _equality(w: Vector, p: float) -> Vector:
    """The v with ‖v‖_q = 1 and ⟨w, v⟩ = ‖w‖ₚ."""
    sizes = np.abs(_scaled(w, math.inf))
    if p == math.inf:
        powers = np.zeros(len(sizes))
        powers[sizes.argmax()] = 1.0
    else:
        powers = np.where(sizes > 0.0, sizes ** (p - 1.0), 0.0)
    return np.asarray(np.sign(w) * powers / norm(powers, dual_order(p)))


def _scaled(w: Vector, p: float) -> Vector:
    """The weights divided by ‖w‖ₚ."""
    dual_order(p)  # an error for p < 1, where ‖·‖ₚ is no norm
    size = norm(w, p)
    if not 0.0 < size < math.inf:
        raise InputError(f"a margin needs weights of which not all are zero and all are finite, got ‖w‖ = {size}.")
    return np.asarray(np.asarray(w) / size)
