"""How far a principal component of a sample is turned from the true one of the same number, and subspaces of them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.spectral.covariance import BernsteinCovariance, CovarianceBound
from drupe.bounds.spectral.subspaces import distance
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.atoms import Covariances, gaussian_atoms, near_origin, signed_axes
from drupe.foundation.citations import Citation
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Checked, whole
from drupe.witness.assumptions import Assumption
from drupe.witness.spectrum import Spectrum

PREMISES = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_INPUTS})


@dataclass(frozen=True)
class ComponentSubspace(Checked, Bound[Spectrum]):
    """sin ∠ ≤ 2 ‖C − C_X‖ / gap for the components `first` to `last` of the sample and those of the distribution.

    The numbers are matched: the second component is compared with the true second one. The gap is that between the
    eigenvalues of the sample, which can be seen, and the largest angle of the two subspaces is bounded, for one
    component the angle itself.

    Parameters
    ----------
    first, last
        Which components, counted from one.
    covariance
        Says how large ‖C − C_X‖ can be; the one statement serves all components at once.

    Examples
    --------
    >>> seen = Spectrum([0.6, 0.3, 0.1], n=10_000, radius=1.0, total=1.0, squares=0.46, fourth=1.0)
    >>> round(ComponentSubspace(1, 1).risk(seen, delta=0.05), 3), round(ComponentSubspace(1, 2).risk(seen, 0.05), 3)
    (0.155, 0.232)

    References
    ----------
    [Yu15]_, theorem 2, place not checked; it answers the remark after theorem 4.5 of [Mika02]_ that the number need not
    be matched.
    """

    witness = Spectrum
    subject = Subject.COMPONENT
    assumptions = PREMISES
    source = Citation("Yu15", "theorem 2")
    quantity: ClassVar[str] = "the largest sine of an angle to the same components of the distribution"
    rises_with: ClassVar[tuple[str, ...]] = ("radius",)

    first: int = whole(1, 1)
    last: int = whole(1, 1)
    covariance: CovarianceBound = field(default_factory=BernsteinCovariance)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.last < self.first:
            raise ParameterError(f"components go from first to last, got {self.first} to {self.last}.")

    @property
    def rule(self) -> str:
        """Which components are meant."""
        if self.first == self.last:
            return f"component {self.first} of the sample"
        return f"the components {self.first} to {self.last} of the sample, taken together,"

    def _risk(self, witness: Spectrum, delta: float) -> float:
        gap = witness.gap(self.first, self.last)
        away = self.covariance.risk(witness, delta) + witness.numerical
        return 2.0 * away / gap if gap > 0.0 else self.most

    def worlds(self) -> tuple[World[Spectrum], ...]:
        """Axes with signs, points under a Gaussian kernel, examples near the origin."""
        turned = turned_by(self.first, self.last)
        return (
            signed_axes(20_000).world("axes with signs", turned),
            gaussian_atoms(5_000).world("three points under a Gaussian kernel", turned),
            near_origin(50_000).world("mostly near the origin", turned),
        )


def turned_by(first: int, last: int) -> Callable[[Covariances], float]:
    """The distance between the true components and those of the sample."""

    def turned(both: Covariances) -> float:
        return distance(*both.leading(first, last))

    return turned
