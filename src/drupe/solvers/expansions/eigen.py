"""Fisher discriminants and their relatives with a norm as penalty, by one decomposition into eigenvectors."""

import time
from dataclasses import dataclass, replace

from drupe.foundation.progress import Progress
from drupe.solvers.closed_forms.prefixes import progressive_outputs
from drupe.solvers.expansions.norm_system import ridge_problem, solution_of, with_left_out
from drupe.solvers.expansions.penalties import FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.expansions.spectrum import decomposed


@dataclass(frozen=True)
class Eigen:
    """c = U (Λ + alpha)⁻¹ Uᵀ (y − b) with K = UΛUᵀ: leave-one-out outputs come with it.

    For a path of strengths keep what `decomposed` finds, and ask it `at` each of them for O(n²).

    Notes
    -----
    Complexity: O(n³) time, ten times that of a Cholesky factorization; two matrices of n² numbers.

    Examples
    --------
    >>> import numpy as np
    >>> from drupe.grams import DenseGram
    >>> program = ExpansionProgram(DenseGram(np.eye(2)), np.array([[1.0], [-1.0]]), np.ones(2))
    >>> solution = Eigen().solve(program)
    >>> solution.coefficients.ravel().round(12).tolist(), solution.leave_one_out.ravel().round(12).tolist()
    ([0.5, -0.5], [-1.0, 1.0])

    References
    ----------
    [Mika02]_, section 4.4; [Wahba90]_, theorem 4.2.1.
    """

    def solve(
        self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False
    ) -> ExpansionSolution:
        """The minimum, with the outputs of examples left out where the others determine a function."""
        began = time.perf_counter()
        found = decomposed(program).at(program.alpha, program.targets)
        # A Cholesky factorization more costs a tenth, and tells of the examples in their order.
        following = progressive_outputs(ridge_problem(program)) if isinstance(program.penalty, FunctionNorm) else None
        solution = with_left_out(solution_of(program, found.dual, found.offset), program, found.missed, following)
        return replace(solution, seconds=time.perf_counter() - began)
