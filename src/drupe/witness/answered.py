"""A rule that may decline to answer: its mistakes among the fresh examples that it does answer."""

from dataclasses import dataclass

from drupe.foundation.errors import InputError


@dataclass(frozen=True)
class Answered:
    """Errors among the answered ones of n fresh examples.

    Parameters
    ----------
    errors
        Wrong answers.
    answered
        Answers.
    n
        Fresh examples.
    choices
        How many shares of answers were considered, all fixed beforehand.

    Examples
    --------
    >>> Answered(errors=1, answered=50, n=100, choices=5).coverage
    0.5
    """

    errors: int
    answered: int
    n: int
    choices: int = 1

    def __post_init__(self) -> None:
        if self.choices < 1 or self.answered < 1 or not 0 <= self.errors <= self.answered <= self.n:
            raise InputError(
                f"errors are among the answers, at least one, and those among the examples; "
                f"got {self.errors}, {self.answered} and {self.n}."
            )

    @property
    def coverage(self) -> float:
        """Share of the examples that is answered."""
        return self.answered / self.n
