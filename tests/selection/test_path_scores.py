"""The table of scores says what scikit-learn's says."""

import numpy as np
import pytest

from drupe.selection.path_scores import PathScores


def test_best_rank_mean_and_spread() -> None:
    scores = PathScores(np.array([1.0, 2.0, 3.0]), np.array([[0.5, 0.5], [0.9, 0.7], [0.7, 0.9]]))
    assert scores.best == 2.0
    assert scores.rank.tolist() == [3, 1, 1]
    assert scores.std.tolist() == pytest.approx([0.0, 0.1, 0.1])
    assert len(scores) == 3


def test_table_has_the_columns_of_cv_results() -> None:
    table = PathScores(np.array([1.0, 2.0]), np.array([[0.5, 0.7], [0.8, 0.6]])).table()
    assert table["params"] == [{"C": 1.0}, {"C": 2.0}]
    assert table["split1_test_score"].tolist() == [0.7, 0.6]
    assert {len(column) for column in table.values()} == {2}
