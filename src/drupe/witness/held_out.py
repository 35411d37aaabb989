"""Mistakes on examples that the rule was not fitted on."""

from dataclasses import dataclass

from drupe.foundation.errors import InputError


@dataclass(frozen=True)
class HeldOut:
    """Errors of one fixed rule among n fresh examples.

    Parameters
    ----------
    errors
        How many of them it gets wrong.
    n
        How many there are.

    Examples
    --------
    >>> HeldOut(errors=3, n=100).rate
    0.03
    """

    errors: int
    n: int

    def __post_init__(self) -> None:
        if self.n < 1 or not 0 <= self.errors <= self.n:
            raise InputError(
                f"held-out errors lie between 0 and the number of examples, which is at least 1; "
                f"got {self.errors} errors among {self.n}."
            )

    @property
    def rate(self) -> float:
        """Share of wrong answers."""
        return self.errors / self.n
