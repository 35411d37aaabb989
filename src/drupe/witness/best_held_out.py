"""Mistakes of the rule that was chosen among several, on the very examples that it was chosen by."""

from dataclasses import dataclass

from drupe.foundation.errors import InputError
from drupe.witness.held_out import HeldOut


@dataclass(frozen=True)
class BestHeldOut(HeldOut):
    """Errors among n fresh examples of one of several rules, all of them fixed before these were looked at.

    Parameters
    ----------
    errors
        How many the chosen rule gets wrong.
    n
        How many there are.
    candidates
        Among how many rules it was chosen, for whatever reason.

    Examples
    --------
    >>> BestHeldOut(errors=3, n=100, candidates=20).rate
    0.03
    """

    candidates: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.candidates < 1:
            raise InputError(f"a rule is chosen among at least one, itself; got {self.candidates}.")
