"""Any smooth loss and the sum of absolute coefficients: Newton's method whose steps are sparse least squares."""

import time
from dataclasses import dataclass, replace

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress, share
from drupe.grams.dense import DenseGram
from drupe.losses.base import Smoothness
from drupe.losses.squared import Squared
from drupe.solvers.expansions.homotopy import Homotopy
from drupe.solvers.expansions.penalties import CoefficientSum
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.regularized_risk import RegularizedRisk
from drupe.solvers.solution import Stop

FLATTEST = 1e-8
"""Curvature, relative to the largest one, that a step gives to examples at which the loss has less."""

HALVINGS = 40
"""How often a step may be halved before it is no step any more."""


@dataclass(frozen=True)
class SparseNewton(Checked):
    """min Σᵢ wᵢ ℓ(f(xᵢ) + b, yᵢ) + alpha ‖a‖₁ for any convex ℓ with a slope everywhere, such as Logistic or Huber.

    Each step replaces ℓ by a parabola at the outputs and follows the homotopy of that to alpha; then it is halved until
    it leads down. Where such steps become short, as where the loss is straight, steps with the mean curvature between
    outputs and targets are tried too.

    Parameters
    ----------
    tolerance
        Violation of the optimality conditions, relative to the largest slope of the loss at f = 0, at which a run ends.
    max_iterations
        Steps for each function, at most.
    budget
        Bytes that K may take.

    Examples
    --------
    >>> from drupe.losses.logistic import Logistic
    >>> program = ExpansionProgram(
    ...     DenseGram(np.eye(2)), np.array([[1.0], [-1.0]]), np.ones(2), 0.25, Logistic(), CoefficientSum()
    ... )
    >>> solution = SparseNewton().solve(program)  # 2 ln(1 + e^(−a/2)) + a/4 is least at a = 2 ln 3
    >>> bool(np.isclose(np.abs(solution.coefficients).sum(), 2.0 * np.log(3.0)))
    True

    References
    ----------
    [Mika02]_, section 3.6.2; [Friedman10]_, section 3.
    """

    tolerance: float = positive(1e-8)
    max_iterations: int = whole(1, 200)
    budget: int = whole(0, DEFAULT_BYTES)

    def solve(
        self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False
    ) -> ExpansionSolution:
        """The minimum for each function in turn; with `keep`, Ctrl-C leaves what the last one has reached."""
        began = time.perf_counter()
        _require(program)
        K = np.asarray(program.gram.dense(self.budget), dtype=np.float64)
        functions = program.targets.shape[1]
        found: list[_State] = []
        stops: list[Stop] = []
        for i in range(functions):
            alone = replace(program, gram=DenseGram._of_symmetric(K), targets=program.targets[:, [i]])
            found.append(_State(alone, K))
            try:
                stops.append(self._run(found[-1], share(progress, i, functions)))
            except KeyboardInterrupt:
                if not keep or i + 1 < functions:
                    raise
                stops.append(Stop.INTERRUPTED)
        coefficients = np.column_stack([state.a for state in found])
        offset = np.array([state.b for state in found])
        outputs = K @ coefficients + offset
        objective = program.objective_at(coefficients, offset, outputs - offset)
        return ExpansionSolution(
            coefficients,
            offset,
            outputs,
            objective,
            np.full(functions, np.inf),
            iterations=max(1, sum(state.steps for state in found)),
            stop=next((stop for stop in stops if stop is not Stop.CONVERGED), Stop.CONVERGED),
            seconds=time.perf_counter() - began,
        )

    def _run(self, state: "_State", progress: Progress | None) -> Stop:
        while state.violation() > self.tolerance:
            if state.steps >= self.max_iterations:
                return Stop.ITERATIONS
            if not state.step():
                return Stop.STALLED
            if progress is not None:
                progress(state.steps / self.max_iterations)
        return Stop.CONVERGED


class _State:
    """Where the run is for one function: a, b, the outputs and the value there."""

    def __init__(self, program: ExpansionProgram, K: Matrix):
        self.program, self.K, self.steps = program, K, 0
        self.risk = RegularizedRisk(K, program.targets[:, 0], program.loss, program.weights, offset=True)
        self.a: Vector = np.zeros(len(K))
        self.b = self.risk.balance(np.zeros(len(K)), 0.0)
        self.scale = max(float(np.abs(K @ self.risk.slopes(np.zeros(len(K)))).max()), program.alpha)
        self.value = self.at(self.a, self.b)

    def at(self, a: Vector, b: float) -> float:
        with np.errstate(over="ignore"):
            return float(self.program.objective_at(a[:, None], np.array([b]), (self.K @ a)[:, None])[0])

    def violation(self) -> float:
        """Of Kg ∈ −alpha ∂‖a‖₁ and Σg = 0, with g the slopes of the loss."""
        slopes = self.risk.slopes(self.K @ self.a + self.b)
        alpha, pull = self.program.alpha, self.K @ slopes
        outside = np.maximum(np.abs(pull) - alpha, 0.0)
        worst = np.where(self.a != 0.0, np.abs(pull + alpha * np.sign(self.a)), outside).max(initial=0.0)
        return max(float(worst), abs(float(slopes.sum()))) / self.scale

    def step(self) -> bool:
        """One step down; False if none leads there."""
        outputs = self.K @ self.a + self.b
        for curvatures in (self.risk.curvatures(outputs), self.risk.chords(outputs)):
            if curvatures.any() and self._toward(outputs, curvatures):
                self.steps += 1
                return True
        return False

    def _toward(self, outputs: Vector, curvatures: Vector) -> bool:
        """To the minimum of the model with these curvatures, or as far towards it as leads down."""
        h = np.maximum(curvatures, FLATTEST * float(curvatures.max()))
        working = outputs - self.risk.slopes(outputs) / h
        model = replace(self.program, targets=working[:, None], weights=h, loss=Squared(weight=0.5))
        found = Homotopy().solve(model)
        along, shift = found.coefficients[:, 0] - self.a, float(found.offset[0]) - self.b
        length = 1.0
        for _ in range(HALVINGS):
            whole_step = length == 1.0  # so that zeros stay zeros
            a = np.asarray(found.coefficients[:, 0] if whole_step else self.a + length * along)
            b = self.b + length * shift
            value = self.at(a, b)
            if value < self.value or (whole_step and self._better(a, b, value)):
                self.a, self.b, self.value = a, b, value
                return True
            length /= 2.0
        return False

    def _better(self, a: Vector, b: float, value: float) -> bool:
        """Whether a whole step that leads down no more but for rounding still mends the conditions."""
        if value > self.value + 1e-14 * abs(self.value):
            return False
        before, violation = (self.a, self.b), self.violation()
        self.a, self.b = a, b
        better = self.violation() < 0.5 * violation
        self.a, self.b = before
        return better


def _require(program: ExpansionProgram) -> None:
    smooth = program.loss.convex and program.loss.smoothness is Smoothness.DIFFERENTIABLE
    if not smooth or not isinstance(program.penalty, CoefficientSum):
        raise ParameterError(
            "SparseNewton minimizes a convex loss with a slope everywhere and CoefficientSum() as penalty; got "
            f"{program.loss!r} with {program.penalty!r}."
        )
