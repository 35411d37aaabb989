"""How far a sample covariance is from the true one: by the reach of the examples, by their variance, as printed."""

import math
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.spectral.centering import Centering
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.atoms import (
    gaussian_atoms,
    hilbert_schmidt,
    near_origin,
    operator_norm,
    pair,
    signed_axes,
)
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.spectrum import Spectrum


class CovarianceBound(Bound[Spectrum]):
    """‖C − C_X‖ ≤ value, C the covariance of the distribution and C_X that of the sample."""

    subject = Subject.COVARIANCE
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_INPUTS})
    rule: ClassVar[str] = "the covariance of the sample"
    quantity: ClassVar[str] = "the error, in the Hilbert-Schmidt norm,"
    rises_with: ClassVar[tuple[str, ...]] = ("radius",)

    def limit(self, witness: Spectrum) -> float:
        """√2 R²: both are positive, of a trace of R² at most."""
        return math.sqrt(2.0) * witness.radius**2


class HilbertSchmidtCovariance(CovarianceBound):
    """‖C − C_X‖ ≤ (r²/√n)(1 + √ln(1/δ)) + ‖m − μ‖², r the reach of the examples about the mean.

    Free of the dimension. The mean of the distance is at most r²/√n by Jensen; a single example moves C_X by √2 r²/n
    at most, as ‖xxᵀ − zzᵀ‖² ≤ 2r⁴, and McDiarmid gives the rest. The last term, of order 1/n, is for a mean that is
    not known.

    Examples
    --------
    >>> seen = Spectrum([0.5], n=1000, radius=1.0, total=1.0, squares=0.3, fourth=1.0)
    >>> round(HilbertSchmidtCovariance().risk(seen, delta=0.05), 4)
    0.0864

    References
    ----------
    [Mika02]_, theorem 4.1, for the inequality; the theorem of this form is ours, and its proof stands above.
    """

    witness = Spectrum
    source = Citation("Mika02", "theorem 4.1")
    weight: ClassVar[float] = 1.0

    def _risk(self, witness: Spectrum, delta: float) -> float:
        about = Centering.of(witness, delta)
        return about.reach**2 / math.sqrt(witness.n) * (1.0 + math.sqrt(-math.log(about.delta))) + about.moved**2

    def worlds(self) -> tuple[World[Spectrum], ...]:
        """Axes with signs, points under a Gaussian kernel, two points."""
        return (
            signed_axes(50).world("axes with signs", hilbert_schmidt),
            signed_axes(400, centered=True).world("axes with signs about their mean", hilbert_schmidt),
            gaussian_atoms(200).world("three points under a Gaussian kernel", hilbert_schmidt),
            pair(500).world("two points about their mean", hilbert_schmidt),
        )


class BernsteinCovariance(CovarianceBound):
    """‖C − C_X‖ ≤ σ √(2 ln(2/δ)/n) + 2√2 r² ln(2/δ)/n + ‖m − μ‖², σ the deviation of φφᵀ, bounded from the sample.

    Where most examples lie well within the radius it is several times smaller than the Hilbert-Schmidt form. The
    deviation of the sample, s, is enough: n s² is self-bounding, so that σ ≤ s + 2√2 r² √(ln(1/δ)/n); and squares about
    m instead of μ move s by ‖m − μ‖(2r + ‖m − μ‖) at most.

    Notes
    -----
    δ is shared: a tenth for the mean, where it is not known, and of the rest 15 % for σ.

    Examples
    --------
    >>> seen = Spectrum([0.01], n=10_000, radius=1.0, total=0.02, squares=0.0002, fourth=0.001)
    >>> round(BernsteinCovariance().risk(seen, delta=0.05), 4)
    0.0036
    >>> round(HilbertSchmidtCovariance().risk(seen, delta=0.05), 4)
    0.0273

    References
    ----------
    [Smale07]_, lemma 2, place not checked (Bernstein's inequality in Hilbert space, after Pinelis);
    [Maurer09]_, theorem 7, place not checked (self-bounding functions), with the constant 2 that squared distances of
    vectors have.
    """

    witness = Spectrum
    source = Citation("Smale07", "lemma 2")
    weight: ClassVar[float] = 3.0

    def _risk(self, witness: Spectrum, delta: float) -> float:
        about, n = Centering.of(witness, delta), witness.n
        size = about.reach**2
        for_deviation = 0.15 * about.delta
        moved = about.moved * (2.0 * about.reach + about.moved) * math.sqrt(n / (n - 1))
        deviation = witness.spread + moved + 2.0 * math.sqrt(2.0) * size * math.sqrt(-math.log(for_deviation) / n)
        log = math.log(2.0 / (about.delta - for_deviation))
        return deviation * math.sqrt(2.0 * log / n) + 2.0 * math.sqrt(2.0) * size * log / n + about.moved**2

    def worlds(self) -> tuple[World[Spectrum], ...]:
        """The same, and examples that are mostly near the origin."""
        return (
            signed_axes(200).world("axes with signs", hilbert_schmidt),
            gaussian_atoms(500).world("three points under a Gaussian kernel", hilbert_schmidt),
            near_origin(2000).world("mostly near the origin", hilbert_schmidt),
            pair(500).world("two points about their mean", hilbert_schmidt),
        )


class RademacherCovariance(CovarianceBound):
    """‖C − C_X‖ ≤ (16r/n) √(Σ‖xᵢ‖²) + 17r² √((2/n) ln(2/δ)) in the operator norm, plus ‖m − μ‖².

    The form of the literature by random signs, about twenty times the Hilbert-Schmidt form; here for reference. As
    printed, a factor r is lost on the way, which shows only where r is not one.

    Examples
    --------
    >>> seen = Spectrum([0.5], n=10**6, radius=1.0, total=1.0, squares=0.3, fourth=1.0)
    >>> round(4.0 * RademacherCovariance().risk(seen, delta=0.05), 4)
    0.2487

    References
    ----------
    [Mika02]_, eq. 4.25, with the factor R² that its proof gives.
    """

    witness = Spectrum
    source = Citation("Mika02", "eq. 4.25")
    quantity: ClassVar[str] = "the error, in the operator norm,"

    def _risk(self, witness: Spectrum, delta: float) -> float:
        about, n = Centering.of(witness, delta), witness.n
        # About the true mean squares are larger than about that of the sample by ‖m − μ‖².
        squares = math.sqrt((witness.total + about.moved**2) / n)
        signs = 17.0 * about.reach**2 * math.sqrt(2.0 / n * math.log(2.0 / about.delta))
        return 16.0 * about.reach * squares + signs + about.moved**2

    def worlds(self) -> tuple[World[Spectrum], ...]:
        """Large samples, without which it says nothing."""
        return (
            signed_axes(20_000).world("axes with signs", operator_norm),
            gaussian_atoms(50_000).world("three points under a Gaussian kernel", operator_norm),
        )
