"""Examples that give the rule again: a sample compressed to few of its members."""

from dataclasses import dataclass

from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, nonnegative, whole


@dataclass(frozen=True)
class KeptInOrder(Checked):
    """Training again on these different examples, one after the other, gives the same rule.

    Parameters
    ----------
    kept
        How many they are.
    n
        How many there were.
    errors
        Mistakes of the rule among all n.
    bits
        What must be remembered besides the examples, in bits.

    Examples
    --------
    >>> KeptInOrder(kept=5, n=100, errors=0).others
    95
    """

    kept: int = whole(0)
    n: int = whole(1)
    errors: int = whole(0, 0)
    bits: float = nonnegative(0.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.kept > self.n or self.errors > self.n:
            raise InputError(f"of {self.n} examples one cannot keep {self.kept} and get {self.errors} wrong.")

    @property
    def others(self) -> int:
        """Examples that were not kept, and so test the rule."""
        return self.n - self.kept


@dataclass(frozen=True)
class Kept(KeptInOrder):
    """Training again on these examples, in whatever order, gives the same rule.

    Support vectors are such examples.

    Parameters
    ----------
    kept
        How many they are.
    n
        How many there were.
    errors
        Mistakes of the rule among all n.
    bits
        What must be remembered besides the examples, in bits.

    Examples
    --------
    >>> Kept(kept=5, n=100).errors
    0
    """
