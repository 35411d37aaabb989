"""Fisher discriminants and their relatives as linear or quadratic programs, by one interior point method for all."""

import time
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress, share
from drupe.grams.owned import owned
from drupe.solvers.cholesky import Cholesky, NotPositiveError, factored
from drupe.solvers.expansions.dual_program import DualLoss
from drupe.solvers.expansions.penalties import CoefficientNorm, CoefficientSum, FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.solution import Stop

KEEP_AWAY = 0.99
"""Share of the way to the nearest wall that a step may go."""


@dataclass(frozen=True)
class InteriorPoint(Checked):
    """min ½ βᵀHβ − yᵀβ + Σ ℓ*(βᵢ) with Σβ = 0, the dual of the program, by Newton steps between its walls.

    H is K / alpha where the function pays and K² / alpha where coefficients do; where their absolute values do it is
    zero, and |Kβ| ≤ alpha are walls, whose multipliers are the coefficients. Steep losses bound β by walls of their
    own. Each step predicts how far it gets without keeping away from walls, then aims as much nearer the middle between
    them as that says, with the same factorization. A program without walls takes one step: it is a linear system.

    Parameters
    ----------
    tolerance
        Gap between the objective and that of the dual, relative to it, at which a function is found.
    max_iterations
        Steps after which a run ends.
    budget
        Bytes that K may take.

    Notes
    -----
    Complexity: O(n³) for each of some tens of steps, three matrices of n² numbers. For programs that no other solver
    takes, and to be read.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> from drupe.losses import Absolute
    >>> y = np.array([[1.0], [-1.0], [1.0]])
    >>> program = ExpansionProgram(DenseGram(np.eye(3)), y, np.ones(3), 0.5, Absolute(), CoefficientSum())
    >>> found = InteriorPoint().solve(program)
    >>> found.coefficients.ravel().round(6).tolist(), found.offset.round(6).tolist()
    ([0.0, -2.0, 0.0], [1.0])

    References
    ----------
    [Mika02]_, section 3.5.5 and appendix A.2; eq. 3.44 and its relatives for the duals.
    """

    tolerance: float = positive(1e-8)
    max_iterations: int = whole(1, 100)
    budget: int = DEFAULT_BYTES

    def solve(
        self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False
    ) -> ExpansionSolution:
        """The minimum."""
        began = time.perf_counter()
        K = owned(program.gram, self.budget)
        loss = DualLoss.of(program.loss)
        runs, count, stop = [], program.targets.shape[1], Stop.CONVERGED
        for column in range(count):
            run = _Run(program, column, K, loss)
            runs.append(run)
            try:
                ended = self._follow(run, share(progress, column, count))
            except KeyboardInterrupt:
                if not keep:
                    raise
                ended = Stop.INTERRUPTED
            stop = ended if stop is Stop.CONVERGED else stop
        return _solution(program, K, runs, stop, time.perf_counter() - began)

    def _follow(self, run: "_Run", progress: Progress | None) -> Stop:
        """Newton steps until the gap is closed."""
        start = None
        for _ in range(self.max_iterations):
            run.step()
            if run.gap <= self.tolerance * (1.0 + abs(run.objective)):
                return Stop.CONVERGED
            if run.stalled:
                return Stop.STALLED
            start = run.gap if start is None else start
            if progress is not None:
                progress(min(0.99, float(np.log(start / run.gap) / np.log(start / self.tolerance))))
        return Stop.ITERATIONS


