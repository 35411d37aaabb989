"""The metric in which a penalized loss is nearly round: its curvature, estimated from a sketch of the rows."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg.blas import dsyrk, dtrmm, dtrsm

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.errors import InputError
from drupe.foundation.progress import Progress
from drupe.foundation.threads import threads_for_matrix
from drupe.grams.cross import CrossGram
from drupe.inputs.base import Inputs
from drupe.solvers.cholesky import Cholesky, NotPositiveError, factored, mirror

JITTER = 1e-10
"""Added to the diagonal, relative to its mean."""

TRIES = 6
"""How often a hundredfold jitter is tried where rounding has made the sum indefinite."""

ROWS_AT_ONCE = 256
"""Rows of the sketch, or of K_MM, whose kernel values are held at a time."""


@dataclass(frozen=True, eq=False)
class SketchedMetric:
    """RᵀR = c Σ_S w k kᵀ / Σ_S w + λ K_MM + jitter I, and a = R⁻¹ z.

    In z the penalized loss (1/n) Σᵢ loss + (λ/2) aᵀ K_MM a has a Hessian near I: from where a minimizer starts, a step
    of length one is right.

    Parameters
    ----------
    cholesky
        The factor, in float64; R is its transpose.
    jitter
        What was added to the diagonal, relative to its mean: 10⁻¹⁰, or more where rounding asked for it.

    Notes
    -----
    Complexity: |S| M² flops for the sketch, M³/3 for the factor; 8 M² bytes for the metric of one strength if the
    moments may be overwritten, else 8 M² more for each.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> cross = CrossGram(Linear(), Vectors.of([[2.0]]))
    >>> moments = sketched_moments(cross, Vectors.of([[1.0], [3.0]]), np.array([1.0, 1.0]))  # (2² + 6²) / 2
    >>> SketchedMetric.of(moments, cross, curvature=0.8, strength=2.25).coefficients(np.array([[5.0]])).round(6)
    array([[1.]])

    References
    ----------
    [Rudi17]_, section 3 (place not checked), for the preconditioner without a sketch.
    """

    cholesky: Cholesky
    jitter: float = JITTER

    @classmethod
    def of(
        cls,
        moments: Matrix,
        cross: CrossGram,
        curvature: float,
        strength: float,
        *,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> "SketchedMetric":
        """From the second moments of kernel values over the sketch; in their memory, if they may be overwritten."""
        total = moments if overwrite and moments.flags.c_contiguous else np.array(moments, order="C")
        total *= curvature
        for index in blocks(len(total), ROWS_AT_ONCE):
            total[index[0] : index[-1] + 1] += strength * _values(cross, cross.landmarks.take(index))
        diagonal = total.diagonal().copy()
        size = float(np.abs(diagonal).mean()) or 1.0
        for attempt in range(TRIES):
            jitter = JITTER * 100.0**attempt
            try:
                with threads_for_matrix(len(total)):
                    return cls(factored(total, jitter * size, progress), jitter)
            except NotPositiveError:
                mirror(total)  # what stands above the diagonal is as it was
                np.fill_diagonal(total, diagonal)
        raise InputError("the kernel is far from positive semi-definite on the landmarks; choose a positive kernel.")

    @property
    def factor(self) -> Matrix:
        """R, with what does not matter below its diagonal."""
        return self.cholesky.array.T

    def coefficients(self, points: Matrix) -> Matrix:
        """a = R⁻¹ z, for each column."""
        return np.asarray(dtrsm(1.0, self.factor, points))

    def points(self, coefficients: Matrix) -> Matrix:
        """z = R a, for each column."""
        return np.asarray(dtrmm(1.0, self.factor, coefficients))

    def gradients(self, slopes: Matrix) -> Matrix:
        """R⁻ᵀ g: slopes in a as slopes in z."""
        return np.asarray(dtrsm(1.0, self.factor, slopes, trans_a=1))

    def slopes(self, gradients: Matrix) -> Matrix:
        """Rᵀ g: the other way."""
        return np.asarray(dtrmm(1.0, self.factor, gradients, trans_a=1))


def sketched_moments(cross: CrossGram, inputs: Inputs, weights: Vector, progress: Progress | None = None) -> Matrix:
    """Σ w k kᵀ / Σ w over the rows of a sketch, in float64 whatever the inputs are.

    Five rows for each landmark make a metric in which a few steps are enough. They should come from all parts of the
    data, never from one end of a file.
    """
    size, total_weight = len(cross.landmarks), float(weights.sum())
    if not (total_weight > 0.0 and (weights >= 0.0).all()):
        raise InputError(f"weights of a sketch are 0 or more and not all 0, but their sum is {total_weight:g}.")
    total = np.zeros((size, size))
    shares = np.sqrt(weights / total_weight)
    with threads_for_matrix(size):
        for index in blocks(len(inputs), ROWS_AT_ONCE):
            values = _values(cross, inputs.take(index)) * shares[index, None]
            # Below the diagonal of its transpose, as Fortran counts, is above it here.
            dsyrk(1.0, values.T, beta=1.0, c=total.T, lower=1, overwrite_c=1)
            if progress is not None:
                progress((int(index[-1]) + 1) / len(inputs))
    mirror(total)
    return total


def landmark_moments(cross: CrossGram, progress: Progress | None = None) -> Matrix:
    """K_MM² / M: the landmarks themselves as the sketch, which is Falkon's preconditioner.

    M³ flops instead of 5 M³, for twice as many steps: better where there are many landmarks and few rows.
    """
    return sketched_moments(cross, cross.landmarks, np.ones(len(cross.landmarks)), progress)


def _values(cross: CrossGram, inputs: Inputs) -> Matrix:
    """k(xᵢ, zⱼ) in float64: a sum of squares in single precision would not be positive definite."""
    values = np.asarray(cross.prepared.block(inputs.in_double()), dtype=np.float64)
    if not np.isfinite(values).all():
        raise InputError("a kernel value of the sketch is infinite or no number; scale the data or the kernel.")
    return values
