"""Seconds from Ctrl-C, or from the limit of time, to the end of what the core computes, and between two reports."""

import os
import signal
import threading
import warnings
from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np
from measure import Goal, Row, Settings

from drupe import SVC
from drupe.grams import DenseGram
from drupe.inputs import Vectors
from drupe.kernels import Laplacian
from drupe.solvers.samplers import Billiard, Gibbs

PROMPT = 0.2
"""Seconds that nobody notices."""

WAIT = 0.3
"""Seconds after which Ctrl-C is pressed, or the limit of time is reached."""


def after_ctrl_c(work: Callable[[], object]) -> float:
    """Seconds from the signal to KeyboardInterrupt; nothing may end before."""
    sent = []

    def interrupt() -> None:
        sent.append(perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(WAIT, interrupt)
    timer.start()
    try:
        work()
    except KeyboardInterrupt:
        return perf_counter() - sent[0]
    finally:
        timer.cancel()
    return float("nan")


def endless() -> tuple[SVC, np.ndarray, np.ndarray]:
    """Labels drawn by lot, to be learned without error: a fit that takes minutes."""
    rng = np.random.default_rng(0)
    return SVC(C=1e9, gamma=10.0, tol=1e-12), rng.normal(size=(3_000, 2)), rng.integers(0, 2, 3_000)


def product(threads: int) -> Callable[[], object]:
    x = np.random.default_rng(0).standard_normal((60_000, 40), dtype=np.float32)
    prepared = Laplacian(40.0).prepare(Vectors.of(x), threads=threads)
    prepared.rows(np.array([0]))
    return lambda: prepared.gram_product(np.ones((len(x), 1)))


def chain(sampler: Gibbs | Billiard) -> Callable[[], object]:
    x = np.random.default_rng(0).standard_normal((400, 5))
    gram = DenseGram(np.exp(-((x[:, None] - x) ** 2).sum(axis=2)))
    return lambda: sampler.sample(gram, np.sign(x[:, 0]), 200_000, np.random.default_rng(0))


def over_time() -> float:
    """Seconds by which a fit exceeds its limit of time."""
    machine, x, y = endless()
    start = perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        machine.set_params(max_time=WAIT).fit(x, y)
    return perf_counter() - start - WAIT


def longest_silence(settings: Settings) -> float:
    """Seconds between two reports of a product on five threads, the last of which has a part for itself."""
    x = np.random.default_rng(0).standard_normal((settings.size(16_000), 784))
    heard = [perf_counter()]
    prepared = Laplacian(784.0).prepare(Vectors.of(x), threads=5)
    prepared.gram_product(np.ones((len(x), 1)), lambda fraction: heard.append(perf_counter()))
    return float(np.diff(heard).max())


def rows(settings: Settings) -> Iterator[Row]:
    """Products, chains and fits, each ended before its time."""
    machine, x, y = endless()
    works = {f"product, {threads} threads": product(threads) for threads in (1, 2, 3)}
    works |= {
        "Gibbs": chain(Gibbs(noise=0.1)),
        "billiard": chain(Billiard(bounces=1e5)),
        "SVC": lambda: machine.fit(x, y),
    }
    found = {f"Ctrl-C: {name}": after_ctrl_c(work) for name, work in works.items()}
    found |= {"limit of time: SVC": over_time(), "longest silence: product, 5 threads": longest_silence(settings)}
    for case, seconds in found.items():
        yield Row(case, {"s": seconds}, (Goal("s", PROMPT, at_most=True),))
