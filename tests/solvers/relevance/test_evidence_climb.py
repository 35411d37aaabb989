"""The climb of the evidence: what it says the evidence is, that nothing gains more, and the best of all subsets."""

from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.metrics.pairwise import rbf_kernel
from solvers.relevance.dense_evidence import gaussian_log_evidence, laplace_log_evidence, moons, sinc

from drupe.solvers.relevance.basis import Biased, HeldBasis
from drupe.solvers.relevance.evidence_climb import EvidenceClimb, RelevanceSolution
from drupe.solvers.relevance.likelihoods import GaussianNoise, LogisticClasses
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms import RelevanceClassification


def regressed(table: np.ndarray, targets: np.ndarray, noise: float | None = None, **options) -> RelevanceSolution:
    likelihood = GaussianNoise(targets, np.ones(len(targets)), noise or 1e-10, learned=noise is None)
    return EvidenceClimb(**options).solve(HeldBasis(np.ascontiguousarray(table.T)), likelihood)


def classified(table: np.ndarray, positive: np.ndarray, **options) -> RelevanceSolution:
    likelihood = LogisticClasses(positive, np.ones(len(positive)))
    return EvidenceClimb(**options).solve(HeldBasis(np.ascontiguousarray(table.T)), likelihood)


@pytest.mark.spec("H.R04")
@pytest.mark.parametrize("noise", [None, 0.02])
@pytest.mark.parametrize("seed", range(3))
def test_evidence_is_the_density_of_the_targets(seed: int, noise: float | None) -> None:
    x, t = sinc(60, seed)
    table = rbf_kernel(x, gamma=0.1)
    found = regressed(table, t, noise)
    dense = gaussian_log_evidence(table[:, found.chosen], t, found.variances, found.noise)
    assert found.log_evidence == pytest.approx(dense, abs=1e-7)
    assert found.converged


@pytest.mark.spec("H.R02")
@pytest.mark.parametrize("seed", range(3))
def test_evidence_of_classes_is_laplace(seed: int) -> None:
    x, y = moons(80, seed)
    table = rbf_kernel(x, gamma=1.0)
    found = classified(table, y)
    dense = laplace_log_evidence(table[:, found.chosen], y, found.variances)
    assert found.log_evidence == pytest.approx(dense, abs=1e-7)
    assert found.converged


@pytest.mark.spec("H.R01")
@pytest.mark.parametrize("seed", range(4))
def test_variances_and_noise_are_the_fixed_point_of_the_textbook(seed: int) -> None:
    x, t = sinc(80, seed)
    table = rbf_kernel(x, gamma=0.1)
    found = regressed(table, t)
    left = table[:, found.chosen]
    covariance = np.linalg.inv(left.T @ left / found.noise + np.diag(1.0 / found.variances))
    mean = covariance @ left.T @ t / found.noise
    zeta = 1.0 - covariance.diagonal() / found.variances
    np.testing.assert_allclose(found.weights, mean, rtol=1e-6)
    np.testing.assert_allclose(found.reduction.T @ found.reduction, covariance, rtol=1e-5, atol=1e-9)
    np.testing.assert_allclose(found.variances, mean**2 / zeta, rtol=1e-5)
    assert found.noise == pytest.approx(np.sum((t - left @ mean) ** 2) / (len(t) - zeta.sum()), rel=1e-6)


@pytest.mark.spec("H.R02")
@pytest.mark.parametrize("seed", range(4))
def test_variances_of_classes_are_the_fixed_point_of_the_textbook(seed: int) -> None:
    x, y = moons(100, seed)
    table = rbf_kernel(x, gamma=1.0)
    found = classified(table, y)
    left = table[:, found.chosen]
    share = expit(left @ found.weights)
    np.testing.assert_allclose(left.T @ (y - share), found.weights / found.variances, atol=1e-6)
    covariance = np.linalg.inv((left.T * (share * (1.0 - share))) @ left + np.diag(1.0 / found.variances))
    zeta = 1.0 - covariance.diagonal() / found.variances
    np.testing.assert_allclose(found.variances, found.weights**2 / zeta, rtol=2e-3)


