"""Expectation propagation for the probit likelihood: a Gaussian with the moments of the posterior, site by site."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.parameters import Checked, positive, whole
from drupe.solvers.cholesky import Cholesky
from drupe.solvers.latent_gaussian import LatentGaussian
from drupe.solvers.site_rounds import Ending, SiteRounds, Sites
from drupe.solvers.step_likelihood import StepLikelihood

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

    def solve(self, K: Matrix, signs: Vector, near: LatentGaussian | None = None) -> LatentGaussian:
        """The Gaussian for these labels ±1; `near` is that of a similar K, from which the run starts."""
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

    def weights(self, K: Matrix, found: LatentGaussian) -> Matrix:
        """W with Σᵢⱼ Wᵢⱼ ∂Kᵢⱼ = ∂ ln P(labels): the sites are where the evidence does not feel them move."""
        return found.weights(np.zeros(len(K)))


def _sites(near: LatentGaussian | None, n: int) -> Sites:
    if near is None:
        return Sites.none(n)
    precisions = near.roots**2
    return Sites(precisions, near.alpha + precisions * near.outputs)
