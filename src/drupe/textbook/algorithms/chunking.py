"""Chunking: solve a part exactly, keep its support vectors, add the examples that violate it, until none does."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, whole
from drupe.solvers.problem import BoxProblem
from drupe.textbook.algorithms.active_set import active_set
from drupe.textbook.algorithms.point import Point
from drupe.textbook.algorithms.stopping import UNTIL_OPTIMAL, StoppingRule
from drupe.textbook.algorithms.sub_problem import sub_problem
from drupe.textbook.algorithms.training import Training, train
from drupe.textbook.algorithms.working_set import most_violating

Inner: TypeAlias = Callable[[BoxProblem], Vector]
"""Solves a small box problem to (nearly) full precision, from its start."""


@dataclass(frozen=True)
class Chunking(Checked):
    """Solve on the chunk; the next chunk is its support vectors and the worst violators outside of it.

    W never falls from one round to the next. The chunk grows to about the number of support vectors, whose kernel
    values must fit into memory. Works with every balance.

    Parameters
    ----------
    first
        Variables in the first chunk.
    added
        Violators that are added in each round.
    inner
        Solves the chunk.
    stopping
        When to stop; asked after each round.

    References
    ----------
    [Cristianini00]_, section 7.4, table 7.2.
    """

    first: int = whole(2, 20)
    added: int = whole(2, 20)
    inner: Inner = active_set
    stopping: StoppingRule = UNTIL_OPTIMAL

    def solve(self, problem: BoxProblem) -> Training:
        """Solves chunk after chunk until the stopping rule speaks."""
        point = Point(problem)
        return train(point, self._rounds(point), self.stopping)

    def _rounds(self, point: Point) -> Iterator[None]:
        wanted = self.first
        while len(violators := most_violating(point, wanted)):
            chunk = np.union1d(np.flatnonzero(point.alpha), violators)
            if not point.replace(chunk, self.inner(sub_problem(point, chunk))):
                return
            yield
            wanted = self.added
