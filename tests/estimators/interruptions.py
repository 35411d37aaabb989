"""Somebody who presses Ctrl-C as soon as anything is told of a fit."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

import pytest

from drupe.estimators import base


def interrupt_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every bar of progress raises KeyboardInterrupt when it is first moved."""

    def told(fraction: float) -> NoReturn:
        raise KeyboardInterrupt

    @contextmanager
    def interrupting(title: str, shown: bool) -> Iterator[Callable[[float], NoReturn]]:
        yield told

    monkeypatch.setattr(base, "progress_bar", interrupting)
