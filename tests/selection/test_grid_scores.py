"""Scores of a grid as a table and a surface."""

import numpy as np

from drupe.kernels import Linear
from drupe.selection.grid_scores import GridScores

FOLDS = np.array([[0.5, 0.7], [0.9, 0.8], [0.8, 0.9], [1.0, np.nan]])


def test_who_was_dropped_is_last_whatever_it_scored() -> None:
    scores = GridScores(("C", "gamma"), ((1.0, 10.0), (0.1, 0.5)), FOLDS)
    np.testing.assert_allclose(scores.mean, [0.6, 0.85, 0.85, 1.0])
    np.testing.assert_allclose(scores.std, [0.1, 0.05, 0.05, 0.0])
    assert scores.rank.tolist() == [3, 1, 1, 4]
    assert scores.best == {"C": 1.0, "gamma": 0.5}
    np.testing.assert_allclose(scores.surface(), [[0.6, 0.85], [0.85, 1.0]])


def test_the_table_has_the_columns_of_scikit_learn() -> None:
    kernels = (Linear(), Linear() * 2.0)
    table = GridScores(("C", "kernel"), ((1.0, 10.0), kernels), FOLDS).table()
    assert table["param_C"].tolist() == [1.0, 1.0, 10.0, 10.0]
    assert table["param_kernel"].tolist() == [*kernels, *kernels]
    assert table["params"][2] == {"C": 10.0, "kernel": kernels[0]}
    assert table["n_folds"].tolist() == [2, 2, 2, 1]
