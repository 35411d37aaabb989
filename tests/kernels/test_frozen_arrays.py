"""Arrays as values."""

import numpy as np
import pytest
from kernels.formula_checks import assert_refuses

from drupe.kernels.frozen_arrays import frozen_matrix, frozen_vector


@pytest.mark.parametrize("entries", [[1, 2], (1.0, 2.0), np.array([1, 2], dtype=np.float32), range(1, 3)])
def test_equal_numbers_make_equal_vectors(entries) -> None:
    assert frozen_vector("ARD", "widths", entries) == (1.0, 2.0)
    assert all(type(entry) is float for entry in frozen_vector("ARD", "widths", entries))


@pytest.mark.parametrize("entries", [[[1, 2], [3, 4]], np.array([[1.0, 2.0], [3.0, 4.0]]).T.copy().T])
def test_equal_numbers_make_equal_matrices(entries) -> None:
    assert frozen_matrix("Mahalanobis", "transform", entries) == ((1.0, 2.0), (3.0, 4.0))


def test_anything_else_is_refused_by_name() -> None:
    for entries in ([], 3.0, [[1.0]], ["a"], [[1.0], [1.0, 2.0]]):
        assert_refuses(lambda entries=entries: frozen_vector("ARD", "widths", entries), naming=r"ARD\.widths must")
    for entries in ([], 3.0, [1.0], [["a"]], [[np.nan]], [[1.0], [1.0, 2.0]], np.empty((2, 0))):
        assert_refuses(lambda entries=entries: frozen_matrix("A", "b", entries), naming=r"A\.b must")
