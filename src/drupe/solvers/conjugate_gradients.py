"""Conjugate gradients for many right-hand sides at once: linear systems in a Gram that is never held."""

import time
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, nonnegative, positive, whole
from drupe.foundation.progress import Listener, Progress
from drupe.grams.base import Gram
from drupe.solvers.bracket import Bracket
from drupe.solvers.low_rank_preconditioner import LowRankPreconditioner
from drupe.solvers.solution import Stop

LOST = 1e-20
"""Share of the diagonal of K below which a shift is lost in rounding."""


@dataclass(frozen=True, eq=False)
class LinearSystems:
    """(K + diag(shift_c)) α_c = y_c, one column c for each system.

    Parameters
    ----------
    gram
        K.
    targets
        The y, one column each.
    shift
        What is added to the diagonal, one column each, zero or more.
    """

    gram: Gram
    targets: Matrix
    shift: Matrix


@dataclass(frozen=True, eq=False)
class LinearSolutions:
    """The α, how near they are, and why the run ended.

    Parameters
    ----------
    alpha
        One column for each system.
    residuals
        ‖y − (K + D) α‖ / ‖y‖ of each system.
    brackets
        Bounds on ½ yᵀ(K + D)⁻¹y of each system.
    iterations
        Steps, each one product with K; one more checks the residuals in the end.
    stop
        Why the run ended.
    seconds
        Wall time.
    """

    alpha: Matrix
    residuals: Vector
    brackets: tuple[Bracket, ...]
    iterations: int
    stop: Stop
    seconds: float


@dataclass(frozen=True)
class ConjugateGradients(Checked):
    """Steps along directions that are orthogonal with respect to K + D, one product with K for all systems together.

    A step costs what a product with K costs: O(n²d) time and O(n) memory for a Gram that computes its entries anew.
    How many steps are needed grows with the root of the condition of K + D; a low-rank preconditioner takes the largest
    eigenvalues away.

    Parameters
    ----------
    tolerance
        Residual, relative to the targets, at which a system is solved.
    bracket
        Relative width of Skilling's bracket at which it is solved as well.
    max_iterations
        Steps after which the run ends; None for twice as many as there are examples, but at least 100.
    rank
        Columns of K behind the preconditioner; 0 for none.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> system = LinearSystems(DenseGram([[1.0, 1.0], [1.0, 2.0]]), np.array([[1.0], [2.0]]), np.ones((2, 1)))
    >>> ConjugateGradients(max_iterations=1).solve(system).alpha.round(7).ravel().tolist()
    [0.2777778, 0.5555556]

    References
    ----------
    [Cristianini00]_, table 7.3 and section 7.8; [Mukherjee04]_, section 5.1.1.
    """

    tolerance: float = positive(1e-8)
    bracket: float = nonnegative(0.0)
    max_iterations: int | None = None
    rank: int = whole(0, 0)

    def solve(self, systems: LinearSystems, progress: Progress | None = None, keep: bool = False) -> LinearSolutions:
        """All systems; with `keep`, Ctrl-C leaves what has been reached."""
        began = time.perf_counter()
        run = _Run(systems, self)
        limit = max(100, 2 * len(systems.gram)) if self.max_iterations is None else self.max_iterations
        stop = Stop.ITERATIONS
        try:
            while run.open().size and run.iterations < limit:
                run.step()
                _tell(progress, run.progress(), run.violation())
                if not run.open().size and not run.renew():
                    stop = Stop.STALLED
                    break
        except KeyboardInterrupt:
            if not keep:
                raise
            stop = Stop.INTERRUPTED
        if not run.open().size:
            stop = Stop.CONVERGED
        return LinearSolutions(
            run.alpha, run.relative(), run.brackets(), run.iterations, stop, time.perf_counter() - began
        )


