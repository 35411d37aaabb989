"""Runs a textbook algorithm: sweep after sweep until a stopping rule speaks, with a record of each."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from drupe.solvers.solution import Solution, Stop
from drupe.textbook.algorithms.point import Point, UnboundedError
from drupe.textbook.algorithms.stopping.iterate import Iterate
from drupe.textbook.algorithms.stopping.rule import StoppingRule


@dataclass(frozen=True)
class Sweep:
    """What is remembered of one sweep.

    Parameters
    ----------
    dual
        W(α) = −½ αᵀQα − pᵀα, which the algorithms raise.
    gap
        Primal minus dual objective; infinity where an open box leaves it unknown.
    violation
        Largest violation of the optimality conditions.
    """

    dual: float
    gap: float
    violation: float


@dataclass(frozen=True, eq=False)
class Training:
    """The solution and the way to it.

    Parameters
    ----------
    solution
        What was found; its `iterations` count single steps.
    history
        The start and then one record for each sweep.
    """

    solution: Solution
    history: tuple[Sweep, ...]

    @property
    def sweeps(self) -> int:
        """How many sweeps were made."""
        return len(self.history) - 1


def train(point: Point, sweeps: Iterator[None], stopping: StoppingRule) -> Training:
    """Draws sweeps, each of which moves the point, until the rule gives a verdict or nothing is left to move."""
    started = time.perf_counter()
    before, now = None, Iterate.at(point, 0)
    history = [_recorded(now)]
    stop = stopping.verdict(now, before)
    while stop is None:
        try:
            next(sweeps)
        except StopIteration:
            stop = Stop.STALLED
        except UnboundedError:
            stop = Stop.UNBOUNDED
        else:
            before, now = now, Iterate.at(point, now.number + 1)
            history.append(_recorded(now))
            stop = stopping.verdict(now, before)
    return Training(_solution(point, stop, time.perf_counter() - started), tuple(history))


def _recorded(now: Iterate) -> Sweep:
    return Sweep(now.dual, now.optimality.gap, now.optimality.violation)


def _solution(point: Point, stop: Stop, seconds: float) -> Solution:
    """Everything that is reported is computed again from α, free of the rounding that has piled up on the way."""
    problem, alpha = point.problem, point.alpha.copy()
    outputs = np.asarray(problem.gram @ problem.weights(alpha))
    return Solution.at(problem, alpha, outputs, iterations=point.steps, stop=stop, seconds=seconds)
