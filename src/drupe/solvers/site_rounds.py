"""Rounds of expectation propagation: a Gaussian factor for each label, refined in the context of all others."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, cholesky, solve_triangular

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.solvers.solution import Stop
from drupe.solvers.step_likelihood import StepLikelihood

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


@dataclass(frozen=True)
class Ending:
    """When rounds end: at this change, relative to deviations of the outputs before the labels, or after so many."""

    tolerance: float
    rounds: int


class SiteRounds:
    """Sites and the Gaussian that they make with the prior N(0, K), kept in step.

    Parameters
    ----------
    K
        The covariances of the outputs before the labels were seen, positive on the diagonal.
    signs
        The labels, ±1.
    likelihood
        What a label says of its output.
    sites
        Where to begin.

    Notes
    -----
    All sites move at once and only part of the way. A factor of negative precision, as flipped labels would have it, is
    replaced by one of none: the Gaussian then always exists. Complexity: O(n³) time for each round.

    References
    ----------
    [Minka01]_, chapters 3 and 5; [Rasmussen06]_, section 3.6.
    """

    def __init__(self, K: Matrix, signs: Vector, likelihood: StepLikelihood, sites: Sites):
        self.K, self.signs, self.likelihood = K, signs, likelihood
        self.prior = np.array(K.diagonal())
        self.share, self.best, self.idle = BOLD, np.inf, 0
        self.iterations, self.change = 0, np.inf
        self._combine(sites)

    def run(self, ending: Ending, progress: Progress | None = None, keep: bool = False) -> Stop:
        """Rounds until they change nothing; with `keep`, Ctrl-C leaves the last one."""
        first = 0.0
        try:
            for _ in range(ending.rounds):
                self.round()
                if self.change <= ending.tolerance:
                    return Stop.CONVERGED
                first = max(first, self.change)
                if progress is not None and first > ending.tolerance:
                    progress(min(1.0, np.log(first / self.change) / np.log(first / ending.tolerance)))
        except KeyboardInterrupt:
            if not keep or not self.iterations:
                raise
            return Stop.INTERRUPTED
        except LinAlgError:
            return Stop.STALLED
        return Stop.ITERATIONS

    def round(self) -> None:
        """Every site in the context of all others, then a step towards the new sites."""
        context, wanted = self._matched()
        moved = 1.0 / np.sqrt(1.0 / context[1] + wanted.precisions) - np.sqrt(self.variances)
        means = (context[0] / context[1] + wanted.shifts) / (1.0 / context[1] + wanted.precisions)
        farthest = np.maximum(np.abs(moved), np.abs(means - self.means))
        self.change = float((farthest / np.sqrt(self.prior)).max())
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
        scaled = roots[:, None] * self.K
        factor = cholesky(scaled * roots + np.eye(len(roots)), lower=True)
        self.sites, self.roots, self.factor = sites, roots, factor
        reduced = solve_triangular(self.factor, scaled, lower=True)
        known = np.einsum("ij,ij->j", reduced, reduced)
        self.variances = np.maximum(self.prior - known, np.finfo(float).eps * self.prior)
        self.means = self.K @ sites.shifts - reduced.T @ (reduced @ sites.shifts)

    def _matched(self) -> tuple[tuple[Vector, Vector], Sites]:
        """The contexts N(m, v), and the sites that give their products the moments of context · likelihood."""
        mean, variance = self._context()
        tilted = self.likelihood.tilted(self.signs, mean, variance)
        precisions = np.maximum(tilted.shrinks / np.maximum(1.0 - tilted.shrinks, 1e-14) / variance, 0.0)
        return (mean, variance), Sites(precisions, tilted.means * (1.0 / variance + precisions) - mean / variance)

    def _context(self) -> tuple[Vector, Vector]:
        """Mean and variance of each output without its own site."""
        left = 1.0 / self.variances - self.sites.precisions
        variance = 1.0 / np.maximum(left, np.finfo(float).eps / self.prior)
        return variance * (self.means / self.variances - self.sites.shifts), variance

    def log_evidence(self) -> float:
        """Σᵢ ln Zᵢ + ½ νᵀμ − ½ ln |I + K T| − Σᵢ [ψ(μᵢ, Σᵢᵢ) − ψ(mᵢ, vᵢ)] with ψ(m, v) = ½ ln v + m²/2v."""
        mean, variance = self._context()
        normalizer = self.likelihood.tilted(self.signs, mean, variance).log_normalizer
        with_site = np.log(self.variances) + self.means**2 / self.variances
        without = np.log(variance) + mean**2 / variance
        joint = self.sites.shifts @ self.means - 2.0 * np.log(np.diag(self.factor)).sum()
        return float(normalizer.sum() + 0.5 * joint - 0.5 * (with_site - without).sum())

    def alpha(self) -> Vector:
        """Of the mean μ = Kα: ν − T μ."""
        return np.asarray(self.sites.shifts - self.sites.precisions * self.means)
