"""Loops of joblib's on the engine."""

import os
import signal
import time
from pathlib import Path
from threading import Thread
from typing import Any, Self

import numpy as np
import pytest
from distributed import Client
from joblib import Parallel, delayed
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV

import drupe
from drupe.distributed import DaskEngine

X, Y = load_iris(return_X_y=True)
GRID = {"C": [0.1, 1.0, 10.0], "gamma": [0.1, 1.0]}


def _fail(number: int) -> float:
    if number == 3:
        raise ValueError("three is bad")
    return float(number)


class Marked(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """An SVC that leaves a mark for each fit, and takes its time."""

    def __init__(self, marks: str = "", C: float = 1.0):
        self.marks, self.C = marks, C

    def fit(self, X: Any, y: Any) -> Self:
        (Path(self.marks) / f"{self.C}-{os.getpid()}-{time.monotonic_ns()}").touch()
        time.sleep(0.1)
        self.machine_ = drupe.SVC(C=self.C).fit(X, y)
        self.classes_ = self.machine_.classes_
        return self

    def predict(self, X: Any) -> Any:
        return self.machine_.predict(X)


def test_a_grid_search_finds_there_what_it_finds_here(client: Client) -> None:
    here = GridSearchCV(drupe.SVC(), GRID, cv=3).fit(X, Y)
    with DaskEngine(client).behind_joblib():
        there = GridSearchCV(drupe.SVC(), GRID, cv=3).fit(X, Y)
    assert there.best_params_ == here.best_params_
    np.testing.assert_array_equal(there.cv_results_["mean_test_score"], here.cv_results_["mean_test_score"])


@pytest.mark.slow
def test_a_grid_search_survives_a_worker_that_is_killed(client: Client, tmp_path: Path) -> None:
    victim = next(iter(client.run(os.getpid).values()))

    def kill() -> None:
        while len(list(tmp_path.iterdir())) < 4:
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)

    killer = Thread(target=kill)
    killer.start()
    grid = {"C": [0.01, 0.1, 1.0, 10.0, 100.0]}
    with DaskEngine(client).behind_joblib():
        there = GridSearchCV(Marked(str(tmp_path)), grid, cv=4, error_score="raise").fit(X, Y)
    killer.join()
    here = GridSearchCV(drupe.SVC(), grid, cv=4).fit(X, Y)
    np.testing.assert_array_equal(there.cv_results_["mean_test_score"], here.cv_results_["mean_test_score"])


def test_errors_of_a_call_come_out_and_the_rest_is_taken_back(client: Client) -> None:
    engine = DaskEngine(client)
    with engine.behind_joblib(), pytest.raises(ValueError, match="three is bad"):
        Parallel()(delayed(_fail)(number) for number in range(40))
    with engine.behind_joblib():
        assert Parallel()(delayed(float)(number) for number in range(5)) == [0.0, 1.0, 2.0, 3.0, 4.0]
