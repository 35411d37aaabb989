"""Linear programs over expansion coefficients, an offset and slacks, one margin constraint for each example."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Matrix, Vector
from drupe.solvers.linear_programs.constraints import Constraints
from drupe.solvers.linear_programs.highs import solve_linear
from drupe.solvers.linear_programs.program import LinearProgram, ProgramSolution


@dataclass(frozen=True, eq=False)
class MarginSolution:
    """The three kinds of variables of a margin program, and how they were found.

    Parameters
    ----------
    alpha
        One weight for each example, zero or more.
    offset
        b, 0 if the program has none.
    slack
        What each example lacks.
    program
        The solution of the linear program.
    """

    alpha: Vector
    offset: float
    slack: Vector
    program: ProgramSolution

    @property
    def objective(self) -> float:
        """What the program charges."""
        return self.program.objective

    @property
    def gap(self) -> float:
        """How far the objective can be from the optimum."""
        return self.program.gap


@dataclass(frozen=True, eq=False)
class MarginProgram:
    """A linear program whose variables are α of n examples, an offset if there is one, and n slacks.

    Parameters
    ----------
    program
        The linear program.
    n
        Number of examples.
    """

    program: LinearProgram
    n: int

    def solve(self, max_seconds: float | None = None) -> MarginSolution:
        """The minimum, by HiGHS."""
        found = solve_linear(self.program, max_seconds)
        alpha, middle, slack = np.split(found.x, [self.n, len(found.x) - self.n])
        return MarginSolution(np.maximum(alpha, 0.0), float(middle.sum()), np.maximum(slack, 0.0), found)


def margin_program(
    similarities: Matrix, signs: Vector, *, weight_cost: float, slack_cost: Vector | float, offset: bool
) -> MarginProgram:
    """min weight_cost Σα + ⟨slack_cost, ξ⟩, yᵢ(Σⱼ αⱼ yⱼ Sᵢⱼ + b) + ξᵢ ≥ 1, α ≥ 0, ξ ≥ 0."""
    n = len(signs)
    columns = [signs[:, None] * signs * similarities, np.asarray(signs, dtype=np.float64)[:, None], sp.eye_array(n)]
    costs = [np.full(n, weight_cost), np.zeros(1), np.broadcast_to(np.asarray(slack_cost, dtype=np.float64), (n,))]
    least = [np.zeros(n), np.full(1, -np.inf), np.zeros(n)]
    if not offset:
        columns, costs, least = (kinds[::2] for kinds in (columns, costs, least))
    lower = np.concatenate(least)
    reach = sp.hstack([sp.csr_array(part) for part in columns], format="csr")
    constraints = Constraints.of(len(lower), inequal=-reach, at_most=-np.ones(n), lower=lower)
    return MarginProgram(LinearProgram(np.concatenate(costs), constraints), n)
