"""Mistakes of a learner that is tested on a few large blocks of examples, each before it may learn from it."""

from dataclasses import dataclass

from drupe.foundation.errors import InputError


@dataclass(frozen=True)
class Blockwise:
    """Errors of a few successive rules, each on the whole block of examples that came after its training.

    Parameters
    ----------
    errors
        How many predictions were wrong, in all blocks together.
    sizes
        Examples in each block, fixed beforehand.
    tilt
        How strongly few errors count as evidence, s > 0; fixed before the first prediction.

    Examples
    --------
    >>> Blockwise(errors=3, sizes=(40, 30, 30), tilt=0.5).rate
    0.03
    """

    errors: int
    sizes: tuple[int, ...]
    tilt: float

    def __post_init__(self) -> None:
        if not self.sizes or min(self.sizes) < 1 or not 0 <= self.errors <= self.n:
            raise InputError(
                f"errors lie between 0 and the predictions made in at least one block; "
                f"got {self.errors} in blocks of {self.sizes}."
            )
        if not 0.0 < self.tilt < float("inf"):
            raise InputError(f"the tilt is a positive number; got {self.tilt}.")

    @property
    def n(self) -> int:
        """Predictions made."""
        return sum(self.sizes)

    @property
    def rate(self) -> float:
        """Share of wrong predictions."""
        return self.errors / self.n
