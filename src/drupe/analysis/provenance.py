"""Where a report comes from: versions, machine, data and the command that makes it again."""

import hashlib
import os
import platform
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("drupe", "numpy", "scipy", "scikit-learn")


@dataclass(frozen=True)
class Provenance:
    """All that is needed to make a report again.

    Parameters
    ----------
    command
        What was typed; empty if it was made in Python.
    seed
        Of splits and folds; None if there were none.
    made
        Date and time, in UTC.
    versions
        Names and versions of what computed it.
    computer
        System, processor family and number of processors.
    checksums
        Names of data files, and SHA-256 of their content.
    """

    command: str
    seed: int | None
    made: str
    versions: tuple[tuple[str, str], ...]
    computer: str
    checksums: tuple[tuple[str, str], ...] = ()


def provenance(command: str = "", seed: int | None = None, files: tuple[str, ...] = ()) -> Provenance:
    """The versions, the computer and the time of this call, with checksums of the files.

    >>> provenance(seed=7).seed
    7
    """
    versions = (("Python", sys.version.split()[0]), *((name, version(name)) for name in PACKAGES))
    computer = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    sums = tuple((name, checksum(name)) for name in files if os.path.isfile(name))
    return Provenance(command, seed, datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"), versions, computer, sums)


def checksum(name: str) -> str:
    """SHA-256 of a file, in hexadecimal digits."""
    with Path(name).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
