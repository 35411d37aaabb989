"""Requests that come while the model is busy are answered together when it is free; nobody waits for company."""

import asyncio
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from drupe.estimators.answers import Answers


@dataclass(frozen=True, eq=False)
class _Asked:
    """The checked rows of one request, and where its answers go."""

    rows: Any
    count: int
    answers: asyncio.Future[Answers]


class Batches:
    """One thread that evaluates whatever has come since it was last free.

    An idle server answers at once. A busy one gathers requests for as long as the batch before takes, which is as
    long as they would have had to wait anyway, and what surrounds an evaluation is then paid once for all of them.

    Parameters
    ----------
    answer
        From the rows of several requests to the answers to all of them.
    most
        Rows of one batch; a request that alone has more is a batch of its own.
    """

    def __init__(self, answer: Callable[[Sequence[Any]], Answers], most: int):
        self._answer, self._most = answer, most
        self._waiting: deque[_Asked] = deque()
        self._busy = False
        self._worker = ThreadPoolExecutor(1, "drupe-serve")

    async def answers(self, rows: Any, count: int) -> Answers:
        """Answers to the rows of one request, `count` of them; whatever its evaluation raises."""
        asked = _Asked(rows, count, asyncio.get_running_loop().create_future())
        self._waiting.append(asked)
        if not self._busy:
            self._begin()
        return await asked.answers

    def close(self) -> None:
        """End the thread."""
        self._worker.shutdown()

    def _begin(self) -> None:
        batch = [self._waiting.popleft()]
        rows = batch[0].count
        while self._waiting and rows + self._waiting[0].count <= self._most:
            batch.append(self._waiting.popleft())
            rows += batch[-1].count
        self._busy = True
        evaluated = asyncio.get_running_loop().run_in_executor(self._worker, self._evaluated, batch)
        evaluated.add_done_callback(lambda done: self._deliver(batch, done.result()))

    def _deliver(self, batch: Sequence[_Asked], found: Sequence[Answers | Exception]) -> None:
        self._busy = False
        if self._waiting:
            self._begin()
        for asked, one in zip(batch, found, strict=True):
            if asked.answers.done():  # whoever asked has given up
                continue
            if isinstance(one, Exception):
                asked.answers.set_exception(one)
            else:
                asked.answers.set_result(one)

    def _evaluated(self, batch: Sequence[_Asked]) -> Sequence[Answers | Exception]:
        """In the thread: all at once, or one by one if something is wrong with any of them."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about names of columns that requests do not have
                whole = self._answer([asked.rows for asked in batch])
        except Exception as wrong:
            return [wrong] if len(batch) == 1 else [one for asked in batch for one in self._evaluated([asked])]
        parts, first = [], 0
        for asked in batch:
            parts.append(whole.between(first, first + asked.count))
            first += asked.count
        return parts
