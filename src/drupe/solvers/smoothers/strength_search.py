"""The strength at which a criterion is smallest: a look along the whole path, then a closer one around the best."""

import math
import time
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize_scalar

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.progress import Progress
from drupe.solvers.smoothers.path import Criterion, StrengthPath
from drupe.solvers.solution import Stop

CLOSER = 40
"""Strengths at most that are tried around the best of the first look."""

TOLERANCE = 1e-7
"""Relative precision of the strength; a criterion is flat at its minimum, and does not tell more."""


@dataclass(frozen=True, eq=False)
class StrengthChoice:
    """Which strength was chosen, and what was tried.

    Parameters
    ----------
    strength
        The one with the smallest criterion.
    strengths
        All that were tried, rising.
    scores
        The criterion at each.
    stop
        How the search ended.
    seconds
        Wall time.
    """

    strength: float
    strengths: Vector
    scores: Vector
    stop: Stop
    seconds: float

    @property
    def converged(self) -> bool:
        """Whether the search came to its end."""
        return self.stop is Stop.CONVERGED

    @property
    def at_an_end(self) -> bool:
        """Whether the best was the smallest or the largest strength that was tried."""
        return self.strength in (self.strengths[0], self.strengths[-1])


@dataclass(frozen=True)
class StrengthSearch:
    """argmin over strengths of a criterion, on a logarithmic scale.

    A criterion may have several minima: the first look is along the whole path, and of equal scores the largest
    strength wins, the smoothest function.

    Parameters
    ----------
    criterion
        What is to be smallest.

    References
    ----------
    [Wahba90]_, section 4.9 (several minima); [CravenWahba79]_, section 3.
    """

    criterion: Criterion

    def run(self, path: StrengthPath, progress: Progress | None = None, keep: bool = False) -> StrengthChoice:
        """The best strength; with `keep`, Ctrl-C leaves the best so far."""
        began, tried = time.perf_counter(), _Tried(path, self.criterion, progress)
        low, high = np.log(path.strengths)
        stop = Stop.CONVERGED
        try:
            spaced = np.linspace(high, low, path.looks)
            scores = [tried(point) for point in spaced]
            best = int(np.argmin(scores))
            around = spaced[min(best + 1, len(spaced) - 1)], spaced[max(best - 1, 0)]
            options = {"xatol": TOLERANCE, "maxiter": CLOSER}
            minimize_scalar(tried, bounds=around, method="bounded", options=options)
        except KeyboardInterrupt:
            if not keep or not tried.scores:
                raise
            stop = Stop.INTERRUPTED
        return tried.choice(stop, time.perf_counter() - began)


class _Tried:
    """The criterion as a function of the logarithm of a strength; remembers what was tried."""

    def __init__(self, path: StrengthPath, criterion: Criterion, progress: Progress | None):
        self._path, self._criterion, self._progress = path, criterion, progress
        self.scores: dict[float, float] = {}

    def __call__(self, point: float) -> float:
        strength = math.exp(point)
        score = self._criterion(self._path, strength)
        self.scores[strength] = score
        if self._progress is not None:
            self._progress(min(1.0, len(self.scores) / (self._path.looks + 0.5 * CLOSER)))
        # What cannot be had is no minimum; a large number, as infinities spoil the search.
        return score if math.isfinite(score) else 1e300

    def choice(self, stop: Stop, seconds: float) -> StrengthChoice:
        strengths = np.array(sorted(self.scores))
        scores = np.array([self.scores[strength] for strength in strengths])
        if not np.isfinite(scores).any():
            raise InputError(
                f"no strength can be told to be better than another: the examples count as {self._path.knots.total:g} "
                "by their weights, which are repetitions, and that is too few; scale the weights to the number of "
                "examples, or give the strength as a number."
            )
        best = len(scores) - 1 - int(np.argmin(scores[::-1]))
        return StrengthChoice(float(strengths[best]), strengths, scores, stop, seconds)
