"""What `solution_` says, computed once more in float64 from the coefficients, on problems over the whole range."""

import warnings

import numpy as np
import pytest
from estimators.landmark.penalized_loss import gaussian, objective_and_slopes
from sklearn.exceptions import ConvergenceWarning

from drupe import LandmarkClassifier, LandmarkRegressor
from drupe.estimators.warnings import FitWarning

LOSSES = ("logistic", "squared_hinge", "squared", "squared numbers")


def problem(seed):
    """Rows of any number, width, scale and type, some of them twice; classes of any number, some rare; weights."""
    random = np.random.default_rng(seed)
    n, d = int(2 ** random.uniform(1.0, 9.5)), int(random.integers(1, 6))
    X = random.normal(size=(n, d)) * 10.0 ** random.uniform(-1, 1, size=d) + random.choice([0.0, 100.0])
    X = X[random.integers(0, n, size=n)] if random.random() < 0.3 else X
    X = X.astype(random.choice([np.float32, np.float64]))
    scores = np.sin(X.sum(axis=1) / X.std() if X.std() > 0 else X.sum(axis=1)) + 0.3 * random.normal(size=n)
    classes = int(random.choice([2, 2, 3, 5, 12]))
    y = np.digitize(scores, np.quantile(scores, np.sort(random.random(classes - 1))))
    y[:2] = 0, 1
    weights = random.integers(0, 3, size=n).astype(float) if random.random() < 0.3 else np.ones(n)
    weights[:2] = 1.0
    settings = {
        "gamma": float(10.0 ** random.uniform(-6, 3)),
        "strength": float(10.0 ** random.uniform(-14, 3)),
        "landmarks": int(random.integers(1, n + 1)),
        "random_state": int(seed),
        "choice": str(random.choice(["pivots", "uniform"])),
    }
    return X, y, scores, weights, settings


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(12, 150))])
@pytest.mark.parametrize("precision", ["double", "single"])
def test_solution_tells_the_truth(loss, seed, precision):
    X, y, scores, weights, settings = problem(seed)
    if loss == "squared numbers":
        y, machine = scores[:, None], LandmarkRegressor("rbf", **settings, precision=precision)
    else:
        machine = LandmarkClassifier("rbf", loss=loss, **settings, precision=precision)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)
        warnings.simplefilter("ignore", ConvergenceWarning)
        machine.fit(X, y[:, 0] if y.ndim == 2 else y, weights)
    function, said = machine.predictor_, machine.solution_
    codes = y if loss == "squared numbers" else np.searchsorted(machine.classes_, np.where(weights > 0, y, y[0]))
    centers = function.centers.array
    K, among = gaussian(X, centers, settings["gamma"]), gaussian(centers, centers, settings["gamma"])
    kind = "softmax" if loss == "logistic" and len(machine.classes_) > 2 else loss
    facts = (codes, weights, settings["strength"])
    value, slopes = objective_and_slopes(kind, K, among, function.coefficients, function.offset, *facts)
    zero, first = objective_and_slopes(kind, K, among, 0.0 * function.coefficients, function.offset, *facts)
    # Kernel values are off by rounding of squared distances, and coefficients multiply that.
    exact = said.exact
    rounding = 1e-9 if exact else 1e-4
    apart = 1.0 + settings["gamma"] * np.square(X - X.mean(axis=0)).sum(axis=1).max()
    size = np.sqrt(zero) + np.abs(function.coefficients).sum()
    size *= np.finfo(np.float64 if exact else np.float32).eps * min(4.0 * apart, 1e3)
    # The penalty is a sum over pairs of coefficients of either sign, in double precision.
    size += settings["strength"] * np.square(np.abs(function.coefficients).sum()) * np.finfo(np.float64).eps
    assert said.objective == pytest.approx(value, rel=rounding, abs=rounding * zero + size)
    assert np.abs(slopes).max() == pytest.approx(said.slope, abs=max(1e-7, rounding) * np.abs(first).max() + size)
    assert value <= zero * (1.0 + rounding)
    if said.converged:
        assert said.gradient_norm <= 2.0 * machine.tol
        assert len(said.objectives) == len(said.gradient_norms) == said.passes
