"""Functions that nearly lie in the span of chosen ones: what they gain is known, used, or told."""

import signal
from typing import Any

import numpy as np
import pytest
from sklearn.metrics.pairwise import rbf_kernel
from solvers.relevance.dense_evidence import long_gains

from drupe import native
from drupe.solvers.relevance.basis import Biased, HeldBasis
from drupe.solvers.relevance.evidence_climb import EvidenceClimb, RelevanceSolution
from drupe.solvers.relevance.likelihoods import GaussianNoise
from drupe.solvers.relevance.orthogonal import Orthogonal
from drupe.solvers.relevance.pool import Pool
from drupe.solvers.solution import Stop


def waves(gamma: float) -> tuple[np.ndarray, np.ndarray]:
    """Functions so wide that each nearly is a sum of others, and a curve that needs many of them."""
    x = np.linspace(0.0, 10.0, 100)[:, None]
    return rbf_kernel(x, gamma=gamma), np.sin(3.0 * x[:, 0])


def climbed(table: np.ndarray, targets: np.ndarray, noise: float) -> RelevanceSolution:
    likelihood = GaussianNoise(targets, np.ones(len(targets)), noise, learned=False)
    return EvidenceClimb().solve(HeldBasis(table), likelihood)


def gains_left(table: np.ndarray, targets: np.ndarray, found: RelevanceSolution) -> np.ndarray:
    variances = np.zeros(len(table))
    variances[found.chosen] = found.variances
    return np.asarray(long_gains(table, targets, variances, found.noise))


def test_functions_that_nearly_depend_on_others_still_come() -> None:
    table, targets = waves(0.5)
    found = climbed(table, targets, 1e-8)
    assert found.converged
    assert found.log_evidence > 420.0
    assert gains_left(table, targets, found).max() <= 1.1e-3
    missed = targets - table[:, found.chosen] @ found.weights
    assert np.sqrt(np.mean(missed**2)) < 1e-4


@pytest.mark.parametrize("gamma", [0.05, 0.2, 0.5, 2.0])
@pytest.mark.parametrize("noise", [1e-8, 1e-6, 1e-4, 1e-2])
def test_no_climb_ends_well_where_a_function_would_gain(gamma: float, noise: float) -> None:
    table, targets = waves(gamma)
    found = climbed(table, targets, noise)
    left = gains_left(table, targets, found).max()
    assert found.stop is (Stop.CONVERGED if left <= 1e-3 else Stop.STALLED)
    assert found.gain == pytest.approx(left, rel=0.05, abs=1e-3)


def test_what_lies_outside_is_known_to_the_last_digits() -> None:
    rng = np.random.default_rng(0)
    chosen, t = rng.standard_normal((3, 40)), rng.standard_normal(40)
    near = np.array([1e3, -7e2, 50.0]) @ chosen + 1e-5 * rng.standard_normal(40)
    weights, variances = rng.integers(1, 4, 40).astype(np.float64), np.array([1e12, 1e10, 1e11])
    directions = Orthogonal.of(chosen, np.sqrt(variances), weights)
    left = directions.outside(np.column_stack([near, t]))
    kind = np.longdouble
    stacked = np.vstack([(chosen * np.sqrt(weights)).T * np.sqrt(variances), np.eye(3)]).astype(kind)
    wanted = np.vstack([np.column_stack([near, t]) * np.sqrt(weights)[:, None], np.zeros((3, 2))]).astype(kind)
    basis = np.zeros_like(stacked)
    for j in range(3):
        column = stacked[:, j] - basis[:, :j] @ (basis[:, :j].T @ stacked[:, j])
        column -= basis[:, :j] @ (basis[:, :j].T @ column)
        basis[:, j] = column / np.sqrt(column @ column)
    for _ in range(2):
        wanted -= basis @ (basis.T @ wanted)
    shares = np.asarray((wanted**2).sum(axis=0), dtype=np.float64)
    np.testing.assert_allclose((left**2).sum(axis=0), shares, rtol=1e-4)
    np.testing.assert_allclose(left[:, 0] @ left[:, 1], float(wanted[:, 0] @ wanted[:, 1]), rtol=1e-4)


def test_few_looks_are_few_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, actions, climb = np.random.default_rng(0), list[int](), Pool.summit

    def counted(*args: Any, **options: Any) -> native.EvidenceSummit:
        found = climb(*args, **options)
        actions.append(found.actions)
        return found

    monkeypatch.setattr(Pool, "summit", counted)
    x = rng.standard_normal((600, 3))
    t = np.sin(x[:, 0])
    likelihood = GaussianNoise(t / np.sqrt(np.mean(t**2)), np.ones(600), 1e-10, learned=True)
    basis = Biased(HeldBasis(rbf_kernel(x, gamma=1.0 / 3.0)))
    found = EvidenceClimb(max_iterations=2).solve(basis, likelihood)
    assert found.stop is Stop.ITERATIONS
    assert found.iterations == 2
    assert found.actions == sum(actions)
    assert max(actions) <= 20 * 256
    assert sum(actions) <= 10_000


def test_signals_are_heard_during_a_climb_among_few() -> None:
    rng, heard = np.random.default_rng(0), list[int]()
    x = rng.uniform(-10.0, 10.0, (600, 1))
    rows, t = rbf_kernel(x, gamma=10.0), np.sinc(x[:, 0]) + 0.05 * rng.standard_normal(600)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    level, options = (float(t @ t), 600.0, 1e-10, True), native.EvidenceOptions(1e-9, 100_000, True)
    products, correlations, start = rows @ rows.T, rows @ t, np.zeros(600)
    before = signal.signal(signal.SIGPROF, lambda number, frame: heard.append(number))
    try:
        signal.setitimer(signal.ITIMER_PROF, 0.05, 0.05)
        native.climb_evidence(products, correlations, level, start, options)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)
    assert len(heard) > 2  # signals that wait for the end count as one
