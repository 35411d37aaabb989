"""Small box problems solved exactly: guess which variables are free, solve for those, correct the guess."""

import numpy as np
import numpy.typing as npt
from scipy.linalg import null_space

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ConvergenceError
from drupe.solvers.balance import Free
from drupe.solvers.problem import BoxProblem
from drupe.textbook.algorithms.equalities import equality_rows, groups
from drupe.textbook.algorithms.point import UnboundedError

FLAT = 1e-12
"""Curvature below this fraction of the largest diagonal entry counts as none."""

EXACT = 1e-10
"""Slopes below this fraction of the largest one count as zero."""

CORRECTIONS = 50
"""Corrections of the guess for each variable before the method gives up."""

Mask = npt.NDArray[np.bool_]


def active_set(problem: BoxProblem) -> Vector:
    """The minimizer of a box problem, by the primal active set method from `problem.start`.

    Free variables go to the minimum that they would have without the box, or as far as the box lets them; whoever
    meets an end of the box is held there, and at the minimum the variable that would gain most is let go. For tens of
    variables: each correction takes an eigendecomposition.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> signs = np.array([1.0, -1.0])
    >>> problem = BoxProblem(
    ...     DenseGram([[1.0, -1.0], [-1.0, 1.0]]), signs, -np.ones(2), np.full(2, 9.0), np.arange(2), np.zeros(2)
    ... )
    >>> active_set(problem).round(12).tolist()
    [0.5, 0.5]

    References
    ----------
    [Cristianini00]_, section 7.3.
    """
    K = problem.gram.dense().astype(np.float64)[np.ix_(problem.examples, problem.examples)]
    quadratic = problem.signs[:, None] * problem.signs * K
    rows = equality_rows(problem)
    alpha: Vector = problem.start.astype(np.float64)
    free: Mask = (alpha > 0) & (alpha < problem.upper)
    for _ in range(CORRECTIONS * (len(problem) + 1)):
        slopes = -(quadratic @ alpha + problem.linear)
        exact = EXACT * max(1.0, float(np.abs(slopes).max()))
        direction, length = _towards_minimum(quadratic[np.ix_(free, free)], slopes[free], rows[:, free], exact)
        if length == 0.0:
            released = _released(problem, alpha, slopes, free, exact)
            if not released.any():
                return alpha
            free = free | released
            continue
        alpha, held = _moved(alpha, problem.upper, free, direction, length)
        free = free & ~held
    raise ConvergenceError(f"the active set method did not settle on {len(problem)} variables.")


def _towards_minimum(quadratic: Matrix, slopes: Vector, rows: Matrix, exact: float) -> tuple[Vector, float]:
    """A direction that keeps the equalities and how far to go: 1 to a minimum, inf along a flat valley, 0 if there."""
    if not len(slopes):
        return slopes, 0.0
    basis = null_space(rows) if len(rows) else np.eye(len(slopes))
    if not basis.shape[1]:
        return slopes, 0.0
    curvatures, axes = np.linalg.eigh(basis.T @ quadratic @ basis)
    pulls = axes.T @ (basis.T @ slopes)
    if np.abs(pulls).max() <= exact:
        return slopes, 0.0
    flat = curvatures <= FLAT * max(float(np.trace(quadratic)), np.finfo(float).tiny)
    if np.abs(pulls[flat]).max(initial=0.0) > exact:
        return np.asarray(basis @ (axes[:, flat] @ pulls[flat])), np.inf
    return np.asarray(basis @ (axes[:, ~flat] @ (pulls[~flat] / curvatures[~flat]))), 1.0


def _moved(alpha: Vector, upper: Vector, free: Mask, direction: Vector, length: float) -> tuple[Vector, Mask]:
    """α after the step, cut where the first variables meet an end of the box, and which ones those are."""
    inside = np.flatnonzero(free)
    with np.errstate(divide="ignore", invalid="ignore"):
        room = np.where(direction > 0, (upper[inside] - alpha[inside]) / direction, -alpha[inside] / direction)
    room[direction == 0] = np.inf
    length = min(length, float(room.min()))
    if np.isinf(length):
        raise UnboundedError("the variables could grow along a valley without end.")
    moved, held = alpha.copy(), np.zeros(len(alpha), dtype=bool)
    moved[inside] = np.clip(alpha[inside] + length * direction, 0.0, upper[inside])
    met = inside[room <= length]
    moved[met] = np.where(direction[room <= length] > 0, upper[met], 0.0)
    held[met] = True
    return moved, held


def _released(problem: BoxProblem, alpha: Vector, slopes: Vector, free: Mask, exact: float) -> Mask:
    """The held variable that would gain most, or the best pair of a group in which no variable is free."""
    released = np.zeros(len(alpha), dtype=bool)
    scores = problem.signs * slopes
    for group in groups(problem):
        if isinstance(problem.balance, Free):
            threshold = 0.0
        elif (group & free).any():
            threshold = float(scores[group & free].mean())
        else:
            pair = _best_pair(problem, alpha, scores, group, exact)
            if pair is not None:
                released[list(pair)] = True
                return released
            continue
        gains = problem.signs * (scores - threshold)
        gains = np.where(alpha == 0, gains, -gains)
        gains[~group | free | (problem.upper == 0)] = -np.inf
        if gains.max() > exact:
            released[gains.argmax()] = True
            return released
    return released


def _best_pair(problem: BoxProblem, alpha: Vector, scores: Vector, group: Mask, exact: float) -> tuple[int, int] | None:
    plus = problem.signs > 0
    below, above = alpha < problem.upper, alpha > 0
    up, down = np.where(plus, below, above) & group, np.where(plus, above, below) & group
    highest, lowest = np.where(up, scores, -np.inf), np.where(down, scores, np.inf)
    i, j = int(highest.argmax()), int(lowest.argmin())
    return (i, j) if highest[i] - lowest[j] > exact else None
