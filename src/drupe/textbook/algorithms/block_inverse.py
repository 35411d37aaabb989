"""The inverse of a matrix that grows by one row and column, and the greedy Fisher discriminant that lives on it."""

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.textbook.matrices.inverses import grown_inverse


def bordered_inverse(inverse: Matrix, border: Vector, corner: float) -> Matrix:
    """The inverse of (H, B; Bᵀ, c) from H⁻¹, in O(m²): (H⁻¹ + γuuᵀ, −γu; −γuᵀ, γ), u = H⁻¹B, γ = 1 / (c − Bᵀu).

    >>> bordered_inverse(np.array([[0.5]]), np.array([1.0]), 1.0).tolist()  # of (2, 1; 1, 1)
    [[1.0, -1.0], [-1.0, 2.0]]

    References
    ----------
    [Mika02]_, lemma 3.1.
    """
    return grown_inverse(inverse, border[:, None], border[None, :], np.array([[corner]]))


def greedy_order(K: Matrix, y: Vector, penalty: Matrix, count: int) -> tuple[list[int], list[float]]:
    """Centers of the sparse greedy Fisher discriminant, and the objective after each, as the figure has it.

    `penalty` is alpha times the matrix of the penalty. Every step tries all columns k: with H = (n, …) the matrix of
    the normal equations, offset first, and q its right side, the objective is ½ yᵀy − ½ qᵀH⁻¹q.

    >>> greedy_order(np.diag([1.0, 2.0]), np.array([0.0, 1.0]), np.zeros((2, 2)), 1)[0]
    [0]

    References
    ----------
    [Mika02]_, figure 3.3 and eqs. 3.58 to 3.61.
    """
    inverse, q = np.array([[1.0 / len(y)]]), np.array([y.sum()])
    chosen: list[int] = []
    objectives: list[float] = []
    for _ in range(count):
        found: dict[int, tuple[float, Matrix, Vector]] = {}
        for i in sorted(set(range(len(y))) - set(chosen)):
            border = np.concatenate([[K[:, i].sum()], K[:, chosen].T @ K[:, i] + penalty[chosen, i]])
            larger = bordered_inverse(inverse, border, float(K[:, i] @ K[:, i] + penalty[i, i]))
            right = np.append(q, K[:, i] @ y)
            found[i] = 0.5 * float(y @ y - right @ larger @ right), larger, right
        best = min(found, key=lambda i: found[i][0])
        objective, inverse, q = found[best]
        chosen.append(best)
        objectives.append(objective)
    return chosen, objectives
