"""Parameters under which the targets are most probable: the evidence climbed from several starts."""

import time
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from scipy.optimize import minimize

from drupe.estimators.gaussian_process.evidence import Evidence
from drupe.estimators.gaussian_process.landmark_evidence import LandmarkEvidence
from drupe.estimators.gaussian_process.scikit_learn.theta_space import ThetaSpace
from drupe.estimators.gaussian_process.search_space import Generator, SearchSpace
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress, share
from drupe.kernels.base import Kernel
from drupe.solvers.solution import Stop

TINY = 1e-9
"""Share of the evidence that a step must add for another one to be worth it."""

PENALTY = 1e3
"""How much worse than the worst seen a place counts at which no evidence can be computed."""


class Height(Protocol):
    """A function of a point that tells its slopes."""

    def __call__(self, point: Vector) -> tuple[float, Vector]:
        """The value at a point, and the slopes there."""

    def value(self, point: Vector) -> float:
        """The value alone."""


class Space(Protocol):
    """Where a function is climbed."""

    @property
    def start(self) -> Vector:
        """Where the search starts."""

    @property
    def bounds(self) -> list[tuple[float, float]]:
        """How far each coordinate may move."""

    def draw(self, generator: Generator) -> Vector:
        """Another start."""


@dataclass(frozen=True, eq=False)
class Summit:
    """The highest point that was met.

    Parameters
    ----------
    point
        Where it is.
    height
        The value there.
    slopes
        The slopes there: near zero, or toward a bound.
    evaluations
        How often the function was computed.
    summits
        The height that each start reached.
    stop
        Why the run ended.
    seconds
        Wall time.
    """

    point: Vector
    height: float
    slopes: Vector
    evaluations: int
    summits: tuple[float, ...]
    stop: Stop
    seconds: float


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
        evidence: Evidence | LandmarkEvidence,
        space: SearchSpace | ThetaSpace,
        generator: Generator,
        progress: Progress | None = None,
        keep: bool = False,
    ) -> EvidenceMaximum:
        """The best of all starts; with `keep`, Ctrl-C leaves the best so far."""
        return maximum(self.climb(EvidenceHeight(evidence, space), space, generator, progress, keep), space)

    def climb(
        self,
        height: Height,
        space: Space,
        generator: Generator,
        progress: Progress | None = None,
        keep: bool = False,
    ) -> Summit:
        """The highest point of a function that tells its slopes; with `keep`, Ctrl-C leaves the best so far."""
        began, climb, stops = time.perf_counter(), Climb(height, space.start), []
        options = {"maxiter": self.max_iterations, "gtol": self.tolerance, "ftol": TINY}
        # Other starts are drawn first: where none can be, nothing need be climbed.
        starts = [space.start, *(space.draw(generator) for _ in range(self.restarts))]
        try:
            for i, point in enumerate(starts):
                told = _Told(share(progress, i, len(starts)), self.max_iterations)
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
        return climb.summit(stop, time.perf_counter() - began)


class Climb:
    """Minus a height as a function of a point, and the best point that was met."""

    def __init__(self, height: Height, start: Vector):
        self._height = height
        self.evaluations, self.summits = 0, list[float]()
        self._worst = -np.inf
        self._best: tuple[float, Vector, Vector] = (np.inf, start, np.zeros(len(start)))

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
        value, slopes = self._height(point)
        self.evaluations += 1
        cost, downhill = -value, -slopes
        self._worst = max(self._worst, cost)
        if cost < self._best[0]:
            self._best = cost, np.array(point), downhill
        return cost, downhill

    def summit(self, stop: Stop, seconds: float) -> Summit:
        """The best point."""
        cost, point, downhill = self._best
        return Summit(point, -cost, -downhill, self.evaluations, tuple(self.summits), stop, seconds)


@dataclass(frozen=True, eq=False)
class EvidenceHeight:
    """The evidence of a regression as a function of a point.

    Parameters
    ----------
    evidence
        As a function of kernel and noise.
    space
        What a point stands for.
    """

    evidence: Evidence | LandmarkEvidence
    space: SearchSpace | ThetaSpace

    def __call__(self, point: Vector) -> tuple[float, Vector]:
        """ln P(y) at a point, and its slopes there."""
        value, slopes = self.evidence.slopes(*self.space.at(point))
        return value, self.space.slopes(point, slopes)

    def value(self, point: Vector) -> float:
        """ln P(y) alone."""
        return self.evidence.value(*self.space.at(point))


def maximum(summit: Summit, space: SearchSpace | ThetaSpace) -> EvidenceMaximum:
    """A summit of the evidence as kernel and noise."""
    kernel, noise = space.at(summit.point)
    slopes = {name: float(slope) for name, slope in zip(space.moving, summit.slopes, strict=True)}
    return EvidenceMaximum(
        kernel, noise, summit.height, slopes, summit.evaluations, summit.summits, summit.stop, summit.seconds
    )


class _Told:
    """Reports the progress after each step of a start."""

    def __init__(self, progress: Progress | None, limit: int):
        self._progress, self._limit, self._steps = progress, limit, 0

    def __call__(self, point: Vector) -> None:
        self._steps += 1
        if self._progress is not None:
            self._progress(min(self._steps / self._limit, 1.0))
