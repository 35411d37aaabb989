"""The examples that a margin machine leans on: take away any of the others and the machine stays what it is."""

from dataclasses import dataclass

from drupe.foundation.errors import InputError


@dataclass(frozen=True)
class Touching:
    """A compressed set that the learner prefers: it keeps it, whichever of the other examples are taken away.

    For a support vector machine these are the examples on the margin or on its wrong side. Each example that the rule
    would get wrong has to be among them, and so has each new one, once it is added to the sample.

    Parameters
    ----------
    kept
        How many examples they are.
    n
        How many examples there were to learn from.

    Examples
    --------
    >>> Touching(kept=20, n=100).share
    0.2
    """

    kept: int
    n: int

    def __post_init__(self) -> None:
        if self.n < 1 or not 0 <= self.kept <= self.n:
            raise InputError(
                f"kept examples are between none and all of the sample, which is not empty; "
                f"got {self.kept} of {self.n}."
            )

    @property
    def share(self) -> float:
        """Part of the sample that is kept."""
        return self.kept / self.n
