"""Expectation propagation for the probit likelihood: a Gaussian with the moments of the posterior, site by site."""

import math
from dataclasses import dataclass, replace

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.parameters import Checked, positive, whole
from drupe.solvers.cholesky import Cholesky
from drupe.solvers.latent_gaussian import LatentGaussian
from drupe.solvers.site_rounds import Ending, SiteRounds, Sites
from drupe.solvers.solution import Stop
from drupe.solvers.step_likelihood import StepLikelihood

SEARCHED = 1e-6
"""Change at which a run ends while parameters are searched for."""

PROBIT = StepLikelihood(blur=1.0)
"""Φ(y f)."""


@dataclass(frozen=True)
class ProbitPropagation(Checked):
    """The Gaussian nearest to N(f; 0, K) Πᵢ Φ(yᵢfᵢ), site by site, where Φ is the normal distribution function.

    It has, other than Laplace's, the mass of the posterior in view, not the mode, and its evidence and probabilities
    are nearly exact; each round costs a factorization. The rounds are those of the Bayes point machine, with Φ(yf) in
    the place of a step.

    Parameters
    ----------
    tolerance
        Largest change of a mean or a deviation, in units of the deviations before the labels, at which the run ends.
    max_iterations
        Rounds at most.
    rough
        Whether slopes of the evidence may be had in single precision, in half the time.

    Examples
    --------
    >>> found = ProbitPropagation().solve(np.eye(2), np.array([1.0, -1.0]))  # independent examples: exact
    >>> round(float(np.exp(found.log_evidence)), 9)
    0.25

    References
    ----------
    [Minka01]_, section 5.3; [Rasmussen06]_, algorithms 3.5 and 5.2.
    """

    tolerance: float = positive(1e-8)
    max_iterations: int = whole(1, 500)
    rough: bool = False

    def solve(self, K: Matrix, signs: Vector, near: LatentGaussian | None = None) -> LatentGaussian:
        """The Gaussian for these labels ±1; `near` is that of a similar K, from which the run starts.

        An output without variance is zero, and its label a toss of a coin, of which nothing can be learned.
        """
        varied = np.flatnonzero(K.diagonal())
        if len(varied) < len(K):
            return self._among(varied, K, signs)
        rounds = SiteRounds(K, signs, PROBIT, _sites(near, len(K)))
        stop = rounds.run(Ending(self.tolerance, self.max_iterations))
        return LatentGaussian(
            alpha=rounds.alpha(),
            outputs=rounds.means,
            roots=rounds.roots,
            factor=Cholesky(np.ascontiguousarray(rounds.factor)),
            log_evidence=rounds.log_evidence(),
            violation=rounds.change,
            iterations=rounds.iterations,
            stop=stop,
        )

    def _among(self, varied: Index, K: Matrix, signs: Vector) -> LatentGaussian:
        """That of the outputs which have a variance, and zeros for all others."""
        n, square = len(K), np.ix_(varied, varied)
        found = self.solve(np.ascontiguousarray(K[square]), signs[varied]) if len(varied) else _nothing_known()
        lower = np.eye(n)
        lower[square] = found.factor.triangle()
        return replace(
            found,
            alpha=_spread(found.alpha, varied, n),
            outputs=_spread(found.outputs, varied, n),
            roots=_spread(found.roots, varied, n),
            factor=Cholesky(lower),
            log_evidence=found.log_evidence - (n - len(varied)) * math.log(2.0),
        )

    def for_search(self) -> "ProbitPropagation":
        """As rough as a search for parameters bears it: the evidence feels a change of the sites only by its square."""
        return replace(self, tolerance=max(self.tolerance, SEARCHED), rough=True)

    def weights(self, K: Matrix, found: LatentGaussian) -> Matrix:
        """W with Σᵢⱼ Wᵢⱼ ∂Kᵢⱼ = ∂ ln P(labels): the sites are where the evidence does not feel them move."""
        return found.weights(np.zeros(len(K)), found.inverse(self.rough))


def _nothing_known() -> LatentGaussian:
    """Of no outputs."""
    none = np.zeros(0)
    return LatentGaussian(none, none, none, Cholesky(np.zeros((0, 0))), 0.0, 0.0, 0, Stop.CONVERGED)


def _spread(part: Vector, places: Index, n: int) -> Vector:
    """A vector with these entries at these places, and zeros elsewhere."""
    whole = np.zeros(n)
    whole[places] = part
    return whole


def _sites(near: LatentGaussian | None, n: int) -> Sites:
    if near is None:
        return Sites.none(n)
    precisions = near.roots**2
    return Sites(precisions, near.alpha + precisions * near.outputs)
