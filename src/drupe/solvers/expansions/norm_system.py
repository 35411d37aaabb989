"""The linear system behind squared residuals and a norm penalty: ridge regression over K, or over K²."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.grams.base import Gram
from drupe.grams.dense import DenseGram
from drupe.grams.owned import owned
from drupe.losses.squared import Squared
from drupe.solvers.expansions.penalties import CoefficientNorm, FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.ridge_problem import RidgeProblem


def ridge_problem(program: ExpansionProgram) -> RidgeProblem:
    """(S + alpha W⁻¹) c + b = y with Σc = 0: S = K and a = c for ‖f‖², S = K² and a = Kc for ‖a‖².

    Residuals are r = alpha W⁻¹c either way, as a = K W r / alpha where ‖a‖² is least.

    References
    ----------
    [Mika02]_, eqs. 3.63 and 3.64.
    """
    require_norm(program)
    strengths = np.full(program.targets.shape[1], float(program.alpha))
    return RidgeProblem(_system(program), program.targets, strengths, program.weights, offset=True)


def solution_of(program: ExpansionProgram, dual: Matrix, offset: Matrix) -> ExpansionSolution:
    """The solution of the program from c and b; only ‖a‖² takes products with K.

    There K² has the square of its condition number, and the residuals of a = Kc are not quite those of c: the objective
    is that of a.
    """
    squared = isinstance(program.penalty, CoefficientNorm)
    coefficients = program.gram.product(dual) if squared else dual
    residuals = program.alpha * dual / program.weights[:, None]
    outputs = program.targets - residuals
    if squared:
        objective = program.objective(coefficients, offset)
    else:  # cᵀKc = cᵀ(outputs − b), and b falls out as Σc = 0
        norms = np.einsum("ij,ij->j", dual, outputs - offset)
        objective = 0.5 * (program.weights @ residuals**2 + program.alpha * norms)
    return ExpansionSolution(coefficients, offset, outputs, objective, gap=np.zeros(len(offset)))


def with_left_out(
    solution: ExpansionSolution, program: ExpansionProgram, missed: Matrix | None, progressive: Matrix | None = None
) -> ExpansionSolution:
    """The same with outputs of examples left out, from what each target is missed by then, and of those to come.

    Where coefficients pay, functions of the first examples keep the centers of all, so that nothing is said of them.
    """
    if missed is None:
        return solution
    following = progressive if isinstance(program.penalty, FunctionNorm) else None
    return replace(solution, leave_one_out=program.targets - missed, progressive=following)


def least_value(program: ExpansionProgram, residuals: Matrix, product: Callable[[Matrix], Matrix]) -> Vector:
    """The best multiple of the weighted residuals as dual variables: no objective is below its value.

    Parameters
    ----------
    residuals
        y − Ka − b, one column for each function, their weighted sum zero.
    product
        K times a matrix.

    References
    ----------
    [Mika02]_, eqs. 3.44 and 3.48.
    """
    dual = program.weights[:, None] * residuals
    images = product(dual)
    pays = np.einsum("ij,ij->j", dual if isinstance(program.penalty, FunctionNorm) else images, images)
    linear = np.einsum("ij,ij->j", program.targets, dual)
    curvature = program.weights @ np.square(residuals) + pays / program.alpha
    return np.asarray(np.where(curvature > 0.0, 0.5 * linear**2 / np.where(curvature > 0.0, curvature, 1.0), 0.0))


def require_norm(program: ExpansionProgram) -> None:
    """Refuse what is no linear system."""
    if program.loss != Squared(weight=0.5) or not isinstance(program.penalty, FunctionNorm | CoefficientNorm):
        raise ParameterError(
            "one factorization solves half the squared residuals with a norm as penalty, FunctionNorm or "
            f"CoefficientNorm; got {program.loss!r} with {program.penalty!r}."
        )


def _system(program: ExpansionProgram) -> Gram:
    if isinstance(program.penalty, FunctionNorm):
        return program.gram
    matrix = owned(program.gram)
    return DenseGram._of_symmetric(matrix @ matrix.T)
