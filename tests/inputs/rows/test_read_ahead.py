"""The reader's thread: order, errors, an early end, Ctrl-C, and nothing that is left running."""

import os
import signal
import threading
from collections.abc import Iterator

import pytest

from drupe.inputs.rows.read_ahead import WAITING, read_ahead


def running() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "drupe reads ahead"]


def test_all_items_come_in_order_from_another_thread() -> None:
    def numbered() -> Iterator[tuple[int, int]]:
        for i in range(100):
            yield i, threading.get_ident()

    found = list(read_ahead(numbered()))
    assert [i for i, _ in found] == list(range(100))
    assert {thread for _, thread in found} != {threading.get_ident()}
    assert running() == []


def test_an_error_of_the_thread_comes_out_after_what_was_read() -> None:
    def broken() -> Iterator[int]:
        yield 1
        yield 2
        raise ValueError("disk on fire")

    items = read_ahead(broken())
    assert [next(items), next(items)] == [1, 2]
    with pytest.raises(ValueError, match="disk on fire"):
        next(items)
    assert running() == []


def test_who_stops_early_stops_the_thread_and_closes_the_source() -> None:
    read, closed = [], []

    def endless() -> Iterator[int]:
        try:
            for i in range(10**9):
                read.append(i)
                yield i
        finally:
            closed.append(threading.current_thread().name)

    items = read_ahead(endless())
    assert next(items) == 0
    items.close()  # type: ignore[attr-defined]
    assert running() == []
    assert closed == ["drupe reads ahead"]
    assert len(read) <= WAITING + 2


def test_never_more_are_in_waiting_than_promised() -> None:
    made, used = [], []

    def counted() -> Iterator[int]:
        for i in range(50):
            made.append(i)
            yield i

    for item in read_ahead(counted()):
        used.append(item)
        assert len(made) - len(used) <= WAITING + 1


def test_an_interrupt_ends_the_thread() -> None:
    waits = threading.Event()

    def slow() -> Iterator[int]:
        yield 1
        while not waits.wait(0.01):
            yield 2

    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in read_ahead(slow()):
            pass
    timer.join()
    assert running() == []
