"""Positive semi-definiteness of a Gram matrix, with a witness where it fails."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.kernels.checks.gram_matrix import gram_matrix, rounding
from drupe.kernels.checks.symmetry import symmetry


@dataclass(frozen=True, eq=False)
class Verdict:
    """The smallest value of wᵀKw over the admissible w of length one, and where it is taken.

    Parameters
    ----------
    smallest, largest
        Extreme values of the quadratic form: eigenvalues, where every w is admissible.
    tolerance
        How far below zero rounding may take the smallest.
    direction
        The w of the smallest value.
    """

    smallest: float
    largest: float
    tolerance: float
    direction: Vector

    @property
    def holds(self) -> bool:
        """Whether no admissible w makes the form negative by more than rounding."""
        return self.smallest >= -self.tolerance

    @property
    def witness(self) -> Vector | None:
        """Weights w with wᵀKw < 0, which prove that the matrix is not positive; None if it holds."""
        return None if self.holds else self.direction

    def __bool__(self) -> bool:
        return self.holds

    def __str__(self) -> str:
        word = "holds" if self.holds else "fails"
        return f"{word}: smallest eigenvalue {self.smallest:.3g}, largest {self.largest:.3g}"


def positive_semidefinite(K: npt.ArrayLike, tolerance: float | None = None) -> Verdict:
    """Whether wᵀKw ≥ 0 for all w, as it is for every Gram matrix of a kernel.

    A kernel is positive semi-definite if this holds for every finite set of examples; one set on which it fails
    refutes it.

    Parameters
    ----------
    K
        A symmetric matrix; an asymmetric one is refused.
    tolerance
        Share of the largest absolute eigenvalue that the smallest may lie below zero; by default what rounding of the
        entries explains, 16 n times the unit of the matrix's precision.

    Notes
    -----
    Complexity: O(n³) time.

    Examples
    --------
    >>> verdict = positive_semidefinite([[1.0, 2.0], [2.0, 1.0]])
    >>> verdict.holds, round(verdict.smallest, 12)
    (False, -1.0)

    References
    ----------
    [Herbrich02]_, proposition 2.18; [Cristianini00]_, proposition 3.5; [Mika02]_, eq. 2.32.
    """
    matrix = gram_matrix(K)
    mirrored = symmetry(matrix, tolerance)
    if not mirrored:
        i, j = mirrored.left, mirrored.right
        raise InputError(
            f"positive definiteness is asked of symmetric matrices, but entry ({i}, {j}) is {matrix[i, j]:g} "
            f"and entry ({j}, {i}) is {matrix[j, i]:g}."
        )
    values, vectors = np.linalg.eigh(_symmetric(matrix))
    return _verdict(values, vectors, _slack(matrix, values, tolerance))


def semidefinite_on(basis: Matrix, matrix: Matrix, tolerance: float | None) -> Verdict:
    """The verdict for weights in the span of the orthonormal columns of a basis."""
    double = _symmetric(matrix)
    values, vectors = np.linalg.eigh(basis.T @ double @ basis)
    # The entries were rounded at the scale of the whole matrix, however small the form is on the subspace.
    return _verdict(values, basis @ vectors, _slack(matrix, np.linalg.eigvalsh(double), tolerance))


def _symmetric(matrix: Matrix) -> Matrix:
    double = matrix.astype(np.float64)
    return np.asarray(0.5 * (double + double.T))


def _slack(matrix: Matrix, eigenvalues: Vector, tolerance: float | None) -> float:
    return (rounding(matrix) if tolerance is None else tolerance) * float(np.abs(eigenvalues).max())


def _verdict(values: Vector, vectors: Matrix, slack: float) -> Verdict:
    return Verdict(float(values[0]), float(values[-1]), slack, np.asarray(vectors[:, 0]))
