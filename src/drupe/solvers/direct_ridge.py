"""Ridge regression by one factorization of the kernel matrix, with what it says of each example left out."""

import time
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.foundation.errors import InputError
from drupe.foundation.progress import Progress, share
from drupe.grams.base import Gram
from drupe.grams.dense import DenseGram
from drupe.grams.owned import owned
from drupe.grams.single import computes_cheaply
from drupe.solvers.cholesky import Cholesky, NotPositiveError, factored, mirror
from drupe.solvers.closed_forms.prefixes import Prefixes
from drupe.solvers.refined_cholesky import RefinedCholesky, refined
from drupe.solvers.ridge_problem import (
    Method,
    RidgeProblem,
    RidgeSolution,
    require_others,
    require_regular,
    with_offset,
)
from drupe.solvers.symmetric_factor import SymmetricFactor, symmetric_factor

Factor: TypeAlias = Cholesky | RefinedCholesky | SymmetricFactor
"""What a system is solved with."""

SINGLE_FROM = 2000
"""Examples from which on a factorization in single precision pays, its corrections included."""


@dataclass(frozen=True)
class DirectRidge:
    """α = (K + λW⁻¹)⁻¹ y by a Cholesky factorization in the memory of K, one for each different λ.

    A kernel that is not positive has no minimum, but a place where the slope is zero, which is found unless the system
    is singular; with an offset a kernel that is conditionally positive of order one has a minimum all the same.

    Left out, example i is missed by αᵢ / (C⁻¹)ᵢᵢ with C = K + λW⁻¹: no second fit is needed for it.

    Parameters
    ----------
    leave_one_out
        Whether to say so, which takes as long again; and, from the same factorization, what the machine of the
        examples before it would have said of each.
    budget
        Bytes that K may take.
    residual
        Size of y − b − (K + λW⁻¹)α, relative to y, to which a factorization in single precision is mended where there
        are many examples; None to work in double precision always. Leave-one-out residuals are then known to 10⁻³ of
        themselves. Where single precision does not serve, double precision takes over.

    Notes
    -----
    Complexity: O(n³) time, one matrix of n² numbers.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> problem = RidgeProblem(DenseGram([[1.0, 1.0], [1.0, 2.0]]), np.array([[1.0], [2.0]]), np.ones(1), np.ones(2))
    >>> DirectRidge().solve(problem).coefficients.round(12).ravel().tolist()
    [0.2, 0.6]

    References
    ----------
    [Cristianini00]_, proposition 6.24; [Wahba90]_, theorem 4.2.1, for examples left out.
    """

    leave_one_out: bool = False
    budget: int = DEFAULT_BYTES
    residual: float | None = None

    def solve(self, problem: RidgeProblem, progress: Progress | None = None) -> RidgeSolution:
        """The solution; the kernel matrix is computed once."""
        single = self._single(problem)
        if single is not None:
            try:
                return self._solved(problem, single, progress)
            except NotPositiveError:
                pass  # or not in single precision
        return self._solved(problem, _System(owned(problem.gram, self.budget)), progress)

    def _single(self, problem: RidgeProblem) -> "_SingleSystem | None":
        """The system in single precision, where it pays and there is room for it."""
        n = len(problem.gram)
        if self.residual is None or n < SINGLE_FROM or problem.strengths.min() == 0.0:
            return None
        if computes_cheaply(problem.gram):
            return _SingleSystem(problem.gram, self.residual) if 4 * n * n <= self.budget else None
        if 12 * n * n > self.budget:
            return None
        held = problem.gram
        if not isinstance(held, DenseGram):
            held = DenseGram._of_symmetric(owned(problem.gram, self.budget))
        return _SingleSystem(held, self.residual)

    def _solved(
        self, problem: RidgeProblem, system: "_System | _SingleSystem", progress: Progress | None
    ) -> RidgeSolution:
        began = time.perf_counter()
        alpha, offset = np.empty(problem.targets.shape), np.zeros(problem.targets.shape[1])
        missed = np.empty(problem.targets.shape) if self.leave_one_out else None
        following: Matrix | None = None if missed is None else np.empty(problem.targets.shape)
        strengths = np.unique(problem.strengths)
        for part, strength in enumerate(strengths):
            outputs = np.flatnonzero(problem.strengths == strength)
            factor = system.factor(strength / problem.weights, share(progress, part, len(strengths)))
            require_regular(factor.reciprocal_condition, len(factor), float(strength))
            alpha[:, outputs], offset[outputs], ones = _solved(problem, factor, outputs)
            if missed is not None:
                if isinstance(factor, SymmetricFactor):
                    following = None  # its rows were exchanged
                elif following is not None:
                    following[:, outputs] = _following(problem, factor, outputs)
                missed[:, outputs] = alpha[:, outputs] / _stiffness(factor, ones)[:, None]
        seconds = time.perf_counter() - began
        return RidgeSolution(alpha, offset, system.method, missed, seconds=seconds, progressive=following)


