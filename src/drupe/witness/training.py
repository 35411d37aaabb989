"""Mistakes on the very examples that the rule was fitted on."""

from dataclasses import dataclass

from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, whole


@dataclass(frozen=True)
class Training(Checked):
    """Errors of the fitted rule among its n training examples.

    Parameters
    ----------
    errors
        How many of them it gets wrong.
    n
        How many there are.

    Examples
    --------
    >>> Training(errors=3, n=100).rate
    0.03
    """

    errors: int = whole(0)
    n: int = whole(1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.errors > self.n:
            raise InputError(f"there are no more errors than examples; got {self.errors} among {self.n}.")

    @property
    def rate(self) -> float:
        """Share of wrong answers."""
        return self.errors / self.n

    @property
    def consistent(self) -> bool:
        """Whether the rule makes no mistake."""
        return self.errors == 0


@dataclass(frozen=True)
class Drawn(Training):
    """Errors of a rule that was drawn from a prior, and not chosen for them.

    Parameters
    ----------
    errors
        How many of the examples it gets wrong.
    n
        How many there are.

    Examples
    --------
    >>> Drawn(errors=3, n=100).rate
    0.03
    """