class _Run:
    """The state of a run: residuals, directions and what K makes of α, for each system."""

    def __init__(self, systems: LinearSystems, method: ConjugateGradients):
        self.systems, self.method, self.iterations = systems, method, 0
        self.targets = np.array(systems.targets, dtype=np.float64)
        self.alpha, self.product = np.zeros_like(self.targets), np.zeros_like(self.targets)
        self.residual = self.targets.copy()
        self.preconditioners = self._preconditioners()
        self.direction = self._preconditioned(self.residual, np.arange(self.targets.shape[1]))
        self.energy = (self.residual * self.direction).sum(axis=0)
        self.lengths = np.maximum(np.linalg.norm(self.targets, axis=0), np.finfo(np.float64).tiny)
        self.renewed = np.inf

    def step(self) -> None:
        """One step of every system that is still open."""
        live = self.open()
        direction, shift = self.direction[:, live], self.systems.shift[:, live]
        plain = np.asarray(self.systems.gram @ direction)
        curvature = (direction * (plain + shift * direction)).sum(axis=0)
        if not (curvature > 0.0).all():
            raise InputError(
                "the kernel matrix with what is added to its diagonal is not positive definite; add more (a larger "
                "alpha), or take another kernel."
            )
        length = self.energy[live] / curvature
        self.alpha[:, live] += length * direction
        self.product[:, live] += length * plain
        self.residual[:, live] -= length * (plain + shift * direction)
        improved = self._preconditioned(self.residual[:, live], live)
        energy = (self.residual[:, live] * improved).sum(axis=0)
        self.direction[:, live] = improved + energy / self.energy[live] * direction
        self.energy[live] = energy
        self.iterations += 1

    def renew(self) -> bool:
        """Residuals from α itself: those of the steps drift away by rounding. False if steps no longer help."""
        every, before = np.arange(self.targets.shape[1]), self.renewed
        self.product = np.array(self.systems.gram @ self.alpha, dtype=np.float64)
        self.residual = self.targets - self.product - self.systems.shift * self.alpha
        self.direction = self._preconditioned(self.residual, every)
        self.energy = (self.residual * self.direction).sum(axis=0)
        self.renewed = self.violation()
        return self.renewed <= 0.5 * before

    def relative(self) -> Vector:
        return np.asarray(np.linalg.norm(self.residual, axis=0) / self.lengths)

    def violation(self) -> float:
        return float(self.relative().max(initial=0.0))

    def progress(self) -> float:
        """Residuals fall by about the same factor in every step."""
        left = max(self.violation(), self.method.tolerance)
        return float(np.clip(np.log(left) / np.log(min(self.method.tolerance, 0.5)), 0.0, 1.0))

    def open(self) -> Index:
        """The systems that are not solved yet."""
        solved = self.relative() <= self.method.tolerance
        if self.method.bracket > 0.0:
            solved |= [one.width <= self.method.bracket * one.upper for one in self.brackets()]
        return np.flatnonzero(~solved)

    def brackets(self) -> tuple[Bracket, ...]:
        columns = (self.alpha.T, self.product.T, self.targets.T, self.systems.shift.T)
        return tuple(Bracket.at(*system) for system in zip(*columns, strict=True))

    def _preconditioners(self) -> list[LowRankPreconditioner]:
        """One for each system; those with the same shift share it."""
        shifts = self.systems.shift.T
        # A shift that is lost beside K leaves nothing to precondition with, and one over it may be infinite.
        least = LOST * float(np.abs(self.systems.gram.diagonal()).mean()) if self.method.rank else 0.0
        if not self.method.rank or not (shifts > least).all():
            return []
        found = [LowRankPreconditioner.of(self.systems.gram, self.method.rank).shifted(shifts[0])]
        for before, shift in pairwise(shifts):
            found.append(found[-1] if np.array_equal(before, shift) else found[-1].shifted(shift))
        return found

    def _preconditioned(self, residual: Matrix, live: Index) -> Matrix:
        if not self.preconditioners:
            return residual.copy()
        return np.column_stack(
            [self.preconditioners[column](part) for column, part in zip(live, residual.T, strict=True)]
        )


def _tell(progress: Progress | None, fraction: float, violation: float) -> None:
    if progress is None:
        return
    if isinstance(progress, Listener):
        progress.reached(violation)
    progress(fraction)
