"""Ctrl-C stops the core at once, whatever it computes and on however many threads."""

import pytest
from native.fresh_process import run_script

SCRIPT = """
import os, signal, sys, threading, time
import numpy as np
from drupe.grams import LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Laplacian

work, jobs, size = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
x = np.random.default_rng(0).standard_normal((size, 40), dtype=np.float32)
gram = LazyGram(Laplacian(40.0), Vectors.of(x), n_jobs=jobs)
gram.rows([0])
sent = []

def interrupt():
    sent.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)

threading.Timer(0.3, interrupt).start()
try:
    gram @ np.ones(size) if work == "product" else gram.dense(budget=2**40)
except KeyboardInterrupt:
    print(time.perf_counter() - sent[0])
else:
    sys.exit("finished before the signal came")
small = gram.take(np.arange(200))
assert np.allclose(small @ np.ones(200), small.dense().sum(axis=1), rtol=1e-5), "what comes after is as good as ever"
"""


@pytest.mark.parametrize(
    ("work", "jobs", "size"),
    [("product", 1, 60_000), ("product", 2, 60_000), ("product", 3, 60_000), ("gram", 1, 24_000), ("gram", 2, 24_000)],
)
def test_ctrl_c_is_a_keyboard_interrupt_at_once(work: str, jobs: int, size: int) -> None:
    seconds = float(run_script(SCRIPT, work, str(jobs), str(size)))
    assert seconds < 0.5, f"Ctrl-C took {seconds:.3f} s"


LISTENING = """
import sys, time
import numpy as np
from drupe.inputs import Vectors
from drupe.kernels import Laplacian

jobs = int(sys.argv[1])
x = np.random.default_rng(0).standard_normal((16_000, 784))
prepared = Laplacian(784.0).prepare(Vectors.of(x), threads=jobs)
prepared.rows(np.array([0]))
heard = [time.perf_counter()]
prepared.gram_product(np.ones((16_000, 1)), lambda fraction: heard.append(time.perf_counter()))
print(max(np.diff(heard)))
"""


@pytest.mark.slow
def test_the_core_listens_to_the_end() -> None:
    """Signals are seen whenever progress is told: also while the calling thread has nothing left to do itself.

    Five threads share the sixteen parts of a symmetric product, so that one is left over for a thread alone.
    """
    silence = float(run_script(LISTENING, "5"))
    assert silence < 0.2, f"nobody listened for {silence:.3f} s"
