"""The next center of a greedy expansion, the best of some examples that were drawn."""

import numpy as np
from scipy.linalg import solve_triangular

from drupe.foundation.arrays import Index, Matrix
from drupe.solvers.expansions.growing_basis import GrowingBasis


def take_best(basis: GrowingBasis, rows: Matrix, index: Index) -> bool:
    """Add the one of some examples, no centers yet, that makes the objective fall most; False if none does.

    With B the inner products of centers and candidates, U = R⁻ᵀB has the shares of these in the span of the centers:
    r = Gᵢᵢ − ‖uᵢ‖² and q = φᵢᵀy − uᵢᵀVᵀy. O(κnm) for κ candidates and m centers.

    References
    ----------
    [Mika02]_, section 3.5.2.
    """
    rows = np.asarray(rows, dtype=np.float64)
    columns = basis.around(rows)
    pays = rows[np.arange(len(index)), index] if basis.paid else np.ones(len(index))
    lengths = np.square(columns).sum(axis=1) + basis.alpha * pays
    left, products = lengths.copy(), columns @ basis.wanted
    if basis.size:
        shares = solve_triangular(basis.triangle, basis.inner(rows, columns, index), trans=1)
        left, products = left - np.square(shares).sum(axis=0), products - shares.T @ basis.shares
    rounding = 10.0 * np.finfo(np.float64).eps * lengths
    scores = np.where(left > rounding, np.square(products).sum(axis=1) / np.maximum(left, rounding), 0.0)
    best = int(scores.argmax())
    if not scores[best] > 0.0:
        return False
    directions = basis.extend(rows[best : best + 1], index[best : best + 1])
    basis.accept(basis.shares_of(directions))
    return len(directions) > 0