class _Run:
    """β = S x for one function, x between its ends, |Kβ| below the limit, and a multiplier for each wall.

    S is the identity, or (I, −I) for a loss with a tube, in which β has a positive and a negative part. The first x
    lies within all walls and has Σβ = 0; every later one does so as well.
    """

    def __init__(self, program: ExpansionProgram, column: int, K: Matrix, loss: DualLoss):
        self.program, self.column, self.K, self.loss = program, column, K, loss
        self.y, self.offset, self.iterations, self.stalled = program.targets[:, column], 0.0, 0, False
        self.sides = np.array([1.0, -1.0]) if loss.tube > 0.0 else np.array([1.0])
        w = program.weights
        self.upper = np.tile(w * loss.reach, len(self.sides))
        self.lower = np.zeros(2 * len(w)) if loss.tube > 0.0 else -self.upper
        self.x = np.tile(w * min(loss.reach, 2.0) / 2.0, 2) if loss.tube > 0.0 else np.zeros(len(w))
        self.limit = program.alpha if isinstance(program.penalty, CoefficientSum) else np.inf
        self.multipliers = np.ones(self.slacks().shape) * max(1.0, float(np.abs(self.y).max(initial=0.0)))
        self.best: tuple[float, Vector, float, Vector] | None = None
        self.gap, self.objective, self.bound = np.inf, np.inf, -np.inf

    @property
    def dual(self) -> Vector:
        """β."""
        return np.asarray(self.sides @ self.x.reshape(len(self.sides), -1))

    def slacks(self) -> Vector:
        """Distances from the walls: lower ends, upper ends, −limit and limit of Kβ; none from walls at infinity."""
        images = self.K @ self.dual if np.isfinite(self.limit) else np.zeros(len(self.y))
        every = self.x - self.lower, self.upper - self.x, self.limit + images, self.limit - images
        self.parts = [part for part in every if np.isfinite(part).all()]
        self.walls = [bool(np.isfinite(part).all()) for part in every]
        return np.concatenate([np.empty(0), *self.parts])

    def step(self) -> None:
        """Predict, correct, and see what the coefficients are worth."""
        slacks, multipliers = self.slacks(), self.multipliers
        try:
            system = self._factored(slacks)
            change = self._newton(system, slacks, -slacks * multipliers)
            if len(slacks):
                mean = float((slacks * multipliers).mean())
                room = _room(slacks, multipliers, change)
                ahead = (slacks + room * change.slacks) @ (multipliers + room * change.multipliers) / len(slacks)
                aim = mean * (ahead / mean) ** 3 - slacks * multipliers - change.slacks * change.multipliers
                change = self._newton(system, slacks, aim)
        except NotPositiveError:
            self.stalled = True
            return
        room = min(1.0, KEEP_AWAY * _room(slacks, multipliers, change)) if len(slacks) else 1.0
        self.x = self.x + room * change.x
        self.multipliers = multipliers + room * change.multipliers
        self.offset += room * change.offset
        self.iterations += 1
        self.stalled = room < 1e-10 or not np.isfinite(self.x).all()
        self._look()

    def coefficients(self) -> Vector:
        """a: β / alpha, Kβ / alpha, or the multipliers of |Kβ| ≤ alpha, zero where a wall is far away."""
        program = self.program
        if isinstance(program.penalty, FunctionNorm):
            return self.dual / program.alpha
        if isinstance(program.penalty, CoefficientNorm):
            return np.asarray(self.K @ self.dual / program.alpha)
        n = len(self.y)
        low, high = self.multipliers[-2 * n : -n], self.multipliers[-n:]
        near = np.maximum(low / self.parts[-2], high / self.parts[-1]) > 1.0
        return np.where(near, high - low, 0.0)

    def _look(self) -> None:
        """The gap at the coefficients of this step; the best ones are kept."""
        self.slacks()
        beta, a = self.dual, self.coefficients()
        images = self.K @ a
        value = self._value(a, images)
        norm = 0.5 * float(beta @ (self.K @ a)) if not np.isfinite(self.limit) else 0.0
        if isinstance(self.program.penalty, CoefficientNorm):
            norm = 0.5 * self.program.alpha * float(a @ a)
        bound = float(self.y @ beta) - self.loss.value(beta, self.program.weights) - norm
        if self.best is None or value < self.best[0]:
            self.best = value, a, self.offset, images
        self.bound = max(bound, self.bound)
        self.objective = self.best[0]
        self.gap = max(self.objective - self.bound, 0.0)

    def _value(self, a: Vector, images: Vector) -> float:
        program = self.program
        costs = program.weights @ program.loss.value(images + self.offset, self.y)
        return float(costs + program.alpha * program.penalty.value(a[:, None], images[:, None])[0])

    def _slope(self) -> Vector:
        """The slope of the Lagrangian in x."""
        beta, n = self.dual, len(self.y)
        slope = self.loss.curvature * beta / self.program.weights - self.y + self.offset
        if not np.isfinite(self.limit):
            slope = slope + self.K @ self.coefficients()
        else:
            slope = slope + self.K @ (self.multipliers[-n:] - self.multipliers[-2 * n : -n])
        whole = np.outer(self.sides, slope).ravel() + (self.loss.tube if len(self.sides) == 2 else 0.0)
        return np.asarray(whole + self._pull(self.multipliers))

    def _pull(self, values: Vector) -> Vector:
        """What multipliers of the ends add to the slope in x."""
        pull, start, size = np.zeros(len(self.x)), 0, len(self.x)
        for has, sign in zip(self.walls[:2], (-1.0, 1.0), strict=True):
            if has:
                pull += sign * values[start : start + size]
                start += size
        return pull

    def _factored(self, slacks: Vector) -> "_System":
        """The Newton matrix in β: H, the walls of Kβ and, on the diagonal, those of x."""
        ratios, n, size = self.multipliers / slacks, len(self.y), len(self.x)
        stiff = np.zeros(size)
        for part in range(sum(self.walls[:2])):
            stiff += ratios[part * size : (part + 1) * size]
        if np.isfinite(self.limit):
            matrix: Matrix = (self.K * (ratios[-n:] + ratios[-2 * n : -n])) @ self.K
        elif isinstance(self.program.penalty, FunctionNorm):
            matrix = self.K / self.program.alpha
        else:
            matrix = self.K @ self.K / self.program.alpha
        shift = self.loss.curvature / self.program.weights
        # With two parts of β, of stiffness s and t, it is as stiff as st / (s + t).
        both = stiff if len(self.sides) == 1 else 1.0 / (1.0 / stiff.reshape(2, -1)).sum(axis=0)
        rounding = len(matrix) * np.finfo(np.float64).eps * float(matrix.diagonal().max(initial=0.0))
        return _System(factored(matrix, shift + both + rounding), both, stiff)

    def _newton(self, system: "_System", slacks: Vector, aim: Vector) -> "_Change":
        """Changes that make slacks times multipliers move by the aim, and the slope vanish."""
        n, pushes = len(self.y), aim / slacks
        target = -self._slope() - self._pull(pushes)
        walls = self.K @ (pushes[-n:] - pushes[-2 * n : -n]) if np.isfinite(self.limit) else np.zeros(n)
        if len(self.sides) == 1:
            right = target - walls
        else:
            right = system.added * (self.sides @ (target / system.stiff).reshape(2, -1)) - walls
        solved = system.factor.solve(np.column_stack([right, np.ones(n)]))
        offset = float(solved[:, 0].sum() / solved[:, 1].sum())
        beta = solved[:, 0] - offset * solved[:, 1]
        x: Vector = beta
        if len(self.sides) == 2:
            # What moves β pushes both its parts: δ± = (target± ∓ push) / stiff±, with δ+ − δ− = β.
            free = self.sides @ (target / system.stiff).reshape(2, -1)
            push = (free - beta) * system.added
            x = (target - np.outer(self.sides, push).ravel()) / system.stiff
        images = self.K @ beta if np.isfinite(self.limit) else np.zeros(n)
        every = zip(self.walls, (x, -x, images, -images), strict=True)
        moved = np.concatenate([np.empty(0), *(part for has, part in every if has)])
        return _Change(x, moved, (aim - self.multipliers * moved) / slacks, offset)


