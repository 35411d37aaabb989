"""Regression over many C and folds at once says what one machine after the other would."""

import numpy as np
import pytest
from sklearn.datasets import load_diabetes
from sklearn.model_selection import KFold
from sklearn.preprocessing import StandardScaler

from drupe import SVR
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear
from drupe.selection.prepared_fold import PreparedFold
from drupe.selection.splits import Split
from drupe.selection.svr_path import svr_path
from drupe.solvers.options import Options


@pytest.fixture(scope="module")
def data():
    X, y = load_diabetes(return_X_y=True)
    return StandardScaler().fit_transform(X)[:150], y[:150]


def prepared(X, y, fold):
    return PreparedFold(Vectors.of(X[fold.seen]), y[fold.seen], Vectors.of(X[fold.held]))


@pytest.mark.parametrize("kernel", [Linear(), Gaussian(width=3.0)])
def test_paths_are_single_machines(data, kernel):
    X, y = data
    folds = [Split(*cut) for cut in KFold(3).split(X)]
    Cs = np.array([1.0, 100.0])
    found = svr_path(kernel, [prepared(X, y, fold) for fold in folds], Cs, 8.0, Options(tolerance=1e-4))
    for fold, said in zip(folds, found, strict=True):
        for row, C in enumerate(Cs):
            machine = SVR(kernel=kernel, C=C, epsilon=8.0).fit(X[fold.seen], y[fold.seen])
            assert said[row] == pytest.approx(machine.predict(X[fold.held]), abs=0.02)


def test_folds_that_do_not_fit_together_change_nothing(data, monkeypatch):
    X, y = data
    folds = [prepared(X, y, Split(*cut)) for cut in KFold(4).split(X)]
    heard: list[float] = []
    together = svr_path(Linear(), folds, np.array([1.0]), 1.0)
    monkeypatch.setattr("drupe.selection.svr_path.ROOM", 2.5 * 150 * 150 * 8)
    apart = svr_path(Linear(), folds, np.array([1.0]), 1.0, Options(progress=heard.append))
    assert all((a == b).all() for a, b in zip(together, apart, strict=True))
    assert heard == sorted(heard)
    assert heard[-1] == 1.0
