"""The fat-shattering dimension: patterns that a class shows with room to spare."""

from itertools import combinations, product

import numpy as np

from drupe.foundation.arrays import Matrix, Vector


def fat_linear(radius: float, margin: float, norm: float = 1.0) -> float:
    """(norm · radius / margin)² ≥ fat(margin), for x ↦ ⟨w, x⟩ with ‖w‖ ≤ norm on a ball; Novikoff's number of mistakes.

    Examples
    --------
    >>> fat_linear(radius=1.0, margin=0.5)
    4.0

    References
    ----------
    [Herbrich02]_, lemma 4.31; [Cristianini00]_, theorem 4.16; [Graepel02]_, theorem 21.
    """
    return (norm * radius / margin) ** 2


def shattered_with_margin(values: Matrix, margin: float, levels: Vector | None = None) -> bool:
    """Whether for each pattern some function stays `margin` above or below the levels, as the pattern says.

    Parameters
    ----------
    values
        One function for each row, one example for each column.
    margin
        Room to spare.
    levels
        One for each example; None searches for suitable ones among the midpoints of attained values.

    Examples
    --------
    >>> shattered_with_margin(np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), margin=0.5)
    True
    >>> shattered_with_margin(np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), margin=0.6)
    False

    References
    ----------
    [Herbrich02]_, definition 4.28; [Cristianini00]_, definition 4.12.
    """
    if len(values) < 2 ** values.shape[1]:
        return False
    if levels is not None:
        above, below = values >= levels + margin, values <= levels - margin
        clear = above | below
        return bool(len(np.unique(above[clear.all(axis=1)], axis=0)) == 2 ** values.shape[1])
    candidates = [_midpoints(column, margin) for column in values.T]
    return any(shattered_with_margin(values, margin, np.array(choice)) for choice in product(*candidates))


def fat_dimension(values: Matrix, margin: float) -> int:
    """The size of the largest part of the sample that the functions shatter with margin.

    Examples
    --------
    >>> fat_dimension(np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), margin=0.5)
    2

    References
    ----------
    [Herbrich02]_, definition 4.28.
    """
    dimension = 0
    while dimension < values.shape[1] and any(
        shattered_with_margin(values[:, list(part)], margin)
        for part in combinations(range(values.shape[1]), dimension + 1)
    ):
        dimension += 1
    return dimension


def unbalanced_everywhere(x: Matrix, margin: float) -> bool:
    """Whether ‖Σ S₀ − Σ S∖S₀‖ ≥ n margin for each part S₀: necessary for unit vectors to shatter the points.

    Some signs always have ‖Σ ±xᵢ‖ ≤ R √n, whence n ≤ (R / margin)².

    Examples
    --------
    >>> unbalanced_everywhere(np.eye(4), margin=0.5), unbalanced_everywhere(np.eye(4), margin=0.51)
    (True, False)

    References
    ----------
    [Cristianini00]_, eq. 4.5; [Herbrich02]_, section C.5.
    """
    patterns = np.array(list(product((1.0, -1.0), repeat=len(x))))
    return bool((np.linalg.norm(patterns @ x, axis=1) >= len(x) * margin * (1.0 - 1e-12)).all())


def _midpoints(column: Vector, margin: float) -> Vector:
    """Levels worth trying: those half-way between two values that lie 2 margin apart or more."""
    attained = np.unique(column)
    low, high = np.meshgrid(attained, attained)
    return np.unique((0.5 * (low + high))[high - low >= 2.0 * margin * (1.0 - 1e-12)])