@dataclass(frozen=True, eq=False)
class _System:
    """The factored Newton matrix in β, what walls of x add to its diagonal, and what they do to the parts of β."""

    factor: Cholesky
    added: Vector
    stiff: Vector


@dataclass(frozen=True, eq=False)
class _Change:
    """A Newton step."""

    x: Vector
    slacks: Vector
    multipliers: Vector
    offset: float


def _room(slacks: Vector, multipliers: Vector, change: _Change) -> float:
    """How much of the change can be made before a slack or a multiplier meets zero, at most all of it."""
    room = 1.0
    for value, step in ((slacks, change.slacks), (multipliers, change.multipliers)):
        shrinks = step < 0.0
        room = min(room, float((-value[shrinks] / step[shrinks]).min(initial=1.0)))
    return room


def _solution(program: ExpansionProgram, K: Matrix, runs: list[_Run], stop: Stop, seconds: float) -> ExpansionSolution:
    best = [run.best or (run.objective, np.zeros(len(K)), run.offset, np.zeros(len(K))) for run in runs]
    offset = np.array([one[2] for one in best])
    return ExpansionSolution(
        np.column_stack([one[1] for one in best]),
        offset,
        np.column_stack([one[3] for one in best]) + offset,
        np.array([one[0] for one in best]),
        gap=np.array([run.gap for run in runs]),
        iterations=sum(run.iterations for run in runs),
        stop=stop,
        seconds=seconds,
    )
