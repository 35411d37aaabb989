"""The names of bounds, in tables and as arguments."""

import re
from typing import Any

from drupe.bounds.base import Bound


def bound_name(bound: Bound[Any] | type[Any]) -> str:
    """The name of its class in lower case, words parted; a class is written so that its capitals begin words.

    >>> from drupe.bounds.held_out.hold_out import HoldOut
    >>> from drupe.bounds.capacity.vc_dimension import VcAgnostic
    >>> bound_name(HoldOut()), bound_name(VcAgnostic)
    ('hold_out', 'vc_agnostic')
    """
    kind = bound if isinstance(bound, type) else type(bound)
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", kind.__name__).lower()
