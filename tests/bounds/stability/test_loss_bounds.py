"""Bounds on losses: stability, random signs, covers and regression, with their worked numbers."""

import math

import numpy as np
import pytest

from drupe import SVC
from drupe.bounds.capacity.compact_class import CompactClass, interval_cover
from drupe.bounds.capacity.empirical_cover import EmpiricalCover
from drupe.bounds.capacity.rademacher import Rademacher, expected_average_bound
from drupe.bounds.capacity.stratified import Stratified
from drupe.bounds.complexity.cover_limits import log_ball_packing
from drupe.bounds.complexity.stability import tikhonov_replacement
from drupe.bounds.held_out.one_function import OneFunction
from drupe.bounds.margin.margin import MarginAtScale
from drupe.bounds.margin.regression import RegressionMargin, RegressionSquares, RegressionSums
from drupe.bounds.stability.regression import StabilityRegression
from drupe.bounds.stability.soft_margin import StabilityMargin
from drupe.bounds.stability.stability import Stability, StabilityDeleted, replacement_bound
from drupe.bounds.worlds.coins import Coins
from drupe.foundation.errors import InputError, ParameterError
from drupe.witness.margins import Margins
from drupe.witness.mean_loss import (
    FreshLoss,
    MeanLoss,
    RegularizedLoss,
    RichLoss,
    StableDeletedLoss,
    StableLoss,
)
from drupe.witness.regularized_margins import RegularizedMargins
from drupe.witness.residuals import Residuals


@pytest.mark.spec("H.T34", "H.T35")
def test_worked_stability_bounds_of_the_book() -> None:
    ridge, n = 1.0, 1000
    eta = 1.0 / (2.0 * ridge)
    seen = StableLoss(0.05, 2.0, n, eta / n)
    written = 0.05 + 2 * eta / n + math.sqrt(2 * (4 * eta + 2.0) ** 2 * math.log(20) / n)
    assert Stability(exponent=0.5).risk(seen, 0.05) == pytest.approx(written) == pytest.approx(0.36062, abs=1e-5)
    regression = RegularizedLoss(0.05, 2.0, n, ridge, 1.0)
    assert StabilityRegression(exponent=0.5).risk(regression, 0.05) == pytest.approx(0.36062, abs=1e-5)
    margins = RegularizedMargins(np.full(n, 0.9), ridge, 1.0)
    assert margins.clipped_loss(1.0) == pytest.approx(0.1)
    value = StabilityMargin(exponent=0.5).risk(margins, 0.05)
    assert value == pytest.approx(0.33321, abs=1e-5)
    theorem = 0.1 + 1 / n + 3.0 * math.sqrt(2 * math.log(20) / n)
    printed = 0.1 + 1 / n + 2 * math.sqrt(4 * math.log(20) / n)
    assert value == pytest.approx(theorem)
    assert printed == pytest.approx(0.31993, abs=1e-5)
    # The sharp exponent halves the root.
    sharp = StabilityMargin().risk(margins, 0.05)
    assert sharp - 0.1 - 1 / n == pytest.approx((value - 0.1 - 1 / n) / 2.0)


@pytest.mark.spec("H.T34")
def test_leave_one_out_stability() -> None:
    n, beta = 500, 1e-3
    seen = StableDeletedLoss(0.1, 1.0, n, beta)
    written = 0.1 + beta + (2 * n * (beta + beta * n / (n - 1)) + 1.0) * math.sqrt(2 * math.log(20) / n)
    assert StabilityDeleted(exponent=0.5).risk(seen, 0.05) == pytest.approx(written)
    assert StabilityDeleted().risk(StableDeletedLoss(0.1, 1.0, 1, beta), 0.05) == 1.0
    # Half the bias, and about the same spread, as by the training loss.
    assert StabilityDeleted().risk(seen, 0.05) <= Stability().risk(StableLoss(0.1, 1.0, n, beta), 0.05) + 1e-2


