"""Losses with kinks and a norm as penalty: box problems, as of support vector machines."""

import time
from dataclasses import dataclass, replace

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress, share
from drupe.grams.base import Gram
from drupe.grams.dense import DenseGram
from drupe.grams.owned import owned
from drupe.grams.shifted import ShiftedGram
from drupe.losses.base import Loss
from drupe.losses.hinge import Hinge
from drupe.losses.huber import Huber
from drupe.losses.insensitive import Absolute, EpsilonInsensitive
from drupe.solvers.box import solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.builders.eps_svr import eps_svr
from drupe.solvers.expansions.penalties import CoefficientNorm, FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.options import OnInterrupt, Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution, Stop

KINKED = (Absolute, EpsilonInsensitive, Huber, Hinge)
"""Losses whose conjugate is a line or a parabola over an interval."""


@dataclass(frozen=True)
class Box(Checked):
    """max over |c| ≤ w/alpha, Σc = 0 of yᵀc − ½cᵀ(K + alpha σ W⁻¹)c − ε‖c‖₁, times alpha; a = c is the expansion.

    |r| has σ = ε = 0: no residual pulls harder than another, and where every example pulls as hard as it can any offset
    in an interval will do, of which the middle is taken. The ε-insensitive loss is support vector regression at
    C = 1/alpha, Huber's with the transition σ adds a ridge, and the hinge is the support vector classifier. With ‖a‖²
    as penalty K² stands in the place of K, and a = Kc.

    Parameters
    ----------
    tolerance
        Largest violation of the optimality conditions, in units of the targets, at which a run ends. Up to 500 examples
        are solved far beyond it.
    max_iterations
        Pairs changed, at most, for each function; None for ten million, or a hundred for each example if more.
    cache_bytes
        Memory for rows of K.
    budget
        Bytes that K² may take, where it is wanted.
    threads
        Threads of the core, 0 for OpenMP's number.

    Examples
    --------
    >>> program = ExpansionProgram(DenseGram(np.eye(2)), np.array([[1.0], [-1.0]]), np.ones(2), 2.0, Absolute())
    >>> solution = Box().solve(program)
    >>> solution.coefficients.ravel().tolist(), solution.offset.tolist()  # at the box; b in [−½, ½]
    ([0.5, -0.5], [0.0])

    References
    ----------
    [Mika02]_, eqs. 3.50 to 3.52, with −1 ≤ α ≤ 1 where 1 ≤ α ≤ 1 is printed; section 3.6.3.
    """

    tolerance: float = positive(1e-6)
    max_iterations: int | None = None
    cache_bytes: int = whole(0, 200 * 2**20)
    budget: int = whole(0, DEFAULT_BYTES)
    threads: int = whole(0, 0)

    def solve(
        self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False
    ) -> ExpansionSolution:
        """The minimum for each function in turn."""
        began = time.perf_counter()
        _require(program)
        squared = isinstance(program.penalty, CoefficientNorm)
        gram = _squared(program.gram, self.budget) if squared else program.gram
        functions, found = program.targets.shape[1], list[Solution]()
        duals = np.zeros(program.targets.shape)
        for i, targets in enumerate(program.targets.T):
            problem = _posed(gram, targets, program)
            options = Options(
                tolerance=self.tolerance,
                refine=True,
                max_iterations=self.max_iterations,
                cache_bytes=self.cache_bytes,
                threads=self.threads,
                on_interrupt=OnInterrupt.KEEP if keep else OnInterrupt.RAISE,
                progress=share(progress, i, functions),
            )
            found.append(solve(problem, options))
            duals[:, i] = problem.weights(found[-1].alpha)
            if found[-1].stop is Stop.INTERRUPTED and i + 1 < functions:
                raise KeyboardInterrupt
        offset = np.array([one.offset for one in found])
        coefficients = program.gram.product(duals) if squared else duals
        outputs = program.gram.product(coefficients) + offset
        objective = program.objective_at(coefficients, offset, outputs - offset)
        return ExpansionSolution(
            coefficients,
            offset,
            outputs,
            objective,
            np.maximum(objective - _dual(program, duals, outputs - offset), 0.0),
            iterations=sum(one.iterations for one in found),
            stop=next((one.stop for one in found if not one.converged), Stop.CONVERGED),
            seconds=time.perf_counter() - began,
        )


def _posed(gram: Gram, targets: Vector, program: ExpansionProgram) -> BoxProblem:
    costs = program.weights / program.alpha
    match program.loss:
        case Hinge(margin):
            return replace(c_svc(gram, targets, costs), linear=np.full(len(gram), -margin))
        case Huber(transition):
            return eps_svr(ShiftedGram(gram, transition / costs), targets, 0.0, costs)
        case loss:
            return eps_svr(gram, targets, tube(loss), costs)


def _dual(program: ExpansionProgram, duals: Matrix, images: Matrix) -> Vector:
    """What the box problem says the least value is, at least; `images` are Kc, or K²c where coefficients pay."""
    gained = np.einsum("ij,ij->j", duals, program.targets - 0.5 * images)
    match program.loss:
        case Hinge(margin):
            lost = np.einsum("ij,ij->j", duals, program.targets) - margin * np.abs(duals).sum(axis=0)
        case Huber(transition):
            lost = 0.5 * transition * program.alpha * (1.0 / program.weights) @ duals**2
        case loss:
            lost = tube(loss) * np.abs(duals).sum(axis=0)
    return np.asarray(program.alpha * (gained - lost))


def tube(loss: Loss) -> float:
    """Half the width of the tube in which a residual costs nothing."""
    return loss.epsilon if isinstance(loss, EpsilonInsensitive) else 0.0


def _squared(gram: Gram, budget: int) -> DenseGram:
    matrix = owned(gram, budget)
    return DenseGram._of_symmetric(matrix @ matrix.T)


def _require(program: ExpansionProgram) -> None:
    if not isinstance(program.loss, KINKED) or not isinstance(program.penalty, FunctionNorm | CoefficientNorm):
        raise ParameterError(
            "Box minimizes Absolute, EpsilonInsensitive, Huber or Hinge with a norm as penalty, FunctionNorm or "
            f"CoefficientNorm; got {program.loss!r} with {program.penalty!r}, which is not such a box problem."
        )
