"""Fits that end early: by a limit of steps or time, or by Ctrl-C, kept and flagged."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from drupe import SVC, SVR, HardMarginSVC, MixedNormSVC, NuSVC, NuSVR, OneClassSVM, SquaredSVR, TwoNormSVC
from drupe.foundation.progress import Enough
from drupe.grams import DenseGram
from drupe.solvers.box import solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.options import OnInterrupt, Options
from drupe.solvers.sequence import solve_in_sequence
from drupe.solvers.solution import Stop

RNG = np.random.default_rng(0)
X = RNG.normal(size=(2000, 2))
BY_LOT = RNG.integers(0, 2, 2000)
THREE = RNG.integers(0, 3, 2000)
NUMBERS = RNG.normal(size=2000)

ENDLESS = {
    "SVC": (SVC(C=1e9, gamma=10.0, tol=1e-9), BY_LOT),
    "SVC, three classes": (SVC(C=1e9, gamma=10.0, tol=1e-9), THREE),
    "NuSVC": (NuSVC(nu=0.5, gamma=1e-3, tol=1e-14), BY_LOT),
    "SVR": (SVR(C=1e9, gamma=10.0, epsilon=0.0, tol=1e-9), NUMBERS),
    "NuSVR": (NuSVR(C=1e9, gamma=10.0, tol=1e-9), NUMBERS),
    "TwoNormSVC": (TwoNormSVC(C=1e9, gamma=10.0, tol=1e-10), BY_LOT),
    "MixedNormSVC": (MixedNormSVC(C=1e9, squared_C=1e9, gamma=10.0, tol=1e-10), BY_LOT),
    "SquaredSVR": (SquaredSVR(C=1e9, gamma=10.0, tol=1e-10), NUMBERS),
}


@pytest.mark.parametrize(("machine", "y"), ENDLESS.values(), ids=ENDLESS)
def test_max_iter_binds_exactly(machine, y):
    with pytest.warns(ConvergenceWarning, match="reached the iteration limit after"):
        stopped = machine.__class__(**machine.get_params()).set_params(max_iter=321).fit(X, y)
    assert np.all(np.asarray(stopped.n_iter_) == 321)
    assert stopped.solver_info_.stop is Stop.ITERATIONS
    assert stopped.fit_status_ == 1
    assert stopped.solver_info_.violation > machine.tol
    assert np.isfinite(stopped.predict(X[:5]).astype(float)).all()


@pytest.mark.parametrize(("machine", "y"), ENDLESS.values(), ids=ENDLESS)
def test_max_time_ends_the_fit(machine, y):
    limited = machine.__class__(**machine.get_params()).set_params(max_time=0.1)
    with pytest.warns(ConvergenceWarning, match="reached the time limit after"):
        limited.fit(X, y)
    assert limited.solver_info_.stop is Stop.TIME
    assert limited.fit_status_ == 1
    assert limited.predict(X[:5]).shape == (5,)


def test_no_limit_is_reached_where_none_is_needed():
    machine = SVC(max_iter=10_000, max_time=60.0).fit(X[:100], X[:100, 0] > 0)
    assert machine.solver_info_.converged
    assert machine.fit_status_ == 0


def test_one_class_has_limits_too():
    with pytest.warns(ConvergenceWarning, match="iteration limit"):
        machine = OneClassSVM(nu=0.5, gamma=10.0, tol=1e-12, max_iter=7).fit(X)
    assert machine.n_iter_ == 7


def test_hard_margins_say_that_the_search_was_limited():
    with pytest.raises(ValueError, match="reached the iteration limit when"):
        HardMarginSVC(gamma=10.0, max_iter=3).fit(X[:300], BY_LOT[:300])


SCRIPT = """
import sys, warnings
import numpy as np
from drupe import {machine}
warnings.simplefilter("ignore")
rng = np.random.default_rng(0)
X = rng.normal(size=(3000, 2))
y = rng.integers(0, {classes}, 3000)
machine = {machine}(C=1e9, gamma=10.0, tol=1e-12, max_time=600.0, {more})
try:
    print("begins", flush=True)
    machine.fit(X, y)
except KeyboardInterrupt:
    print("raised")
else:
    print("kept", machine.solver_info_.stop.name, machine.fit_status_, len(machine.predict(X[:9])))
"""


def interrupted(machine, classes=2, more="on_interrupt='keep'"):
    """What a fit prints that gets Ctrl-C a second after it began, and would otherwise go on for ten minutes."""
    script = SCRIPT.format(machine=machine, classes=classes, more=more)
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as fit:
        assert fit.stdout.readline().strip() == "begins"
        time.sleep(1.0)
        os.kill(fit.pid, signal.SIGINT)
        return fit.communicate()[0].split()


@pytest.mark.skipif(sys.platform == "win32", reason="has other signals")
@pytest.mark.parametrize(("machine", "classes"), [("SVC", 3), ("SVR", 2)])
def test_ctrl_c_keeps_the_best_so_far(machine, classes):
    assert interrupted(machine, classes) == ["kept", "INTERRUPTED", "1", "9"]


@pytest.mark.skipif(sys.platform == "win32", reason="has other signals")
def test_ctrl_c_raises_unless_asked_otherwise():
    assert interrupted("SVC", more="") == ["raised"]


def test_a_sequence_shares_its_time_and_ends_as_one():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(600, 2))
    gram = DenseGram(np.exp(-((x[:, None] - x) ** 2).sum(axis=2)))
    problems = [
        lambda: c_svc(gram, np.where(rng.random(600) < 0.5, 1.0, -1.0), np.full(600, 1e9)),
    ] * 4
    solutions = solve_in_sequence(problems, Options(tolerance=1e-12, max_seconds=0.1), solve)
    assert [solution.stop for solution in solutions] == [Stop.TIME] * 4
    assert solutions[0].iterations > 0
    assert all(solution.iterations == 0 and not solution.alpha.any() for solution in solutions[1:])
    assert all(solution.gap > 0 for solution in solutions)


def test_a_sequence_ends_when_its_listener_has_enough():
    heard = []

    def progress(fraction):
        heard.append(fraction)
        raise ending

    ending = Enough()
    rng = np.random.default_rng(1)
    x = rng.normal(size=(600, 2))
    gram = DenseGram(np.exp(-((x[:, None] - x) ** 2).sum(axis=2)))
    problem = c_svc(gram, np.where(rng.random(600) < 0.5, 1.0, -1.0), np.full(600, 1e9))
    how = Options(tolerance=1e-12, on_interrupt=OnInterrupt.KEEP, progress=progress)
    solutions = solve_in_sequence([lambda: problem] * 3, how, solve)
    assert [solution.stop for solution in solutions] == [Stop.INTERRUPTED] * 3
    assert max(heard) <= 1 / 3


def test_probabilities_of_a_fit_that_was_cut_short_come_from_the_machine_itself():
    with pytest.warns(ConvergenceWarning, match="time limit"):
        machine = SVC(C=1e9, gamma=10.0, tol=1e-9, max_time=0.1, probability=True).fit(X, BY_LOT)
    chances = machine.predict_proba(X[:50])
    np.testing.assert_allclose(chances.sum(axis=1), 1.0)
    assert machine.classes_[chances.argmax(axis=1)].tolist() == machine.predict(X[:50]).tolist()
