"""Ridge regression and its relatives on data that nobody should have: a clear refusal or a right answer.

    python tests/fuzz/fuzz_regularized.py --count 5000 --seed 0

tries random shapes, scales, targets, weights, kernels and parameters. A try ends well if the machine refuses with an
error of drupe's or a ValueError, or if its answer is finite and solves its equations as far as rounding allows.
"""

import sys
import warnings
from typing import Any

import numpy as np
from fuzz_machines import Random, kernel_values, labels, numbers, pick, run, table, weights
from sklearn.exceptions import ConvergenceWarning, DataConversionWarning

import drupe
from drupe import kernels, losses
from drupe.estimators.warnings import FitWarning
from drupe.foundation.errors import DrupeError
from drupe.losses import Smoothness

NAMES = ["KernelRidge", "GaussianProcessRegressor", "RegularizedRegressor", "RegularizedClassifier"]
WORDS = ["linear", "poly", "rbf", "sigmoid", "precomputed"]
PAIRWISE = ["laplacian", "chi2", "additive_chi2", "cosine", "polynomial"]
GAP = 1e-5
"""Duality gap, relative to the objective, of solvers that are no Newton's methods."""
ROUNDING = 1e-6
"""What rounding may cost of an equation, in units of its largest term."""


def parameters(rng: Random, name: str) -> dict[str, Any]:
    """Values for some of the parameters, most of them allowed."""
    regressors = [losses.Huber(), losses.Huber(1e-3), losses.Squared(), losses.SquaredEpsilonInsensitive(0.1)]
    regressors += [losses.Absolute(), losses.EpsilonInsensitive(0.1)]
    classifiers = [losses.Logistic(), losses.SquaredHinge(), losses.Squared(), losses.Hinge()]
    choices: dict[str, list[Any]] = {
        "alpha": [1.0, 0.1, 0.0, 1e-8, 1e8, -1.0, [0.1, 1.0]],
        "gamma": ["scale", "auto", 0.0, 1e-3, 1.0, 1e3, 1e-200, 1e200],
        "degree": [3, 2, 1, 0, 6],
        "coef0": [0.0, 1.0, -1.0, 1e3],
        "method": ["auto", "cholesky", "primal", "conjugate_gradients"],
        "fit_intercept": [True, False],
        "leave_one_out": [False, True],
        "tol": [1e-6, 1e-10],
        "cache_size": [4096, 1e-3],
        "noise": ["auto", 0.1, 0.0, 1e-9, 1e6],
        "optimizer": [None, None, "fmin_l_bfgs_b"],
        "normalize_y": [False, True],
        "held": [(), ("noise",)],
        "C": [1.0, 100.0, 1e-6, 1e6],
        "penalty": ["function", "coefficients", "absolute"],
        "loss": classifiers if name == "RegularizedClassifier" else regressors,
    }
    known = getattr(drupe, name)._get_param_names()
    chosen = {one: pick(rng, choices[one]) for one in known if one in choices and rng.random() < 0.5}
    words = WORDS + (PAIRWISE if name == "KernelRidge" else [])
    own = [kernels.Gaussian(0.7), kernels.Linear() + 1.0, kernels.Laplacian(), 2.0 * kernels.Polynomial(2, 1.0, 0.5)]
    chosen["kernel"] = pick(rng, words) if rng.random() < 0.8 else pick(rng, own)
    return {**chosen, "max_iter": 30}


def trial(seed: int) -> str:
    """Fit one machine on one sample; what came of it, or an AssertionError."""
    rng = np.random.default_rng(seed)
    name = pick(rng, NAMES)
    machine = getattr(drupe, name)(**parameters(rng, name))
    X = table(rng)
    given = symmetric(kernel_values(rng, X)) if str(machine.kernel) == "precomputed" else X
    y = labels(rng, X.shape[0]) if name == "RegularizedClassifier" else targets(rng, X, name)
    extra = {} if name == "GaussianProcessRegressor" else {"sample_weight": weights(rng, X.shape[0])}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for expected in (ConvergenceWarning, FitWarning, DataConversionWarning):
            warnings.simplefilter("ignore", expected)
        try:
            machine.fit(given, y, **extra)
        except (DrupeError, ValueError) as refusal:
            return f"{name} refused" if str(refusal).strip() else "refused without a word"
        # Of examples that do not count nothing is known: they may hold what cannot be predicted.
        w = extra.get("sample_weight")
        kept = getattr(machine, "support_", slice(None))
        if getattr(machine, "penalty", None) == "absolute":  # which leaves out others, too
            kept = slice(None) if w is None else np.flatnonzero(np.asarray(w) > 0)
        CHECKS[name](machine, given[kept], np.asarray(y)[kept], None if w is None else w[kept])
    return f"{name} fitted"


