"""A byte budget: large arrays are refused unless the caller has allowed so many bytes."""

import re

from drupe.foundation.errors import BudgetError, ParameterError

MEGABYTE = 2**20
"""Bytes in the unit of `cache_size`, as scikit-learn counts them."""

DEFAULT_BYTES = 4 * 2**30
"""What one dense Gram matrix may take unless the caller says otherwise: 4 GiB."""


def readable(size: float) -> str:
    """Bytes for people.

    >>> readable(3_200_000_000)
    '3.0 GiB'
    """
    for unit in ("B", "KiB", "MiB"):
        if size < 1024:
            return f"{size:.0f} B" if unit == "B" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} GiB"


_UNITS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4}


def in_bytes(size: int | str) -> int:
    """A number of bytes as people say it; a unit without an i counts in thousands.

    >>> in_bytes("2GB"), in_bytes("1.5 GiB"), in_bytes(4096)
    (2000000000, 1610612736, 4096)
    """
    parts = re.fullmatch(r"\s*(\d+(?:\.\d*)?)\s*([KMGT]?)(I?)B?\s*", str(size).upper(), re.ASCII)
    if isinstance(size, bool) or parts is None or (parts[3] and not parts[2]):
        raise ParameterError(f"a number of bytes is needed, such as '2GB', '500MiB' or 4096, got {size!r}.")
    return int(float(parts[1]) * (1024 if parts[3] else 1000) ** _UNITS[parts[2]])


def require(needed: int, budget: int, what: str, remedy: str) -> None:
    """Raise a BudgetError that names the bytes and the remedy if `needed` exceeds `budget`."""
    if needed > budget:
        raise BudgetError(f"{what} needs {readable(needed)} but may take {readable(budget)}; {remedy}")
