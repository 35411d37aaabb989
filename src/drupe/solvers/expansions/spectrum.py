"""A decomposed system: every strength of the penalty, and every example left out, at the price of a product."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.linalg import eigh, qr, svd
from scipy.linalg.lapack import dpstrf

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.foundation.errors import InputError
from drupe.grams.linear import LinearGram
from drupe.solvers.expansions.norm_system import ridge_problem
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.ridge_problem import RidgeProblem


@dataclass(frozen=True, eq=False)
class DecomposedSystem:
    """S + alpha W⁻¹ = W^−½ (UΛUᵀ + alpha) W^−½ with UΛUᵀ = W^½ S W^½, for every alpha.

    Parameters
    ----------
    values
        Λ, those that are not zero to working precision.
    vectors
        U, one column for each of them.
    roots
        W^½, the roots of the weights.
    precision
        Share of the largest eigenvalue below which Λ is rounding.
    offset
        Whether there is an offset b, with Σc = 0.

    References
    ----------
    [Mika02]_, section 4.4; [Wahba90]_, theorem 4.2.1.
    """

    values: Vector
    vectors: Matrix
    roots: Vector
    precision: float
    offset: bool = True

    def at(self, alpha: float, targets: Matrix) -> "AtStrength":
        """The solution for one strength, in O(n²)."""
        return self.along(np.array([alpha]), targets)[0]

    def along(self, alphas: Vector, targets: Matrix) -> "list[AtStrength]":
        """The solutions for many strengths, in O(n²) each."""
        rest, inverses = self._inverses(alphas)
        scaled = self.roots[:, None] * targets
        ones, rotated = self.vectors.T @ self.roots, self.vectors.T @ scaled
        bordered = inverses * ones
        sums = bordered @ ones + rest * (self.roots @ self.roots)
        offsets = (bordered @ rotated + np.outer(rest, self.roots @ scaled)) / sums[:, None] * self.offset
        borders = bordered @ self.vectors.T + np.outer(rest, self.roots)
        diagonals = inverses @ np.square(self.vectors).T + rest[:, None]
        freedoms = diagonals - borders**2 / sums[:, None] if self.offset else diagonals
        weighted = inverses[:, :, None] * (rotated - ones[:, None] * offsets[:, None, :])
        duals = np.einsum("nr,arf->anf", self.vectors, weighted, optimize=True)
        duals += rest[:, None, None] * (scaled - self.roots[:, None] * offsets[:, None, :])
        return [
            AtStrength(self.roots[:, None] * dual, offset, self.roots**2 * freedom, freedom / diagonal)
            for dual, offset, freedom, diagonal in zip(duals, offsets, freedoms, diagonals, strict=True)
        ]

    def regular(self, alphas: Vector) -> npt.NDArray[np.bool_]:
        """For which strengths the system is not singular to working precision."""
        shifted = np.abs(self.values + alphas[:, None])
        sizes = shifted if self._whole else np.hstack([shifted, alphas[:, None]])
        return np.asarray(sizes.min(axis=1) > self.precision * sizes.max(axis=1))

    @property
    def _whole(self) -> bool:
        return bool(self.vectors.shape[1] == len(self.roots))

    def _inverses(self, alphas: Vector) -> tuple[Vector, Matrix]:
        """1/alpha for what is orthogonal to U, and what 1/(λ + alpha) differs from it along U, one row for each alpha.

        Nothing is orthogonal to U if it is whole: then the former is 0.
        """
        lost = ~self.regular(alphas)
        if lost.any():
            raise InputError(
                f"the kernel matrix is singular to working precision with alpha = {alphas[lost][0]:g}, so that many "
                "functions fit alike; choose a larger alpha, or leave out examples that repeat others."
            )
        rest = np.zeros(len(alphas)) if self._whole else 1.0 / alphas
        return rest, np.asarray(1.0 / (self.values + alphas[:, None]) - rest[:, None])


@dataclass(frozen=True, eq=False)
class AtStrength:
    """c and b at one strength, and what the others say of each example.

    Parameters
    ----------
    dual
        c, one column for each function.
    offset
        b, one for each function.
    stiffness
        Diagonal of the inverse of the bordered system.
    freedom
        The same over the diagonal without the border: zero where the others determine no function.
    """

    dual: Matrix
    offset: Vector
    stiffness: Vector
    freedom: Vector

    @property
    def missed(self) -> Matrix | None:
        """What each target is missed by if its example is left out; None if some example cannot be."""
        if np.abs(self.freedom).min() <= len(self.freedom) * np.finfo(np.float64).eps:
            return None
        return np.asarray(self.dual / self.stiffness[:, None])


def decomposed(program: ExpansionProgram) -> DecomposedSystem:
    """The system of a program, whatever its alpha and targets; O(n³) once.

    >>> from drupe.grams import DenseGram
    >>> system = decomposed(ExpansionProgram(DenseGram(np.eye(2)), np.array([[1.0], [-1.0]]), np.ones(2)))
    >>> system.at(1.0, np.array([[1.0], [-1.0]])).dual.ravel().round(12).tolist()
    [0.5, -0.5]
    """
    return decomposed_ridge(ridge_problem(program))


def decomposed_ridge(problem: RidgeProblem, budget: int = DEFAULT_BYTES) -> DecomposedSystem:
    """The system of a ridge problem, whatever its strengths and targets; by its columns where these are fewer."""
    roots, n = np.sqrt(problem.weights), len(problem.weights)
    eps = n * float(np.finfo(np.float64).eps)
    if isinstance(problem.gram, LinearGram) and problem.gram.inputs.dimension <= FEW * n:
        # The columns have only the root of the matrix's condition number, and so the square of its precision.
        columns = problem.gram.inputs.in_double().array
        columns = columns.toarray() if problem.gram.inputs.sparse else columns
        vectors, lengths, _ = svd(roots[:, None] * columns, full_matrices=False, check_finite=False)
        return DecomposedSystem(np.square(lengths), vectors, roots, eps**2, problem.offset)
    matrix = np.asarray(problem.gram.dense(budget), dtype=np.float64) * np.outer(roots, roots)
    values, vectors = _low_rank(matrix) or eigh(matrix, driver="evd", overwrite_a=True, check_finite=False)
    # What rounding made negative is zero; what is more negative than that shows a kernel that is not positive.
    rounding = eps * np.abs(values).max(initial=0.0)
    return DecomposedSystem(np.where(np.abs(values) <= rounding, 0.0, values), vectors, roots, eps, problem.offset)


def _low_rank(matrix: Matrix) -> tuple[Vector, Matrix] | None:
    """The eigenpairs that are not zero to working precision, where they are few: S = VVᵀ, V = QR, RRᵀ = ZΛZᵀ, U = QZ.

    A pivoted Cholesky factorization ends where what is left is rounding, n ε of the diagonal, or below zero.
    """
    n = len(matrix)
    factor, pivots, rank, _ = dpstrf(matrix.T, lower=1, tol=-1.0)
    if not 0 < rank <= FEW * n:
        return None
    columns = np.empty((n, rank))
    columns[pivots - 1] = np.tril(factor[:, :rank])
    # Of a matrix that is not positive something else may be left: a vector in no special direction tells.
    probe = np.random.default_rng(0).standard_normal(n)
    left = matrix @ probe - columns @ (columns.T @ probe)
    if np.linalg.norm(left) > n * n * np.finfo(np.float64).eps * matrix.diagonal().max() * np.linalg.norm(probe):
        return None
    orthogonal, triangle = qr(columns, mode="economic", overwrite_a=True, check_finite=False)
    values, vectors = eigh(triangle @ triangle.T, driver="evd", check_finite=False)
    return values, orthogonal @ vectors


FEW = 0.55
"""Share of the eigenvalues below which it is quicker to find only those that are not zero."""
