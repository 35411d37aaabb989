"""Fisher discriminants and their relatives with the function's norm as penalty, by steps of few coordinates."""

import math
import time
from dataclasses import dataclass, replace

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress, share
from drupe.grams.base import Gram
from drupe.grams.cached import CachedGram
from drupe.solvers.cholesky import factored
from drupe.solvers.expansions.norm_system import require_norm
from drupe.solvers.expansions.penalties import FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.solution import Stop

LOOK = 50
"""Steps between two looks at the monitor, which are O(n) like a step, and between words to a progress."""

RENEW = 5000
"""Steps after which Kβ is computed anew, as rounding adds up."""


@dataclass(frozen=True)
class Monitor:
    """How far a dual point is from the optimum, from what a step knows anyway.

    Parameters
    ----------
    primal
        ½ Σ βᵢ² / wᵢ + βᵀKβ / (2 alpha): the objective, were β / w the residuals.
    dual
        yᵀβ less the same.
    infeasibility
        ‖Kβ / alpha + b + β / w − y‖ / ‖y‖: by how much they are not.
    offset
        b, minus the mean of the slope.

    Examples
    --------
    >>> round(Monitor(primal=1.0, dual=0.98, infeasibility=0.0, offset=0.0).figures, 9)
    2.0

    References
    ----------
    [Mika02]_, eq. 3.62, and section 3.5.3, where b is missing in the infeasibility.
    """

    primal: float
    dual: float
    infeasibility: float
    offset: float

    @property
    def figures(self) -> float:
        """Figures in which the two objectives agree."""
        apart = abs(self.primal - self.dual) / (abs(self.primal) + 1.0)
        return max(-math.log10(apart), 0.0) if apart > 0.0 else math.inf

    def reached(self, figures: float) -> bool:
        """Whether so many figures are right, and the infeasibility is small accordingly."""
        return self.figures >= figures and self.infeasibility <= 10.0**-figures


@dataclass(frozen=True)
class CoordinateDescent(Checked):
    """min ½ βᵀ(K / alpha + W⁻¹)β − yᵀβ with Σβ = 0: each step moves the coordinates whose slopes differ most.

    Nothing but their columns of K is needed at a time. The coefficients are β / alpha, and β / w the residuals.

    Parameters
    ----------
    figures
        Significant figures of the objective that shall be right; one is often enough for a classifier.
    together
        Coordinates that a step moves: 2, or as many as are solved for jointly, half of them those of steps before.
    max_iterations
        Steps for each function after which the run ends.
    cache
        Bytes for columns of K that are kept; all coordinates are moved about equally often, so that a cache helps only
        if it holds most of K.

    Notes
    -----
    Complexity: O(n) for each coordinate of a step, besides its column of K; memory O(n) for each beside the cache.
    Steps grow with the condition of K / alpha + W⁻¹.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> program = ExpansionProgram(DenseGram(np.eye(2)), np.array([[1.0], [-1.0]]), np.ones(2))
    >>> CoordinateDescent().solve(program).coefficients.ravel().round(12).tolist()
    [0.5, -0.5]

    References
    ----------
    [Mika02]_, section 3.5.3.
    """

    figures: float = positive(4.0)
    together: int = whole(2, 64)
    max_iterations: int = whole(1, 1_000_000)
    cache: int = 256 * 2**20

    def solve(
        self, program: ExpansionProgram, progress: Progress | None = None, keep: bool = False
    ) -> ExpansionSolution:
        """The minimum in so many figures."""
        require_norm(program)
        if not isinstance(program.penalty, FunctionNorm):
            raise ParameterError("coordinate descent needs the function's norm as penalty, FunctionNorm().")
        began, count, stop = time.perf_counter(), program.targets.shape[1], Stop.CONVERGED
        gram: Gram = CachedGram(program.gram, max(self.cache, 8 * len(program.gram)))
        pairs = [Pairs(program, column, gram) for column in range(count)]
        for column, run in enumerate(pairs):
            try:
                ended = self._descend(run, share(progress, column, count))
            except KeyboardInterrupt:
                if not keep:
                    raise
                stop = Stop.INTERRUPTED
                break
            stop = ended if stop is Stop.CONVERGED else stop
        found = _solution(program, pairs, stop, time.perf_counter() - began)
        # Kβ without the rounding of all steps can tell that rounding had made the figures.
        if found.converged and (found.gap > 10.0 ** (1.0 - self.figures) * found.objective).any():
            found = replace(found, stop=Stop.STALLED)
        return found

    def _descend(self, run: "Pairs", progress: Progress | None) -> Stop:
        look = LOOK if self.together == 2 else 1
        while run.iterations < self.max_iterations:
            if run.iterations % RENEW == 0 and run.iterations:
                run.renew()
            if run.iterations % look == 0:
                state = run.monitor()
                if state.reached(self.figures):
                    return Stop.CONVERGED
                if progress is not None:
                    progress(min(0.99, state.figures / self.figures))
            if not (run.step() if self.together == 2 else run.joint_step(self.together)):
                return Stop.CONVERGED if run.monitor().reached(self.figures) else Stop.STALLED
        return Stop.ITERATIONS


