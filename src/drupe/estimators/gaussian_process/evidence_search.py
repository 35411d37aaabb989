"""Parameters under which the targets are most probable: the evidence climbed from several starts."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize

from drupe.estimators.gaussian_process.evidence import Evidence
from drupe.estimators.gaussian_process.search_space import SearchSpace
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress, share
from drupe.kernels.base import Kernel
from drupe.solvers.solution import Stop

PENALTY = 1e3
"""How much worse than the worst seen a place counts at which no evidence can be computed."""


@dataclass(frozen=True, eq=False)
class EvidenceMaximum:
    """Where the evidence is largest, as far as was looked.

    Parameters
    ----------
    kernel
        With the best parameters.
    noise
        The best noise variance.
    log_evidence
        ln P(y) there.
    slopes
        Slopes of ln P(y) there, in the coordinates of the search: near zero, or toward a bound.
    evaluations
        How often the evidence was computed.
    summits
        ln P(y) that each start reached.
    stop
        Why the run ended.
    seconds
        Wall time.
    """

    kernel: Kernel[Any]
    noise: float
    log_evidence: float
    slopes: dict[str, float]
    evaluations: int
    summits: tuple[float, ...]
    stop: Stop
    seconds: float

    @property
    def converged(self) -> bool:
        """Whether every start came to its summit."""
        return self.stop is Stop.CONVERGED


@dataclass(frozen=True)
class EvidenceSearch(Checked):
    """max over θ and noise of ln P(y | θ, noise) by L-BFGS-B, in logarithms of parameters that are positive.

    The evidence may have several summits, of which the highest that was reached wins.

    Parameters
    ----------
    restarts
        Further starts, drawn around the first.
    max_iterations
        Steps of each start at most.
    tolerance
        Largest slope at which a summit is reached.

    References
    ----------
    [Herbrich02]_, remark 3.10; [Cristianini00]_, section 6.2.3; [Rasmussen06]_, section 5.4.1.
    """

    restarts: int = whole(0, 0)
    max_iterations: int = whole(1, 200)
    tolerance: float = positive(1e-5)

    def run(
        self,
        evidence: Evidence,
        space: SearchSpace,
        generator: np.random.Generator,
        progress: Progress | None = None,
        keep: bool = False,
    ) -> EvidenceMaximum:
        """The best of all starts; with `keep`, Ctrl-C leaves the best so far."""
        began, climb, stops = time.perf_counter(), _Climb(evidence, space), []
        options = {"maxiter": self.max_iterations, "gtol": self.tolerance, "ftol": 1e-12}
        try:
            for start in range(self.restarts + 1):
                point = space.draw(generator) if start else space.start
                told = _Told(share(progress, start, self.restarts + 1), self.max_iterations)
                found = minimize(
                    climb, point, jac=True, method="L-BFGS-B", bounds=space.bounds, options=options, callback=told
                )
                climb.summits.append(-float(found.fun))
                stops.append(Stop.ITERATIONS if found.status == 1 else Stop.CONVERGED)
        except KeyboardInterrupt:
            if not keep:
                raise
            stops.append(Stop.INTERRUPTED)
        stop = next((one for one in reversed(stops) if one is not Stop.CONVERGED), Stop.CONVERGED)
        return climb.maximum(stop, time.perf_counter() - began)


class _Climb:
    """Minus the evidence as a function of a point, and the best point that was met."""

    def __init__(self, evidence: Evidence, space: SearchSpace):
        self._evidence, self._space = evidence, space
        self.evaluations, self.summits = 0, list[float]()
        self._worst = -np.inf
        self._best: tuple[float, Vector, Vector] = (np.inf, space.start, np.zeros(len(space.coordinates)))

    def __call__(self, point: Vector) -> tuple[float, Vector]:
        try:
            return self._look(point)
        except (InputError, ParameterError, FloatingPointError):
            # Too little noise for a kernel that is too flat: not a place to be, but no reason to end the search, unless
            # it is where the user said to start.
            if not self.evaluations:
                raise
            return self._worst + PENALTY, np.zeros(len(point))

    def _look(self, point: Vector) -> tuple[float, Vector]:
        value, slopes = self._evidence.slopes(*self._space.at(point))
        self.evaluations += 1
        cost, downhill = -value, -self._space.slopes(point, slopes)
        self._worst = max(self._worst, cost)
        if cost < self._best[0]:
            self._best = cost, np.array(point), downhill
        return cost, downhill

    def maximum(self, stop: Stop, seconds: float) -> EvidenceMaximum:
        cost, point, downhill = self._best
        names = (coordinate.name for coordinate in self._space.coordinates)
        slopes = {name: -float(slope) for name, slope in zip(names, downhill, strict=True)}
        kernel, noise = self._space.at(point)
        return EvidenceMaximum(kernel, noise, -cost, slopes, self.evaluations, tuple(self.summits), stop, seconds)


class _Told:
    """Reports the progress after each step of a start."""

    def __init__(self, progress: Progress | None, limit: int):
        self._progress, self._limit, self._steps = progress, limit, 0

    def __call__(self, point: Vector) -> None:
        self._steps += 1
        if self._progress is not None:
            self._progress(min(self._steps / self._limit, 1.0))
