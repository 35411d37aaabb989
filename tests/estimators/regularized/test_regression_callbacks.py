"""scikit-learn's callbacks on ridge regression and its relatives: what they hear, and what they can stop."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from drupe import GaussianProcessRegressor, KernelRidge, RegularizedClassifier, RegularizedRegressor
from drupe.losses import Huber

pytest.importorskip("sklearn.callback")

RNG = np.random.default_rng(0)
X = RNG.normal(size=(80, 2))
y = (np.sin(3.0 * X[:, 0]) + 0.3 * RNG.normal(size=80) > 0.0).astype(float)

IN_STEPS = [
    KernelRidge(1e-4, kernel="rbf", method="conjugate_gradients"),
    GaussianProcessRegressor("auto"),
    RegularizedRegressor(Huber(0.01), C=1e4),
    RegularizedClassifier(C=1e4),
]


class Recorder:
    """Writes down how far the fit is, and stops it at a report if told so."""

    def __init__(self, stop_at=None):
        self.tasks, self.fractions, self.stop_at = [], [], stop_at

    def setup(self, estimator, context):
        pass

    def teardown(self, estimator, context):
        pass

    def on_fit_task_begin(self, estimator, context):
        self.tasks.append(context.task_name)

    def on_fit_task_end(self, estimator, context, *, metadata=None):
        if context.task_name == "fit":
            return False
        self.fractions.append(metadata["fraction"])
        return len(self.fractions) == self.stop_at


@pytest.mark.parametrize("machine", IN_STEPS, ids=lambda machine: type(machine).__name__)
def test_reports_rise_and_change_nothing(machine):
    heard = Recorder()
    watched = clone(machine).set_callbacks(heard).fit(X, y)
    assert heard.tasks[0] == "fit"
    assert len(heard.fractions) > 2
    assert all(0.0 <= fraction <= 1.0 for fraction in heard.fractions)
    np.testing.assert_array_equal(watched.predict(X), clone(machine).fit(X, y).predict(X))


@pytest.mark.parametrize("machine", IN_STEPS, ids=lambda machine: type(machine).__name__)
def test_callback_that_has_enough_leaves_the_best_so_far(machine):
    with pytest.warns(ConvergenceWarning, match="was interrupted"):
        stopped = clone(machine).set_callbacks(Recorder(stop_at=2)).fit(X, y)
    assert np.isfinite(stopped.predict(X)).all()
    assert stopped.n_iter_ < clone(machine).fit(X, y).n_iter_


def test_factorization_is_one_task():
    heard = Recorder(stop_at=1)
    KernelRidge(0.1, kernel="rbf").set_callbacks(heard).fit(X, y)
    assert heard.tasks == ["fit"]
