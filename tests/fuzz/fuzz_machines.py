"""Support vector machines on data that nobody should have: a clear refusal or a right answer, never anything else.

    python tests/fuzz/fuzz_machines.py --count 100000 --seed 0

tries random shapes, scales, labels, weights, kernels and parameters. A try ends well if the machine refuses with an
error of drupe's or a ValueError, or if its answer is finite and meets the optimality conditions of its problem.
"""

import argparse
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.exceptions import ConvergenceWarning, DataConversionWarning

import drupe
from drupe import kernels
from drupe.estimators.warnings import FitWarning
from drupe.foundation.errors import DrupeError
from drupe.solvers.native import put_together, recomputed_outputs
from drupe.solvers.optimality import optimality
from drupe.solvers.solution import Stop

CLASSIFIERS = [
    "SVC",
    "NuSVC",
    "HardMarginSVC",
    "TwoNormSVC",
    "MixedNormSVC",
    "NearestHullsSVC",
    "LargestBallSVC",
    "LPSVC",
    "LeaveOneOutMachine",
    "AdaptiveMarginMachine",
]
REGRESSORS = ["SVR", "NuSVR", "SquaredSVR"]
OTHERS = ["OneClassSVM", "EnclosingBall"]
WORDS = ["linear", "poly", "rbf", "sigmoid", "precomputed"]
SINGLE_ERROR = 3e-4
"""What single precision may cost of an output, in units of the largest term."""

Random = np.random.Generator


def pick(rng: Random, options: list[Any]) -> Any:
    """One of them."""
    return options[int(rng.integers(len(options)))]


