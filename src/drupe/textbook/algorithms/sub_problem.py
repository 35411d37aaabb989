"""The problem that remains when all but a few variables are frozen."""

import numpy as np

from drupe.foundation.arrays import Index
from drupe.solvers.problem import BoxProblem
from drupe.textbook.algorithms.point import Point


def sub_problem(point: Point, chosen: Index) -> BoxProblem:
    """min ½ αᵦᵀQᵦᵦαᵦ + (pᵦ + Qᵦₙαₙ)ᵀαᵦ over the box and the balance of the chosen variables B, the rest N frozen.

    A box problem again, started at the present αᵦ; only the kernel between chosen examples is ever asked for.

    References
    ----------
    [Mukherjee04]_, section 5.2.4; [Cristianini00]_, section 7.4.
    """
    problem = point.problem
    signs, alpha = problem.signs[chosen], point.alpha[chosen]
    own, examples = np.unique(problem.examples[chosen], return_inverse=True)
    gram = problem.gram.take(own)
    weights = np.bincount(examples, weights=signs * alpha, minlength=len(own))
    from_the_rest = -point.slopes()[chosen] - signs * (gram @ weights)[examples]
    return BoxProblem(gram, signs, from_the_rest, problem.upper[chosen], examples, alpha, problem.balance)
