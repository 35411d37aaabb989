"""A byte budget: large arrays are refused unless the caller has allowed so many bytes."""

from drupe.foundation.errors import BudgetError

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


def require(needed: int, budget: int, what: str, remedy: str) -> None:
    """Raise a BudgetError that names the bytes and the remedy if `needed` exceeds `budget`."""
    if needed > budget:
        raise BudgetError(f"{what} needs {readable(needed)} but may take {readable(budget)}; {remedy}")