def table(rng: Random) -> Any:
    """Numbers of some shape and some kind, now and then none at all."""
    n = int(pick(rng, [0, 1, 2, 3, 5, 8, 13, 30]) if rng.random() < 0.4 else rng.integers(4, 40))
    d = int(pick(rng, [0, 1, 2, 3, 7]) if rng.random() < 0.5 else 2)
    X = pick(rng, [rng.normal(size=(n, d)), rng.integers(-3, 4, (n, d)).astype(float), rng.random((n, d)).round(1)])
    kind = rng.random()
    if kind < 0.1 and n > 1:
        X = X[rng.integers(0, max(1, n // 3), n)]
    elif kind < 0.15:
        X = np.full((n, d), float(pick(rng, [0.0, 0.1, 1 / 3, -1e8, 1e-9])))
    elif kind < 0.25 and d:
        X[:, int(rng.integers(d))] = pick(rng, [0.0, 0.1, 1e6])
    elif kind < 0.4:
        X = X * 10.0 ** pick(rng, [-300, -200, -100, -30, -8, 8, 30, 100, 150, 200, 300])
    elif kind < 0.5:
        X = X * 10.0 ** rng.integers(-12, 12, d)
    elif kind < 0.55 and X.size:
        X.flat[int(rng.integers(X.size))] = pick(rng, [np.nan, np.inf, -np.inf, 1e308])
    elif kind < 0.6:
        X = X + 10.0 ** rng.integers(0, 12)
    with np.errstate(over="ignore"):
        X = X.astype(pick(rng, [np.float64, np.float64, np.float32]))
    return sp.csr_matrix(X) if rng.random() < 0.25 and X.ndim == 2 and d else X


def kernel_values(rng: Random, X: Any) -> Any:
    """A Gram matrix of the table, or something like it."""
    dense = X.toarray() if sp.issparse(X) else X
    with np.errstate(all="ignore"):
        K = dense @ dense.T
    kind = rng.random()
    if kind < 0.1:
        K = K - 2.0 * np.eye(len(K))
    elif kind < 0.15:
        K = K + rng.normal(size=K.shape)
    elif kind < 0.2:
        K = K[:, : len(K) // 2]
    return K


def labels(rng: Random, n: int) -> Any:
    """Classes: two or more, or degenerate in one of many ways."""
    k = int(pick(rng, [2, 2, 2, 2, 3, 4, 1]))
    y: Any = rng.integers(0, k, n)
    kind = rng.random()
    if kind < 0.1:
        y = np.array(["ab", "b", "", "d"])[y]
    elif kind < 0.15:
        y = y.astype(float) + 0.5
    elif kind < 0.2:
        y = y.astype(bool)
    elif kind < 0.25 and n:
        y = np.zeros(n, dtype=int)
        y[0] = 1
    elif kind < 0.28 and n:
        y = np.where(np.arange(n) == 0, np.nan, y)
    elif kind < 0.3:
        y = y[:-1]
    return y


def numbers(rng: Random, X: Any) -> Any:
    """Real targets of any size."""
    n = X.shape[0]
    y = rng.normal(size=n) * 10.0 ** pick(rng, [0, 0, 0, 0, -200, -9, 9, 200])
    kind = rng.random()
    if kind < 0.1:
        y = np.full(n, 3.7)
    elif kind < 0.13 and n:
        y[0] = pick(rng, [np.nan, np.inf])
    return y


def weights(rng: Random, n: int) -> Any:
    """Mostly none; else ordinary, partly zero, or impossible."""
    if rng.random() < 0.7:
        return None
    w = rng.random(n) + 0.1
    kind = rng.random()
    if kind < 0.3:
        w[rng.random(n) < 0.5] = 0.0
    elif kind < 0.5:
        w = rng.integers(0, 4, n).astype(float)
    elif kind < 0.6:
        w = w * 10.0 ** pick(rng, [-300, -20, 20, 300])
    elif kind < 0.65:
        w = w - 0.5
    return w


def parameters(rng: Random, machine: type) -> dict[str, Any]:
    """Values for some of the parameters, most of them allowed."""
    choices: dict[str, list[Any]] = {
        "C": [1.0, 1.0, 1e-6, 0.1, 10.0, 1e4, 1e9, np.inf],
        "squared_C": [1.0, 1e-4, 1e6],
        "nu": [0.5, 0.1, 0.01, 0.9, 1.0],
        "epsilon": [0.1, 0.0, 1.0, 1e3],
        "ceiling": [1.0, 0.5, 0.1],
        "strength": [0.5, 0.0, 1.0, 10.0],
        "gamma": ["scale", "scale", "auto", 0.0, 1e-3, 1.0, 1e3, 1e-200, 1e200],
        "degree": [3, 2, 1, 0, 6],
        "coef0": [0.0, 1.0, -1.0, 1e3],
        "tol": [1e-3, 1e-6, 0.5],
        "fit_intercept": [True, False],
        "class_weight": [None, None, "balanced"],
        "precision": ["auto", "auto", "single", "double"],
        "probability": [False, False, False, True],
        "break_ties": [False, True],
        "cache_size": [200, 1e-3],
    }
    names = machine._get_param_names()  # type: ignore[attr-defined]
    chosen = {name: pick(rng, choices[name]) for name in names if name in choices and rng.random() < 0.5}
    own = [kernels.Gaussian(0.7), kernels.Linear() + 1.0, kernels.Laplacian(), 2.0 * kernels.Polynomial(2, 1.0, 0.5)]
    chosen["kernel"] = pick(rng, WORDS) if rng.random() < 0.85 else pick(rng, own)
    return {**chosen, "max_time": 0.3} if "max_time" in names else chosen


def trial(seed: int) -> str:
    """Fit one machine on one sample; what came of it, or an AssertionError."""
    rng = np.random.default_rng(seed)
    name = pick(rng, CLASSIFIERS + REGRESSORS + OTHERS + ["SVC", "SVC", "SVR"])
    machine = getattr(drupe, name)
    machine = machine(**parameters(rng, machine))
    X = table(rng)
    given = kernel_values(rng, X) if _precomputed(machine) else X
    y = labels(rng, X.shape[0]) if name in CLASSIFIERS else numbers(rng, X)
    extra = (
        {} if name in ("LeaveOneOutMachine", "AdaptiveMarginMachine") else {"sample_weight": weights(rng, X.shape[0])}
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for expected in (ConvergenceWarning, FitWarning, DataConversionWarning):
            warnings.simplefilter("ignore", expected)
        try:
            machine.fit(given, y, **extra)
        except (DrupeError, ValueError) as refusal:
            return f"{name} refused" if str(refusal).strip() else "refused without a word"
        check(machine, given[_sensible(given)], name)
    return f"{name} fitted" if getattr(machine, "fit_status_", 0) == 0 else f"{name} stopped short"


def check(machine: Any, X: Any, name: str) -> None:
    """Finite outputs, predictions of the right kind, and the optimality conditions."""
    assert np.isfinite(_dense(machine.dual_coef_)).all(), "coefficients are not finite"
    if name not in OTHERS:
        assert np.isfinite(machine.intercept_).all(), "the offset is not finite"
    info = getattr(machine, "solver_info_", None)
    for solution in () if info is None else info.solutions:
        check_solution(solution, machine.tol)
    if not X.shape[0] or (name == "EnclosingBall" and _precomputed(machine)):
        return  # a row of kernel values does not tell k(x, x) of a new example
    predicted = machine.predict(X)
    assert len(predicted) == X.shape[0], "not every example has a prediction"
    if name in CLASSIFIERS:
        assert set(predicted.tolist()) <= set(machine.classes_.tolist()), "a class that was never seen"
    outputs = predicted if name in REGRESSORS else machine.decision_function(X)
    assert np.isfinite(outputs).all(), "outputs are not finite"
    if getattr(machine, "probability", False) is True:
        chances = machine.predict_proba(X)
        np.testing.assert_allclose(chances.sum(axis=1), 1.0, atol=1e-9)
        assert machine.classes_[chances.argmax(axis=1)].tolist() == predicted.tolist(), (
            "probabilities say another class"
        )


def check_solution(solution: Any, tolerance: float) -> None:
    """α in its box, and no violation beyond the tolerance and what single precision may cost."""
    problem = getattr(solution, "problem", None)
    if problem is None:
        return
    problem = put_together(problem)
    alpha = solution.alpha
    assert (alpha >= 0).all(), "a negative variable"
    assert (alpha <= problem.upper * (1 + 1e-9)).all(), "a variable beyond its box"
    assert not np.isnan(solution.gap), "the gap is not a number"
    if solution.stop is not Stop.CONVERGED:
        return
    coefficients = problem.weights(alpha)
    outputs = recomputed_outputs(problem.gram, coefficients)
    largest = float(np.abs(problem.gram.diagonal()).max())
    terms = largest * float(np.abs(coefficients).sum())
    # Variables of both signs may cancel in the coefficients; what they were rounded by does not.
    rounded = np.finfo(np.float64).eps * largest * float(alpha.sum())
    allowed = tolerance + SINGLE_ERROR * terms + rounded + 1e-9 * float(np.abs(problem.linear).max(initial=0.0))
    found = optimality(problem, alpha, outputs).violation
    assert found <= allowed * (1 + 1e-9), f"violation {found:.2e}, allowed {allowed:.2e}"


def _sensible(X: Any) -> Any:
    """Which examples have no number so large that a machine trained without them may say infinity there."""
    return (np.abs(_dense(X)) < 1e30).all(axis=1)


def _precomputed(machine: Any) -> bool:
    return isinstance(machine.kernel, str) and machine.kernel == "precomputed"


def _dense(values: Any) -> Any:
    return values.toarray() if sp.issparse(values) else np.asarray(values)


def run(trial: Callable[[int], str], description: str) -> int:
    """Many tries as the command line asks for; the seeds of those that ended badly."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--count", "--files", type=int, default=100_000, help="how many tries")
    parser.add_argument("--seed", type=int, default=0, help="number of the first one")
    parser.add_argument("--show", type=int, default=10, help="how many failures to show in full")
    asked = parser.parse_args()
    outcomes: Counter[str] = Counter()
    failures, began = [], time.perf_counter()
    for seed in range(asked.seed, asked.seed + asked.count):
        try:
            outcomes[trial(seed)] += 1
        except Exception as wrong:
            failures.append(seed)
            print(f"seed {seed}: {type(wrong).__name__}: {str(wrong)[:200]}", flush=True)
            if len(failures) <= asked.show:
                traceback.print_exc()
    for outcome, count in sorted(outcomes.items()):
        print(f"{count:8d}  {outcome}")
    print(f"{asked.count} tries in {time.perf_counter() - began:.0f} s, {len(failures)} ended badly")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(run(trial, __doc__))
