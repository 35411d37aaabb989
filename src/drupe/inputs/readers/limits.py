"""How many bytes may come out of a packed file or a pipe: small files must not take all memory, nor endless ones."""

from drupe.foundation.budget import readable
from drupe.foundation.errors import BudgetError
from drupe.foundation.remedies import Setting
from drupe.inputs.readers.location import Location

SMALL = 2**26
"""Bytes that every packed file may unpack to."""

RATIO = 200
"""Beyond, a file may unpack to so many times its own bytes; text and tables pack five to a hundred to one."""

PIPED = 2**28
"""Bytes that may come through a pipe or from a device, whose end is not known."""

BUDGET = Setting("budget")

REMEDY = f"pass {BUDGET} with the bytes that it may take if this is meant"


def allowed(packed: int, budget: int | None) -> int:
    """What so many packed bytes may unpack to, unless the user has said it.

    >>> allowed(1000, None), allowed(2**20, None), allowed(1000, 5000)
    (67108864, 209715200, 5000)
    """
    return max(SMALL, RATIO * packed) if budget is None else budget


def check_unpacked(needed: int, packed: int, budget: int | None, place: Location) -> None:
    """Raise a BudgetError if what lies packed there is too large; before it is unpacked."""
    limit = allowed(packed, budget)
    if needed > limit:
        raise BudgetError(
            f"{place}: {readable(packed)} unpack to {readable(needed)}, but may take {readable(limit)}; {REMEDY}.",
            remedies=(BUDGET,),
        )
