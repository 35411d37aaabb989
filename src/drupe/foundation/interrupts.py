"""Ctrl-C: when it has to wait, and whether it came."""

import _thread
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType


@contextmanager
def uninterrupted() -> Iterator[None]:
    """What is written together is there together: Ctrl-C is not heard meanwhile, and nothing takes long."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@dataclass
class Interrupts:
    """Whether Ctrl-C came."""

    came: bool = False


@contextmanager
def noticed() -> Iterator[Interrupts]:
    """Learn whether Ctrl-C came, even if a solver that keeps its best so far has dealt with it."""
    found, before = Interrupts(), signal.getsignal(signal.SIGINT)
    # Other threads hear no signals, and who ignores Ctrl-C goes on ignoring it.
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield found
        return

    def hear(number: int, frame: FrameType | None) -> None:
        found.came = True
        before(number, frame)

    signal.signal(signal.SIGINT, hear)
    try:
        yield found
    finally:
        signal.signal(signal.SIGINT, before)


AGAIN = 0.02
"""Seconds after which an interrupt that was lost comes again."""


@contextmanager
def never_lost() -> Iterator[None]:
    """An interrupt that falls into a destructor or a weak reference, where Python can but complain, comes again."""
    complain = sys.unraisablehook

    def hook(found: "sys.UnraisableHookArgs") -> None:
        if issubclass(found.exc_type, KeyboardInterrupt):
            threading.Timer(AGAIN, _thread.interrupt_main).start()
        else:
            complain(found)

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = complain
