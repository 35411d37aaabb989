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

HUMP = 1.001
"""By how much a criterion has to rise after a minimum that is more than rounding."""

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
    strength wins, the smoothest function. Estimates of the error sometimes fall toward the end where every target is
    met: a few examples that nearly coincide and happen to agree are enough. With `reluctance` that end is taken only
    if it is so many times better than the best minimum before it.

    Parameters
    ----------
    criterion
        What is to be smallest.
    reluctance
        How many times smaller the criterion has to be at the smallest strength; 1 for no reluctance.

    References
    ----------
    [Wahba90]_, section 4.9 (several minima, and the one at zero); [CravenWahba79]_, section 3.
    """

    criterion: Criterion
    reluctance: float = 1.0

    def run(self, path: StrengthPath, progress: Progress | None = None, keep: bool = False) -> StrengthChoice:
        """The best strength; with `keep`, Ctrl-C leaves the best so far."""
        began, tried = time.perf_counter(), _Tried(path, self.criterion, progress)
        low, high = (math.log(end) for end in path.strengths)
        around = low, high
        stop = Stop.CONVERGED
        try:
            spaced = np.linspace(high, low, path.looks)
            best = self._best(np.array([tried(point) for point in spaced]))
            around = float(spaced[min(best + 1, len(spaced) - 1)]), float(spaced[max(best - 1, 0)])
            options = {"xatol": TOLERANCE, "maxiter": CLOSER}
            minimize_scalar(tried, bounds=around, method="bounded", options=options)
        except KeyboardInterrupt:
            if not keep or not tried.scores:
                raise
            stop = Stop.INTERRUPTED
        return tried.choice(stop, time.perf_counter() - began, around)

    def _best(self, scores: Vector) -> int:
        """The smallest, in falling order of strengths; the last one only if no other will do."""
        best = int(np.argmin(scores))
        if best < len(scores) - 1 or self.reluctance <= 1.0:
            return best
        # Minima are those from which it goes up before it goes down to the end.
        later = np.append(np.maximum.accumulate(scores[::-1])[::-1][1:], -np.inf)
        minima = np.flatnonzero(HUMP * scores < later)
        if not len(minima):
            return best
        before = int(minima[np.argmin(scores[minima])])
        return before if scores[before] <= self.reluctance * scores[best] else best


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

    def choice(self, stop: Stop, seconds: float, around: tuple[float, float]) -> StrengthChoice:
        """The best between these logarithms."""
        strengths = np.array(sorted(self.scores))
        scores = np.array([self.scores[strength] for strength in strengths])
        if not np.isfinite(scores).any():
            raise InputError(
                "no strength can be told to be better than another: there are too few examples "
                f"(n_samples = {len(self._path.knots.place)}), or they count too little, as "
                f"{self._path.knots.total:g} by their weights, which are repetitions; scale the weights to the number "
                "of examples, or give the strength as a number."
            )
        between = (strengths >= math.exp(around[0]) * (1.0 - 1e-9)) & (strengths <= math.exp(around[1]) * (1.0 + 1e-9))
        inside = np.where(between, scores, np.inf)
        best = len(inside) - 1 - int(np.argmin(inside[::-1]))
        return StrengthChoice(float(strengths[best]), strengths, scores, stop, seconds)
