"""Somebody who presses Ctrl-C as soon as anything is told of a fit."""

from typing import NoReturn

import pytest

from drupe.estimators import base
from drupe.estimators.watch import Watch
from drupe.foundation.progress import Progress


def interrupt_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on whoever follows a fit raises KeyboardInterrupt when anything is first told, shown or not."""

    def told(fraction: float) -> NoReturn:
        raise KeyboardInterrupt

    def interrupting(progress: Progress | None, keep: bool, callbacks: None) -> Watch:
        return Watch(told, keep, callbacks)

    monkeypatch.setattr(base, "Watch", interrupting)
