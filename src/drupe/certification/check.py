"""A premise of a theorem and what could be found out about it."""

from dataclasses import dataclass

from drupe.witness.assumptions import Assumption


@dataclass(frozen=True)
class Check:
    """Whether a premise holds: seen to hold, seen to fail, or not to be seen from model and data.

    Parameters
    ----------
    assumption
        The premise.
    holds
        True or False if it was checked, None if it cannot be.
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
        return f"{word}: {self.words}"

    def doubted(self, doubt: str) -> "Check":
        """The same premise, of which something was seen that speaks against it: no longer checked, if it was."""
        return Check(self.assumption, None if self.holds else self.holds, doubt)

    @property
    def words(self) -> str:
        """The premise, and the doubt in brackets."""
        return f"{self.assumption.value} (but {self.doubt})" if self.doubt else self.assumption.value
