"""Streaming holds the kernel of the support vectors only, and reaches the same optimum."""

import numpy as np
import pytest
from textbook_problems import agrees, classification, free_problems, gaussian, noisy

from drupe.grams import CachedGram
from drupe.solvers.balance import Free
from drupe.textbook.algorithms import SupportStreaming
from drupe.textbook.algorithms.point import Point
from drupe.textbook.algorithms.stopping import MaxSweeps, OptimalityConditions
from drupe.textbook.algorithms.support_streaming import SmallestFirst

FREE = free_problems()
TIGHT = OptimalityConditions(1e-7) | MaxSweeps(2000)


@pytest.mark.spec("C.F10")
@pytest.mark.parametrize("name", ["soft margin", "offset by a constant", "regression"])
def test_reaches_the_optimum(name):
    assert agrees(SupportStreaming(added=5, stripe=7, stopping=TIGHT).solve(FREE[name]).solution, FREE[name])


class Sizes(CachedGram):
    """Remembers how large the pieces of K were that it was asked for."""

    def __init__(self, gram):
        super().__init__(gram, budget_bytes=10**7)
        self.largest, self.held = 0, 0

    def rows(self, index):
        raise AssertionError("a whole row was asked for")

    def _block(self, rows, columns):
        self.largest = max(self.largest, len(rows) * len(columns))
        return self.gram._block(rows, columns)

    def _take(self, index):
        self.held = max(self.held, len(index))
        return self.gram.take(index)


@pytest.mark.spec("C.F10", "C.F11")
def test_memory_is_support_vectors_times_stripe():
    x, signs = noisy(200)
    signs = np.where(x[:, 0] > 0, 1.0, -1.0)  # separable, few support vectors
    gram = Sizes(gaussian(x))
    problem = classification(gram, signs, C=1.0, balance=Free())
    solution = SupportStreaming(added=10, stripe=16, stopping=TIGHT).solve(problem).solution
    support = len(solution.support)
    assert support < 80
    assert gram.held < 120
    assert gram.largest <= 16 * gram.held
    assert agrees(solution, classification(gaussian(x), signs, C=1.0, balance=Free()))


@pytest.mark.spec("C.F10")
def test_support_vectors_are_taken_by_ascending_size():
    point = Point(FREE["soft margin"])
    point.alpha[:4] = [0.4, 0.1, 0.3, 0.2]
    first = next(SmallestFirst().rounds(point))
    assert first[-4:].tolist() == [1, 3, 2, 0]
