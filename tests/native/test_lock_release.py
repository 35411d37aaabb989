"""Other threads of Python go on while the core computes."""

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from drupe.inputs import Vectors
from drupe.kernels import Laplacian
from drupe.kernels.prepared import Prepared

SIZE = 2500
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
    before, start = clock.ticks, time.perf_counter()
    work(prepared)
    seconds, ticks = time.perf_counter() - start, clock.ticks - before
    clock.stop.set()
    clock.join()
    assert seconds > 0.05, "too short a run to tell"
    # Were the lock held, there would be no tick at all; on a busy machine there are fewer than one a millisecond.
    assert ticks > 100 * seconds
