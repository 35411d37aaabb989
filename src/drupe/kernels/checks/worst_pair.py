"""Statements about every pair of examples, decided at the pair that comes nearest to breaking them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class WorstPair:
    """How far the worst pair oversteps, and how far it may by rounding.

    Parameters
    ----------
    left, right
        Positions of the two examples.
    excess
        By how much the statement fails for them; zero or less where it holds.
    tolerance
        The excess that rounding may cause.
    """

    left: int
    right: int
    excess: float
    tolerance: float

    @property
    def holds(self) -> bool:
        """Whether no pair oversteps by more than rounding."""
        return self.excess <= self.tolerance

    def __bool__(self) -> bool:
        return self.holds

    def __str__(self) -> str:
        word = "holds" if self.holds else "fails"
        return f"{word}: worst pair ({self.left}, {self.right}), excess {self.excess:.2g}"
