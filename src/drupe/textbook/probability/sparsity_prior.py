"""What a weight is believed to be when its variance is unknown: most likely nothing, and perhaps a lot."""

from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.parameters import Checked, positive


@dataclass(frozen=True)
class SparsityPrior(Checked):
    """f(w) = ∫ N(w; 0, θ) dP(θ) ∝ (1/b + w²/2)^−(a + ½), with 1/θ ~ Gamma(a, b), density ∝ x^(a−1) exp(−x/b).

    A prior of this kind is what relevance vector machines have, in the limit a → 0, b → ∞: ever more of a peak at 0,
    with ever fatter tails. Of two weights it would rather have one that is zero than two that are small.

    Parameters
    ----------
    shape
        a.
    scale
        b; the mean of the precision is a b.

    Examples
    --------
    >>> round(SparsityPrior(0.5, 2.0).density(np.array([1.0])).item(), 6)  # Cauchy's density, 1 / (2π)
    0.159155
    >>> prior = SparsityPrior(1e-3, 1e3)
    >>> bool(prior.log_density([0.0, 2.0]).sum() > prior.log_density([1.0, 1.0]).sum())
    True

    References
    ----------
    [Herbrich02]_, remark 3.14 and figure 3.6; [Tipping01]_, section 5.1.
    """

    shape: float = positive(1.0)
    scale: float = positive(1.0)

    def log_density(self, w: Vector | list[float]) -> Vector:
        """ln f of each weight."""
        a, w = self.shape, np.asarray(w, dtype=np.float64)
        constant = gammaln(a + 0.5) - gammaln(a) - 0.5 * np.log(2.0 * np.pi) - a * np.log(self.scale)
        return np.asarray(constant - (a + 0.5) * np.log(1.0 / self.scale + 0.5 * w * w))

    def density(self, w: Vector | list[float]) -> Vector:
        """f of each weight."""
        return np.asarray(np.exp(self.log_density(w)))

    def surface(self, first: Vector | list[float], second: Vector | list[float]) -> Matrix:
        """ln f(w₁) f(w₂) over a grid: a row for each second weight, a column for each first."""
        return np.asarray(self.log_density(second)[:, None] + self.log_density(first)[None, :])
