"""Randomly pivoted Cholesky: landmarks drawn with the probability of what the others leave of them."""

from typing import Any

import numpy as np
from scipy.linalg import solve_triangular

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check
from drupe.foundation.progress import Progress
from drupe.foundation.randomness import RandomState, generator
from drupe.foundation.threads import thread_count
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel

PROPOSED = 50
"""Candidates that are proposed together, so that their columns are one product of matrices."""

DEPENDENT = 1e-10
"""Share of its squared length below which what is left of a candidate counts as nothing."""


def random_pivots(
    kernel: Kernel[Any],
    candidates: Inputs,
    count: int,
    random: RandomState = None,
    n_jobs: int | None = None,
    *,
    budget: int = DEFAULT_BYTES,
    progress: Progress | None = None,
) -> Index:
    """Positions of landmarks among the candidates, in the order in which they were drawn.

    The first is drawn with probability k(x, x) / Σ k(x, x), and each further one with the share of squared length that
    those before leave of it in feature space. So landmarks cover what there is to cover without going for outliers,
    and one that depends on others is never chosen: there are fewer than `count` where the candidates span no more.

    Parameters
    ----------
    kernel
        Positive semi-definite; any for this kind of inputs.
    candidates
        Among whom to choose.
    count
        Landmarks at most.
    random
        For the draw.
    n_jobs
        Threads for kernel values, as in scikit-learn.
    budget
        Bytes that the factor of all candidates may take.
    progress
        Told the share of the landmarks that are chosen.

    Notes
    -----
    Candidates are proposed in blocks, by what is left of them before the block, and accepted in turn with the
    probability (what is left now) / (what was left then): the draw is that of one at a time. In float64 whatever the
    candidates are, for what is left is a small difference of large numbers. Complexity: O(n count²) time and
    8 n count bytes for n candidates.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> sorted(random_pivots(Linear(), Vectors.of([[1.0, 0.0], [2.0, 0.0], [0.0, 0.0], [0.0, 1.0]]), 4, 0).tolist())
    [1, 3]

    References
    ----------
    [Epperly24]_, algorithm 2.1 (place not checked).
    """
    check("random_pivots", "count", count, Interval(1, whole=True))
    wanted = min(int(count), len(candidates))
    remedy = "take fewer landmarks or candidates, or pass a larger budget (bytes)."
    require(8 * wanted * len(candidates), budget, f"{wanted} pivots of {len(candidates)} candidates", remedy)
    elimination = _Elimination(kernel, candidates, wanted, thread_count(n_jobs))
    draws = generator(random)
    while len(elimination.pivots) < wanted and elimination.left.any():
        elimination.eliminate(elimination.accepted(draws))
        if progress is not None:
            progress(len(elimination.pivots) / wanted)
    return elimination.pivots


class _Elimination:
    """Candidates whose directions are removed, block by block, from all others: K ≈ Fᵀ F, a row of F for each pivot."""

    def __init__(self, kernel: Kernel[Any], candidates: Inputs, count: int, threads: int):
        self.kernel, self.candidates = kernel, candidates.in_double()
        self.prepared = kernel.prepare(self.candidates, threads=threads)
        self.pivots: Index = np.empty(0, dtype=np.int64)
        self.factor = np.empty((count, len(candidates)))
        self.lengths = np.array(kernel.diagonal(self.candidates), dtype=np.float64)
        _refuse_infinite(self.lengths)
        self.left = np.where(self.lengths > 0.0, self.lengths, 0.0)
        if not self.left.any() and len(candidates):
            raise InputError(
                "no candidate is longer than zero in feature space; choose a positive kernel or other data."
            )

    @property
    def known(self) -> Matrix:
        """The rows of F that there are."""
        return self.factor[: len(self.pivots)]

    def accepted(self, draws: np.random.Generator) -> tuple[Index, Matrix]:
        """The next pivots, and the lower triangle L with L Lᵀ = what is left of K between them."""
        room = len(self.factor) - len(self.pivots)
        proposed = draws.choice(len(self.left), PROPOSED, p=self.left / self.left.sum())
        thresholds = draws.random(PROPOSED) * self.left[proposed]
        some = self.candidates.take(proposed)
        rest = np.asarray(self.kernel.matrix(some, some), dtype=np.float64)
        _refuse_infinite(rest)
        rest = rest - self.known[:, proposed].T @ self.known[:, proposed]
        chosen: list[int] = []
        for place, one in enumerate(proposed):
            own = rest[place, place]
            if own <= DEPENDENT * self.lengths[one]:
                self.left[one] = 0.0  # and is not proposed again
            elif own >= thresholds[place] and len(chosen) < room:
                rest[place + 1 :, place] /= np.sqrt(own)
                rest[place, place] = np.sqrt(own)
                below = rest[place + 1 :, place]
                rest[place + 1 :, place + 1 :] -= np.outer(below, below)
                chosen.append(place)
        return proposed[chosen], np.tril(rest[np.ix_(chosen, chosen)])

    def eliminate(self, block: tuple[Index, Matrix]) -> None:
        """Removes the directions of these pivots from all candidates."""
        pivots, triangle = block
        if not len(pivots):
            return
        values = np.asarray(self.prepared.rows(pivots), dtype=np.float64)
        _refuse_infinite(values)
        rest = values - self.known[:, pivots].T @ self.known
        first, last = len(self.pivots), len(self.pivots) + len(pivots)
        rows = self.factor[first:last]
        rows[:] = solve_triangular(triangle, rest, lower=True, overwrite_b=True, check_finite=False)
        self.pivots = np.append(self.pivots, pivots)
        self.left -= np.einsum("ij,ij->j", rows, rows)
        self.left[self.left <= DEPENDENT * self.lengths] = 0.0
        self.left[self.pivots] = 0.0


def _refuse_infinite(values: Vector | Matrix) -> None:
    if not np.isfinite(values).all():
        raise InputError("a kernel value of the candidates is infinite or no number; scale the data or the kernel.")