class Pairs:
    """β of one function, and Kβ beside it.

    Parameters
    ----------
    program
        The program.
    column
        Which function.
    gram
        K, or a cache of its rows.
    """

    def __init__(self, program: ExpansionProgram, column: int, gram: Gram):
        self._gram, self._alpha, self._weights = gram, program.alpha, program.weights
        self._y = program.targets[:, column]
        self.beta, self.images = np.zeros(len(self._y)), np.zeros(len(self._y))
        self._diagonal = program.gram.diagonal() / program.alpha + 1.0 / program.weights
        self.iterations, self._last = 0, np.empty(0, dtype=np.intp)

    @property
    def slope(self) -> Vector:
        """Kβ / alpha + β / w − y; all entries are −b at the optimum."""
        return np.asarray(self.images / self._alpha + self.beta / self._weights - self._y)

    def step(self) -> float:
        """Move the two coordinates whose slopes differ most to where they do not differ; by how much."""
        slope = self.slope
        i, j = int(slope.argmin()), int(slope.argmax())
        if i == j:
            return 0.0
        rows = self._gram.rows([i, j])
        curvature = self._diagonal[i] + self._diagonal[j] - 2.0 * float(rows[0, j]) / self._alpha
        move = float((slope[j] - slope[i]) / curvature)
        if self.beta[i] + move == self.beta[i] and self.beta[j] - move == self.beta[j]:
            return 0.0
        self.beta[i] += move
        self.beta[j] -= move
        self.images += move * (rows[0] - rows[1])
        self.iterations += 1
        return move

    def joint_step(self, count: int) -> float:
        """Move so many coordinates to where none of their slopes differ: half those of the extremes, half the last.

        References
        ----------
        [Mika02]_, section 3.5.3, on kernel columns that are kept.
        """
        slope = self.slope
        order = np.argsort(slope, kind="stable")
        ends = np.concatenate([order[: (count + 3) // 4], order[-((count + 3) // 4) :]])
        fresh = np.concatenate([ends, self._last])
        chosen = fresh[np.sort(np.unique(fresh, return_index=True)[1])][:count]
        rows = np.asarray(self._gram.rows(chosen), dtype=np.float64)
        factor = factored(rows[:, chosen] / self._alpha, 1.0 / self._weights[chosen])
        solved = factor.solve(np.column_stack([-slope[chosen], np.ones(len(chosen))]))
        moves = solved[:, 0] - solved[:, 0].sum() / solved[:, 1].sum() * solved[:, 1]
        self._last = chosen
        if (self.beta[chosen] + moves == self.beta[chosen]).all():
            return 0.0
        self.beta[chosen] += moves
        self.images += moves @ rows
        self.iterations += 1
        return float(np.abs(moves).max())

    def monitor(self) -> Monitor:
        """Where it stands, in O(n)."""
        slope = self.slope
        offset = -float(slope.mean())
        energy = 0.5 * float(self.beta @ (self.beta / self._weights) + self.beta @ self.images / self._alpha)
        length = float(np.linalg.norm(self._y))
        missing = float(np.linalg.norm(slope + offset)) / length if length > 0.0 else 0.0
        return Monitor(energy, float(self._y @ self.beta) - energy, missing, offset)

    def renew(self) -> None:
        """Kβ without the rounding of all steps."""
        self.images = np.array(self._gram.product(self.beta))


def _solution(program: ExpansionProgram, pairs: list[Pairs], stop: Stop, seconds: float) -> ExpansionSolution:
    for run in pairs:
        run.renew()
    coefficients: Matrix = np.column_stack([run.beta for run in pairs]) / program.alpha
    images = np.column_stack([run.images for run in pairs]) / program.alpha
    offset = program.weights @ (program.targets - images) / program.weights.sum()
    objective = program.objective_at(coefficients, offset, images)
    dual = np.array([run.monitor().dual for run in pairs])
    return ExpansionSolution(
        coefficients,
        offset,
        images + offset,
        objective,
        gap=np.maximum(objective - dual, 0.0),
        iterations=sum(run.iterations for run in pairs),
        stop=stop,
        seconds=seconds,
    )
