"""Where the caller's own code is, so that a warning points at their line and not at one of ours."""

import sys
from types import FrameType
from typing import Any

OURS = __name__.partition(".")[0]

LIBRARIES = {OURS, "sklearn", "joblib", "functools", "contextlib"}
"""Packages that may stand between the user's line and a fit: searches and cross-validation fit many times."""


def stacklevel_outside() -> int:
    """The `stacklevel` at which `warnings.warn`, called beside this, names the nearest frame outside this package."""
    level, frame = 1, sys._getframe(1)
    while _package(frame) == OURS and frame.f_back is not None:
        level, frame = level + 1, frame.f_back
    return level


def call_from_outside() -> tuple[int, Any]:
    """The `stacklevel` of the nearest frame outside all LIBRARIES, and the first argument of what is called there.

    For a search that is the search itself, however many fits it makes; None if the call has no argument.
    """
    level, frame, inner = 1, sys._getframe(1), sys._getframe(1)
    while _package(frame) in LIBRARIES and frame.f_back is not None:
        level, frame, inner = level + 1, frame.f_back, frame
    return level, _first_argument(inner)


def _first_argument(frame: FrameType) -> Any:
    """Of the function that runs in the frame, also if it takes whatever comes and passes it on."""
    code = frame.f_code
    if code.co_argcount:
        return frame.f_locals.get(code.co_varnames[0])
    passed = [frame.f_locals.get(name) for name in code.co_varnames[code.co_kwonlyargcount :][:2]]
    given = [*(one for one in passed if isinstance(one, tuple)), *(one for one in passed if isinstance(one, dict))]
    return next((value for one in given for value in (one.values() if isinstance(one, dict) else one)), None)


def _package(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]
