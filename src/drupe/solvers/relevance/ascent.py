"""One climb of the evidence: scans of all functions, and work on few of them in between."""

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.solvers.relevance.basis import Basis
from drupe.solvers.relevance.likelihoods import GaussianNoise, Likelihood
from drupe.solvers.relevance.place import Place
from drupe.solvers.relevance.pool import Pool
from drupe.solvers.relevance.refinement import NEAR, Refinement
from drupe.solvers.relevance.scan import Scan
from drupe.solvers.relevance.twins import later_twins
from drupe.solvers.solution import Stop

WORKED_WITH = 64
"""Functions, besides the chosen ones, that are worked with between two scans."""

FIRST = 192
"""Functions that are worked with at first."""

OPENINGS = 2
"""Times that a climb to classes starts from all over the basis: the first Gaussian knows nothing of the function."""

RIVALS = 16
"""Functions that are tried in the place of each chosen one."""

FEW = 10
"""Functions beyond which a climb from nothing is tried, too, where the evidence is exact."""

PACES = (3, 1)
"""Functions that come or go in such climbs before all are looked at again; more than one climb where that is cheap."""

PATIENCE = 6
"""Scans for which Laplace's evidence may stay below what it was."""

REFRESHES = 40
"""Times that the Gaussian of classes is laid anew between two scans, at most."""

FREE = 2
"""Times of these at which functions may still come."""

TRIED = 16
"""Functions that are tried one by one, with a Gaussian of its own for each, before a climb to classes ends."""

FOLLOWED = 4
"""Of these, those from which the climb goes on, until one leads higher."""

HOPE = 0.5
"""Share of the tolerance that such a function promises, at least."""

SHARES = (1.0, 0.3)
"""Of the variance that it promises to be best with."""

ROUGHLY = 0.1
"""Share of the tolerance by which the log evidence still changes when it has settled."""

SETTLED = 1e-8
"""The same change at the end."""

FADING = 1e-4
"""Share of a weight that the data determine below which its function is on its way out."""

DOUBTED = 1e-3
"""Slope of the log evidence that may be rounding where the evidence is exact, at most."""

CHEAP = 500_000
"""Values of functions, n M, up to which many scans are cheap."""


