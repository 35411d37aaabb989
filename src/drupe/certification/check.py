"""A premise of a theorem and what could be found out about it."""

from dataclasses import dataclass

from drupe.bounds.assumptions import Assumption


@dataclass(frozen=True)
class Check:
    """Whether a premise holds: seen to hold, seen to fail, or not to be seen from model and data.

    Parameters
    ----------
    assumption
        The premise.
    holds
        True or False if it was looked at, None if nobody can see it.
    doubt
        What was seen that speaks against it; empty if nothing was.

    Examples
    --------
    >>> str(Check(Assumption.CONSISTENT, True))
    'checked: the rule makes no mistake on its training examples'
    """

    assumption: Assumption
    holds: bool | None
    doubt: str = ""

    def __str__(self) -> str:
        word = {True: "checked", False: "fails", None: "taken on trust"}[self.holds]
        return f"{word}: {self.assumption.value}{self.but}"

    @property
    def but(self) -> str:
        """The doubt in brackets."""
        return f" (but {self.doubt})" if self.doubt else ""