class _SingleSystem:
    """K, computed anew for every factor."""

    method = Method.CHOLESKY

    def __init__(self, gram: Gram, residual: float):
        self._gram, self._residual = gram, residual
        _require_finite(gram.diagonal())

    def factor(self, shift: Vector, progress: Progress | None) -> Factor:
        """In single precision; a NotPositiveError where that does not serve."""
        return refined(self._gram, shift, self._residual, progress)


class _System:
    """K, and the factors of K with this or that on its diagonal, in the same memory."""

    def __init__(self, matrix: Matrix):
        self._matrix, self._diagonal = matrix, matrix.diagonal().copy()
        self._whole, self.method = True, Method.CHOLESKY
        _require_finite(self._diagonal)

    def factor(self, shift: Vector, progress: Progress | None) -> Factor:
        """By Cholesky's method; in blocks of two where K is not positive, as long as it is not singular."""
        self._restore()
        self._whole = False
        try:
            return factored(self._matrix, shift, progress)
        except NotPositiveError:
            self._restore()
            self._matrix[np.diag_indices(len(self._matrix))] += shift
            found = symmetric_factor(self._matrix)
            if found.reciprocal_condition < len(found) * np.finfo(np.float64).eps:
                raise
            self.method = Method.SYMMETRIC
            return found

    def _restore(self) -> None:
        if not self._whole:
            # Above the diagonal K is still there: factors live below it.
            mirror(self._matrix)
            np.fill_diagonal(self._matrix, self._diagonal)


def _solved(problem: RidgeProblem, factor: Factor, outputs: Index) -> tuple[Matrix, Vector, Vector | None]:
    """α, b and, with an offset, C⁻¹1."""
    targets = problem.targets[:, outputs]
    if not problem.offset:
        return factor.solve(targets), np.zeros(len(outputs)), None
    solved = factor.solve(np.column_stack([targets, np.ones(len(targets))]))
    return *with_offset(solved[:, :-1], solved[:, -1]), solved[:, -1]


def _following(problem: RidgeProblem, factor: Cholesky | RefinedCholesky, outputs: Index) -> Matrix:
    """What the machines of the first examples say of the next."""
    plain = factor.factor if isinstance(factor, RefinedCholesky) else factor
    return Prefixes.of_factor(plain, problem.targets[:, outputs], problem.offset).next_outputs()


def _stiffness(factor: Factor, ones: Vector | None) -> Vector:
    """The diagonal of the inverse of the system, the border Σα = 0 included."""
    diagonal = factor.into_inverse_diagonal()
    if ones is None:
        # Zero only for kernels that are not positive.
        require_others(np.sign(diagonal))
        return diagonal
    bordered = np.asarray(diagonal - ones**2 / ones.sum())
    require_others(bordered / diagonal)
    return bordered


def _require_finite(diagonal: Vector) -> None:
    if not np.isfinite(diagonal).all():
        i = int(np.argmin(np.isfinite(diagonal)))
        raise InputError(
            f"the kernel is {diagonal[i]:g} at example {i}; scale the features (sklearn.preprocessing.StandardScaler)."
        )
