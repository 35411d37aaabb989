"""A problem whose offset is given beforehand instead of found."""

from dataclasses import replace

from drupe.solvers.balance import Free
from drupe.solvers.problem import BoxProblem


def fixed_offset(problem: BoxProblem, offset: float) -> BoxProblem:
    """min ½ αᵀQα + (p + b s)ᵀα over the box alone: the machine whose decision function has this b.

    The slope of W becomes 1 − y (Σ α y k + b) in classification, and the equality disappears. At the offset of the
    balanced problem both have the same optimum.

    Examples
    --------
    >>> import numpy as np
    >>> from drupe.grams import DenseGram
    >>> signs = np.array([1.0, -1.0])
    >>> balanced = BoxProblem(DenseGram(np.eye(2)), signs, -np.ones(2), np.full(2, 9.0), np.arange(2), np.zeros(2))
    >>> fixed_offset(balanced, 0.5).linear.tolist()
    [-0.5, -1.5]

    References
    ----------
    [Cristianini00]_, section 7.2, remark 7.4.
    """
    return replace(problem, linear=problem.linear + offset * problem.signs, balance=Free())
