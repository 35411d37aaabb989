"""The updates of a learner that changes its mind only when it errs."""

from dataclasses import dataclass

from drupe.foundation.parameters import Checked, Interval, ranged, whole


@dataclass(frozen=True)
class Mistakes(Checked):
    """A mistake-driven learner went over its n examples until none was wrong, and changed its rule so often.

    Parameters
    ----------
    mistakes
        How often it changed, or a limit of that number.
    n
        Number of training examples.

    Examples
    --------
    >>> Mistakes(mistakes=3, n=10).mistakes
    3
    """

    mistakes: int = whole(0)
    n: int = whole(1)


@dataclass(frozen=True)
class PotentialMargin(Checked):
    """The largest normalized margin that any hyperplane has on the sample on which a perceptron was trained.

    Parameters
    ----------
    margin
        Γ*: that of a hard margin machine on examples of length 1.
    n
        Number of training examples.

    Examples
    --------
    >>> PotentialMargin(margin=0.5, n=100).mistakes
    4.0
    """

    margin: float = ranged(Interval(0.0, 1.0, closed_low=False, closed_high=True))
    n: int = whole(1)

    @property
    def mistakes(self) -> float:
        """Γ*⁻², at most so many mistakes makes a perceptron."""
        return self.margin**-2
