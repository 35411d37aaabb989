"""Regression over many C and folds at once says what one machine after the other would."""

import numpy as np
import pytest
from sklearn.datasets import load_diabetes
from sklearn.model_selection import KFold
from sklearn.preprocessing import StandardScaler

from drupe import SVR
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear
from drupe.selection.splits import Split
from drupe.selection.svr_path import svr_path
from drupe.solvers.options import Options


@pytest.fixture(scope="module")
def data():
    X, y = load_diabetes(return_X_y=True)
    return StandardScaler().fit_transform(X)[:150], y[:150]


@pytest.mark.parametrize("kernel", [Linear(), Gaussian(width=3.0)])
def test_paths_are_single_machines(data, kernel):
    X, y = data
    folds = [Split(*cut) for cut in KFold(3).split(X)]
    Cs = np.array([1.0, 100.0])
    found = svr_path(kernel, Vectors.of(X), y, folds, Cs, 8.0, Options(tolerance=1e-4))
    for row, C in enumerate(Cs):
        for fold in folds:
            machine = SVR(kernel=kernel, C=C, epsilon=8.0).fit(X[fold.seen], y[fold.seen])
            assert found[row, fold.held] == pytest.approx(machine.predict(X[fold.held]), abs=0.02)


def test_progress_rises_and_what_is_never_held_out_is_unknown(data):
    X, y = data
    heard: list[float] = []
    folds = [Split(np.arange(50, 150), np.arange(25)), Split(np.arange(50, 150), np.arange(25, 50))]
    found = svr_path(Linear(), Vectors.of(X), y, folds, np.array([1.0]), 1.0, Options(progress=heard.append))
    assert np.isnan(found[:, 50:]).all()
    assert np.isfinite(found[:, :50]).all()
    assert heard == sorted(heard)
    assert heard[-1] == 1.0
