"""How far sums of eigenvalues of a sample covariance, and with them errors of reconstruction, are from their mean."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.spectral.directions import PREMISES
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.atoms import Atoms, expected_eigenvalue, pair
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, whole
from drupe.witness.spectrum import Spectrum


class EigenvalueSum(Bound[Spectrum]):
    """|Σ λⱼ(C_X) − E Σ λⱼ(C_X)| ≤ r² √(32 n ln(2/δ)) / (n − 2) for any set of components, C_X with divisor n − 1.

    One example changes such a sum by 8r²/(n − 2) at most, r the distance of examples from their mean. It is the
    expected eigenvalue of samples of this size that is bounded, not the true one: the largest one is on average too
    large, the smallest too small.

    Examples
    --------
    >>> seen = Spectrum([0.5], n=1000, radius=1.0, total=1.0, squares=0.3, fourth=1.0)
    >>> round(EigenvalueSum().risk(seen, delta=0.1), 4)  # one side at δ/2 = 0.05
    0.3102

    References
    ----------
    [Mika02]_, theorem 4.2, both sides.
    """

    witness = Spectrum
    subject = Subject.COVARIANCE
    assumptions = PREMISES
    source = Citation("Mika02", "theorem 4.2")
    rule: ClassVar[str] = "the covariance of the sample"
    quantity: ClassVar[str] = "the distance of any sum of eigenvalues from its mean over samples of this size,"
    rises_with: ClassVar[tuple[str, ...]] = ("radius",)

    def _risk(self, witness: Spectrum, delta: float) -> float:
        if witness.n <= 2:
            return math.inf
        # Without a look at the sample: no two examples are farther apart than this, so none from the mean.
        reach = witness.reach(witness.radius) if witness.centered else witness.radius
        return reach**2 * math.sqrt(32.0 * witness.n * math.log(2.0 / delta)) / (witness.n - 2)

    def limit(self, witness: Spectrum) -> float:
        """R² n/(n − 1): no sum of eigenvalues is larger."""
        return witness.radius**2 * witness.n / (witness.n - 1)

    def worlds(self) -> tuple[World[Spectrum], ...]:
        """Two points, whose one eigenvalue has a mean that can be written down."""
        return (_pair_world(pair(20_000)),)


@dataclass(frozen=True)
class ReconstructionError(Checked, EigenvalueSum):
    """The same for the error of reconstruction from `kept` components, which is the sum of all other eigenvalues.

    Parameters
    ----------
    kept
        How many components are kept.

    Examples
    --------
    >>> seen = Spectrum([0.5, 0.2], n=1000, radius=1.0, total=1.0, squares=0.3, fourth=1.0)
    >>> round(ReconstructionError(2).seen(seen), 12)
    0.3

    References
    ----------
    [Mika02]_, lemma 4.1, whose last exponent is printed with a factor n too much, and eq. 4.5.
    """

    source = Citation("Mika02", "lemma 4.1")
    quantity: ClassVar[str] = "the distance of the error of reconstruction from its mean over samples of this size,"

    kept: int = whole(0, 1)

    def seen(self, witness: Spectrum) -> float:
        """The mean of ‖φ(x) − its projection‖² in the sample: what is left of the total."""
        return float(witness.total - witness.values[: self.kept].sum())

    def worlds(self) -> tuple[World[Spectrum], ...]:
        """Two points, reconstructed from their mean alone."""
        return (_pair_world(pair(20_000)),)


def _pair_world(atoms: Atoms) -> World[Spectrum]:
    expected = expected_eigenvalue(atoms) * atoms.n / (atoms.n - 1)
    drawn = atoms.world("two points about their mean", lambda both: float(both.sample[0, 0]))

    def draw(rng: np.random.Generator) -> Outcome[Spectrum]:
        outcome = drawn.draw(rng)
        return Outcome(outcome.witness, abs(outcome.risk * atoms.n / (atoms.n - 1) - expected))

    return World(drawn.name, draw)
