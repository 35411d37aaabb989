"""Sparse Bayesian learning: functions come and go, one after another, by what the evidence gains."""

import time
from dataclasses import dataclass

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress
from drupe.foundation.threads import threads_for_matrix
from drupe.solvers.relevance.ascent import Ascent
from drupe.solvers.relevance.basis import Basis
from drupe.solvers.relevance.likelihoods import Likelihood
from drupe.solvers.solution import Stop


@dataclass(frozen=True, eq=False)
class RelevanceSolution:
    """The weights of a few functions, and how they were found.

    Parameters
    ----------
    chosen
        Positions of the functions.
    weights
        Their weights.
    reduction
        The matrix F with covariance FᵀF of the weights.
    variances
        Of the weights before the data; one over them are the precisions α of the literature.
    noise
        The variance of the noise; 1 for classes.
    log_evidence
        ln P(targets); of classes by Laplace's approximation.
    gain
        The most that the log evidence could still gain by one more function, as far as was looked. For classes that is
        what the best of a few functions gains with Laplace's Gaussian laid anew; it may exceed the tolerance where the
        fixed point of the variances that follows lies lower, or is none.
    iterations
        Scans of all functions.
    actions
        Functions that came or went.
    stop
        Why the run ended.
    seconds
        Wall time.
    """

    chosen: Index
    weights: Vector
    reduction: Matrix
    variances: Vector
    noise: float
    log_evidence: float
    gain: float
    iterations: int
    actions: int
    stop: Stop
    seconds: float

    @property
    def converged(self) -> bool:
        """Whether no function led higher by more than the tolerance, and all variances have settled."""
        return self.stop is Stop.CONVERGED


@dataclass(frozen=True)
class EvidenceClimb(Checked):
    """max over variances and noise of ln P(t | variances, noise).

    All functions are scanned with one product. Those that would gain most, and a few of all others, are then worked
    with alone, which costs nothing beside a scan: they come and go by the largest gain, and after each action all
    variances are moved by Newton's steps in their logarithms, with the noise always at its best. When no function
    gains, those that could take the place of chosen ones are tried, until nothing gains. The evidence has many summits,
    so that the climb starts in several places: from many functions, of which most go, and from none. At the end
    functions that nearly lie in the span of chosen ones are weighed by orthonormal directions, as products of functions
    cannot tell what these would gain; where float64 cannot either, the climb has stalled, and says so.

    Parameters
    ----------
    tolerance
        Gain in the log evidence for which nothing is done.
    max_iterations
        Scans at most.
    exchange
        Whether functions are tried in the place of chosen ones, when no other gains, and other starts.

    Notes
    -----
    Complexity: O(nM m) for each of up to some hundred scans, M functions, m of them chosen; O(nm) memory besides.
    [Tipping03]_ does one action for each scan, and estimates the noise in between.

    References
    ----------
    [Tipping03]_, section 4; [Herbrich02]_, section 3.3.
    """

    tolerance: float = positive(1e-3)
    max_iterations: int = whole(1, 500)
    exchange: bool = True

    def solve(
        self, basis: Basis, likelihood: Likelihood, progress: Progress | None = None, keep: bool = False
    ) -> RelevanceSolution:
        """The summit; with `keep`, Ctrl-C leaves the best so far."""
        began = time.perf_counter()
        ascent = Ascent(basis, likelihood, self.tolerance, self.max_iterations, self.exchange)
        try:
            with threads_for_matrix(basis.n):
                stop = ascent.climb(progress)
        except KeyboardInterrupt:
            if not keep:
                raise
            stop = Stop.INTERRUPTED
        found = ascent.summit
        return RelevanceSolution(
            found.chosen,
            found.weights,
            found.reduction,
            found.variances,
            found.posterior.noise,
            found.log_evidence,
            ascent.gain,
            ascent.iterations,
            ascent.actions,
            stop,
            time.perf_counter() - began,
        )
