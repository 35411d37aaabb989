"""Mistakes of one learner's machines of the first examples, each on the example that comes next."""

from dataclasses import dataclass

from drupe.foundation.errors import InputError


@dataclass(frozen=True)
class PrefixTests:
    """Errors of the machines of the first t examples, for all t from a start on, each on example t + 1.

    Parameters
    ----------
    errors
        How many predictions were wrong; a mean if the examples were run through in several orders.
    n
        How many predictions were made (in each order).
    foreseen
        The share of errors that was foreseen from the examples before the first prediction.

    Examples
    --------
    >>> PrefixTests(errors=3.0, n=100, foreseen=0.05).rate
    0.03
    """

    errors: float
    n: int
    foreseen: float

    def __post_init__(self) -> None:
        if self.n < 1 or not 0 <= self.errors <= self.n:
            raise InputError(f"errors lie between 0 and the predictions made; got {self.errors} among {self.n}.")
        if not 0.0 < self.foreseen < 1.0:
            raise InputError(f"the share of errors that is foreseen lies between 0 and 1; got {self.foreseen}.")

    @property
    def rate(self) -> float:
        """Share of wrong predictions."""
        return self.errors / self.n
