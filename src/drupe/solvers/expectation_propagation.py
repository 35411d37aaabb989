"""Expectation propagation: a Gaussian in place of the posterior over classifiers, without drawing one."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, cholesky, solve_triangular
from scipy.special import log_ndtr

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, Interval, positive, ranged, whole
from drupe.foundation.progress import Progress
from drupe.grams.base import Gram
from drupe.kernels.checks import positive_semidefinite
from drupe.solvers.balance import Free
from drupe.solvers.samplers.base import checked_signs
from drupe.solvers.separation import NotSeparableError, separate
from drupe.solvers.solution import Stop

LOG_ROOT = -0.5 * np.log(2.0 * np.pi)
"""ln φ(0) of the standard normal density."""

BOLD, CALM, TIMID = 0.8, 0.7, 0.02
"""Share of the way that the sites go at first, its factor where the way leads nowhere, and its least value."""

PATIENCE = 5
"""Rounds without progress before the steps become shorter."""


@dataclass(frozen=True, eq=False)
class Sites:
    """One Gaussian factor exp(shift f − precision f²/2) for each example, in place of its likelihood."""

    precisions: Vector
    shifts: Vector

    @classmethod
    def none(cls, n: int) -> "Sites":
        """Factors that say nothing."""
        return cls(np.zeros(n), np.zeros(n))

    def towards(self, other: "Sites", share: float) -> "Sites":
        """This share of the way to the other sites."""
        return Sites(
            self.precisions + share * (other.precisions - self.precisions),
            self.shifts + share * (other.shifts - self.shifts),
        )


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
        lengths = _lengths(gram)
        require(24 * len(gram) ** 2, DEFAULT_BYTES, "expectation propagation", "sample instead, or use fewer examples.")
        cosines = np.asarray(gram.dense(), dtype=np.float64) / np.multiply.outer(lengths, lengths)
        if start is None:  # else a run on the same examples has looked
            _refuse_indefinite(cosines, float(np.finfo(gram.dtype).eps))
        if self.noise == 0.0:
            require_version_space(gram, signs)
        run = _Run(cosines, signs, float(self.noise), start or Sites.none(len(gram)))
        stop = self._iterate(run, progress, keep)
        return run.belief(lengths, stop)

    def _iterate(self, run: "_Run", progress: Progress | None, keep: bool) -> Stop:
        first = 0.0
        try:
            for _ in range(self.max_iterations):
                run.round()
                if run.change <= self.tolerance:
                    return Stop.CONVERGED
                first = max(first, run.change)
                if progress is not None and first > self.tolerance:
                    progress(min(1.0, np.log(first / run.change) / np.log(first / self.tolerance)))
        except KeyboardInterrupt:
            if not keep or not run.iterations:
                raise
            return Stop.INTERRUPTED
        except LinAlgError:
            return Stop.STALLED
        return Stop.ITERATIONS


class _Run:
    """Sites and the Gaussian that they make with the prior, kept in step."""

    def __init__(self, cosines: Matrix, signs: Vector, noise: float, sites: Sites):
        self.cosines, self.signs, self.noise = cosines, signs, noise
        self.share, self.best, self.idle = BOLD, np.inf, 0
        self.iterations, self.change = 0, np.inf
        self._combine(sites)

    def round(self) -> None:
        """Every site in the context of all others, then a step towards the new sites."""
        context, wanted = self._matched()
        moved = 1.0 / np.sqrt(1.0 / context[1] + wanted.precisions) - np.sqrt(self.variances)
        means = (context[0] / context[1] + wanted.shifts) / (1.0 / context[1] + wanted.precisions)
        self.change = float(max(np.abs(moved).max(), np.abs(means - self.means).max()))
        self._choose_share()
        self._step(wanted)
        self.iterations += 1

    def _step(self, wanted: Sites) -> None:
        """Towards the new sites, less far where they would be too sharp for float64."""
        while True:
            try:
                return self._combine(self.sites.towards(wanted, self.share))
            except LinAlgError:
                self.share *= 0.5
                if self.share < TIMID:
                    raise

    def _choose_share(self) -> None:
        self.idle = 0 if self.change < self.best else self.idle + 1
        self.best = min(self.best, self.change)
        if self.idle >= PATIENCE:
            self.share, self.idle, self.best = max(CALM * self.share, TIMID), 0, self.change

    def _combine(self, sites: Sites) -> None:
        """Σ = (K⁻¹ + T)⁻¹ = K − Vᵀ V and μ = Σ ν, with L Lᵀ = I + T½ K T½ and V = L⁻¹ T½ K."""
        roots = np.sqrt(sites.precisions)
        scaled = roots[:, None] * self.cosines
        factor = cholesky(scaled * roots + np.eye(len(roots)), lower=True)
        self.sites, self.roots, self.factor = sites, roots, factor
        reduced = solve_triangular(self.factor, scaled, lower=True)
        self.variances = np.maximum(1.0 - np.einsum("ij,ij->j", reduced, reduced), np.finfo(float).eps)
        self.means = self.cosines @ sites.shifts - reduced.T @ (reduced @ sites.shifts)

    def _matched(self) -> tuple[tuple[Vector, Vector], Sites]:
        """The contexts N(m, v), and the sites that give their products the moments of context · likelihood."""
        mean, variance = self._context()
        ratio, z, _ = self._hazard(mean, variance)
        shrink = ratio * (ratio + z)  # 1 − (variance with the likelihood) / (variance without)
        precisions = np.maximum(shrink / np.maximum(1.0 - shrink, 1e-14) / variance, 0.0)
        means = mean + np.sqrt(variance) * self.signs * ratio
        return (mean, variance), Sites(precisions, means * (1.0 / variance + precisions) - mean / variance)

    def _context(self) -> tuple[Vector, Vector]:
        """Mean and variance of each output without its own site."""
        variance = 1.0 / np.maximum(1.0 / self.variances - self.sites.precisions, np.finfo(float).eps)
        return variance * (self.means / self.variances - self.sites.shifts), variance

    def _hazard(self, mean: Vector, variance: Vector) -> tuple[Vector, Vector, Vector]:
        """(1 − 2θ) φ(z) / Z, z = y m / √v and ln Z, where Z = θ + (1 − 2θ) Φ(z)."""
        z = self.signs * mean / np.sqrt(variance)
        with np.errstate(divide="ignore"):  # ln 0 where there is no noise
            normalizer = np.logaddexp(np.log(self.noise), np.log1p(-2.0 * self.noise) + log_ndtr(z))
        return (1.0 - 2.0 * self.noise) * np.exp(LOG_ROOT - 0.5 * z * z - normalizer), z, normalizer

    def _log_evidence(self) -> float:
        """Σᵢ ln Zᵢ + ½ νᵀμ − ½ ln |I + K T| − Σᵢ [ψ(μᵢ, Σᵢᵢ) − ψ(mᵢ, vᵢ)] with ψ(m, v) = ½ ln v + m²/2v."""
        mean, variance = self._context()
        normalizer = self._hazard(mean, variance)[2]
        with_site = np.log(self.variances) + self.means**2 / self.variances
        without = np.log(variance) + mean**2 / variance
        joint = self.sites.shifts @ self.means - 2.0 * np.log(np.diag(self.factor)).sum()
        return float(normalizer.sum() + 0.5 * joint - 0.5 * (with_site - without).sum())

    def belief(self, lengths: Vector, stop: Stop) -> GaussianBelief:
        """The Gaussian in terms of the examples as they are, which have these lengths."""
        alpha = self.sites.shifts - self.sites.precisions * self.means  # μ = K (ν − T μ)
        return GaussianBelief(
            coefficients=alpha / lengths,
            outputs=self.means * lengths,
            variances=self.variances * lengths**2,
            reduction=solve_triangular(self.factor, np.diag(self.roots / lengths), lower=True),
            log_evidence=self._log_evidence(),
            sites=self.sites,
            iterations=self.iterations,
            change=self.change,
            stop=stop,
        )


def require_version_space(gram: Gram, signs: Vector) -> None:
    """Raise a NotSeparableError that names the remedies if no direction agrees with all labels."""
    found = separate(gram, signs, Free())
    if found.separable:
        return
    raise NotSeparableError(
        "no classifier agrees with all labels: version space is empty (averages of the signed examples come within "
        f"{found.distance:.1e} of the origin, where the longest example has length {found.radius:.3g}); assume label "
        "noise (noise=0.05, or 'auto'), add to the diagonal of the Gram (diagonal=1.0), or take a richer kernel.",
        found,
    )


def _lengths(gram: Gram) -> Vector:
    squared = gram.diagonal()
    short = np.flatnonzero(~(squared > 0.0))
    if len(short):
        raise InputError(
            f"example {short[0]} has k(x, x) = {squared[short[0]]:g}, so that no direction puts it on either side; "
            "drop it, or add a constant to the kernel (fit_intercept=True)."
        )
    return np.asarray(np.sqrt(squared))


def _refuse_indefinite(cosines: Matrix, rounding: float) -> None:
    verdict = positive_semidefinite(cosines, tolerance=32.0 * len(cosines) * rounding)
    if not verdict:
        raise InputError(
            f"K is not positive semi-definite: with examples at length one its smallest eigenvalue is "
            f"{verdict.smallest:.3g}; use a positive kernel, or add to the diagonal (diagonal=1.0)."
        )
