"""Requests that wait are answered together; idle ones at once; a bad one alone."""

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from drupe.estimators.answers import Answers
from drupe.serving.batches import Batches


class Slow:
    """Answers rows with their doubles once it is let go, and remembers the sizes of what it was asked."""

    def __init__(self) -> None:
        self.go, self.begun, self.sizes = threading.Event(), threading.Event(), list[int]()

    def __call__(self, requests: Sequence[Any]) -> Answers:
        self.begun.set()
        self.go.wait()
        rows = np.concatenate(requests)
        self.sizes.append(len(rows))
        if (rows < 0).any():
            raise ValueError("negative")
        return Answers(2 * rows, np.ones(len(rows), dtype=bool))


async def asked_while_busy(slow: Slow, most: int, later: list[list[int]]) -> list[Any]:
    """The first request keeps the model busy until all others have come."""
    batches = Batches(slow, most)
    first = asyncio.create_task(batches.answers(np.array([0]), 1))
    await asyncio.to_thread(slow.begun.wait)
    others = [asyncio.create_task(batches.answers(np.array(rows), len(rows))) for rows in later]
    await asyncio.sleep(0)
    slow.go.set()
    found = await asyncio.gather(first, *others, return_exceptions=True)
    batches.close()
    return [one if isinstance(one, BaseException) else one.said.tolist() for one in found]


def test_those_who_wait_are_answered_together_each_with_its_own() -> None:
    slow = Slow()
    assert asyncio.run(asked_while_busy(slow, 100, [[1], [2, 3], [4]])) == [[0], [2], [4, 6], [8]]
    assert slow.sizes == [1, 4]


def test_batches_are_no_larger_than_allowed_but_for_a_single_request() -> None:
    slow = Slow()
    later = [[1, 1], [2, 2], [3, 3, 3, 3, 3], [4]]
    assert asyncio.run(asked_while_busy(slow, 4, later))[1:] == [[2, 2], [4, 4], [6, 6, 6, 6, 6], [8]]
    assert slow.sizes == [1, 4, 5, 1]


def test_a_bad_request_spoils_no_other() -> None:
    slow = Slow()
    found = asyncio.run(asked_while_busy(slow, 100, [[1], [-1], [3]]))
    assert (found[0], found[1], found[3]) == ([0], [2], [6])
    assert isinstance(found[2], ValueError)


def test_an_idle_model_is_asked_at_once() -> None:
    async def one_after_the_other() -> list[int]:
        slow = Slow()
        slow.go.set()
        batches = Batches(slow, 10)
        for row in range(3):
            await batches.answers(np.array([row]), 1)
        batches.close()
        return slow.sizes

    assert asyncio.run(one_after_the_other()) == [1, 1, 1]


def test_who_gave_up_is_not_missed() -> None:
    async def cancelled() -> list[int]:
        slow = Slow()
        batches = Batches(slow, 10)
        first = asyncio.create_task(batches.answers(np.array([1]), 1))
        await asyncio.to_thread(slow.begun.wait)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        slow.go.set()
        answer = await batches.answers(np.array([5]), 1)
        batches.close()
        found: list[int] = answer.said.tolist()
        return found

    assert asyncio.run(cancelled()) == [10]