@pytest.mark.parametrize("noise", [None, 0.05])
@pytest.mark.parametrize("seed", range(4))
def test_no_function_that_comes_goes_or_changes_gains(seed: int, noise: float | None) -> None:
    x, t = sinc(40, seed)
    table = rbf_kernel(x, gamma=0.2)
    found = regressed(table, t, noise)
    variances = np.zeros(40)
    variances[found.chosen] = found.variances
    for j in range(40):
        for other in (0.0, 1e-3, 0.1, 1.0, 10.0, 0.9 * variances[j], 1.1 * variances[j]):
            changed = variances.copy()
            changed[j] = other
            assert gaussian_log_evidence(table, t, changed, found.noise) <= found.log_evidence + 1.1e-3


@pytest.mark.parametrize("noise", [None, 0.1])
@pytest.mark.parametrize("seed", range(3))
def test_of_few_functions_the_best_subset_is_found(seed: int, noise: float | None) -> None:
    rng = np.random.default_rng(seed)
    table = rng.standard_normal((25, 5))
    t = table[:, 0] - 0.7 * table[:, 3] + 0.4 * rng.standard_normal(25)
    found = regressed(table, t, noise, tolerance=1e-6)

    def best(subset: tuple[int, ...]) -> float:
        def cost(logs: np.ndarray) -> float:
            return -gaussian_log_evidence(table[:, subset], t, np.exp(logs[1:]), noise or float(np.exp(logs[0])))

        return -float(minimize(cost, np.full(len(subset) + 1, -1.0), method="BFGS").fun)

    every = [best(subset) for size in range(1, 6) for subset in combinations(range(5), size)]
    assert found.log_evidence == pytest.approx(max(every), abs=1e-3)


@pytest.mark.parametrize("seed", range(3))
def test_of_few_functions_the_best_fixed_point_for_classes_is_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = rng.standard_normal((40, 4))
    y = (table[:, 0] - table[:, 2] + rng.standard_normal(40) > 0.0).astype(np.float64)
    found = classified(table, y, tolerance=1e-6)

    def fixed_point(subset: tuple[int, ...]) -> float:
        reached = RelevanceClassification(prune=1e-6, tolerance=1e-6, max_steps=500).fit(
            table[:, subset], 2.0 * y - 1.0
        )
        return laplace_log_evidence(table[:, subset][:, reached.kept], y, reached.variances[reached.kept])

    every = [fixed_point(subset) for size in range(1, 5) for subset in combinations(range(4), size)]
    assert found.log_evidence == pytest.approx(max(every), abs=1e-3)


def test_a_function_that_leads_higher_in_truth_is_not_left_out() -> None:
    x, y = moons(80, 23)
    table = rbf_kernel(x, gamma=1.0)
    subset = [10, 33, 40, 51, 64, 73]  # the Gaussian at the mode promises nothing of the last
    other = RelevanceClassification(prune=1e-6, tolerance=1e-6, max_steps=500).fit(table[:, subset], 2.0 * y - 1.0)
    reached = laplace_log_evidence(table[:, subset][:, other.kept], y, other.variances[other.kept])
    assert classified(table, y).log_evidence >= reached - 1e-3


def test_the_gain_that_is_told_for_classes_is_a_true_one() -> None:
    x, y = moons(80, 23)
    table = rbf_kernel(x, gamma=1.0)
    found = classified(table, y)
    best = -np.inf
    for j in np.setdiff1d(np.arange(80), found.chosen):
        for variance in np.geomspace(0.01, 100.0, 9):
            left, variances = table[:, [*found.chosen, j]], np.append(found.variances, variance)
            best = max(best, laplace_log_evidence(left, y, variances) - found.log_evidence)
    assert 1e-3 < found.gain <= best


