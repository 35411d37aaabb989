"""Fisher discriminants and their relatives with a norm as penalty, by one factorization of the kernel matrix."""

import time
from dataclasses import dataclass, replace

from drupe.foundation.budget import DEFAULT_BYTES
from drupe.foundation.progress import Progress
from drupe.solvers.direct_ridge import DirectRidge
from drupe.solvers.expansions.norm_system import ridge_problem, solution_of, with_left_out
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution


@dataclass(frozen=True)
class Factorization:
    """c = (K + alpha W⁻¹)⁻¹ (y − b) for all functions, with K² in the place of K where coefficients pay.

    Parameters
    ----------
    leave_one_out
        Whether to say what is put out at each example by the function that was fitted without it. With ‖a‖² as
        penalty such an example stays a center of the expansion: only its target is left out. With ‖f‖² outputs of
        the functions of the examples before each come along.
    budget
        Bytes that K may take.
    residual
        Size of the residual of the linear system, relative to y, to which single precision is mended where there are
        thousands of examples, and leave-one-out residuals are known to 10⁻³; None for double precision always.

    Notes
    -----
    Complexity: O(n³) time, one matrix of n² numbers, two where coefficients pay. There is no half of a factorization
    to keep, so that Ctrl-C always ends it.

    Examples
    --------
    >>> import numpy as np
    >>> from drupe.grams import DenseGram
    >>> program = ExpansionProgram(DenseGram(np.eye(2)), np.array([[1.0], [-1.0]]), np.ones(2))
    >>> Factorization().solve(program).coefficients.ravel().round(12).tolist()  # (1 + alpha) a = y
    [0.5, -0.5]

    References
    ----------
    [Mika02]_, eqs. 3.63 and 3.64; section 4.4 for examples left out.
    """

    leave_one_out: bool = False
    budget: int = DEFAULT_BYTES
    residual: float | None = 1e-6

    def solve(
        self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False
    ) -> ExpansionSolution:
        """The minimum."""
        began = time.perf_counter()
        found = DirectRidge(self.leave_one_out, self.budget, self.residual).solve(ridge_problem(program), progress)
        solution = solution_of(program, found.coefficients, found.offset)
        solution = with_left_out(solution, program, found.leave_one_out, found.progressive)
        return replace(solution, seconds=time.perf_counter() - began)
