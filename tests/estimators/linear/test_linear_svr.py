"""LinearSVR against closed forms, scikit-learn at tight tolerance, and its own promise of a gap."""

import inspect
import warnings
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from estimators.linear.objectives import loss_of, outputs, penalty_of
from sklearn.datasets import load_diabetes
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVR as Peer

from drupe import LinearSVR
from drupe.foundation.errors import InputError, ParameterError

LOSSES = ["epsilon_insensitive", "squared_epsilon_insensitive"]


def sample(n: int = 150, d: int = 4, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, X @ np.arange(1.0, d + 1.0) + rng.standard_t(3, size=n)


def objective(machine: Any, X: Any, y: Any, costs: Any, scaling: float | None) -> float:
    f = outputs(X, machine.coef_, machine.intercept_)[:, 0]
    penalty = penalty_of("l2", machine.coef_, float(np.ravel(machine.intercept_)[0]), scaling)
    return penalty + float(np.sum(costs * loss_of(machine.loss, y, f, machine.epsilon)))


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("epsilon", [0.0, 0.5])
@pytest.mark.parametrize("C", [0.01, 1.0, 30.0])
@pytest.mark.parametrize("loss", LOSSES)
def test_no_objective_is_above_the_peers(loss, C, epsilon, fit_intercept) -> None:
    X, y = sample()
    said = {"loss": loss, "C": C, "epsilon": epsilon, "fit_intercept": fit_intercept, "intercept_scaling": 2.0}
    ours = LinearSVR(**said).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        theirs = Peer(**said, dual="auto", tol=1e-10, max_iter=200_000, random_state=0).fit(X, y)
    scaling = 2.0 if fit_intercept else None
    reached, known = (objective(one, X, y, C, scaling) for one in (ours, theirs))
    assert reached <= known * (1.0 + 1e-9)
    assert reached == pytest.approx(ours.solution_[0].objective, rel=1e-10)
    assert ours.coef_ == pytest.approx(theirs.coef_, abs=5e-3)
    assert ours.coef_.shape == theirs.coef_.shape
    assert ours.intercept_.shape == (1,)
    assert ours.predict(X) == pytest.approx(theirs.predict(X), abs=2e-2)


@pytest.mark.parametrize("loss", LOSSES)
def test_the_gap_bounds_what_is_left(loss) -> None:
    X, y = sample(n=400)
    best = LinearSVR(loss=loss, epsilon=0.3, tol=0.0, max_iter=10_000).fit(X, y).solution_[0].objective
    for steps in range(6):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            machine = LinearSVR(loss=loss, epsilon=0.3, max_iter=steps).fit(X, y)
        found = objective(machine, X, y, 1.0, 1.0)
        assert found - best <= machine.solution_[0].gap * (1.0 + 1e-9) + 1e-11 * found


@pytest.mark.parametrize("C", [1e-6, 1.0, 1e3, 1e6])
@pytest.mark.parametrize("loss", LOSSES)
def test_columns_in_unlike_units_converge(loss, C) -> None:
    X, y = load_diabetes(return_X_y=True, scaled=False)
    machine = LinearSVR(loss=loss, C=C, epsilon=1.0).fit(X, y)
    assert machine.gap_ <= 1e-4
    assert objective(machine, X, y, C, 1.0) == pytest.approx(machine.solution_[0].objective, rel=1e-9)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("container", [sp.csr_matrix, sp.csc_array, np.asfortranarray, np.float32])
def test_containers_make_no_difference(container, loss) -> None:
    X, y = sample()
    X = np.float32(np.where(np.abs(X) > 0.5, X, 0.0)).astype(np.float64)
    plain = LinearSVR(loss=loss).fit(X, y)
    assert LinearSVR(loss=loss).fit(container(X), y).coef_ == pytest.approx(plain.coef_, abs=1e-4)


@pytest.mark.parametrize("loss", LOSSES)
def test_weights_are_copies(loss) -> None:
    X, y = sample(n=60)
    weights = np.random.default_rng(0).integers(0, 4, size=len(X))
    machine = LinearSVR(loss=loss, epsilon=0.2)
    weighted = machine.fit(X, y, weights).coef_.copy()
    assert weighted == pytest.approx(machine.fit(np.repeat(X, weights, axis=0), np.repeat(y, weights)).coef_, abs=1e-5)


def test_a_tube_that_holds_everything_costs_nothing() -> None:
    machine = LinearSVR(epsilon=10.0).fit([[0.0], [1.0]], [-3.0, 3.0])
    assert not machine.coef_.any()
    assert machine.solution_[0].objective == 0.0
    assert machine.gap_ == 0.0


def test_bad_input_is_refused() -> None:
    with pytest.raises(ParameterError, match="'loss'"):
        LinearSVR(loss="huber").fit(*sample())
    with pytest.raises(InputError, match="scale"):
        LinearSVR().fit([[1e200], [1.0]], [0.0, 1.0])


def test_the_signature_is_the_peers() -> None:
    ours, theirs = (inspect.signature(kind).parameters for kind in (LinearSVR, Peer))
    for name, there in theirs.items():
        assert ours[name].default == there.default, name
        assert ours[name].kind == there.kind, name
