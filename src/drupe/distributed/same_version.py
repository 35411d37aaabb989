"""Whether other processes run the same drupe: different ones could add up different numbers."""

import sys
from collections.abc import Mapping
from importlib import metadata

from drupe.foundation.errors import ParameterError

ALIKE = ("drupe", "numpy", "scipy")
"""Packages whose numbers go into the sums."""


def versions() -> dict[str, str]:
    """What this process runs."""
    python = ".".join(map(str, sys.version_info[:2]))
    return {"python": python, **{package: metadata.version(package) for package in ALIKE}}


def require_same(here: Mapping[str, str], there: Mapping[str, Mapping[str, str]]) -> None:
    """Raise a ParameterError that names the first worker that differs, in what, and what would do.

    >>> require_same({"drupe": "1.0"}, {"tcp://10.0.0.2:4001": {"drupe": "1.1"}})
    Traceback (most recent call last):
    ...
    drupe.foundation.errors.ParameterError: worker tcp://10.0.0.2:4001 runs drupe 1.1, but here it is 1.0; install ...
    """
    for worker, theirs in there.items():
        for package, version in here.items():
            if theirs.get(package) != version:
                raise ParameterError(
                    f"worker {worker} runs {package} {theirs.get(package)}, but here it is {version}; install the same "
                    "versions on all machines and start the workers again."
                )
