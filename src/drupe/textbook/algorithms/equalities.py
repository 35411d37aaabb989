"""The equality constraints of a box problem: as rows of a matrix, and as what an algorithm can or cannot keep."""

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import ParameterError
from drupe.solvers.balance import Balanced, BalancedBySign, Free
from drupe.solvers.problem import BoxProblem


def groups(problem: BoxProblem) -> list[npt.NDArray[np.bool_]]:
    """Masks of the variables that share an equality (or, without one, of all of them)."""
    if isinstance(problem.balance, BalancedBySign):
        return [problem.signs > 0, problem.signs < 0]
    return [np.ones(len(problem), dtype=bool)]


def equality_rows(problem: BoxProblem) -> Matrix:
    """One row for each equality: rows @ α stays what it is at the start."""
    if isinstance(problem.balance, Free):
        return np.empty((0, len(problem)))
    return np.array([np.where(group, problem.signs, 0.0) for group in groups(problem)])


def require_free(problem: BoxProblem, owner: str) -> None:
    """Raise unless the problem has no equality."""
    if not isinstance(problem.balance, Free):
        raise ParameterError(
            f"{owner} changes one variable at a time and so cannot keep an equality, but the problem is "
            f"{type(problem.balance).__name__}; fix the offset with fixed_offset(problem, b), search it with "
            "OffsetSearch, or add a constant to the kernel."
        )


def require_balanced(problem: BoxProblem, owner: str) -> None:
    """Raise unless the problem has the one equality of an offset."""
    if not isinstance(problem.balance, Balanced):
        raise ParameterError(
            f"{owner} is for problems with one equality (Balanced), got {type(problem.balance).__name__}; "
            "Decomposition solves those with none or with one for each sign."
        )
