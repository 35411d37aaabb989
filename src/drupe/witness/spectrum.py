"""What a sample says of a covariance in feature space: its leading eigenvalues, and how much the examples vary."""

import math
from dataclasses import dataclass

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, nonnegative, positive, whole
from drupe.witness.vectors import finite_vector

ROUNDING = 1e-9
"""Share of the total by which sums of eigenvalues may be off."""


@dataclass(frozen=True, eq=False)
class Spectrum(Checked):
    """Eigenvalues of C_X = (1/n) Σ (φ(xᵢ) − m)(φ(xᵢ) − m)ᵀ, m the mean of the sample or the origin.

    Parameters
    ----------
    values
        The leading eigenvalues, the largest first.
    n
        Number of examples.
    radius
        Radius of a ball around the origin of feature space that holds all examples, future ones too.
    total
        Sum of all eigenvalues: the mean of ‖φ(x) − m‖².
    squares
        Sum of their squares: ‖C_X‖² in the Hilbert-Schmidt norm.
    fourth
        Mean of ‖φ(x) − m‖⁴.
    mean
        Length of the mean of the sample; None if squares are taken about the origin.
    least
        A value that the kernel never falls below; minus infinity if none is known.
    numerical
        How far C_X is, in the Hilbert-Schmidt norm, from a matrix of which the eigenpairs that were found are exact.

    Examples
    --------
    >>> seen = Spectrum([0.6, 0.4], n=100, radius=1.0, total=1.0, squares=0.52, fourth=1.0)
    >>> round(seen.gap(1), 12), round(seen.spread, 6)
    (0.2, 0.696311)
    """

    values: Vector
    n: int = whole(2)
    radius: float = positive()
    total: float = nonnegative()
    squares: float = nonnegative()
    fourth: float = nonnegative()
    mean: float | None = None
    least: float = -math.inf
    numerical: float = nonnegative(0.0)

    def __post_init__(self) -> None:
        super().__post_init__()
        values = finite_vector(self.values, "eigenvalues", low=0.0)
        object.__setattr__(self, "values", values)
        if not len(values) or (values[1:] > values[:-1]).any():
            raise InputError("a spectrum has one eigenvalue or more, the largest first.")
        if values.sum() > self.total * (1.0 + ROUNDING):
            raise InputError(f"eigenvalues add up to the total at most; got {values.sum()} of {self.total}.")
        if math.isnan(self.least) or not (self.mean is None or 0.0 <= self.mean <= self.radius * (1.0 + ROUNDING)):
            raise InputError(f"the mean lies within the radius {self.radius}; got one of length {self.mean}.")

    @property
    def centered(self) -> bool:
        """Whether squares are taken about the mean of the sample."""
        return self.mean is not None

    @property
    def spread(self) -> float:
        """The standard deviation of (φ(x) − m)(φ(x) − m)ᵀ in the Hilbert-Schmidt norm, without bias in its square."""
        return math.sqrt(max(self.fourth - self.squares, 0.0) * self.n / (self.n - 1))

    def gap(self, component: int, last: int | None = None) -> float:
        """How far the eigenvalues `component` to `last`, counted from one, are from all others.

        Beyond the known ones the next is no larger than the last of these, nor than all that is left of the total.
        """
        last = component if last is None else last
        known = len(self.values)
        if not 1 <= component <= last <= known:
            raise InputError(f"components {component} to {last} are not among the {known} known ones.")
        left = max(self.total - float(self.values.sum()), 0.0)
        below = float(self.values[last]) if last < known else min(float(self.values[-1]), left)
        above = math.inf if component == 1 else float(self.values[component - 2])
        return min(above - float(self.values[component - 1]), float(self.values[last - 1]) - below)

    def reach(self, mean: float) -> float:
        """How far an example may be from a mean of this length: r² = R² + ‖μ‖² − 2⟨φ(x), μ⟩."""
        inner = max(self.least, -self.radius * mean)
        return math.sqrt(max(self.radius**2 + mean**2 - 2.0 * inner, 0.0))
