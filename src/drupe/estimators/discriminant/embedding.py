"""Several discriminant directions: coordinates in which classes are far apart and each keeps close together."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.solvers.rayleigh import rayleigh, upright

SMALLEST = 1e-12
"""Share of the largest scatter below which a combination of functions is nothing but their rounding."""

ROUNDING = 16.0 * float(np.finfo(np.float64).eps)
"""The same for each example: squares of targets are 1."""


@dataclass(frozen=True, eq=False)
class Features:
    """Examples as rows of numbers in which functions are linear: f(xᵢ) = ⟨rowᵢ, c⟩, paying ½ alpha ‖c‖².

    Parameters
    ----------
    rows
        One row for each example.
    root
        a = root c, the coefficients over the centers.
    metric
        cᵀ metric c = ‖f‖², which says what is at a right angle.

    References
    ----------
    [Mika02]_, section 3.4.4.
    """

    rows: Matrix
    root: Matrix
    metric: Matrix

    @classmethod
    def of(cls, columns: Matrix, among: Matrix, function_pays: bool) -> "Features":
        """From k between examples and centers, and among centers; c = a where coefficients pay."""
        if not function_pays:
            return cls(columns, np.eye(len(among)), among)
        values, vectors = np.linalg.eigh(among)
        kept = values > 10.0 * len(values) * np.finfo(np.float64).eps * max(float(values[-1]), 0.0)
        root = np.asarray(vectors[:, kept] / np.sqrt(values[kept]))
        return cls(np.asarray(columns @ root), root, np.eye(root.shape[1]))


@dataclass(frozen=True, eq=False)
class Embedding:
    """Directions of unit length in feature space, and how far they take the classes apart.

    Parameters
    ----------
    coefficients
        Over the centers, one column for each direction.
    values
        Scatter between classes over the penalized scatter within them, along each.
    """

    coefficients: Matrix
    values: Vector


def embedding(features: Features, codes: Index, weights: Vector, alpha: float, count: int) -> Embedding:
    """The `count` best directions of all; beyond one less than there are classes, those at right angles to the others.

    The scatter between k classes has rank k − 1, so that more directions have nothing left to show. Then what was
    found is taken away, w → w − ⟨w, v⟩v for the directions v so far, and the best of the rest are found.

    Notes
    -----
    Complexity: O(m³) for m centers, each time that directions are taken away.

    References
    ----------
    [Mika02]_, sections 3.4.4 and 5.1, which takes any further eigenvector; what is at right angles is unique.
    """
    _, size = features.rows.shape
    if count > size:
        raise ParameterError(f"n_components is {count}, but functions here have {size} dimensions; ask for fewer.")
    information, noise = _scatters(features.rows, codes, weights)
    noise[np.diag_indices(size)] += alpha
    at_once = len(np.unique(codes)) - 1
    found, values = np.empty((size, 0)), np.empty(0)
    while found.shape[1] < count:
        free = _right_angles(features.metric @ found)
        wanted = min(at_once, count - found.shape[1], free.shape[1])
        best = rayleigh(_along(free, information), _along(free, noise), wanted)
        vectors = free @ best.vectors
        lengths = np.sqrt(np.einsum("ij,ij->j", vectors, features.metric @ vectors))
        found = np.column_stack([found, vectors / np.where(lengths > 0.0, lengths, 1.0)])
        values = np.concatenate([values, best.values])
    return Embedding(upright(features.root @ found), np.maximum(values, 0.0))


def embedding_of(outputs: Matrix, paid: Matrix, codes: Index, weights: Vector, alpha: float) -> tuple[Matrix, Vector]:
    """Discriminant directions as combinations of functions that were fitted to the classes, one against the rest.

    These span the directions: (N + alpha P)⁻¹ and (N + M + alpha P)⁻¹ take the differences of class means to the same
    space. So there is only a Rayleigh coefficient of as many rows as there are functions to be found.

    Parameters
    ----------
    outputs
        Of the functions, one column each.
    paid
        aᵀPa between each two of them.
    """
    information, noise = _scatters(outputs - outputs.mean(axis=0), codes, weights)
    noise += alpha * paid
    values, vectors = np.linalg.eigh(noise)
    # Of one function for each class one is minus the sum of the others.
    rank = min(len(values), len(np.unique(codes)) - 1)
    kept = np.arange(len(values)) >= len(values) - rank
    # Outputs under a large alpha are small differences of targets ±1, and as exact as these.
    kept &= values > SMALLEST * float(values[-1]) + ROUNDING * float(weights.sum())
    root = vectors[:, kept] / np.sqrt(values[kept])
    if not kept.any():
        return np.empty((len(values), 0)), np.empty(0)
    best = rayleigh(_along(root, information), np.eye(root.shape[1]), root.shape[1])
    return np.asarray(root @ best.vectors), np.maximum(best.values, 0.0)


def _scatters(rows: Matrix, codes: Index, weights: Vector) -> tuple[Matrix, Matrix]:
    """Between classes and within them."""
    middle = weights @ rows / weights.sum()
    information, inside = np.zeros((rows.shape[1],) * 2), rows.copy()
    for code in np.unique(codes):
        members = codes == code
        size = float(weights[members].sum())
        mean = weights[members] @ rows[members] / size
        information += size * np.outer(mean - middle, mean - middle)
        inside[members] -= mean
    return information, np.asarray((inside * weights[:, None]).T @ inside)


def _along(directions: Matrix, scatter: Matrix) -> Matrix:
    """The scatter along directions; symmetric also where rounding is all that is left of it."""
    seen = directions.T @ scatter @ directions
    return np.asarray((seen + seen.T) / 2.0)


def _right_angles(taken: Matrix) -> Matrix:
    """An orthonormal basis of what is at right angles to these columns."""
    if not taken.shape[1]:
        return np.eye(len(taken))
    whole, _ = np.linalg.qr(taken, mode="complete")
    return np.asarray(whole[:, taken.shape[1] :])
