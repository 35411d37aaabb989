"""Merged classes keep their shares in every split."""

import numpy as np
import pytest

from drupe.experiments import super_classes
from drupe.experiments.split import Split
from drupe.experiments.super_classes import SuperClasses, joined, stratified_splits
from drupe.foundation.errors import InputError


@pytest.mark.spec("M.P09", "M.P08")
def test_every_split_has_the_shares_of_the_whole() -> None:
    rng = np.random.default_rng(0)
    labels = rng.choice(list("abcde"), 203, p=[0.1, 0.2, 0.3, 0.25, 0.15])
    parts = Split(rng.normal(size=(120, 2)), labels[:120], rng.normal(size=(83, 2)), labels[120:])
    X, merged = joined(parts)
    np.testing.assert_array_equal(merged, labels)
    y = SuperClasses(frozenset("ace")).signs(merged)
    assert set(labels[y == 1]) == {"a", "c", "e"}
    share = np.mean(y == 1)
    seen = []
    for one in stratified_splits(X, y, 70, 100, rng):
        assert len(one.y) == 70
        assert len(one.y_test) == 133
        assert abs((one.y == 1).sum() - 70 * share) < 1.0
        together = np.vstack([one.X, one.X_test])
        assert len(np.unique(together, axis=0)) == 203
        seen.append(tuple(one.X[:, 0]))
    assert len(set(seen)) == 100


def test_one_group_is_none() -> None:
    with pytest.raises(InputError, match="two groups"):
        SuperClasses(frozenset("x")).signs(np.array(["a", "b"]))


def test_the_experiment_runs(capsys: pytest.CaptureFixture[str]) -> None:
    super_classes.main(["--splits", "3"])
    printed = " ".join(capsys.readouterr().out.split())
    assert "holds: KFD and SVM are on a level" in printed
