"""Three rules on a finite domain: their errors on the laws that boosting makes, and of their majority, in fractions."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from drupe.foundation.errors import InputError
from drupe.textbook.boosting.error_map import boosted_error


@dataclass(frozen=True)
class ThreeErrors:
    """Errors a₁, a₂, a₃ of three rules, each on its law; if all are α ≤ ½ at most, their majority errs g(α) at most.

    D₁ is the law D itself. D₂ gives half of its mass to the points where the first rule errs and half to the others,
    in proportion to D. D₃ is D given that the first two disagree. If a₁ = a₂ = a₃ = α the majority errs g(α) exactly,
    however the errors lie.

    Parameters
    ----------
    law
        The probability of each point. Floating-point numbers are taken as the fractions that they are, and divided
        by their sum.
    first, second, third
        Whether each rule errs, point by point.

    Examples
    --------
    >>> three = ThreeErrors([1, 1, 1, 1], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0])
    >>> [str(error) for error in three.errors], str(three.majority_error), str(three.limit)
    (['1/4', '1/6', '0'], '0', '5/32')

    References
    ----------
    [Mukherjee04]_, section 6.3, eqs. 6.1 to 6.3, with p the probability of an error; [Schapire90]_, section 3.
    """

    law: Sequence[Fraction | float]
    first: Sequence[bool]
    second: Sequence[bool]
    third: Sequence[bool]

    def __post_init__(self) -> None:
        if not {len(self.first), len(self.second), len(self.third)} == {len(self.law)}:
            raise InputError("a finite domain needs, for each of its points, a probability and three verdicts.")
        if not all(mass >= 0 for mass in self.law) or not sum(self.law) > 0:
            raise InputError("probabilities must be zero or more, and not all of them zero.")
        if not 0 < self._share(self.masses, self.first) < 1:
            raise InputError("the first rule errs nowhere, or everywhere: there is no law D₂.")
        if self.disagreement == 0:
            raise InputError(
                "the first two rules disagree nowhere: there is no law D₃, and their error is that of one."
            )

    @property
    def masses(self) -> tuple[Fraction, ...]:
        """D."""
        return _scaled([Fraction(mass) for mass in self.law])

    @property
    def second_law(self) -> tuple[Fraction, ...]:
        """D₂."""
        error = self._share(self.masses, self.first)
        return tuple(
            mass / (2 * (error if errs else 1 - error)) for mass, errs in zip(self.masses, self.first, strict=True)
        )

    @property
    def third_law(self) -> tuple[Fraction, ...]:
        """D₃."""
        return _scaled([mass * apart for mass, apart in zip(self.masses, self._apart, strict=True)])

    @property
    def disagreement(self) -> Fraction:
        """D[h₁ ≠ h₂] ≥ a₁ (1 − 2a₂): how often the filter of the third rule finds something."""
        return self._share(self.masses, self._apart)

    @property
    def errors(self) -> tuple[Fraction, Fraction, Fraction]:
        """a₁ = D₁[h₁ ≠ c], a₂ = D₂[h₂ ≠ c], a₃ = D₃[h₃ ≠ c]."""
        return (
            self._share(self.masses, self.first),
            self._share(self.second_law, self.second),
            self._share(self.third_law, self.third),
        )

    @property
    def majority_error(self) -> Fraction:
        """D[two of the three err]."""
        verdicts = zip(self.first, self.second, self.third, strict=True)
        return self._share(self.masses, [bool(a) + bool(b) + bool(c) >= 2 for a, b, c in verdicts])

    @property
    def limit(self) -> Fraction:
        """What is promised: g(α) for α the largest of the three errors; 1 if it is above ½, where nothing is."""
        largest = max(self.errors)
        return boosted_error(largest) if largest <= Fraction(1, 2) else Fraction(1)

    @property
    def _apart(self) -> list[bool]:
        return [bool(a) != bool(b) for a, b in zip(self.first, self.second, strict=True)]

    @staticmethod
    def _share(law: Sequence[Fraction], event: Sequence[bool]) -> Fraction:
        return sum((mass for mass, holds in zip(law, event, strict=True) if holds), Fraction(0))


def _scaled(masses: Sequence[Fraction]) -> tuple[Fraction, ...]:
    total = sum(masses, Fraction(0))
    return tuple(mass / total for mass in masses)
