"""Where the caller's own code is, so that a warning points at their line and not at one of ours."""

import sys

OURS = __name__.partition(".")[0]


def stacklevel_outside() -> int:
    """The `stacklevel` at which `warnings.warn`, called beside this, names the nearest frame outside this package."""
    level, frame = 1, sys._getframe(1)
    while frame.f_globals.get("__name__", "").partition(".")[0] == OURS and frame.f_back is not None:
        level, frame = level + 1, frame.f_back
    return level
