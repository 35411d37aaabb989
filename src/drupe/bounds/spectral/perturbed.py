"""Stewart's statements on perturbed subspaces, for covariances bounded by random signs, as the literature has them."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.spectral.covariance import RademacherCovariance
from drupe.bounds.spectral.directions import PREMISES, ComponentSubspace
from drupe.bounds.spectral.subspaces import distance, separation
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.atoms import Covariances, signed_axes
from drupe.foundation.arrays import Matrix
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, whole
from drupe.witness.spectrum import Spectrum


@dataclass(frozen=True)
class PerturbedSubspace:
    """What a symmetric perturbation E does to the invariant subspace of A that orthonormal columns V₁ span.

    Parameters
    ----------
    applies
        Whether ‖E‖ ≤ d/5 (d/4 for one vector), d the separation of the eigenvalues inside from those outside.
    separation
        d.
    limit
        (4/d) ‖V₂ᵀE V₁‖, the distance within which A + E has an invariant subspace; 1 where the theorem is silent.

    References
    ----------
    [Mika02]_, theorems 4.6 and 4.7.
    """

    applies: bool
    separation: float
    limit: float

    @classmethod
    def of(cls, matrix: Matrix, change: Matrix, chosen: list[int]) -> "PerturbedSubspace":
        """For the eigenvectors of A at these places, the largest eigenvalue at place 0.

        >>> found = PerturbedSubspace.of(np.diag([3.0, 1.0]), np.array([[0.0, 0.1], [0.1, 0.0]]), [0])
        >>> found.applies, found.separation, round(found.limit, 12)
        (True, 2.0, 0.2)
        """
        values, vectors = np.linalg.eigh(matrix)
        values, vectors = values[::-1], vectors[:, ::-1]
        others = np.setdiff1d(np.arange(len(values)), chosen)
        apart = separation(values[chosen], values[others])
        enough = 4.0 if len(chosen) == 1 else 5.0
        applies = apart > 0.0 and float(np.linalg.norm(change, 2)) <= apart / enough
        across = float(np.linalg.norm(vectors[:, others].T @ change @ vectors[:, chosen], 2))
        return cls(applies, apart, min(1.0, 4.0 * across / apart) if applies else 1.0)


@dataclass(frozen=True)
class StewartSubspace(Checked, Bound[Spectrum]):
    """Some invariant subspace of C is within ρ/d of the components 1 to `last` of the sample, ρ = 5‖C − C_X‖, if d ≥ ρ.

    For one component ρ = 4‖C − C_X‖. The subspace need not be that of the same components; `ComponentSubspace` says
    more with far fewer examples.

    Parameters
    ----------
    last
        How many components.

    Examples
    --------
    >>> seen = Spectrum([0.9, 0.1], n=10**6, radius=1.0, total=1.0, squares=0.82, fourth=1.0)
    >>> round(StewartSubspace(1).risk(seen, delta=0.05) * 0.8, 4)
    0.2487

    References
    ----------
    [Mika02]_, theorem 4.5 and lemma 4.5, with the factor R² that their proof gives.
    """

    witness = Spectrum
    subject = Subject.COMPONENT
    assumptions = PREMISES
    source = Citation("Mika02", "theorem 4.5 and lemma 4.5")
    quantity: ClassVar[str] = "the largest sine of an angle to some invariant subspace of the true covariance"
    rises_with: ClassVar[tuple[str, ...]] = ("radius",)

    last: int = whole(1, 1)

    @property
    def rule(self) -> str:
        """Which components are meant."""
        return ComponentSubspace(1, self.last).rule

    def _risk(self, witness: Spectrum, delta: float) -> float:
        gap = witness.gap(1, self.last)
        perturbation = (4.0 if self.last == 1 else 5.0) * RademacherCovariance().risk(witness, delta)
        return perturbation / gap if gap >= perturbation and gap > 0.0 else math.inf

    def worlds(self) -> tuple[World[Spectrum], ...]:
        """Very large samples, without which it says nothing."""
        return (signed_axes(5 * 10**7).world("axes with signs", nearest_subspace(self.last)),)


def nearest_subspace(count: int) -> Callable[[Covariances], float]:
    """The distance of the first components of the sample from those of C, which are the nearest in these worlds."""

    def nearest(both: Covariances) -> float:
        return distance(*both.leading(1, count))

    return nearest
