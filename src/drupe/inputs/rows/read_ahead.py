"""One thread that reads while the reader's batches are in use: decoding hides behind the work on them."""

import queue
import threading
from collections.abc import Iterator
from typing import Generic, TypeVar

Item = TypeVar("Item")

WAITING = 2
"""Batches that wait to be used, at most."""

LISTENING = 0.1
"""Seconds after which a thread that waits for room looks whether it is still wanted."""


class _Ended:
    """What the thread says last: that all is read, or what went wrong."""

    def __init__(self, error: BaseException | None):
        self.error = error


class _Reader(Generic[Item]):
    """The thread, and what it has read."""

    def __init__(self, source: Iterator[Item]):
        self._source = source
        self._read: queue.Queue[Item | _Ended] = queue.Queue(WAITING)
        self._unwanted = threading.Event()
        self._thread = threading.Thread(target=self._run, name="drupe reads ahead", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def next(self) -> Item | _Ended:
        return self._read.get()

    def stop(self) -> None:
        """Wait for the thread, which ends with the batch that it reads."""
        self._unwanted.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            for item in self._source:
                if not self._give(item):
                    break
            error = None
        except BaseException as caught:  # whatever it is, the one who reads must hear of it
            error = caught
        finally:
            close = getattr(self._source, "close", None)
            if close is not None:
                close()  # in the thread that has run it
        self._give(_Ended(error))

    def _give(self, item: Item | _Ended) -> bool:
        while not self._unwanted.is_set():
            try:
                self._read.put(item, timeout=LISTENING)
            except queue.Full:
                continue
            return True
        return False


def read_ahead(source: Iterator[Item]) -> Iterator[Item]:
    """The same items, read by a thread while those before are in use.

    What goes wrong in the thread is raised here. The thread ends with the iteration, also where that is given up
    before the end or interrupted.

    >>> list(read_ahead(iter([1, 2, 3])))
    [1, 2, 3]
    """
    reader = _Reader(source)
    reader.start()
    try:
        while not isinstance(item := reader.next(), _Ended):
            yield item
        if item.error is not None:
            raise item.error
    finally:
        reader.stop()
