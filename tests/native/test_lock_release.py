"""Other threads of Python go on while the core computes."""

import threading
from collections.abc import Callable

import numpy as np
import pytest

from drupe.inputs import Vectors
from drupe.kernels import Laplacian
from drupe.kernels.prepared import Prepared

SIZE = 2500
ENOUGH = 5
"""Ticks during one call that show the lock to be free: were it held, there would be none but one before and after."""

X = Vectors.of(np.random.default_rng(0).standard_normal((SIZE, 300)))


class Ticking(threading.Thread):
    """Counts milliseconds, more or less, for as long as it is let."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.ticks, self.stop = 0, threading.Event()

    def run(self) -> None:
        while not self.stop.wait(1e-3):
            self.ticks += 1


@pytest.mark.parametrize(
    "work",
    [
        lambda prepared: prepared.gram(),
        lambda prepared: prepared.block(X),
        lambda prepared: prepared.product(X, np.ones((SIZE, 1))),
        lambda prepared: prepared.gram_product(np.ones((SIZE, 1))),
    ],
    ids=["gram", "block", "product", "gram_product"],
)
def test_a_python_thread_makes_progress(work: Callable[[Prepared[Vectors]], object]) -> None:
    prepared = Laplacian(300.0).prepare(X, threads=1)
    prepared.rows(np.array([0]))
    clock = Ticking()
    clock.start()
    most = 0
    for _ in range(20):  # on a busy machine the other thread may not get its turn in one of them
        before = clock.ticks
        work(prepared)
        most = max(most, clock.ticks - before)
        if most >= ENOUGH:
            break
    clock.stop.set()
    clock.join()
    assert most >= ENOUGH
