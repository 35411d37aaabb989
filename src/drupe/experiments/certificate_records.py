"""Trials of an experiment that were finished, line by line in a file, so that a run can be taken up where it ended."""

import json
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from drupe.foundation.errors import InputError

VERSION = version("drupe")
Values = dict[str, float]


class Records:
    """Values of each trial by its name; what another version of drupe wrote is computed anew.

    Parameters
    ----------
    path
        The file, made when the first trial is done; None to remember nothing.

    Examples
    --------
    >>> Records(None).get("banana, split 0", lambda: {"error": 0.1})
    {'error': 0.1}
    """

    def __init__(self, path: Path | None):
        self._path = path
        self._known: dict[str, Values] = {}
        if path is not None and path.exists():
            self._known = dict(_read(path))

    def get(self, name: str, compute: Callable[[], Values]) -> Values:
        """What the file knows of a trial, or else what it gives now."""
        if name not in self._known:
            self._known[name] = compute()
            self._write(name)
        return self._known[name]

    def _write(self, name: str) -> None:
        if self._path is None:
            return
        line = {"version": VERSION, "trial": name, "values": self._known[name]}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def _read(path: Path) -> list[tuple[str, Values]]:
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            record = json.loads(line)
            if record["version"] == VERSION:
                found.append((record["trial"], {key: float(value) for key, value in record["values"].items()}))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"{path}, line {number}, is no record of a trial; name another file.") from error
    return found
