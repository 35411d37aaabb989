"""What happens to each example when it is left out."""

from dataclasses import dataclass

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, nonnegative, positive, whole
from drupe.witness.vectors import finite_vector


@dataclass(frozen=True)
class LeaveOneOut(Checked):
    """Examples that are wrong under the rule learned from the n − 1 others.

    Parameters
    ----------
    errors
        How many.
    n
        Number of examples.

    Examples
    --------
    >>> LeaveOneOut(errors=2, n=10).rate
    0.2
    """

    errors: int = whole(0)
    n: int = whole(1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.errors > self.n:
            raise InputError(f"there are no more errors than examples; got {self.errors} among {self.n}.")

    @property
    def rate(self) -> float:
        """Share of examples that are wrong when left out."""
        return self.errors / self.n


@dataclass(frozen=True, eq=False)
class DualMargins(Checked):
    """Margins of a machine f(x) = Σ αᵢ yᵢ k(xᵢ, x), and what each example contributes to its own.

    Parameters
    ----------
    margins
        yᵢ f(xᵢ).
    contributions
        αᵢ k(xᵢ, xᵢ) ≥ 0; zero where the example is no support vector.

    Examples
    --------
    >>> DualMargins([1.0, 2.0], contributions=[0.5, 0.0]).support
    1
    """

    margins: Vector
    contributions: Vector

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "margins", finite_vector(self.margins, "margins"))
        object.__setattr__(self, "contributions", finite_vector(self.contributions, "contributions", low=0.0))
        if len(self.margins) != len(self.contributions):
            raise InputError(f"got {len(self.margins)} margins but {len(self.contributions)} contributions.")

    @property
    def n(self) -> int:
        """Number of examples."""
        return len(self.margins)

    @property
    def support(self) -> int:
        """Number of support vectors."""
        return int((self.contributions > 0.0).sum())


@dataclass(frozen=True, eq=False)
class Spans(DualMargins):
    """Margins, and how far each support vector lies from what the others span.

    Parameters
    ----------
    margins
        yᵢ f(xᵢ).
    contributions
        αᵢ Sᵢ², where Sᵢ is the distance of φ(xᵢ) from the span of the other support vectors; zero for the others.

    Examples
    --------
    >>> Spans([1.0, 2.0], contributions=[0.5, 0.0]).n
    2
    """


@dataclass(frozen=True)
class RadiusMargin(Checked):
    """A hard margin hyperplane and the ball that holds the sample.

    Parameters
    ----------
    radius
        Largest distance of an example from the origin of feature space; for a machine with offset, the diameter of the
        smallest ball that holds the examples.
    margin
        Smallest distance of an example from the hyperplane.
    n
        Number of examples.

    Examples
    --------
    >>> RadiusMargin(radius=1.0, margin=0.5, n=16).ratio
    4.0
    """

    radius: float = nonnegative()
    margin: float = positive()
    n: int = whole(1)

    @property
    def ratio(self) -> float:
        """R² / γ²."""
        return (self.radius / self.margin) ** 2
