"""Mistakes of a learner that is tested on each block of examples before it may learn from it."""

from dataclasses import dataclass

from drupe.foundation.errors import InputError


@dataclass(frozen=True)
class Progressive:
    """Errors of successive rules, each on examples that came after its training.

    Parameters
    ----------
    errors
        How many predictions were wrong; a mean if the examples were run through in several orders.
    n
        How many predictions were made (in each order).
    tilt
        How strongly few errors count as evidence, s > 0; fixed before the first prediction.

    Examples
    --------
    >>> Progressive(errors=3.0, n=100, tilt=0.5).rate
    0.03
    """

    errors: float
    n: int
    tilt: float

    def __post_init__(self) -> None:
        if self.n < 1 or not 0 <= self.errors <= self.n:
            raise InputError(f"errors lie between 0 and the predictions made; got {self.errors} among {self.n}.")
        if not 0.0 < self.tilt < float("inf"):
            raise InputError(f"the tilt is a positive number; got {self.tilt}.")

    @property
    def rate(self) -> float:
        """Share of wrong predictions."""
        return self.errors / self.n
