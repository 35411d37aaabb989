"""scikit-learn's callbacks on the machines: what they hear, what they can stop, and that they may be missing."""

import subprocess
import sys
import warnings

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from drupe import SVC, SVR, EnclosingBall, HardMarginSVC, NuSVC, OneClassSVM, TwoNormSVC
from drupe.estimators.callbacks import Told
from drupe.foundation.progress import Enough
from drupe.solvers.solution import Stop

callback = pytest.importorskip("sklearn.callback")

RNG = np.random.default_rng(0)
X = RNG.normal(size=(40, 2))
Y = (X[:, 0] > 0).astype(int)


class Recorder:
    """Writes down all that it hears, and stops the fit at a report if told so."""

    def __init__(self, stop_at=None):
        self.heard, self.reports, self.fitted, self.stop_at = [], [], None, stop_at

    def setup(self, estimator, context):
        self.heard.append("setup")

    def teardown(self, estimator, context):
        self.heard.append("teardown")

    def on_fit_task_begin(self, estimator, context, *, X=None, y=None, metadata=None):
        self.heard.append(f"begin {context.task_name}")
        if context.task_name == "fit":
            self.data = X, y, metadata

    def on_fit_task_end(self, estimator, context, *, metadata=None, fitted_estimator=None):
        self.heard.append(f"end {context.task_name}")
        if context.task_name == "fit":
            self.fitted = fitted_estimator
            return False
        self.reports.append(metadata)
        return self.stop_at is not None and len(self.reports) >= self.stop_at


class Breaks(Recorder):
    def on_fit_task_end(self, estimator, context):
        raise RuntimeError("this callback breaks")


def endless(**parameters):
    """A fit that would take minutes, on three classes drawn by lot."""
    x = RNG.normal(size=(2000, 2))
    return SVC(C=1e9, gamma=10.0, tol=1e-9, **parameters), x, RNG.integers(0, 2, 2000)


@pytest.mark.parametrize(
    "machine", [SVC(), NuSVC(), SVR(), OneClassSVM(), TwoNormSVC(), HardMarginSVC(gamma=9.0), EnclosingBall()]
)
def test_every_fit_is_a_task(machine):
    heard = Recorder()
    watched = clone(machine).set_callbacks(heard).fit(X, Y)
    assert heard.heard[:2] == ["setup", "begin fit"]
    assert heard.heard[-2:] == ["end fit", "teardown"]
    assert heard.data[0] is X
    np.testing.assert_array_equal(heard.fitted.predict(X), watched.predict(X))
    np.testing.assert_array_equal(watched.predict(X), clone(machine).set_callbacks().fit(X, Y).predict(X))


def test_weights_are_metadata():
    heard = Recorder()
    weights = np.ones(len(Y))
    SVC().set_callbacks(heard).fit(X, Y, sample_weight=weights)
    assert heard.data[2]["sample_weight"] is weights


def test_a_callback_ends_the_fit_and_the_best_so_far_is_kept():
    machine, x, y = endless()
    heard = Recorder(stop_at=3)
    with pytest.warns(ConvergenceWarning, match="was interrupted after"):
        machine.set_callbacks(heard).fit(x, y)
    assert len(heard.reports) == 3
    assert all(0.0 <= report["fraction"] <= 1.0 for report in heard.reports)
    assert heard.heard[-2:] == ["end fit", "teardown"]
    assert machine.fit_status_ == 1
    assert machine.solver_info_.stop is Stop.INTERRUPTED
    assert machine.predict(x).shape == y.shape


def test_a_callback_that_breaks_is_heard_of_and_torn_down():
    heard = Breaks()
    with pytest.raises(RuntimeError, match="this callback breaks"):
        SVC().set_callbacks(heard).fit(X, Y)
    assert heard.heard[-1] == "teardown"


def test_only_callbacks_are_taken():
    with pytest.raises(TypeError, match="FitCallback protocol"):
        SVC().set_callbacks(print)


def test_violations_are_told_with_the_next_report():
    class Context:
        def __init__(self):
            self.told = []

        def subcontext(self, task_name):
            return self

        def call_on_fit_task_begin(self, estimator, metadata):
            pass

        def call_on_fit_task_end(self, estimator, metadata):
            self.told.append(metadata)
            return len(self.told) == 2

    context = Context()
    told = Told(SVC(), context)
    told(0.25)
    told.reached(0.5)
    with pytest.raises(Enough):
        told(0.75)
    assert told.enough
    assert context.told == [{"fraction": 0.25}, {"fraction": 0.75, "violation": 0.5}]


def test_scikit_learns_progress_bar_takes_the_machines(capsys):
    pytest.importorskip("rich")
    SVC().set_callbacks(callback.ProgressBar()).fit(X, Y)
    assert "SVC - fit" in capsys.readouterr().out


def test_searches_hand_their_callbacks_on():
    from sklearn.model_selection import GridSearchCV

    pytest.importorskip("rich")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        search = GridSearchCV(SVC(), {"C": [1.0, 2.0]}, cv=2).set_callbacks(callback.ProgressBar()).fit(X, Y)
    assert search.best_score_ > 0.8


def test_without_the_module_machines_work_as_ever():
    script = (
        "import sys; sys.modules['sklearn.callback'] = None\n"
        "from drupe import SVC\n"
        "machine = SVC().fit([[0.0], [1.0]], [0, 1])\n"
        "print(machine.predict([[0.9]]), hasattr(machine, 'set_callbacks'))\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    if "ImportError" in run.stderr and "sklearn/" in run.stderr:
        pytest.skip("this scikit-learn cannot do without its callbacks")
    assert run.stdout.strip() == "[1] False", run.stderr
