"""Sparse Bayesian learning: functions come and go, one after another, by what the evidence gains."""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.linalg.lapack import dpstrf

from drupe import native
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Progress
from drupe.solvers.relevance.basis import Basis
from drupe.solvers.relevance.likelihoods import Likelihood
from drupe.solvers.relevance.scan import DEPENDENT, Scan
from drupe.solvers.solution import Stop

POOL = 64
"""Functions, besides the chosen ones, that are worked with between two scans."""

FIRST = 128
"""Functions that are worked with at first."""

OPENINGS = 2
"""Times that a climb to classes starts from all over the basis: the first Gaussian knows nothing of the function."""

STARTS = ((1, 1.0), (1, 10.0), (1, 100.0), (2, 1.0), (2, 100.0))
"""Every so many of them have this variance, in units of the noise, where a climb starts; the best of all goes on."""

RIVALS = 16
"""Functions that are tried in the place of each chosen one."""

ACTIONS = 100
"""For each function of a pool, at most."""

HALVINGS = 3
"""Of a step in the logarithms of variances by which Laplace's evidence would lose."""

REFRESHES = 40
"""Times that the Gaussian of classes is laid anew between two scans, at most."""

SETTLED = 1e-7
"""Slope of the log evidence in the logarithm of a variance at which that has settled."""

SLACK = 0.05
"""By how much Laplace's evidence may fall while the Gaussian settles: variances do not maximize quite the same."""


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
        The most that the log evidence could still gain by one more function, as far as was looked.
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
        """Whether no function gains more than the tolerance, and all variances have settled."""
        return self.stop is Stop.CONVERGED


@dataclass(frozen=True)
class EvidenceClimb(Checked):
    """max over variances and noise of ln P(t | variances, noise), from no function at all.

    All functions are scanned with one product. Those that would gain most, and a few of all others, are then worked
    with alone, which costs nothing beside a scan: they come and go by the largest gain, and after each action all
    variances are moved by Newton's steps in their logarithms, with the noise always at its best. When no function
    gains, those that could take the place of a chosen one are tried, until nothing gains. The evidence never falls;
    it may have many summits, of which this finds one.

    Parameters
    ----------
    tolerance
        Gain in the log evidence for which nothing is done.
    max_iterations
        Scans at most.
    exchange
        Whether functions are tried in the place of chosen ones, when no other gains.

    Notes
    -----
    Complexity: O(nM m) for each of a handful of scans, M functions, m of them chosen; O(nm) memory besides the basis.
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
        run = _Run(self, basis, likelihood)
        try:
            stop = run.climb(progress)
        except KeyboardInterrupt:
            if not keep:
                raise
            stop = Stop.INTERRUPTED
        return run.solution(stop, time.perf_counter() - began)


class _Run:
    """One climb: the chosen functions, and what is known of their weights."""

    def __init__(self, options: EvidenceClimb, basis: Basis, likelihood: Likelihood):
        self._options, self._basis, self._likelihood = options, basis, likelihood
        nothing = likelihood.posterior(np.empty((0, basis.n)), np.empty(0), np.empty(0))
        self._squares = basis.squares(nothing.curvature)
        self._scale = np.sqrt(np.where(self._squares > 0.0, self._squares, 1.0))
        self._chosen, self._posterior = np.empty(0, dtype=np.int64), nothing
        self._refused = np.zeros(len(basis), dtype=bool)
        self.iterations, self.actions, self.gain = 0, 0, np.inf

    def climb(self, progress: Progress | None) -> Stop:
        self._open()
        tolerance = self._options.tolerance
        while self.iterations < self._options.max_iterations:
            self.iterations += 1
            scan = self._scan()
            gains = np.where(self._refused, 0.0, scan.additions())
            self.gain = float(gains.max(initial=0.0))
            if progress is not None:
                progress(min(self.iterations / self._options.max_iterations, 1.0))
            grows = self.gain > tolerance
            others = _promising(gains, tolerance) if grows else self._rivals(scan)
            before = self._posterior.log_evidence
            if len(others):
                self._work(others, exchange=not grows)
            if self._posterior.log_evidence - before > tolerance:
                self._refused[:] = False
            elif grows:
                # What the Gaussian in the place of the likelihood promised did not come true.
                self._refused[others] = True
            else:
                return Stop.CONVERGED if scan.steepest <= max(tolerance, scan.rounding) else Stop.STALLED
        return Stop.ITERATIONS

    def solution(self, stop: Stop, seconds: float) -> RelevanceSolution:
        found, scale, order = self._posterior, self._scale[self._chosen], np.argsort(self._chosen)
        return RelevanceSolution(
            self._chosen[order],
            (found.weights / scale)[order],
            (found.reduction / scale)[:, order],
            (found.noise * found.variances / scale**2)[order],
            found.noise,
            found.log_evidence,
            self.gain,
            self.iterations,
            self.actions,
            stop,
            seconds,
        )

    def _open(self) -> None:
        """Functions from all over the basis, all of which have a weight at first: most will go."""
        there = np.flatnonzero(self._squares > 0.0)
        pool = there[np.unique(np.linspace(0, len(there) - 1, min(FIRST, len(there))).astype(np.int64))]
        rows = self._unit_rows(pool)
        for _ in range(1 if self._likelihood.quadratic else OPENINGS):
            weights = np.zeros(len(pool))
            weights[np.searchsorted(pool, self._chosen)] = self._posterior.weights
            gaussian = self._gaussian(rows, weights)
            summits = [gaussian.summit(start, self._options.tolerance, exchange=False) for start in gaussian.starts()]
            best = max(summits, key=lambda summit: summit.log_evidence)
            self._settle(pool, rows, best.variances, weights, gaussian, self._options.exchange)

    def _scan(self) -> Scan:
        at = self._posterior
        squares = self._squares if self._likelihood.quadratic else self._basis.squares(at.curvature)
        lengths = squares / self._scale**2
        return Scan.of(self._basis, self._scale, lengths, self._chosen, at, self._likelihood.level)

    def _rivals(self, scan: Scan) -> Index:
        """Functions that would do best in the place of each chosen one."""
        if not self._options.exchange or not len(self._chosen):
            return np.empty(0, dtype=np.int64)
        best = np.argsort(-scan.exchanges(), axis=1, kind="stable")[:, :RIVALS]
        return np.setdiff1d(best, self._chosen)

    def _work(self, others: Index, exchange: bool) -> None:
        """Climb with the chosen functions and these others alone."""
        nothing = np.zeros(len(others))
        rows = np.vstack([self._posterior.rows, self._unit_rows(others)])
        variances = np.concatenate([self._posterior.variances, nothing])
        weights = np.concatenate([self._posterior.weights, nothing])
        gaussian = self._gaussian(rows, weights)
        self._settle(np.concatenate([self._chosen, others]), rows, variances, weights, gaussian, exchange)

    def _settle(
        self, pool: Index, rows: Matrix, variances: Vector, weights: Vector, gaussian: "_Gaussian", exchange: bool
    ) -> None:
        """Climb within a pool until the Gaussian in the place of the likelihood is the one of the function found."""
        for _ in range(REFRESHES):
            for proposed in self._proposals(gaussian, variances, exchange):
                kept = np.flatnonzero(proposed)
                posterior = self._likelihood.posterior(rows[kept], proposed[kept], weights[kept])
                moved = posterior.log_evidence - self._posterior.log_evidence
                if moved >= -SLACK:
                    break
            else:
                return
            self._chosen, self._posterior, variances = pool[kept], posterior, proposed
            if self._likelihood.quadratic or abs(moved) <= SETTLED:
                return
            weights = np.zeros(len(pool))
            weights[kept] = posterior.weights
            gaussian = self._gaussian(rows, weights)

    def _proposals(self, gaussian: "_Gaussian", variances: Vector, exchange: bool) -> Iterator[Vector]:
        """Variances to go on with, the boldest first: Laplace's evidence may fall where that of the Gaussian rises."""
        for bold in (True, False)[not exchange :]:
            found = gaussian.summit(variances, self._options.tolerance, bold)
            self.actions += found.actions
            yield found.variances
        ahead = gaussian.alone(variances, self._options.tolerance)
        for _ in range(HALVINGS):
            yield ahead
            ahead = np.where(ahead > 0.0, np.sqrt(ahead * variances), variances)

    def _gaussian(self, rows: Matrix, weights: Vector) -> "_Gaussian":
        """What is in the place of the likelihood, around the function with these weights, as these functions see it."""
        at = self._posterior
        pulled = at.curvature * (weights @ rows) + at.force
        energy = float(pulled @ (pulled / at.curvature)) if self._likelihood.quadratic else 0.0
        products = np.ascontiguousarray((rows * at.curvature) @ rows.T)
        return _Gaussian(products, rows @ pulled, (energy, *self._likelihood.level))

    def _unit_rows(self, index: Index) -> Matrix:
        return np.asarray(self._basis.rows(index) / self._scale[index, None])