@pytest.mark.spec("S.D02")
def test_worked_stability_bounds_of_the_notes() -> None:
    n, largest = 1000, 4.1623
    beta = tikhonov_replacement(1.0, 1.0, 0.1, n)
    seen = StableLoss(0.0, largest, n, beta)
    assert replacement_bound(seen, 0.05) == pytest.approx(1.0477, abs=1e-4)
    root = math.sqrt(2 * math.log(40) / n)
    assert beta + (n * beta + largest) * root == pytest.approx(1.2265, abs=1e-4)
    assert beta + (2 * n * beta + largest) * root == pytest.approx(2.0854, abs=1e-4)
    assert replacement_bound(seen, 0.05, exponent=0.5) == pytest.approx(2.0854, abs=1e-4)
    # A replacement changes twice what a deletion does: the two bounds are one, but for the two sides.
    deleted = StableLoss(0.0, largest, n, beta / 2.0)
    assert Stability().risk(deleted, 0.025) == pytest.approx(replacement_bound(seen, 0.05))


@pytest.mark.spec("H.O06", "H.T35")
def test_choosing_the_ridge_by_the_stability_bound() -> None:
    rng = np.random.default_rng(0)
    x = np.column_stack([rng.normal(size=400), rng.normal(size=400)])
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    signs = np.where(rng.random(400) < 0.05, -1.0, 1.0) * np.sign(x[:, 0])
    ridges = (0.01, 0.3, 1.0, 30.0)
    seen = []
    for ridge in ridges:
        w = _minimizer(x, signs, ridge)
        seen.append(RegularizedMargins(signs * (x @ w), ridge, 1.0))
    choice = Stratified((StabilityMargin(),) * len(ridges))
    best = choice.choose(seen, 0.05)
    values = [StabilityMargin().risk(witness, 0.05 / len(ridges)) for witness in seen]
    assert best.index == int(np.argmin(values))
    assert ridges[best.index] in (0.3, 1.0), "neither the least stable nor the most rigid machine."
    assert choice.risk(best, 0.05) == pytest.approx(min(values))


def _minimizer(x: np.ndarray, signs: np.ndarray, ridge: float) -> np.ndarray:
    """min mean hinge + ridge ‖w‖² without offset, by subgradient steps on a strongly convex function."""
    w = np.zeros(x.shape[1])
    for step in range(1, 4000):
        active = signs * (x @ w) < 1.0
        gradient = 2.0 * ridge * w - (signs * active) @ x / len(x)
        w = w - gradient / (2.0 * ridge * step)
    return w


@pytest.mark.spec("H.T35")
def test_machine_of_the_library_is_what_the_theorem_speaks_of() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(100, 2))
    signs = np.sign(x[:, 0] + 0.3 * rng.normal(size=100))
    ridge = 0.05
    machine = SVC(kernel="linear", C=1.0 / (2.0 * ridge * 100), tol=1e-8).fit(x, signs)
    w, b = machine.coef_[0], machine.intercept_[0]

    def objective(w: np.ndarray, b: float) -> float:
        return float(np.maximum(0.0, 1.0 - signs * (x @ w + b)).mean() + ridge * w @ w)

    for _ in range(50):
        assert objective(w, b) <= objective(w + 0.05 * rng.normal(size=2), b + 0.05 * rng.normal()) + 1e-6


@pytest.mark.spec("S.B01")
def test_one_function() -> None:
    seen = FreshLoss(0.0, 1.0, 1000)
    assert OneFunction().risk(seen, 0.05) == pytest.approx(0.038702, abs=1e-6)
    assert OneFunction().risk(seen, 0.05) * math.sqrt(2.0) == pytest.approx(0.054733, abs=1e-6)
    assert OneFunction().risk(FreshLoss(2.9, 3.0, 10), 0.05) == 3.0
    assert OneFunction().vacuous(3.0, FreshLoss(2.9, 3.0, 10))
    with pytest.raises(TypeError, match="looks at FreshLoss"):
        OneFunction().risk(MeanLoss(0.0, 1.0, 1000), 0.05)


@pytest.mark.spec("S.B03", "S.B09")
def test_covering_bounds_solve_their_equation() -> None:
    bound = CompactClass(interval_cover, 1.0)
    for n in (500, 5000, 50_000):
        epsilon = bound.deviation(n, 1.0, 0.05)
        assert n * epsilon**2 / 2.0 == pytest.approx(interval_cover(epsilon / 4.0) + math.log(20), rel=1e-6)
        empirical = EmpiricalCover(interval_cover, 1.0).risk(MeanLoss(0.0, 1.0, n), 0.05)
        if empirical < 1.0:
            right = interval_cover(empirical / 8.0) + math.log(160)
            assert n * empirical**2 / 128.0 == pytest.approx(right, rel=1e-6)
    assert bound.deviation(2, 1.0, 0.05) == math.inf
    assert EmpiricalCover(interval_cover, 1.0).risk(MeanLoss(0.0, 1.0, 10), 0.05) == 1.0
    # The square loss with |f − y| ≤ M: slope 2M, range M².
    largest = 2.0
    square = CompactClass(lambda r: log_ball_packing(3, 1.0, r), lipschitz=2.0 * largest)
    epsilon = square.deviation(10**5, largest**2, 0.05)
    right = log_ball_packing(3, 1.0, epsilon / (8.0 * largest)) + math.log(20)
    assert 10**5 * epsilon**2 / (2.0 * largest**4) == pytest.approx(right, rel=1e-6)