class Ascent:
    """A climb, where it stands, and the best that it has seen.

    Parameters
    ----------
    basis
        All functions.
    likelihood
        How targets follow from their weighted sum.
    tolerance
        Gain in the log evidence for which nothing is done.
    max_iterations
        Scans at most.
    exchange
        Whether functions are tried in the place of chosen ones, and other starts.

    References
    ----------
    [Tipping03]_, section 4.
    """

    def __init__(self, basis: Basis, likelihood: Likelihood, tolerance: float, max_iterations: int, exchange: bool):
        self._basis, self._likelihood = basis, likelihood
        self._tolerance, self._max_iterations, self._exchange = tolerance, max_iterations, exchange
        nothing = likelihood.posterior(np.empty((0, basis.n)), np.empty(0), np.empty(0))
        self._squares = basis.squares(nothing.curvature)
        # Of functions that are the same one will do.
        self._squares[later_twins(basis, self._squares)] = 0.0
        self._scale = np.sqrt(np.where(self._squares > 0.0, self._squares, 1.0))
        self._nowhere = Place(np.empty(0, dtype=np.int64), nothing, np.empty(0))
        self._place = self._best = self.summit = self._nowhere
        self._refused = np.zeros(len(basis), dtype=bool)
        self.iterations, self.actions, self.gain = 0, 0, np.inf

    def climb(self, progress: Progress | None = None) -> Stop:
        """From many functions at once, of which most go; and from none, where few do not say it all."""
        self._open()
        stop, gain = self._ascend(progress), self.gain
        for pace in self._paces():
            before, self._place, self._best = self.summit, self._nowhere, self._nowhere
            other = self._ascend(progress, pace)
            if self.summit is not before:
                stop, gain = other, self.gain
        self.gain = gain
        if not self._likelihood.quadratic:
            while self._exchange and self._better_without(progress):
                stop = self._ascend(progress)
            self._polish()
            while stop is Stop.CONVERGED and self._better_with_one_more(progress):
                stop = self._ascend(progress)
                self._polish()
        elif stop is Stop.CONVERGED:
            stop = self._refine(progress)
        at = self.summit.posterior
        doubted = min(at.rounding, DOUBTED) if self._likelihood.quadratic else at.rounding
        if stop is Stop.CONVERGED and at.steepest > max(self._tolerance, doubted):
            return Stop.STALLED
        return stop

    def _paces(self) -> tuple[int, ...]:
        """Actions between two scans in climbs from nothing, one for each such climb."""
        if not self._exchange or (self._likelihood.quadratic and len(self.summit.positions) <= FEW):
            return ()
        return PACES if self._scans_are_cheap else PACES[:1]

    @property
    def _scans_are_cheap(self) -> bool:
        return len(self._basis) * self._basis.n <= CHEAP

    def _open(self) -> None:
        """Functions from all over the basis, from several starts."""
        there = np.flatnonzero(self._squares > 0.0)
        positions = there[np.unique(np.linspace(0, len(there) - 1, min(FIRST, len(there))).astype(np.int64))]
        # In an order that does not depend on that of the examples.
        positions = positions[np.argsort(self._squares[positions], kind="stable")]
        rows = self._unit_rows(positions)
        for _ in range(1 if self._likelihood.quadratic else OPENINGS):
            weights = np.zeros(len(positions))
            weights[_places(positions, self._place.positions)] = self._place.posterior.weights
            best, actions = self._pool(rows, weights).highest_summit(self._exchange)
            self.actions += actions
            self._settle(positions, rows, best.variances, weights)

    def _ascend(self, progress: Progress | None, pace: int | None = None) -> Stop:
        """Scans until nothing gains, with so many actions after each, or as many as there are.

        Laplace's evidence may fall where that of the Gaussian in the place of the likelihood rises, and later be above
        what it was: a climb may go astray for a while, and then goes back.
        """
        self._refused[:], astray = False, 0
        while self.iterations < self._max_iterations:
            self._tell(progress)
            scan = self._scan()
            gains = np.where(self._refused, 0.0, scan.additions())
            self.gain = float(gains.max(initial=0.0))
            grows = self.gain > self._tolerance and astray < PATIENCE
            if not grows and self._place is not self._best:
                self._place, astray = self._best, PATIENCE
                continue
            others = _promising(gains, self._tolerance) if grows else self._rivals(scan)
            before = self._best.log_evidence
            if len(others):
                self._work(others, exchange=not grows, limit=pace if grows else None)
            if self._best.log_evidence - before > self._tolerance:
                self._refused[:], astray = False, 0
            elif grows:
                # What the Gaussian promised did not come true, so far.
                self._refused[others], astray = True, astray + 1
            else:
                return Stop.CONVERGED
        return Stop.ITERATIONS

    def _better_without(self, progress: Progress | None) -> bool:
        """Leaves each function of the summit out in turn, and lets others come; whether that led higher.

        Unlike an exchange within a pool the Gaussian is laid anew in between, which costs a scan for each.
        """
        top = self._best = self.summit
        if not self._scans_are_cheap:
            return False
        for k in np.argsort(np.abs(top.posterior.mean)):
            if self.iterations >= self._max_iterations:
                break
            self._tell(progress)
            self._place = top
            self._settle_at(top, np.delete(np.arange(len(top.positions)), k))
            gains = self._scan().additions()
            gains[top.positions[k]] = 0.0
            others = _promising(gains, self._tolerance)
            if len(others):
                self._work(others, exchange=False, limit=None)
            if self.summit.log_evidence > top.log_evidence + self._tolerance:
                self._place = self._best
                return True
        return False

    def _better_with_one_more(self, progress: Progress | None) -> bool:
        """Tries those functions that would gain most, with a Gaussian laid anew for each; whether one led higher.

        The scan knows the Gaussian at the mode alone, and functions that were worked with together may have failed
        together. A function that gains may still lead lower, when variances settle with it, and is then left out. What
        the best of those gains in truth is left in `gain`.
        """
        top = self.summit
        trials = self._one_more(top)
        self.gain = max((trial.log_evidence - top.log_evidence for trial in trials), default=0.0)
        for trial in trials[:FOLLOWED]:
            if trial.log_evidence <= top.log_evidence + self._tolerance or self.iterations >= self._max_iterations:
                break
            self._tell(progress)
            self.summit = trial
            self._polish()
            if self.summit.log_evidence > top.log_evidence + self._tolerance:
                return True
        self._place = self._best = self.summit = top
        return False

    def _one_more(self, top: Place) -> list[Place]:
        """With one more function each, those first that gain most."""
        self._place = top
        at, scan, found = top.posterior, self._scan(), list[Place]()
        promised, variances = np.where(self._squares > 0.0, scan.additions(), 0.0), scan.best_variances()
        tried = np.argsort(-promised, kind="stable")[:TRIED]
        tried = tried[promised[tried] > HOPE * self._tolerance]
        for position, row in zip(tried, self._unit_rows(tried), strict=True):
            rows, positions = np.vstack([at.rows, row]), np.append(top.positions, position)
            for share in SHARES:
                with_it = np.append(at.variances, share * variances[position])
                posterior = self._likelihood.posterior(rows, with_it, np.append(at.weights, 0.0))
                found.append(Place(positions, posterior, self._scale[positions]))
        return sorted(found, key=lambda place: -place.log_evidence)

    def _refine(self, progress: Progress | None) -> Stop:
        """Functions that nearly depend on chosen ones, where products of functions could not tell what they are for."""
        assert isinstance(self._likelihood, GaussianNoise)
        refinement = Refinement(self._likelihood, self._tolerance)
        self._place = self._best = refinement.settled(self.summit)
        self._remember()
        self._refused[:] = False
        while True:
            scan, unusable = refinement.corrected(self._scan(), self._basis, self._scale)
            promised = np.where(self._squares > 0.0, scan.additions(), 0.0)
            # Of functions that stand well outside the others it is sure that they did not keep their word.
            promised[self._refused & (scan.shares > NEAR * scan.lengths)] = 0.0
            self.gain = float(promised.max(initial=0.0))
            usable = np.where(self._refused, 0.0, promised)
            usable[unusable] = 0.0
            others = _promising(usable, self._tolerance)
            if not len(others):
                return Stop.CONVERGED if self.gain <= self._tolerance else Stop.STALLED
            if self.iterations >= self._max_iterations:
                return Stop.ITERATIONS
            self._tell(progress)
            before = self._place.log_evidence
            self._place = refinement.grown(self._place, others, self._unit_rows(others), self._scale[others])
            self._remember()
            # Functions that were refused may be of use beside others.
            self._refused[:] &= self._place.log_evidence - before <= self._tolerance
            self._refused[np.setdiff1d(others, self._place.positions)] = True

    def _polish(self) -> None:
        """Variances at the summit that have settled beyond what the search needs."""
        self._place = self._best = self.summit
        self._settle_at(self.summit, np.arange(len(self.summit.positions)), SETTLED)
        fading = self._place.posterior.determined < FADING
        if fading.any():
            # Its variance goes to zero, and would be there after many more steps.
            self._settle_at(self._place, np.flatnonzero(~fading), SETTLED)
        self.summit = self._place

    def _settle_at(self, place: Place, kept: Index, settled: float | None = None) -> None:
        at = place.posterior
        self._settle(place.positions[kept], at.rows[kept], at.variances[kept], at.weights[kept], 0, settled)

    def _tell(self, progress: Progress | None) -> None:
        """One more scan."""
        self.iterations += 1
        if progress is not None:
            progress(min(self.iterations / self._max_iterations, 1.0))

    def _scan(self) -> Scan:
        at = self._place.posterior
        squares = self._squares
        if not self._likelihood.quadratic:
            squares = np.where(squares > 0.0, self._basis.squares(at.curvature), 0.0)
        lengths = squares / self._scale**2
        return Scan.of(self._basis, self._scale, lengths, self._place.positions, at, self._likelihood.level)

    def _rivals(self, scan: Scan) -> Index:
        """Functions that would do best in the place of each chosen one."""
        if not self._exchange or not len(self._place.positions):
            return np.empty(0, dtype=np.int64)
        gains = np.where(self._squares > 0.0, scan.exchanges(), -np.inf)
        best = np.argpartition(-gains, min(RIVALS, gains.shape[1] - 1), axis=1)[:, :RIVALS]
        best = best[self._squares[best] > 0.0]
        return np.setdiff1d(best, self._place.positions)

    def _work(self, others: Index, exchange: bool, limit: int | None) -> None:
        """Climb with the chosen functions and these others alone."""
        at, nothing = self._place.posterior, np.zeros(len(others))
        rows = np.vstack([at.rows, self._unit_rows(others)])
        variances, weights = np.concatenate([at.variances, nothing]), np.concatenate([at.weights, nothing])
        positions = np.concatenate([self._place.positions, others])
        found = self._pool(rows, weights).summit(variances, exchange, limit)
        self.actions += found.actions
        self._settle(positions, rows, found.variances, weights, free=0 if limit else FREE)

    def _settle(
        self,
        positions: Index,
        rows: Matrix,
        variances: Vector,
        weights: Vector,
        free: int = FREE,
        settled: float | None = None,
    ) -> None:
        """Climb until the Gaussian is that of the function found; none comes but in the first `free` rounds."""
        settled = ROUGHLY * self._tolerance if settled is None else settled
        for refreshes in range(REFRESHES):
            kept = np.flatnonzero(variances)
            posterior = self._likelihood.posterior(rows[kept], variances[kept], weights[kept])
            moved = posterior.log_evidence - self._place.log_evidence
            self._place = Place(positions[kept], posterior, self._scale[positions[kept]])
            if self._likelihood.quadratic or (refreshes and abs(moved) <= settled):
                break
            if refreshes >= free:
                positions, rows, variances, weights = positions[kept], rows[kept], variances[kept], posterior.weights
            else:
                weights = np.zeros(len(positions))
                weights[kept] = posterior.weights
            found = self._pool(rows, weights).summit(variances, exchange=False)
            self.actions, variances = self.actions + found.actions, found.variances
        self._remember()

    def _remember(self) -> None:
        if self._place.log_evidence > self._best.log_evidence:
            self._best = self._place
        if self._best.log_evidence > self.summit.log_evidence:
            self.summit = self._best

    def _pool(self, rows: Matrix, weights: Vector) -> Pool:
        """What is in the place of the likelihood, around the function with these weights, as these functions see it."""
        at = self._place.posterior
        pulled = at.curvature * (weights @ rows) + at.force
        energy = float(pulled @ (pulled / at.curvature)) if self._likelihood.quadratic else 0.0
        products = np.ascontiguousarray((rows * at.curvature) @ rows.T)
        return Pool(products, rows @ pulled, (energy, *self._likelihood.level), self._tolerance)

    def _unit_rows(self, index: Index) -> Matrix:
        return np.asarray(self._basis.rows(index) / self._scale[index, None])


def _places(positions: Index, some: Index) -> Index:
    """Where some of the positions stand among them."""
    order = np.argsort(positions)
    return np.asarray(order[np.searchsorted(positions[order], some)])


def _promising(gains: Vector, tolerance: float) -> Index:
    """Functions that gain most, and some from among all others that gain: neighbors gain the same."""
    order = np.argsort(-gains, kind="stable")
    order = order[: int((gains > tolerance).sum())]
    best, others = order[: WORKED_WITH // 2], np.sort(order[WORKED_WITH // 2 :])
    step = max(1, -(-len(others) // (WORKED_WITH // 2)))
    return np.concatenate([best, others[::step]])
