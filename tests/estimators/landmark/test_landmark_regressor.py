"""Regression around landmarks: normal equations in many digits, kernel ridge regression, pieces that add up."""

import mpmath
import numpy as np
import pytest
from estimators.landmark.penalized_loss import gaussian
from scipy.optimize import minimize
from sklearn.kernel_ridge import KernelRidge

from drupe import LandmarkRegressor, load, save
from drupe.foundation.errors import InputError, ParameterError
from drupe.kernels import Gaussian
from drupe.losses import Hinge, Huber


def wave(n=400, seed=0, d=2):
    random = np.random.default_rng(seed)
    X = random.normal(size=(n, d))
    return X, np.sin(2.0 * X[:, 0]) + X[:, 1] ** 2 + 0.1 * random.normal(size=n)


def tight(**more):
    return LandmarkRegressor("rbf", gamma=0.5, **{"tol": 1e-8, "max_passes": 300, "random_state": 0, **more})


def test_all_rows_as_landmarks_are_kernel_ridge_regression():
    X, y = wave(150)
    machine = tight(landmarks=500, strength=1e-3).fit(X, y)
    peer = KernelRidge(alpha=1e-3 * len(y), kernel="rbf", gamma=0.5).fit(X, y - y.mean())
    new = wave(50, seed=1)[0]
    np.testing.assert_allclose(machine.predict(new), peer.predict(new) + y.mean(), rtol=1e-6, atol=1e-8)


def test_the_normal_equations_in_fifty_digits():
    X, y = wave(40)
    machine = tight(landmarks=X[:6], strength=1e-2).fit(X, y)
    with mpmath.workdps(50):
        distances = [
            [sum((mpmath.mpf(a) - mpmath.mpf(b)) ** 2 for a, b in zip(x, z, strict=True)) for z in X[:6]] for x in X
        ]
        K = mpmath.matrix([[mpmath.exp(-distance / 2) for distance in row] for row in distances])
        among = K[:6, :6]
        right = K.T * mpmath.matrix((y - y.mean()).tolist())
        expected = mpmath.lu_solve(K.T * K + mpmath.mpf(40) * mpmath.mpf(1e-2) * among, right)
        wanted = np.array([float(entry) for entry in expected])
    np.testing.assert_allclose(machine.dual_coef_, wanted, rtol=1e-7)


def test_weights_count_rows_and_several_targets_are_learned_at_once():
    X, y = wave(60)
    counts = np.random.default_rng(3).integers(0, 4, size=60)
    weighted = tight(landmarks=X[:10], strength=1e-3).fit(X, y, counts)
    repeated = tight(landmarks=X[:10], strength=1e-3).fit(np.repeat(X, counts, axis=0), np.repeat(y, counts))
    np.testing.assert_allclose(weighted.dual_coef_, repeated.dual_coef_, rtol=1e-6, atol=1e-9)
    both = tight(landmarks=X[:10], strength=1e-3).fit(X, np.column_stack([y, -3.0 * y]))
    alone = tight(landmarks=X[:10], strength=1e-3).fit(X, y)
    np.testing.assert_allclose(both.predict(X), np.outer(alone.predict(X), [1.0, -3.0]), rtol=1e-6, atol=1e-8)


def test_huber_against_a_general_minimizer():
    X, y = wave(120)
    y[:5] += 50.0
    machine = tight(loss=Huber(0.3), landmarks=X[5:15], strength=1e-3, tol=1e-9).fit(X, y)
    K, among = gaussian(X, X[5:15], 0.5), gaussian(X[5:15], X[5:15], 0.5)
    offset = float(machine.predictor_.offset[0])

    def objective(a):
        r = K @ a + offset - y
        inner = np.minimum(np.abs(r), 0.3)
        value = (inner**2 / 0.6 + np.abs(r) - inner).mean() + 0.5e-3 * a @ among @ a
        return value, K.T @ np.clip(r / 0.3, -1, 1) / len(y) + 1e-3 * among @ a

    best = minimize(objective, np.zeros(10), jac=True, method="BFGS", options={"gtol": 1e-10, "maxiter": 5000})
    assert machine.solution_.objective == pytest.approx(best.fun, rel=1e-9)
    # The word takes its transition from the data: outliers do not move the fit.
    clean = LandmarkRegressor("rbf", gamma=0.5, loss="huber", random_state=0).fit(X[5:], y[5:]).predict(X[5:])
    dirty = LandmarkRegressor("rbf", gamma=0.5, loss="huber", random_state=0).fit(X, y).predict(X[5:])
    assert np.median(np.abs(clean - dirty)) < 0.1


def test_pieces_in_any_order_are_the_whole():
    X, y = wave(300)
    whole = tight(landmarks=X[:20]).fit(X, y)
    pieces = tight(landmarks=X[:20])
    for i in (2, 0, 1):
        pieces.partial_fit(X[i * 100 : (i + 1) * 100], y[i * 100 : (i + 1) * 100])
    np.testing.assert_allclose(pieces.predict(X), whole.predict(X), atol=1e-6)
    assert pieces.solution_.objective == pytest.approx(whole.solution_.objective, rel=1e-9)
    one, other = (tight(landmarks=X[:20]).partial_fit(X[part], y[part]) for part in (slice(0, 130), slice(130, 300)))
    np.testing.assert_allclose(one.merged(other).predict(X), pieces.predict(X), atol=1e-9)
    assert one.merged(other).shape_fit_ == (300, 2)
    with pytest.raises(InputError, match="same kernel and landmarks"):
        one.merged(tight(landmarks=X[:19]).partial_fit(X, y))
    with pytest.raises(InputError, match="has not seen any rows"):
        one.merged(whole)


def test_pieces_go_on_after_a_file(tmp_path):
    X, y = wave(100)
    begun = tight(landmarks=X[:20]).partial_fit(X[:50], y[:50])
    save(begun, tmp_path / "begun.drupe")
    loaded = load(tmp_path / "begun.drupe").partial_fit(X[50:], y[50:])
    begun.partial_fit(X[50:], y[50:])
    assert (loaded.dual_coef_ == begun.dual_coef_).all()


def test_what_cannot_be_minimized_is_refused():
    X, y = wave(20)
    with pytest.raises(ParameterError, match="loss"):
        LandmarkRegressor(loss=Hinge()).fit(X, y)
    assert not hasattr(LandmarkRegressor(loss="huber"), "partial_fit")


def test_interrupted_keeps_what_there_is(monkeypatch):
    from drupe.grams.cross import CrossGram

    X, y = wave(5000)
    plain, calls = CrossGram.sweep, []

    def sweep(*arguments):
        calls.append(1)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return plain(*arguments)

    monkeypatch.setattr(CrossGram, "sweep", sweep)
    machine = LandmarkRegressor(Gaussian(0.5), landmarks=30, random_state=0, on_interrupt="keep", tol=1e-12)
    with pytest.warns(Warning, match="was interrupted after 3 passes"):
        machine.fit(X, y)
    assert machine.solution_.objective < 0.5 * y.var()
    calls.clear()
    with pytest.raises(KeyboardInterrupt):
        LandmarkRegressor(Gaussian(0.5), landmarks=30, random_state=0).fit(X, y)