@pytest.mark.spec("H.R01")
def test_one_function_has_the_variance_of_the_closed_form() -> None:
    phi, t, noise = np.array([1.0, 2.0, -1.0, 0.5]), np.array([1.5, 2.5, -0.5, 1.0]), 0.3
    share, pull = phi @ phi / noise, phi @ t / noise
    found = regressed(phi[:, None], t, noise)
    assert found.variances[0] == pytest.approx((pull**2 - share) / share**2, rel=1e-7)
    nothing = regressed(phi[:, None], np.array([0.1, 0.0, 0.2, 0.0]), noise)
    assert len(nothing.chosen) == 0
    assert nothing.log_evidence == pytest.approx(
        gaussian_log_evidence(phi[:, None], [0.1, 0.0, 0.2, 0.0], [0.0], noise)
    )


@pytest.mark.spec("H.K22")
def test_functions_need_no_symmetry_and_no_definiteness() -> None:
    rng = np.random.default_rng(0)
    x, t = sinc(50, 0)
    table = np.tanh(1.3 * x @ rng.standard_normal((1, 30)) - rng.standard_normal(30))
    found = regressed(table, t)
    assert found.chosen.max() < 30
    dense = gaussian_log_evidence(table[:, found.chosen], t, found.variances, found.noise)
    assert found.log_evidence == pytest.approx(dense, abs=1e-6)


def test_weights_count_repetitions() -> None:
    x, t = sinc(40, 1)
    counts = np.random.default_rng(0).integers(1, 4, 40)
    table = rbf_kernel(x, gamma=0.1)
    one = EvidenceClimb().solve(HeldBasis(table), GaussianNoise(t, counts.astype(float), 1e-10, True))
    repeated = np.ascontiguousarray(np.repeat(table, counts, axis=1))
    other = EvidenceClimb().solve(
        HeldBasis(repeated), GaussianNoise(np.repeat(t, counts), np.ones(counts.sum()), 1e-10, True)
    )
    assert one.log_evidence == pytest.approx(other.log_evidence, abs=1e-6)
    assert one.chosen.tolist() == other.chosen.tolist()


def test_the_constant_is_a_function_like_any_other() -> None:
    x, t = sinc(50, 2)
    basis = Biased(HeldBasis(rbf_kernel(x, gamma=2.0)))
    found = EvidenceClimb().solve(basis, GaussianNoise(t + 30.0, np.ones(50), 1e-10, True))
    assert found.chosen[-1] == 50
    assert found.weights[-1] == pytest.approx(30.0, abs=0.3)


def test_more_search_never_loses() -> None:
    for seed in range(4):
        x, t = sinc(60, seed, noise=0.3)
        table = rbf_kernel(x, gamma=1.0)
        assert regressed(table, t).log_evidence >= regressed(table, t, exchange=False).log_evidence - 1e-9


def test_a_run_that_may_look_only_once_says_so() -> None:
    x, t = sinc(300, 0)
    found = regressed(rbf_kernel(x, gamma=2.0), t, max_iterations=1)
    assert found.stop is Stop.ITERATIONS
    assert found.iterations == 1


@pytest.mark.parametrize("keep", [True, False])
def test_an_interrupted_run_keeps_the_best_so_far(keep: bool) -> None:
    x, y = moons(60, 0)

    def pressed(fraction: float) -> None:
        raise KeyboardInterrupt

    likelihood, basis = LogisticClasses(y, np.ones(60)), HeldBasis(rbf_kernel(x, gamma=1.0))
    if not keep:
        with pytest.raises(KeyboardInterrupt):
            EvidenceClimb().solve(basis, likelihood, pressed)
        return
    found = EvidenceClimb().solve(basis, likelihood, pressed, keep=True)
    assert found.stop is Stop.INTERRUPTED
    assert found.log_evidence > 60.0 * np.log(0.5)


def test_progress_rises_to_one_at_most() -> None:
    x, t = sinc(300, 0)
    seen: list[float] = []
    EvidenceClimb().solve(HeldBasis(rbf_kernel(x, gamma=1.0)), GaussianNoise(t, np.ones(300), 1e-10, True), seen.append)
    assert seen == sorted(seen)
    assert 0.0 < seen[0] <= seen[-1] <= 1.0
