"""What was seen of one of several candidates."""

from dataclasses import dataclass
from typing import Any

from drupe.foundation.parameters import Checked, whole


@dataclass(frozen=True)
class Selected(Checked):
    """The witness of the candidate at a position in a list that was fixed beforehand.

    Parameters
    ----------
    index
        The position.
    witness
        What a bound looks at.

    Examples
    --------
    >>> Selected(index=2, witness=None).index
    2
    """

    index: int = whole(0)
    witness: Any = None
