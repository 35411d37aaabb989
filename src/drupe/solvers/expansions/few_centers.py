"""The program with few centers: an expansion over other points than the examples, or over some of these."""

import time
from dataclasses import dataclass, field

import numpy as np
from scipy.linalg import lstsq

from drupe.foundation.arrays import Matrix, Vector
from drupe.solvers.cholesky import factored
from drupe.solvers.expansions.penalties import FunctionNorm, Penalty
from drupe.solvers.expansions.program import ExpansionSolution

ROUNDING = 10.0
"""Roundings, times the number of centers, up to which an eigenvalue among centers is none."""


@dataclass(frozen=True, eq=False)
class FewCenters:
    """min over a and b of ½ Σᵢ wᵢ (Σⱼ k(xᵢ, zⱼ) aⱼ + b − yᵢ)² + alpha P(a) for m centers z, each column of y by itself.

    With the centers of an RBF network and alpha = 0 it is that network, trained by least squares; any basis functions
    will do in the place of k(·, zⱼ) where coefficients pay.

    Parameters
    ----------
    columns
        k(xᵢ, zⱼ), a row for each example.
    among
        k(zᵢ, zⱼ).
    targets
        y: one column for each function.
    weights
        How often each example counts, above zero.
    alpha
        What the penalty is multiplied by, zero or more.
    penalty
        ‖f‖² or ‖a‖².

    Notes
    -----
    Complexity: O(nm²) time, n by m numbers.

    Examples
    --------
    >>> line = FewCenters(np.array([[0.0], [1.0], [2.0]]), np.eye(1), np.array([[1.0], [3.0], [5.0]]), np.ones(3), 0.0)
    >>> found = line.solve()
    >>> found.coefficients.round(12).tolist(), found.offset.round(12).tolist()
    ([[2.0]], [1.0])

    References
    ----------
    [Mika02]_, eq. 3.57, and section 3.3 for networks.
    """

    columns: Matrix
    among: Matrix
    targets: Matrix
    weights: Vector
    alpha: float = 1.0
    penalty: Penalty = field(default_factory=FunctionNorm)

    def solve(self) -> ExpansionSolution:
        """The minimum, with the outputs of examples left out; with alpha = 0 the shortest a of those that fit best."""
        began = time.perf_counter()
        root = self._root()
        features = self.columns @ root
        share = self.weights / self.weights.sum()
        middle, level = share @ features, share @ self.targets
        scale = np.sqrt(self.weights)[:, None]
        centered, wanted = (features - middle) * scale, (self.targets - level) * scale
        if self.alpha > 0.0:
            factor = factored(centered.T @ centered, self.alpha)
            solved = factor.solve(centered.T @ wanted)
            own = np.square(factor.half_solve(np.ascontiguousarray(centered.T))).sum(axis=0)
        else:
            solved = lstsq(centered, wanted)[0]
            left, sizes, _ = np.linalg.svd(centered, full_matrices=False)
            own = np.square(left[:, sizes > ROUNDING * max(centered.shape) * np.finfo(np.float64).eps * sizes[0]]).sum(
                axis=1
            )
        offset = level - middle @ solved
        outputs = features @ solved + offset
        residuals = outputs - self.targets
        paid = 0.5 * self.alpha * np.square(solved).sum(axis=0)
        # An example's own target has this share of the output there.
        free = 1.0 - own - share
        alone = free <= len(free) * np.finfo(np.float64).eps
        left_out = None if alone.any() else self.targets + residuals / free[:, None]
        return ExpansionSolution(
            np.asarray(root @ solved),
            np.asarray(offset),
            np.asarray(outputs),
            np.asarray(0.5 * (self.weights @ residuals**2) + paid),
            gap=np.zeros(len(offset)),
            leave_one_out=left_out,
            seconds=time.perf_counter() - began,
        )

    def _root(self) -> Matrix:
        """R with a = Rc and P(a) = ½‖c‖²: the inverse root of k among centers, or nothing where coefficients pay."""
        if not isinstance(self.penalty, FunctionNorm):
            return np.eye(self.columns.shape[1])
        values, vectors = np.linalg.eigh(self.among)
        kept = values > ROUNDING * len(values) * np.finfo(np.float64).eps * max(float(values[-1]), 0.0)
        return np.asarray(vectors[:, kept] / np.sqrt(values[kept]))
