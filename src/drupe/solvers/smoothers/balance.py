"""What one strength makes of the targets, in numbers by which strengths can be compared."""

import math
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector

ROUNDINGS = 16.0
"""Units of rounding of the largest target that a residual has anyway."""


@dataclass(frozen=True, eq=False)
class Balance:
    """Residuals against roughness at one strength: Σ w (y − f)² + strength J(f), for each output.

    Parameters
    ----------
    strength
        λ.
    total
        N, the number of examples, weights counted as repetitions.
    unpenalized
        M, the dimension of the functions without roughness.
    freedom
        Effective degrees of freedom: the trace of the matrix that turns targets into outputs.
    squares
        Σ w (y − f)² of each output, no less than rounding makes of it.
    objective
        The minimum, Σ w (y − f)² + λ J(f), of each output.
    energy
        J(f) of each output.
    log_determinant
        ln det of the covariance of N − M orthonormal contrasts, for noise of variance one.

    Examples
    --------
    >>> mean = Balance(1.0, total=4.0, unpenalized=1, freedom=1.0, squares=np.array([12.0]),
    ...                objective=np.array([12.0]), energy=np.zeros(1), log_determinant=0.0)
    >>> mean.noise.tolist(), round(mean.gcv, 6)  # 12 / 3, and (12 / 4) / (3 / 4)²
    ([4.0], 5.333333)

    References
    ----------
    [Wahba90]_, sections 4.2, 4.3, 4.5 and 4.8; [CravenWahba79]_, section 1.
    """

    strength: float
    total: float
    unpenalized: int
    freedom: float
    squares: Vector
    objective: Vector
    energy: Vector
    log_determinant: float

    @property
    def noise(self) -> Vector:
        """σ² of each output: Σ w (y − f)² / (N − freedom); NaN if nothing is left to measure it by."""
        left = self.total - self.freedom
        return self.squares / left if left > 0.0 else np.full(len(self.squares), np.nan)

    @property
    def gcv(self) -> float:
        """Generalized cross-validation, (Σ w (y − f)² / N) / (1 − freedom / N)², the mean over outputs."""
        left = 1.0 - self.freedom / self.total
        return float(self.squares.mean()) / self.total / left**2 if left > 0.0 else math.inf

    @property
    def log_evidence(self) -> float:
        """ln P(y) of the contrasts, at the variance that makes it largest for each output, summed over outputs.

        The prior on functions without roughness is flat, so that only contrasts, which do not see them, have a density:
        the restricted likelihood. −∞ if there are none.
        """
        contrasts = self.total - self.unpenalized
        if not contrasts > 0.0:
            return -math.inf
        variances = self.objective / contrasts
        each = contrasts * (np.log(2.0 * math.pi * variances) + 1.0) + self.log_determinant
        return -0.5 * float(each.sum())


def rounding_of(targets: Matrix, total: float) -> Vector:
    """What rounding alone may make of Σ w (y − f)²: strengths cannot be compared by less.

    At least so much that its logarithm exists.
    """
    unit = ROUNDINGS * float(np.finfo(np.float64).eps)
    return np.asarray(np.maximum(total * np.square(unit * np.abs(targets).max(axis=0)), 1e-300))
