"""Progress: rising fractions that end at one, told by the calling thread; who is told may object."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from drupe.inputs import Vectors
from drupe.kernels import Laplacian
from drupe.kernels.compiled import CompiledKernel

SIZE = 3000
X = Vectors.of(np.random.default_rng(0).standard_normal((SIZE, 300)))
ONES = np.ones((SIZE, 1))

WORK: dict[str, Callable[[CompiledKernel, Any], Any]] = {
    "gram": lambda prepared, progress: prepared.gram(progress),
    "block": lambda prepared, progress: prepared.block(X, progress),
    "product": lambda prepared, progress: prepared.product(X, ONES, progress),
    "gram_product": lambda prepared, progress: prepared.gram_product(ONES, progress),
}


def prepared(threads: int, inputs: Vectors = X) -> CompiledKernel:
    ready = Laplacian(300.0).prepare(inputs, threads=threads)
    assert isinstance(ready, CompiledKernel)
    return ready


@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_fractions_rise_to_one(work: Callable[..., Any], threads: int) -> None:
    told: list[float] = []
    work(prepared(threads), told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert told.count(1.0) == 1
    assert told[0] > 0.0
    if threads == 1:
        # Where others work too, they may be done before the thread that tells is asked again.
        assert told[0] < 0.9


def test_a_short_run_tells_its_end() -> None:
    told: list[float] = []
    few = Vectors.of(X.array[:5])
    prepared(1, few).gram(told.append)
    assert told == [1.0]


def test_only_the_calling_thread_is_heard() -> None:
    speakers: set[int] = set()
    prepared(3).gram_product(ONES, lambda fraction: speakers.add(threading.get_ident()))
    assert speakers == {threading.get_ident()}


class ObjectionError(Exception):
    """Whatever a listener may raise."""


@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("at", [0.0, 1.0], ids=["at first", "at the end"])
def test_an_exception_of_the_listener_surfaces_as_itself(work: Callable[..., Any], threads: int, at: float) -> None:
    objection = ObjectionError("enough")

    def listener(fraction: float) -> None:
        if fraction >= at:
            raise objection

    ready = prepared(threads)
    with pytest.raises(ObjectionError) as caught:
        work(ready, listener)
    assert caught.value is objection
    assert work(ready, None).shape[0] == SIZE


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, GeneratorExit])
def test_even_those_that_are_no_errors(error: type[BaseException]) -> None:
    def listener(fraction: float) -> None:
        raise error

    with pytest.raises(error):
        prepared(2).gram(listener)


def test_a_listener_that_is_no_function_is_an_error_of_python() -> None:
    with pytest.raises(TypeError, match="not callable"):
        prepared(1).gram("loud")  # type: ignore[arg-type]
