"""The equality constraints that a box problem may have: none, one over all variables, or one for each sign."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Free:
    """No equality constraint: machines without an offset."""


@dataclass(frozen=True)
class Balanced:
    """sᵀα stays what it is at the start: one offset."""


@dataclass(frozen=True)
class BalancedBySign:
    """Σα over the variables of each sign stays what it is at the start: two offsets, as in the ν-machines."""


Balance: TypeAlias = Free | Balanced | BalancedBySign
