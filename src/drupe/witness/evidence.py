"""What a fitted machine can witness about itself: witnesses by type, made when they are asked for."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from drupe.witness.assumptions import Assumption


def nothing_seen(assumption: Assumption) -> bool | None:
    """None: the premise was not checked."""
    return None


@dataclass(frozen=True, eq=False)
class Evidence:
    """Witnesses that a machine can give, and what is known of the premises of theorems.

    Parameters
    ----------
    n
        Number of training examples; 0 if they were not shown.
    witnesses
        For each type of witness, how to get one.
    missing
        For types that one might expect, why there is none.
    checks
        Premises that were looked at.
    loose
        Why the kernel or the price of slack depends on the data; empty if they are fixed.
    failed
        For types that such machines can give, why this one cannot, as the data turned out; their part of δ is spent.
    costly
        Types of witnesses for which machines have to be trained again, and up to how many examples that is quick.
    otherwise
        Why there is no witness of any other type; empty for words that say no more than that.

    Examples
    --------
    >>> from drupe.witness.held_out import HeldOut
    >>> Evidence(0, {HeldOut: lambda: HeldOut(1, 10)}).has(HeldOut)
    True
    """

    n: int
    witnesses: Mapping[type, Callable[[], Any]]
    missing: Mapping[type, str] = field(default_factory=dict)
    checks: Callable[[Assumption], bool | None] = field(default_factory=lambda: nothing_seen)
    loose: str = ""
    failed: Mapping[type, str] = field(default_factory=dict)
    costly: Mapping[type, int] = field(default_factory=dict)
    otherwise: str = ""

    def has(self, kind: type) -> bool:
        """Whether there is a witness of this type."""
        return kind in self.witnesses

    def with_witnesses(
        self, witnesses: Mapping[type, Callable[[], Any]], costly: Mapping[type, int] | None = None
    ) -> "Evidence":
        """The same evidence with further witnesses."""
        more = costly or {}
        return replace(self, witnesses={**self.witnesses, **witnesses}, costly={**self.costly, **more})

    def knows(self, kind: type) -> bool:
        """Whether there is a witness of this type, or a reason of its own why there is none."""
        return any(kind in kinds for kinds in (self.witnesses, self.missing, self.failed))

    def why_not(self, kind: type) -> str:
        """Why there is no witness of this type."""
        known = self.failed.get(kind) or self.missing.get(kind) or self.otherwise
        return known or f"the model gives no {kind.__name__}"