@dataclass(frozen=True, eq=False)
class _Gaussian:
    """RBRᵀ and RBt of the functions in a pool, and tᵀBt with the level of the noise."""

    products: Matrix
    correlations: Vector
    level: tuple[float, float, float, bool]

    def starts(self) -> Iterator[Vector]:
        """Variances to start from: of functions that do not depend on each other, lest it does not matter whose."""
        # Its tolerance is that of Scan, below which a function counts as one of the others.
        _, pivots, rank, _ = dpstrf(self.products, tol=DEPENDENT * self.products.diagonal().max(initial=0.0))
        independent = np.sort(pivots[: int(rank)]) - 1
        for step, variance in STARTS:
            variances = np.zeros(len(self.products))
            variances[independent[::step]] = variance
            yield variances

    def summit(self, variances: Vector, tolerance: float, exchange: bool) -> native.EvidenceSummit:
        """Where its evidence is largest."""
        options = native.EvidenceOptions(tolerance, ACTIONS * len(variances), exchange)
        return native.climb_evidence(
            self.products.astype(np.float64, copy=False),
            self.correlations.astype(np.float64, copy=False),
            self.level,
            variances.astype(np.float64, copy=False),
            options,
        )

    def alone(self, variances: Vector, tolerance: float) -> Vector:
        """Where it is largest as long as no function comes."""
        kept = np.flatnonzero(variances)
        products = np.ascontiguousarray(self.products[np.ix_(kept, kept)])
        found = np.zeros(len(variances))
        few = _Gaussian(products, self.correlations[kept], self.level)
        found[kept] = few.summit(variances[kept], tolerance, exchange=False).variances
        return found


def _promising(gains: Vector, tolerance: float) -> Index:
    """Functions that gain most, and some from among all others that gain: neighbors gain the same."""
    order = np.argsort(-gains, kind="stable")
    order = order[: int((gains > tolerance).sum())]
    best, others = order[: POOL // 2], np.sort(order[POOL // 2 :])
    step = max(1, -(-len(others) // (POOL // 2)))
    return np.concatenate([best, others[::step]])
