"""How far to go: a step that is halved until it leads down far enough."""

from collections.abc import Callable
from dataclasses import dataclass

SUFFICIENT = 1e-4
"""Share of the descent that the slope promises which a step must keep."""


@dataclass(frozen=True)
class Reached:
    """The share of a step that was gone, and the value there."""

    length: float
    value: float


def downhill(at: Callable[[float], float], before: float, slope: float = 0.0, halvings: int = 60) -> Reached | None:
    """The longest of 1, ½, ¼, ... with at(length) ≤ before + 10⁻⁴ length · slope; None if none of them has it.

    Parameters
    ----------
    at
        The value after this share of the step; nan and infinity count as too high.
    before
        The value at its beginning.
    slope
        That of `at` at zero; with 0 a step only must not lead up.
    halvings
        How many lengths are tried.

    Examples
    --------
    >>> downhill(lambda t: (1.0 - 3.0 * t) ** 2, before=1.0, slope=-6.0)
    Reached(length=0.5, value=0.25)

    References
    ----------
    [Herbrich02]_, appendix B.7.3; [Mukherjee04]_, section 5.3.
    """
    length = 1.0
    for _ in range(halvings):
        value = at(length)
        if value <= before + SUFFICIENT * length * slope:
            return Reached(length, value)
        length /= 2.0
    return None
