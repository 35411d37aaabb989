"""Linear sparse discriminants and regressions: worked numbers, sparsity, robustness, copies, refusals, bad input."""

from typing import Any

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from solvers.expansions.toy import POINTS, SIGNS

from drupe import LinearSparseKernelFisher, LinearSparseKernelRegressor, certify
from drupe.estimators.warnings import FitWarning
from drupe.foundation.errors import DrupeError
from drupe.kernels import Gaussian
from drupe.solvers.expansions.simplex import Simplex


def moons(n: int, seed: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    x = rng.uniform(-2.0, 2.0, (n, 2))
    return x, np.where(x[:, 1] + 0.2 * rng.standard_normal(n) > np.sin(2.0 * x[:, 0]), "up", "down")


def shared_letters(left: list[str], right: list[str]) -> Any:
    """How many pairs of equal letters two words have."""
    return np.array([[float(sum(p == q for p in a for q in b)) for b in right] for a in left])


@pytest.mark.spec("M.Q08", "M.A18", "M.P10")
@pytest.mark.parametrize("solver", ["auto", "simplex", "column generation", "linear program", Simplex()])
def test_worked_numbers_on_six_points(solver: Any) -> None:
    machine = LinearSparseKernelFisher("rbf", gamma=1.0, alpha=0.5, threshold="least squares", solver=solver)
    machine.fit(POINTS, SIGNS)
    assert machine.support_.tolist() == [0, 3, 4]
    assert machine.dual_coef_[0] == pytest.approx([0.860092, 2.178749, 2.353725], abs=1e-6)
    assert machine.offset_[0] == pytest.approx(-2.161037, abs=1e-6)
    assert machine.objective_ == pytest.approx(4.961940, abs=1e-6)
    assert 0.0 <= machine.gap_ < 1e-6
    assert machine.sparsity_ == 0.5


@pytest.mark.spec("M.Q08", "M.P10")
def test_few_centers_learn_a_curved_border() -> None:
    x, y = moons(300, 0)
    new, truth = moons(1000, 1)
    machine = LinearSparseKernelFisher("rbf", gamma=1.0, alpha=1.0).fit(x, y)
    assert machine.score(new, truth) > 0.9
    assert machine.sparsity_ == 1.0 - len(machine.support_) / 300 > 0.85
    met = np.abs(np.abs(machine.solution_.outputs[:, 0]) - 1.0) < 1e-9
    assert np.count_nonzero(met) >= len(machine.support_) + 1  # a vertex


def test_several_classes_are_learned_one_against_the_rest() -> None:
    rng = np.random.default_rng(3)
    x = np.vstack([rng.normal(size=(30, 2)) + shift for shift in ([0, 0], [4, 0], [0, 4])])
    y = np.repeat([7, 8, 9], 30)
    machine = LinearSparseKernelFisher("rbf", gamma=0.5, alpha=0.5).fit(x, y)
    assert machine.score(x, y) > 0.95
    assert machine.dual_coef_.shape == (3, len(machine.support_))
    each = [LinearSparseKernelFisher("rbf", gamma=0.5, alpha=0.5).fit(x, y == label) for label in (7, 8, 9)]
    assert machine.objective_ == pytest.approx(sum(one.objective_ for one in each), rel=1e-12)


def test_weights_count_as_repetitions() -> None:
    x, y = moons(40, 5)
    counts = np.random.default_rng(0).integers(1, 4, size=40)
    plain = LinearSparseKernelFisher("rbf", gamma=1.0, alpha=0.3)
    weighted = plain.fit(x, y, sample_weight=counts).decision_function(x)
    repeated = plain.fit(np.repeat(x, counts, axis=0), np.repeat(y, counts)).decision_function(x)
    assert weighted == pytest.approx(repeated, abs=1e-6)


def test_a_constant_minimum_is_told() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.standard_normal((60, 3)), np.where(rng.random(60) < 0.3, 1, -1)
    with pytest.warns(FitWarning) as heard:
        machine = LinearSparseKernelFisher("rbf", gamma=0.1, alpha=20.0).fit(x, y)
    assert any("the median of the targets, a constant" in str(one.message) for one in heard)
    assert machine.objective_ == 2.0 * np.count_nonzero(y > 0)
    assert machine.sparsity_ == 1.0
    assert set(machine.predict(x)) == {-1}
    with pytest.warns(FitWarning, match="median"):
        flat = LinearSparseKernelRegressor("rbf", gamma=0.1, alpha=1e6).fit(x, x[:, 0])
    low, high = np.sort(x[:, 0])[29:31]
    assert low <= flat.predict(x[:1])[0] <= high


def test_regression_passes_by_outliers_and_finds_the_median() -> None:
    x = np.linspace(-10.0, 10.0, 120)
    truth = np.sinc(x / np.pi)
    y = truth.copy()
    y[::7] += 3.0
    machine = LinearSparseKernelRegressor("rbf", gamma=0.25, alpha=0.01).fit(x[:, None], y)
    assert np.abs(machine.predict(x[:, None]) - truth).max() < 0.05
    assert machine.gap_ <= 1e-8 * machine.objective_
    assert machine.dual_coef_.shape == (1, len(machine.support_))
    scaled = LinearSparseKernelRegressor("rbf", gamma=0.25, alpha=0.01).fit(x[:, None], 1e5 * y + 3e5)
    assert scaled.predict(x[:, None]) == pytest.approx(1e5 * machine.predict(x[:, None]) + 3e5, rel=1e-5)


def test_limits_are_told_with_the_gap() -> None:
    x, y = moons(200, 2)
    early = LinearSparseKernelFisher("rbf", gamma=1.0, alpha=0.05, solver=Simplex(max_iterations=20))
    with pytest.warns(ConvergenceWarning, match="iteration limit after 20 steps"):
        early.fit(x, y)
    best = LinearSparseKernelFisher("rbf", gamma=1.0, alpha=0.05).fit(x, y)
    assert early.objective_ - early.gap_ <= best.objective_ < early.objective_


def test_little_memory_gives_the_same_machine() -> None:
    x, y = moons(600, 2)
    rich = LinearSparseKernelFisher("rbf", gamma=1.0, alpha=1.0).fit(x, y)
    poor = LinearSparseKernelFisher("rbf", gamma=1.0, alpha=1.0, cache_size=2).fit(x, y)  # K takes 2.7 MB
    assert poor.objective_ == pytest.approx(rich.objective_, rel=1e-9)


def test_strings_and_kernels_that_are_not_positive() -> None:
    words, y = ["aab", "aba", "bab", "ccd", "cdc", "dcd"], [0, 0, 0, 1, 1, 1]
    machine = LinearSparseKernelFisher(shared_letters, alpha=0.1).fit(words, y)
    assert machine.predict(["abab", "cdcd"]).tolist() == [0, 1]
    assert len(machine.support_) < 3
    x, labels = moons(80, 4)
    tilted = LinearSparseKernelFisher("sigmoid", gamma=0.5, coef0=-1.0, alpha=0.1).fit(x, labels)
    assert tilted.gap_ <= 1e-7 * tilted.objective_


@pytest.mark.parametrize("n", [1, 2])
def test_very_few_examples(n: int) -> None:
    x = np.arange(n, dtype=np.float64)[:, None]
    machine = LinearSparseKernelRegressor("rbf", alpha=0.1).fit(x, np.arange(n, dtype=np.float64))
    assert machine.gap_ <= 1e-9
    if n == 1:
        with pytest.raises(DrupeError, match="class"):
            LinearSparseKernelFisher().fit(x, [1])
    else:
        assert LinearSparseKernelFisher("rbf", alpha=0.1).fit(x, [0, 1]).predict(x).tolist() == [0, 1]


def test_constant_targets_are_met_without_a_warning() -> None:
    machine = LinearSparseKernelRegressor("rbf", alpha=0.1).fit([[0.0], [1.0], [2.0]], [4.0, 4.0, 4.0])
    assert machine.predict([[9.0]]) == pytest.approx([4.0], abs=1e-12)
    assert len(machine.support_) == 0
    assert machine.objective_ == 0.0


@pytest.mark.parametrize(
    ("said", "match"),
    [
        ({"alpha": 0.0}, "alpha"),
        ({"alpha": -1.0}, "alpha"),
        ({"alpha": np.nan}, "alpha"),
        ({"solver": "cholesky"}, "solver"),
        ({"solver": 3}, "solver"),
        ({"threshold": "half"}, "threshold"),
    ],
)
def test_bad_parameters_are_told(said: dict[str, Any], match: str) -> None:
    with pytest.raises((DrupeError, ValueError), match=match):
        LinearSparseKernelFisher(**said).fit([[0.0], [1.0]], [0, 1])


def test_compression_is_refused_with_the_reason() -> None:
    x, y = moons(120, 6)
    machine = LinearSparseKernelFisher(Gaussian(1.0), alpha=0.5).fit(x, y)
    certificate = certify(machine, x, y)
    assert "depend on all training examples" in str(certificate.refused) + str(certificate)


def test_where_rounding_turns_the_simplex_in_a_circle_highs_takes_over() -> None:
    rng = np.random.default_rng(2)
    X, y = rng.normal(size=(40, 3)) + 10.0, 1000.0 * rng.normal(size=40)
    known: dict[str, Any] = {"kernel": "poly", "gamma": 1.0 / 30.0, "coef0": 1.0, "alpha": 2e-6}
    with pytest.warns(ConvergenceWarning, match="the objective is at most"):
        lost = LinearSparseKernelRegressor(solver="simplex", **known).fit(X, y)
    machine = LinearSparseKernelRegressor(**known).fit(X, y)
    assert machine.objective_ < lost.objective_ - 1.0
    assert machine.gap_ < 1e-4 * machine.objective_ < lost.gap_
