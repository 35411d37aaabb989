"""Expectation propagation: a Gaussian in place of the posterior over classifiers, without drawing one."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve_triangular

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.parameters import Checked, Interval, positive, ranged, whole
from drupe.foundation.progress import Progress
from drupe.grams.base import Gram
from drupe.solvers.samplers.base import checked_signs
from drupe.solvers.site_rounds import Ending, SiteRounds, Sites
from drupe.solvers.solution import Stop
from drupe.solvers.step_likelihood import StepLikelihood
from drupe.solvers.version_space import example_lengths, require_semidefinite, require_version_space


@dataclass(frozen=True, eq=False)
class GaussianBelief:
    """N(μ, Σ) over the outputs f at the examples, and through them over f everywhere.

    Parameters
    ----------
    coefficients
        α of the posterior mean f = Σᵢ αᵢ k(xᵢ, ·), not normalized.
    outputs
        μ = K α.
    variances
        The diagonal of Σ.
    reduction
        R: at a new x the variance is k(x, x) − ‖R k(x)‖², k(x) its kernel values with the examples.
    log_evidence
        ln P(labels), as far as the approximation goes; without noise the logarithm of the volume of version space.
    sites
        The factors, a start for a run with a similar noise; they are those of examples at length one.
    iterations
        Rounds over all sites.
    change
        How far the last round still moved a mean or a standard deviation, for examples at length one.
    stop
        Why the run ended.
    """

    coefficients: Vector
    outputs: Vector
    variances: Vector
    reduction: Matrix
    log_evidence: float
    sites: Sites
    iterations: int
    change: float
    stop: Stop


@dataclass(frozen=True)
class ExpectationPropagation(Checked):
    """argmin over Gaussians, site by site, of the divergence from prior · Πᵢ [θ + (1 − 2θ) 1(yᵢ f(xᵢ) > 0)].

    Directions drawn uniformly from the sphere and weights drawn from N(0, I) classify alike, so that the Gaussian
    prior N(0, K) of the outputs is that of the Bayes point machine. Each round replaces every likelihood, in the
    context of all others, by the Gaussian factor that gives the same mean and variance; all sites move at once and
    only part of the way. A factor of negative precision, as noisy labels would have it, is replaced by one of none:
    the Gaussian then always exists. A run ends STALLED where version space is too thin for float64, as with labels that
    all but contradict each other and little noise.

    Parameters
    ----------
    noise
        θ: the probability that a label was flipped.
    tolerance
        Largest change of a mean or a standard deviation at which the run ends, for examples at length one.
    max_iterations
        Rounds at most.

    Notes
    -----
    Complexity: O(n³) time for each round, O(n²) memory. Exact where the examples are orthogonal in feature space.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> belief = ExpectationPropagation().solve(DenseGram(np.eye(3)), np.array([1.0, 1.0, -1.0]))
    >>> round(float(np.exp(belief.log_evidence)), 6)  # an orthant of the sphere
    0.125

    References
    ----------
    [Minka01]_, chapters 3 and 5; [Rasmussen06]_, section 3.6; [Graepel02]_, section 7.2.3.
    """

    noise: float = ranged(Interval(0.0, 0.5), 0.0)
    tolerance: float = positive(1e-6)
    max_iterations: int = whole(1, 500)

    def solve(
        self,
        gram: Gram,
        signs: Vector,
        start: Sites | None = None,
        progress: Progress | None = None,
        keep: bool = False,
    ) -> GaussianBelief:
        """The Gaussian for these examples and labels ±1.

        Parameters
        ----------
        gram
            K of the examples.
        signs
            Their labels, ±1.
        start
            Sites of an earlier run on the same examples, such as one with another noise.
        progress
            Told how far the run has come.
        keep
            Whether Ctrl-C leaves the last round instead of raising.
        """
        signs = checked_signs(signs, len(gram))
        lengths = example_lengths(gram)
        require(24 * len(gram) ** 2, DEFAULT_BYTES, "expectation propagation", "sample instead, or use fewer examples.")
        cosines = np.asarray(gram.dense(), dtype=np.float64) / np.multiply.outer(lengths, lengths)
        if start is None:  # else a run on the same examples has looked
            require_semidefinite(cosines, float(np.finfo(gram.dtype).eps))
        if self.noise == 0.0:
            require_version_space(gram, signs)
        likelihood = StepLikelihood(float(self.noise))
        rounds = SiteRounds(cosines, signs, likelihood, start or Sites.none(len(gram)))
        stop = rounds.run(Ending(self.tolerance, self.max_iterations), progress, keep)
        return _belief(rounds, lengths, stop)


def _belief(rounds: SiteRounds, lengths: Vector, stop: Stop) -> GaussianBelief:
    """The Gaussian in terms of the examples as they are, which have these lengths."""
    return GaussianBelief(
        coefficients=rounds.alpha() / lengths,
        outputs=rounds.means * lengths,
        variances=rounds.variances * lengths**2,
        reduction=solve_triangular(rounds.factor, np.diag(rounds.roots / lengths), lower=True),
        log_evidence=rounds.log_evidence(),
        sites=rounds.sites,
        iterations=rounds.iterations,
        change=rounds.change,
        stop=stop,
    )
