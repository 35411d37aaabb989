"""The lazy Gram: holds nothing, prepares once, tells its progress, and can be stopped."""

import subprocess
import sys
import tracemalloc
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.grams import LazyGram, SignedGram
from drupe.inputs import Inputs, Vectors
from drupe.inputs.precomputed import Precomputed
from drupe.kernels import Gaussian, Kernel
from drupe.kernels.prepared import BLOCK, BLOCK_BYTES

POINTS = np.random.default_rng(0).normal(size=(2000, 2))


@dataclass(frozen=True)
class PlainGaussian(Kernel[Vectors]):
    """A kernel that has only a matrix."""

    def matrix(self, left: Vectors, right: Vectors) -> np.ndarray:
        squared = ((left.array[:, None, :] - right.array[None, :, :]) ** 2).sum(axis=2)
        return np.exp(-squared / 2.0)


@dataclass(frozen=True)
class Counting(Kernel[Vectors]):
    """Counts how often examples are made ready."""

    calls: list[int]

    def prepare(self, right: Vectors, *, threads: int = 0) -> object:
        self.calls.append(threads)
        return Gaussian(1.0).prepare(right, threads=threads)

    def matrix(self, left: Vectors, right: Vectors) -> np.ndarray:
        return Gaussian(1.0).matrix(left, right)


def test_examples_are_prepared_once_and_only_when_needed() -> None:
    kernel = Counting([])
    gram = LazyGram(kernel, Vectors.of(POINTS[:50]), n_jobs=2)
    assert (len(gram), gram.shape) == (50, (50, 50))
    assert kernel.calls == []
    for _ in range(3):
        assert gram.dtype == np.float64
        gram.rows([1])
        gram @ np.ones(50)
        gram.evaluate(Vectors.of(POINTS[:3]), np.ones(50))
    assert kernel.calls == [2]


@pytest.mark.spec("C.B01")
def test_a_kernel_machine_is_evaluated() -> None:
    # f(x) = Σ αᵢ yᵢ k(xᵢ, x) + b, for two examples and by hand: k(0, 1) = exp(−1/2), k(2, 1) = exp(−1/2).
    gram = LazyGram(Gaussian(1.0), Vectors.of([[0.0], [2.0]]))
    alpha, signs, offset = np.array([0.5, 2.0]), np.array([1.0, -1.0]), 0.25
    value = gram.evaluate(Vectors.of([[1.0]]), alpha * signs) + offset
    np.testing.assert_allclose(value, [(0.5 - 2.0) * np.exp(-0.5) + 0.25], rtol=1e-14)
    on_own = SignedGram(gram, signs) @ alpha + signs * offset
    np.testing.assert_allclose(on_own, [0.5 - 2.0 * np.exp(-2.0) + 0.25, 2.0 - 0.5 * np.exp(-2.0) - 0.25], rtol=1e-14)


@pytest.mark.parametrize("kernel", [Gaussian(1.0), PlainGaussian()])
def test_progress_rises_to_one(kernel: Kernel[Vectors]) -> None:
    told: list[float] = []
    LazyGram(kernel, Vectors.of(POINTS)).product(np.ones(2000), told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert told[0] > 0.0


@pytest.mark.parametrize("kernel", [Gaussian(1.0), PlainGaussian()])
@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_who_is_told_may_stop_it(kernel: Kernel[Vectors], error: type[BaseException]) -> None:
    def stop(fraction: float) -> None:
        raise error

    gram = LazyGram(kernel, Vectors.of(POINTS))
    with pytest.raises(error):
        gram.product(np.ones(2000), stop)
    np.testing.assert_allclose((gram @ np.ones(2000))[0], gram.rows([0]).sum(), rtol=1e-10)


def test_a_product_in_blocks_needs_little_memory_and_tells_often() -> None:
    class EnoughError(Exception):
        pass

    n = 50_000
    told: list[float] = []

    def after_some(fraction: float) -> None:
        told.append(fraction)
        if len(told) == 4:
            raise EnoughError

    gram = LazyGram(PlainGaussian(), Vectors.of(np.zeros((n, 1))))
    vector = np.ones(n)
    tracemalloc.start()
    try:
        with pytest.raises(EnoughError):
            gram.product(vector, after_some)
        assert tracemalloc.get_traced_memory()[1] < 5 * BLOCK_BYTES
    finally:
        tracemalloc.stop()
    assert told[0] * n <= BLOCK_BYTES / (8 * n)
    assert told[0] * n <= BLOCK


PEAK = r"""
import re
import numpy as np
from drupe.grams import LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
gram = LazyGram(Gaussian(1.0), Vectors.of(np.zeros((50_000, 1))))
assert np.allclose(gram @ np.ones(50_000), 50_000)
print(re.search(r"VmHWM:\s*(\d+) kB", open("/proc/self/status").read())[1])
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of a process is read from /proc")
def test_fifty_thousand_examples_are_multiplied_in_300_megabytes() -> None:
    run = subprocess.run([sys.executable, "-c", PEAK], capture_output=True, text=True, check=True)
    assert int(run.stdout) * 1024 < 300 * 10**6


def test_equal_inputs_are_not_the_same_examples() -> None:
    inputs = Vectors.of([[1.0], [1.0]])
    gram = LazyGram(Gaussian(1.0), inputs)
    np.testing.assert_allclose(gram.against(inputs), np.ones((2, 2)))
    np.testing.assert_allclose(gram.diagonal_of(inputs), [1.0, 1.0])


def test_what_is_no_kernel_or_no_inputs_is_refused() -> None:
    with pytest.raises(InputTypeError, match=r"needs a Kernel such as Gaussian\(\), got str"):
        LazyGram("rbf", Vectors.of([[1.0]]))  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match=r"got list; wrap a table of numbers in Vectors\.of"):
        LazyGram(Gaussian(), [[1.0]])  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="n_jobs"):
        LazyGram(Gaussian(), Vectors.of([[1.0]]), n_jobs=0)


def test_new_examples_must_fit() -> None:
    gram = LazyGram(Gaussian(), Vectors.of([[1.0, 2.0]]))
    with pytest.raises(InputTypeError, match=r"got ndarray; wrap"):
        gram.against(np.ones((1, 2)))  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match="compares Inputs"):
        gram.evaluate([[1.0, 2.0]], [1.0])  # type: ignore[arg-type]
    with pytest.raises(InputTypeError, match="this Gram is one of Vectors, got new Precomputed"):
        gram.against(Precomputed.of([[1.0]]))
    with pytest.raises(InputError, match="3 columns"):
        gram.against(Vectors.of([[1.0, 2.0, 3.0]]))


def test_a_kernel_is_any_kernel() -> None:
    inputs: Inputs = Vectors.of(POINTS[:30])
    kernel = (Gaussian(1.0) + 2.0 * PlainGaussian()).normalized()
    gram = LazyGram(kernel, inputs)
    np.testing.assert_allclose(gram.dense(), LazyGram(Gaussian(1.0), inputs).dense(), rtol=1e-12)
