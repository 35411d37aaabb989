"""A search that the user wrote, after scikit-learn's protocol for optimizers."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.estimators.gaussian_process.evidence_search import Height, Space, Summit
from drupe.estimators.gaussian_process.search_space import Generator
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.progress import Progress, share
from drupe.solvers.solution import Stop


@dataclass(frozen=True)
class CustomSearch:
    """The best of what optimizer(cost, start, bounds=bounds) returns: pairs of a point and its cost.

    cost(point, eval_gradient=True) is minus the height, with minus its slopes if asked; infinite where there is none.

    Parameters
    ----------
    optimizer
        The function.
    restarts
        How often it is called with another start.

    References
    ----------
    [Rasmussen06]_, section 5.4.1.
    """

    optimizer: Callable[..., Any]
    restarts: int = 0

    def climb(
        self,
        height: Height,
        space: Space,
        generator: Generator,
        progress: Progress | None = None,
        keep: bool = False,
    ) -> Summit:
        """The lowest cost of all starts; Ctrl-C is left to the function."""
        began, costs = time.perf_counter(), _Costs(height)
        starts = [space.start, *(space.draw(generator) for _ in range(self.restarts))]
        found = []
        for i, start in enumerate(starts):
            point, cost = self.optimizer(costs, start, bounds=np.array(space.bounds))
            found.append((float(cost), np.asarray(point, dtype=np.float64)))
            if (told := share(progress, i, len(starts))) is not None:
                told(1.0)
        _, best = min(found, key=lambda pair: pair[0])
        value, slopes = height(best)
        summits = tuple(-cost for cost, _ in found)
        seconds = time.perf_counter() - began
        return Summit(best, value, slopes, costs.evaluations, summits, Stop.CONVERGED, seconds)


class _Costs:
    """Minus a height, with or without slopes."""

    def __init__(self, height: Height):
        self._height, self.evaluations = height, 0

    def __call__(self, point: Any, eval_gradient: bool = True) -> float | tuple[float, Vector]:
        at = np.asarray(point, dtype=np.float64)
        self.evaluations += 1
        try:
            if not eval_gradient:
                return -self._height.value(at)
            value, slopes = self._height(at)
        except (InputError, ParameterError):
            return (np.inf, np.zeros(len(at))) if eval_gradient else np.inf
        return -value, -slopes
