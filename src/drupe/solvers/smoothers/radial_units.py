"""Centers and widths of Gaussian units by descent, with the best weights found anew at every step."""

import time
from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize
from scipy.spatial.distance import cdist

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.solvers.solution import Stop

FURTHEST = np.log(1e3)
"""How far the logarithm of a width may go from where it started."""


@dataclass(frozen=True, eq=False)
class PlacedUnits:
    """Where the units ended.

    Parameters
    ----------
    centers
        One row for each unit.
    widths
        One for each.
    objectives
        min over weights of Σ w (y − f)² + λ‖a‖², at the start and after every step.
    iterations
        Steps.
    stop
        How it ended.
    seconds
        Wall time.
    """

    centers: Matrix
    widths: Vector
    objectives: tuple[float, ...]
    iterations: int
    stop: Stop
    seconds: float

    @property
    def converged(self) -> bool:
        """Whether the slopes were as small as asked."""
        return self.stop is Stop.CONVERGED


@dataclass(frozen=True, eq=False)
class UnitProblem:
    """V(μ, σ) = min over a, b of Σᵢ wᵢ ‖yᵢ − Σⱼ aⱼ φⱼ(xᵢ) − b‖² + λ‖a‖², φⱼ(x) = exp(−‖x − μⱼ‖² / (2σⱼ²)).

    The weights a and b are projected out: at their minimum V changes with μ and σ as if they stood still.

    Parameters
    ----------
    x
        The examples.
    targets
        y, one column for each output.
    weights
        w.
    strength
        λ > 0.

    Notes
    -----
    Complexity: O(npd + np²) time for each step, with p units.

    References
    ----------
    [GolubPereyra73]_, section 2; [Ratsch01]_, appendix, place not checked.
    """

    x: Matrix
    targets: Matrix
    weights: Vector
    strength: float

    def value(self, centers: Matrix, widths: Vector) -> tuple[float, Matrix, Vector]:
        """V, its slopes in the centers, and those in the logarithms of the widths."""
        squared = cdist(self.x, centers, "sqeuclidean") / np.square(widths)
        units = np.exp(-0.5 * squared)
        a, r = self._projected(units)
        value = float(self.weights @ np.square(r).sum(axis=1)) + self.strength * float(np.square(a).sum())
        pulls = -2.0 * (self.weights[:, None] * r) @ a.T * units
        in_centers = (pulls.T @ self.x - pulls.sum(axis=0)[:, None] * centers) / np.square(widths)[:, None]
        return value, in_centers, np.asarray((pulls * squared).sum(axis=0))

    def _projected(self, units: Matrix) -> tuple[Matrix, Matrix]:
        """a at its minimum, and y − Φa − b."""
        total = self.weights.sum()
        apart = units - self.weights @ units / total
        targets = self.targets - self.weights @ self.targets / total
        moments = (self.weights[:, None] * apart).T
        system = moments @ apart
        system[np.diag_indices(len(system))] += self.strength
        a = cho_solve(cho_factor(system, check_finite=False), moments @ targets, check_finite=False)
        return np.asarray(a), np.asarray(targets - apart @ a)


@dataclass(frozen=True)
class UnitSearch:
    """argmin of V over centers and widths by L-BFGS, in units of the width at the start.

    Parameters
    ----------
    max_iterations
        Steps at most.
    tolerance
        It ends where a step gains less than this, relative to V at the start, or no slope is above ten times this.

    References
    ----------
    [Ratsch01]_, appendix, place not checked.
    """

    max_iterations: int = 500
    tolerance: float = 1e-6

    def run(
        self,
        problem: UnitProblem,
        centers: Matrix,
        widths: Vector,
        progress: Progress | None = None,
        keep: bool = False,
    ) -> PlacedUnits:
        """From these centers and widths downhill; with `keep`, Ctrl-C leaves the best so far."""
        began, descent = time.perf_counter(), _Descent(problem, centers, widths, progress, self.max_iterations)
        stop = Stop.CONVERGED
        spread = 1e6 * (1.0 + np.abs(centers).max() / descent.unit)
        bounds = [(-spread, spread)] * centers.size + [(-FURTHEST, FURTHEST)] * len(widths)
        options = {"maxiter": self.max_iterations, "gtol": 10.0 * self.tolerance, "ftol": self.tolerance}
        try:
            start = descent.start
            found = minimize(
                descent, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options, callback=descent.told
            )
            stop = Stop.ITERATIONS if found.status == 1 else Stop.CONVERGED
        except KeyboardInterrupt:
            if not keep:
                raise
            stop = Stop.INTERRUPTED
        return descent.placed(stop, time.perf_counter() - began)


class _Descent:
    """V, divided by its value at the start, as a function of one vector; remembers the best."""

    def __init__(self, problem: UnitProblem, centers: Matrix, widths: Vector, progress: Progress | None, limit: int):
        self._problem, self._shape, self._widths = problem, centers.shape, widths
        self._progress, self._limit = progress, limit
        self.unit = float(np.exp(np.log(widths).mean()))
        self.start = np.concatenate([centers.ravel() / self.unit, np.zeros(len(widths))])
        self._scale = problem.value(centers, widths)[0] or 1.0
        self._best = self._scale, self.start
        self._objectives = [self._scale]

    def _units(self, point: Vector) -> tuple[Matrix, Vector]:
        split = self._shape[0] * self._shape[1]
        return point[:split].reshape(self._shape) * self.unit, self._widths * np.exp(point[split:])

    def __call__(self, point: Vector) -> tuple[float, Vector]:
        value, in_centers, in_widths = self._problem.value(*self._units(point))
        if value < self._best[0]:
            self._best = value, np.array(point)
        slopes = np.concatenate([in_centers.ravel() * self.unit, in_widths])
        return value / self._scale, slopes / self._scale

    def told(self, point: Vector) -> None:
        self._objectives.append(self._best[0])
        if self._progress is not None:
            self._progress(min(1.0, (len(self._objectives) - 1) / self._limit))

    def placed(self, stop: Stop, seconds: float) -> PlacedUnits:
        centers, widths = self._units(self._best[1])
        steps = len(self._objectives) - 1
        return PlacedUnits(centers, widths, tuple(self._objectives), steps, stop, seconds)
