"""A rule that answers where it is sure enough, by a threshold that was chosen on the very examples it is judged by."""

from dataclasses import dataclass

from drupe.foundation.errors import InputError


@dataclass(frozen=True)
class AnsweredAbove:
    """Errors among those of n fresh examples whose confidence exceeds a threshold, however that was chosen.

    Parameters
    ----------
    errors
        Wrong answers.
    answered
        Examples above the threshold.
    n
        Fresh examples.

    Examples
    --------
    >>> AnsweredAbove(errors=1, answered=50, n=100).coverage
    0.5
    """

    errors: int
    answered: int
    n: int

    def __post_init__(self) -> None:
        if self.answered < 1 or not 0 <= self.errors <= self.answered <= self.n:
            raise InputError(
                f"errors are among the answers, at least one, and those among the examples; "
                f"got {self.errors}, {self.answered} and {self.n}."
            )

    @property
    def coverage(self) -> float:
        """Share of the examples that is answered."""
        return self.answered / self.n