@pytest.mark.spec("S.B10")
def test_rademacher_bounds() -> None:
    seen = RichLoss(0.1, 1.0, 1000, 0.05)
    assert Rademacher().risk(seen, 0.1) == pytest.approx(0.1 + 0.1 + 3 * math.sqrt(math.log(20) / 2000))
    assert expected_average_bound(0.1, 0.05, 1000, 0.05) == pytest.approx(0.2 + math.sqrt(math.log(20) / 2000))
    assert expected_average_bound(0.1, 0.05, 1000, 0.05, span=2.0) > expected_average_bound(0.1, 0.05, 1000, 0.05)
    # Z ≤ 2 E Rad + deviation holds for the supremum over all rules, simulated.
    rng, n = np.random.default_rng(0), 60
    coins = Coins.alike(10, 0.5, n)
    losses = rng.random((4000, 10, n)) < 0.5
    average = float((rng.choice([-1.0, 1.0], size=(4000, 1, n)) * losses).mean(axis=2).max(axis=1).mean())
    suprema = np.array([(0.5 - coins.errors(rng) / n).max() for _ in range(2000)])
    assert (suprema > expected_average_bound(0.0, average, n, 0.1)).mean() <= 0.1


@pytest.mark.spec("C.C26", "C.C27")
def test_regression_by_margins() -> None:
    bound = RegressionMargin(tolerance=1.0, margin=0.5)
    seen = Residuals(np.full(10**6, 0.5), norm=1.0, radius=1.0)
    same = MarginAtScale(0.5).risk(Margins(np.full(10**6, 0.5), 1.0), 0.05)
    assert bound.risk(seen, 0.05) == same == pytest.approx(0.2721899, abs=1e-7)
    assert bound.risk(Residuals(np.full(10**6, 0.51), 1.0, 1.0), 0.05) == 1.0
    assert bound.risk(Residuals(np.full(10**6, 0.5), 1.1, 1.0), 0.05) == 1.0
    residuals = np.array([0.2, 0.6, 1.3])
    assert Residuals(residuals, 1.0, 1.0).slacks(1.0, 0.5) == pytest.approx([0.0, 0.1, 0.8])


@pytest.mark.spec("C.C28")
def test_shapes_of_the_regression_bounds() -> None:
    rng = np.random.default_rng(0)
    residuals = np.abs(rng.normal(size=1000))
    seen = Residuals(residuals, norm=2.0, radius=0.5)
    root = math.log2(1000) ** 2
    sse = 1e-6 / 1000 * ((1.0 + residuals @ residuals) / 0.8**2 * root + math.log(20))
    assert RegressionSquares(0.8, 0.8, constant=1e-6).risk(seen, 0.05) == pytest.approx(sse)
    slacks = np.maximum(0.0, residuals - 0.5)
    squares = 1e-6 / 1000 * ((1.0 + slacks @ slacks) / 0.3**2 * root + math.log(20))
    sums = 1e-6 / 1000 * ((1.0 + slacks.sum() ** 2 * math.log(1 / 0.3)) / 0.3**2 * root + math.log(20))
    assert RegressionSquares(0.8, 0.3, constant=1e-6).risk(seen, 0.05) == pytest.approx(squares)
    assert RegressionSums(0.8, 0.3, constant=1e-6).risk(seen, 0.05) == pytest.approx(sums)


def test_impossible_losses_are_refused() -> None:
    with pytest.raises(InputError, match="exceeds the largest loss"):
        MeanLoss(2.0, 1.0, 10)
    with pytest.raises(ParameterError, match=r"Stability\.exponent"):
        Stability(exponent=3.0)
    with pytest.raises(InputError, match="margins are finite"):
        Margins([0.1, math.nan], 1.0)
    with pytest.raises(InputError, match="one number for each example"):
        Margins([], 1.0)
