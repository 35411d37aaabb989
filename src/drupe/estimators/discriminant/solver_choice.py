"""Which solver finds a kernel Fisher discriminant: by a word, as a value, or by the size of the sample."""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from drupe.estimators.ranges import Either, Instance, OneOf
from drupe.foundation.budget import require
from drupe.foundation.errors import ParameterError
from drupe.foundation.progress import Progress
from drupe.solvers.expansions.coordinate_descent import CoordinateDescent
from drupe.solvers.expansions.eigen import Eigen
from drupe.solvers.expansions.factorization import Factorization
from drupe.solvers.expansions.greedy import Greedy
from drupe.solvers.expansions.interior_point import InteriorPoint
from drupe.solvers.expansions.penalties import FunctionNorm, Penalty
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.expansions.rayleigh_form import RayleighForm, Singular


@runtime_checkable
class ExpansionSolver(Protocol):
    """Whatever solves programs over kernel expansions."""

    def solve(
        self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False
    ) -> ExpansionSolution:
        """The solution."""
        ...


SOLVERS: dict[str, Callable[[bool, int], ExpansionSolver]] = {
    "cholesky": lambda leave_one_out, budget: Factorization(leave_one_out, budget),
    "eigen": lambda leave_one_out, budget: Eigen(),
    "coordinate descent": lambda leave_one_out, budget: CoordinateDescent(cache=budget),
    "greedy": lambda leave_one_out, budget: Greedy(budget=budget),
    "interior point": lambda leave_one_out, budget: InteriorPoint(budget=budget),
    "rayleigh": lambda leave_one_out, budget: RayleighForm(),
    "pseudo-inverse": lambda leave_one_out, budget: RayleighForm(Singular.PSEUDO_INVERSE),
    "least noise": lambda leave_one_out, budget: RayleighForm(Singular.LEAST_NOISE),
}
"""Solvers by name, made with whether examples are to be left out, and with the bytes that K may take."""

WITHOUT_MATRIX = ("coordinate descent", "greedy")
"""Those that do with rows of K."""

SOLVER = Either(OneOf("auto", *SOLVERS), Instance(ExpansionSolver))
"""What a user may say."""

UNREGULARIZED = ("pseudo-inverse", "least noise")
"""Words for solvers that do without a penalty."""


def solver_of(said: Any, n: int, penalty: Penalty, leave_one_out: bool, budget: int) -> ExpansionSolver:
    """The solver that was meant, for n examples.

    "auto" is one factorization where K fits into memory; else coordinate descent where the function pays, which finds
    the same, and few centers, greedily chosen, where coefficients do.

    >>> solver_of("auto", 100, FunctionNorm(), False, 10**6)
    Factorization(leave_one_out=False, budget=1000000, residual=1e-06)
    >>> type(solver_of("auto", 10_000, FunctionNorm(), False, 10**6)).__name__
    'CoordinateDescent'
    """
    if not isinstance(said, str):
        return said  # type: ignore[no-any-return]
    needed = 8 * n * n
    if said == "auto":
        large = WITHOUT_MATRIX[0] if isinstance(penalty, FunctionNorm) else WITHOUT_MATRIX[1]
        said = "cholesky" if needed <= budget else large
    if said not in WITHOUT_MATRIX:
        remedy = 'allow a larger cache_size (MB), take solver="auto", or choose fewer centers, such as centers=1000.'
        require(needed, budget, f"the kernel matrix of {n} examples", remedy)
    return SOLVERS[said](leave_one_out, budget)


def require_penalty(alpha: float, said: Any) -> None:
    """Refuse alpha = 0 for solvers that need a penalty."""
    singular = said in UNREGULARIZED if isinstance(said, str) else isinstance(said, RayleighForm)
    if alpha == 0.0 and not singular:
        raise ParameterError(
            "with alpha = 0 nothing chooses among the many functions that fit all examples; choose an alpha above 0, "
            'or solver="pseudo-inverse" or "least noise", which say what they choose.'
        )
