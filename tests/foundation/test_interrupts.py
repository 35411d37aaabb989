"""Ctrl-C is heard, kept waiting where it must, and never lost."""

import contextlib
import os
import signal
import sys
import time

import pytest

from drupe.foundation.interrupts import never_lost, noticed, uninterrupted

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends a signal")


def ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.01)  # the signal arrives between two steps of Python


def test_it_waits_while_files_are_written() -> None:
    with uninterrupted():
        ctrl_c()
    with pytest.raises(KeyboardInterrupt):
        ctrl_c()


def test_it_is_noticed_even_if_someone_deals_with_it() -> None:
    with noticed() as quiet:
        pass
    with noticed() as found, contextlib.suppress(KeyboardInterrupt):
        ctrl_c()
    assert (quiet.came, found.came) == (False, True)


def test_it_stays_ignored_where_it_was() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with noticed() as found:
            ctrl_c()
    finally:
        signal.signal(signal.SIGINT, before)
    assert not found.came


class Dies:
    """Interrupted while it goes."""

    def __del__(self) -> None:
        ctrl_c()


def swallow() -> None:
    one = Dies()
    del one
    for _ in range(6000):  # until it comes
        time.sleep(0.01)


def test_it_comes_again_if_a_destructor_swallowed_it() -> None:
    hook = sys.unraisablehook
    with never_lost(), pytest.raises(KeyboardInterrupt):
        swallow()
    assert sys.unraisablehook is hook
