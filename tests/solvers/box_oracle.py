"""The exact minimum of a small box problem: every combination of variables at 0, at their end and inside is tried."""

from itertools import product

import numpy as np

from drupe.solvers.balance import Balanced, BalancedBySign, Free

SLIP = 1e-9


def dense_quadratic(problem):
    """Q of a box problem, written out."""
    K = problem.gram.dense()[np.ix_(problem.examples, problem.examples)]
    return problem.signs[:, None] * problem.signs * K


def equalities(problem):
    """The rows whose products with α are fixed."""
    match problem.balance:
        case Free():
            return np.zeros((0, len(problem)))
        case Balanced():
            return problem.signs[None]
        case BalancedBySign():
            return np.stack([problem.signs > 0, problem.signs < 0]).astype(float)


def exact_minimum(problem):
    """The least objective over all points that satisfy the optimality conditions."""
    quadratic, rows = dense_quadratic(problem), equalities(problem)
    fixed_sums = rows @ problem.start
    ends = [(0, 1, 2) if np.isfinite(u) else (0, 2) for u in problem.upper]
    best = np.inf
    for places in product(*ends):
        place = np.array(places)
        alpha = np.where(place == 1, problem.upper, 0.0)
        free = place == 2
        size, count = int(free.sum()), len(rows)
        system = np.block([[quadratic[np.ix_(free, free)], rows[:, free].T], [rows[:, free], np.zeros((count, count))]])
        right = np.concatenate([-problem.linear[free] - quadratic[free] @ alpha, fixed_sums - rows @ alpha])
        solved = np.linalg.lstsq(system, right)[0] if len(right) else right
        alpha[free] = solved[:size]
        inside = np.all(alpha >= -SLIP) and np.all(alpha <= problem.upper + SLIP)
        if inside and np.allclose(rows @ alpha, fixed_sums, atol=SLIP):
            best = min(best, 0.5 * alpha @ quadratic @ alpha + problem.linear @ alpha)
    return best
