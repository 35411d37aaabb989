"""Examples that a learner picked one by one because it had not got them right, and those it never got right."""

from dataclasses import dataclass

from drupe.foundation.errors import InputError


@dataclass(frozen=True)
class Picked:
    """The examples that a rule was fitted on, each picked as the worst of those left, and the errors outside.

    Parameters
    ----------
    picked
        How many were picked.
    mistakes
        How many of the others the rule gets wrong.
    n
        How many examples there were.
    stops
        How many numbers of picks were considered, all of them fixed beforehand.

    Examples
    --------
    >>> Picked(picked=10, mistakes=2, n=100).kept
    12
    """

    picked: int
    mistakes: int
    n: int
    stops: int = 1

    def __post_init__(self) -> None:
        if min(self.picked, self.mistakes) < 0 or self.kept > self.n or min(self.n, self.stops) < 1:
            raise InputError(
                f"picks and mistakes are examples of the sample; got {self.picked} and {self.mistakes} of {self.n}."
            )

    @property
    def kept(self) -> int:
        """Picks and mistakes together: what the learner prefers to keep."""
        return self.picked + self.mistakes
