"""Block Krylov iterations: the leading eigenpairs of a symmetric matrix from a few products with many vectors."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.parameters import Checked, positive, whole
from drupe.foundation.progress import Listener, Progress
from drupe.foundation.randomness import RandomState, generator

Product = Callable[[Matrix], Matrix]
"""What the matrix makes of some vectors, one column each."""

GUARD = 10
"""Vectors kept beside those asked for when the basis is made shorter: they make the last ones come sooner."""

LOOK = 3
"""Vectors in the basis, for each one asked for, before it is worth while to look at errors."""

ROUNDING = 1e-14
"""Error of products in float64, relative to the largest eigenvalue."""

CLEAR = 1e-5
"""What is left of a new vector, relative to its length before, of which rounding is no part that matters."""

TWICE = 2
"""Times that new vectors are made orthogonal to the basis: the second time takes what rounding left."""


@dataclass(frozen=True, eq=False)
class RitzPairs:
    """Approximate eigenpairs, largest eigenvalue first.

    Parameters
    ----------
    values
        θ, none above the eigenvalue of its rank, but for rounding.
    vectors
        Orthonormal, one column each.
    residuals
        ‖K v − θ v‖ as the iterations know it: some eigenvalue lies as near to θ as this.
    errors
        Estimates of how far each θ is below the eigenvalue of its rank.
    products
        With how many vectors K was multiplied.
    complete
        Whether all errors are as small as was asked for; not if steps ran out, or Ctrl-C came and was kept back.
    interrupted
        Whether Ctrl-C came.
    seconds
        Wall time.
    """

    values: Vector
    vectors: Matrix
    residuals: Vector
    errors: Vector
    products: int
    complete: bool
    interrupted: bool
    seconds: float


@dataclass(frozen=True)
class BlockKrylov(Checked):
    """The largest eigenvalues of K on the space of B, KB, K²B, ..., begun with a random block of vectors B.

    All products with K are matrix times matrix, which computers do at full speed. The basis is kept orthonormal as a
    whole; when it is full it is replaced by the best vectors in it, and goes on from there.

    Parameters
    ----------
    tolerance
        Error of an eigenvalue, relative to itself, that is small enough.
    residual
        Residual, relative to the largest eigenvalue, that is small enough; eigenvectors are as exact as residuals,
        eigenvalues as their squares.
    block
        Vectors multiplied at a time; None for two fifths of those asked for, 16 at least.
    steps
        Products with a block, at most.

    Notes
    -----
    The error of θᵢ is estimated by (Σ_{j ≤ c} rⱼ²) / (θᵢ − θ_{c+1} − r_{c+1}) with residuals r, for the c ≥ i that
    makes it smallest: eigenvalues are as exact as the squares of residuals, if what lies below is well apart.

    Examples
    --------
    >>> found = BlockKrylov().solve(lambda vectors: np.arange(50.0)[:, None] * vectors, 50, 2)
    >>> found.values.round(8).tolist(), found.complete
    ([49.0, 48.0], True)

    References
    ----------
    [Golub13]_, sections 8.1.2 and 10.3.6.
    """

    tolerance: float = positive(1e-10)
    residual: float = positive(1.0)
    block: int | None = None
    steps: int = whole(1, 400)

    def solve(
        self,
        product: Product,
        n: int,
        count: int,
        random_state: RandomState = 0,
        progress: Progress | None = None,
        keep: bool = False,
    ) -> RitzPairs:
        """The `count` largest eigenvalues of an n × n matrix; with `keep`, Ctrl-C leaves what has been reached."""
        began = time.perf_counter()
        size = min(n, self.block or max(16, (2 * count) // 5))
        basis = _Basis(n, min(n, max(6 * count, count + GUARD + 12 * size)), size, generator(random_state))
        interrupted, steps = False, 0
        try:
            while steps < self.steps or basis.filled < count:
                if basis.full:
                    basis.shorten(count + GUARD)
                basis.grow(product)
                steps += 1
                if basis.filled >= min(n, max(count + 1, LOOK * count)):
                    _tell(progress, basis.worst_error(count, self), self.tolerance)
                    if basis.worst_error(count, self) <= self.tolerance:
                        break
        except KeyboardInterrupt:
            if not keep or basis.filled < count:
                raise
            interrupted = True
        return basis.pairs(count, self, interrupted, time.perf_counter() - began)


class _Basis:
    """An orthonormal basis Q, T = QᵀKQ, and the next block, with K Q = Q T + (next block) F."""

    def __init__(self, n: int, most: int, size: int, random: np.random.Generator):
        self.size, self.random, self.filled, self.products = size, random, 0, 0
        self.vectors = np.empty((n, most), order="F")
        self.projected = np.zeros((most, most))
        self.tail = np.zeros((size, most))
        self.next = np.linalg.qr(random.standard_normal((n, size)))[0]

    @property
    def full(self) -> bool:
        return self.filled > 0 and self.filled + self.next.shape[1] > self.vectors.shape[1]

    def grow(self, product: Product) -> None:
        """Take the next block in, and make another one of what K makes of it."""
        before, after = self.filled, self.filled + self.next.shape[1]
        self.vectors[:, before:after] = self.next
        image = np.array(product(self.next), dtype=np.float64)
        self.products += self.next.shape[1]
        span = self.vectors[:, :after]
        scale = float(np.sqrt(np.einsum("ij,ij->j", image, image).max(initial=0.0)))
        seen = np.zeros((after, after - before))
        for _ in range(TWICE):
            part = span.T @ image
            image -= span @ part
            seen += part
        self.projected[:after, before:after] = seen
        self.projected[before:after, :before] = seen[:before].T
        corner = self.projected[before:after, before:after]
        self.projected[before:after, before:after] = 0.5 * (corner + corner.T)
        self.filled = after
        self.__dict__.pop("_ritz", None)
        self.next, factor = self._orthonormal(image, scale)
        self.tail = np.zeros((self.next.shape[1], self.vectors.shape[1]))
        self.tail[: len(factor), before:after] = factor

    def _orthonormal(self, image: Matrix, scale: float) -> tuple[Matrix, Matrix]:
        """An orthonormal block orthogonal to the basis and the factor F with block F = image.

        Directions in which nothing is left are replaced by random ones: of an eigenvalue that occurs more often than a
        block is wide, the others are found by them.
        """
        room = min(self.size, len(image) - self.filled)
        if room == image.shape[1]:
            block, factor = np.linalg.qr(image)
            if np.abs(np.diagonal(factor)).min() > CLEAR * scale:
                return block, factor
        left, lengths, right = np.linalg.svd(image, full_matrices=False) if room else (image[:, :0], np.empty(0), None)
        kept = int((lengths > len(image) * np.finfo(np.float64).eps * scale).sum())
        kept = min(kept, room)
        factor = np.zeros((0, image.shape[1])) if right is None else lengths[:kept, None] * right[:kept]
        block = np.concatenate([left[:, :kept], self.random.standard_normal((len(image), room - kept))], axis=1)
        span = self.vectors[:, : self.filled]
        for _ in range(TWICE):
            block -= span @ (span.T @ block)
            fixed, loose = block[:, :kept], block[:, kept:]
            loose -= fixed @ (fixed.T @ loose)
            block[:, kept:] = np.linalg.qr(loose)[0] if room > kept else loose
        return block, factor

    def ritz(self) -> tuple[Vector, Matrix, Vector]:
        """θ, their vectors in the basis, and their residuals, largest θ first."""
        if "_ritz" not in self.__dict__:
            m = self.filled
            values, inner = eigh(self.projected[:m, :m])
            values, inner = values[::-1], inner[:, ::-1]
            self._ritz = values, inner, np.linalg.norm(self.tail[:, :m] @ inner, axis=0)
        return self._ritz

    def errors(self, count: int) -> Vector:
        """How far each of the first θ may be below the eigenvalue of its rank."""
        values, _, residuals = self.ritz()
        if self.filled == len(self.vectors):
            return np.zeros(count)
        below = np.append(values[1:] + residuals[1:], -np.inf)  # what lies below the first c, c = 1, 2, ...
        below = np.maximum.accumulate(below[::-1])[::-1][:-1]
        sums = np.cumsum(residuals**2)[:-1]
        with np.errstate(divide="ignore", invalid="ignore"):
            apart = values[:count, None] - below
            each = np.where(apart > 0.0, sums / apart, np.inf)
        each[np.tri(count, each.shape[1], -1, dtype=bool)] = np.inf
        return np.asarray(np.minimum(each.min(axis=1, initial=np.inf), residuals[:count]))

    def worst_error(self, count: int, goal: BlockKrylov) -> float:
        """The largest error relative to its eigenvalue; a larger one as long as residuals are too large."""
        values, _, residuals = self.ritz()
        largest = max(float(np.abs(values).max()), np.finfo(np.float64).tiny)
        # No eigenvalue is known better than ROUNDING of the largest.
        sizes = np.maximum(np.abs(values[:count]), largest * ROUNDING / goal.tolerance)
        rest = residuals[:count].max() / (goal.residual * largest)
        return max(float((self.errors(count) / sizes).max()), float(rest) * goal.tolerance)

    def shorten(self, count: int) -> None:
        """Keep the best vectors of the basis; K makes of them themselves, θ times, and a part in the next block."""
        values, inner, _ = self.ritz()
        kept = min(count, self.filled, self.vectors.shape[1] - self.next.shape[1])
        tail = self.tail[:, : self.filled] @ inner[:, :kept]
        self.vectors[:, :kept] = self.vectors[:, : self.filled] @ inner[:, :kept]
        self.projected[:] = 0.0
        self.projected[:kept, :kept] = np.diag(values[:kept])
        self.tail = np.zeros((len(tail), self.vectors.shape[1]))
        self.tail[:, :kept] = tail
        self.filled = kept
        self.__dict__.pop("_ritz", None)

    def pairs(self, count: int, goal: BlockKrylov, interrupted: bool, seconds: float) -> RitzPairs:
        values, inner, residuals = self.ritz()
        complete = self.worst_error(count, goal) <= goal.tolerance
        vectors = self.vectors[:, : self.filled] @ inner[:, :count]
        return RitzPairs(
            values[:count],
            vectors,
            residuals[:count],
            self.errors(count),
            self.products,
            complete,
            interrupted,
            seconds,
        )


def _tell(progress: Progress | None, worst: float, tolerance: float) -> None:
    """Errors fall by about the same factor in every step."""
    if progress is None:
        return
    if isinstance(progress, Listener):
        progress.reached(worst)
    left = min(max(worst, tolerance), 1.0)
    progress(float(np.clip(np.log(left) / np.log(min(tolerance, 0.5)), 0.0, 1.0)))