def symmetric(K: Any) -> Any:
    """A square matrix without what the other triangle does not know of: predictions would see it, a fit would not."""
    with np.errstate(all="ignore"):
        return (K + K.T) / 2.0 if K.shape[0] == K.shape[1] else K


def targets(rng: Random, X: Any, name: str) -> Any:
    """One column of numbers, or two where a machine takes them."""
    one = numbers(rng, X)
    several = name in ("KernelRidge", "GaussianProcessRegressor") and rng.random() < 0.2
    return np.column_stack([one, numbers(rng, X)]) if several else one


def check_ridge(machine: Any, X: Any, y: Any, sample_weight: Any) -> None:
    """f + alpha W⁻¹α = y on the examples of positive weight; finite predictions in the shape of y."""
    f = machine.predict(X)
    assert f.shape[1:] == machine.dual_coef_.shape[1:], "predictions of another shape"
    assert np.isfinite(f).all(), "predictions are not finite"
    shift = np.asarray(machine.alpha) / (1.0 if sample_weight is None else sample_weight[:, None])
    pulled = machine.dual_coef_.reshape(len(f), -1) * shift
    given, found = (values.reshape(pulled.shape) for values in (y, f))
    terms = np.abs(pulled).max(axis=0) + np.abs(given).max(axis=0) + np.abs(found).max(axis=0) + _cancelled(machine, X)
    # Without a ridge fewer columns than examples need not go through all of them.
    if machine.solution_.converged and (np.all(shift) or machine.solution_.primal is None):
        assert (np.abs(found + pulled - given) <= ROUNDING * terms).all(), "the equations are not solved"
    if machine.leave_one_out:
        assert np.isfinite(machine.leave_one_out_.residuals).all(), "residuals are not finite"


def _cancelled(machine: Any, X: Any) -> Any:
    """The largest term of f(x) = Σ α k(x, ·), however much of it others take away again."""
    centers = getattr(machine.predictor_, "centers", None)
    if centers is None:
        return float(np.abs(X).max()) ** 2 * np.abs(machine.dual_coef_).reshape(X.shape[0], -1).sum(axis=0)
    precomputed = str(machine.kernel) == "precomputed"
    values = X if precomputed else machine.predictor_.kernel.matrix(centers, centers)
    return np.abs(values).max() * np.abs(machine.predictor_.coefficients).sum(axis=0)


def check_process(machine: Any, X: Any, y: Any, sample_weight: Any) -> None:
    """Finite means, no negative variances, and none above those of the process before its data."""
    assert np.isfinite(machine.log_evidence_), "the evidence is not finite"
    assert np.isfinite(machine.predict(X)).all(), "means are not finite"
    if str(machine.kernel) == "precomputed":
        return  # a row of kernel values does not tell k(x, x) of a new example
    new = machine.predictor_.mean.space
    before = np.asarray(machine.predictor_.mean.kernel.diagonal(new))
    variances = machine.predictor_.variances(new) / machine.predictor_.scale**2
    assert (variances >= 0.0).all(), "a negative variance"
    assert (variances <= before[:, None] * (1.0 + ROUNDING)).all(), "less is known than before"


def check_risk(machine: Any, X: Any, y: Any, sample_weight: Any) -> None:
    """α = −½ costs · slopes where Newton's method converged; elsewhere a small duality gap."""
    smooth = machine.loss is None or machine.loss.smoothness is Smoothness.DIFFERENTIABLE
    most = machine.tol if smooth and machine.penalty != "absolute" else max(machine.tol, GAP)
    for found in machine.solution_:
        assert np.isfinite(found.alpha).all(), "coefficients are not finite"
        assert not found.converged or found.violation <= most, "the optimality conditions are violated"
    assert len(machine.predict(X)) == X.shape[0], "not every example has a prediction"
    if hasattr(machine, "predict_proba"):
        np.testing.assert_allclose(machine.predict_proba(X).sum(axis=1), 1.0, atol=1e-9)


CHECKS = {
    "KernelRidge": check_ridge,
    "GaussianProcessRegressor": check_process,
    "RegularizedRegressor": check_risk,
    "RegularizedClassifier": check_risk,
}

if __name__ == "__main__":
    sys.exit(run(trial, __doc__))
