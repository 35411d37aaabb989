"""Stability: what theory promises of one example, measured on machines; and the divergence behind it."""

import math

import numpy as np
import pytest

from drupe import SVC
from drupe.bounds.complexity.stability import (
    largest_loss,
    margin_loss_deletion,
    norm_limit,
    observed_stability,
    replaced_stability,
    tikhonov_deletion,
    tikhonov_replacement,
)
from drupe.textbook.capacity.bregman import bregman
from drupe.textbook.capacity.mistake_limits import (
    first_pass,
    halving,
    margin_perceptron,
    novikoff,
    novikoff_with_offset,
)


def kernel_of(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    return np.exp(-0.5 * np.square(x[:, None] - z[None]).sum(axis=2))


def hinge_machine(K: np.ndarray, signs: np.ndarray, upper: float) -> np.ndarray:
    """Signed coefficients of min ½‖f‖² + C Σ hinge without offset, by coordinate ascent."""
    alpha = np.zeros(len(signs))
    Q = signs[:, None] * K * signs
    for _ in range(20_000):
        gradient = 1.0 - Q @ alpha
        i = int(np.argmax(np.abs(np.clip(alpha + gradient / np.diag(Q), 0.0, upper) - alpha)))
        moved = np.clip(alpha[i] + gradient[i] / Q[i, i], 0.0, upper)
        if abs(moved - alpha[i]) < 1e-12:
            break
        alpha[i] = moved
    return signs * alpha


@pytest.fixture(scope="module")
def sample() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(30, 2))
    return x, np.where(rng.random(30) < 0.3, -1.0, 1.0) * np.where(x[:, 0] > 0, 1.0, -1.0)


@pytest.mark.spec("M.B02", "H.T33", "S.D01", "S.D03", "S.D04", "S.D05")
def test_leaving_one_example_out_changes_hinge_losses_by_no_more_than_theory_says(
    sample: tuple[np.ndarray, np.ndarray],
) -> None:
    x, signs = sample
    n, ridge = len(signs), 0.1
    K = kernel_of(x, x)

    def losses(kept: np.ndarray) -> np.ndarray:
        signed = hinge_machine(K[np.ix_(kept, kept)], signs[kept], 1.0 / (2.0 * ridge * n))
        return np.maximum(0.0, 1.0 - signs * (K[:, kept] @ signed))

    seen = observed_stability(losses, n)
    limit = tikhonov_deletion(1.0, 1.0, ridge, n)
    assert 0.5 * limit < seen.uniform <= limit * (1 + 1e-6)
    assert limit == pytest.approx(1 / 6)
    assert seen.error(0.1) <= seen.average <= seen.uniform
    assert seen.cross_validation(0.05) <= seen.uniform
    assert seen.cross_validation(0.05) <= seen.cross_validation(0.01)


@pytest.mark.spec("S.D06", "H.T33", "S.D08")
def test_replacing_one_example_moves_the_function_by_no_more_than_theory_says() -> None:
    rng = np.random.default_rng(1)
    n, ridge = 40, 0.1
    x = rng.normal(size=(n, 2))
    signs = np.where(x[:, 0] + 0.5 * rng.normal(size=n) > 0, 1.0, -1.0)
    probes = rng.normal(size=(100, 2))

    def outputs(x: np.ndarray, signs: np.ndarray) -> np.ndarray:
        signed = hinge_machine(kernel_of(x, x), signs, 1.0 / (2.0 * ridge * n))
        f = kernel_of(probes, x) @ signed
        assert np.abs(f).max() <= norm_limit(1.0, ridge)
        return f

    others = []
    for i in range(0, n, 4):
        x_new, y_new = x.copy(), signs.copy()
        x_new[i], y_new[i] = rng.normal(size=2), -signs[i]
        others.append(outputs(x_new, y_new))
    moved = replaced_stability(outputs(x, signs), others)
    assert 0.05 < moved.uniform <= tikhonov_replacement(1.0, 1.0, ridge, n) == pytest.approx(0.25)
    assert tikhonov_replacement(1.0, 1.0, ridge, n) == 2.0 * tikhonov_deletion(1.0, 1.0, ridge, n)


@pytest.mark.spec("S.D08")
def test_losses_of_a_regularized_machine_stay_below_their_limit(sample: tuple[np.ndarray, np.ndarray]) -> None:
    x, signs = sample
    for ridge in (0.01, 0.1, 1.0):
        machine = SVC(C=1.0 / (2.0 * ridge * len(signs)), gamma=0.5).fit(x, signs)
        support = machine.dual_coef_[0]
        K = kernel_of(machine.support_vectors_, machine.support_vectors_)
        assert math.sqrt(support @ K @ support) <= norm_limit(1.0, ridge)
    assert largest_loss(1.0, 1.0, 1.0, 0.1) == pytest.approx(4.1623, abs=1e-4)
    assert margin_loss_deletion(2.0, 0.1, 100, 0.5) == pytest.approx(0.4)


@pytest.mark.spec("S.D07")
def test_bregman_divergence_and_its_three_facts() -> None:
    rng = np.random.default_rng(0)
    A = rng.normal(size=(3, 3))
    Q = A @ A.T + np.eye(3)
    center = rng.normal(size=3)
    quadratic = lambda u: float((u - center) @ Q @ (u - center))  # noqa: E731
    slope = lambda u: 2.0 * Q @ (u - center)  # noqa: E731
    softplus = lambda u: float(np.logaddexp(0.0, u).sum())  # noqa: E731
    sigmoid = lambda u: 1.0 / (1.0 + np.exp(-u))  # noqa: E731
    for _ in range(20):
        z, x = rng.normal(size=(2, 3))
        parts = bregman(quadratic, slope, z, x) + bregman(softplus, sigmoid, z, x)
        both = bregman(lambda u: quadratic(u) + softplus(u), lambda u: slope(u) + sigmoid(u), z, x)
        assert min(bregman(quadratic, slope, z, x), bregman(softplus, sigmoid, z, x)) >= 0.0
        assert both == pytest.approx(parts)
        assert bregman(quadratic, slope, z, center) == pytest.approx(quadratic(z) - quadratic(center))
        assert bregman(lambda u: float(u @ u), lambda u: 2.0 * u, z, x) == pytest.approx(np.sum((z - x) ** 2))


def perceptron(x: np.ndarray, signs: np.ndarray, passes: int, demanded: float = 0.0) -> tuple[np.ndarray, list[int]]:
    w, mistakes = np.zeros(x.shape[1]), []
    for _ in range(passes):
        before = len(mistakes)
        for i in range(len(x)):
            if signs[i] * (x[i] @ w) <= demanded:
                w, mistakes = w + signs[i] * x[i], [*mistakes, i]
        if len(mistakes) == before:
            break
    return w, mistakes


@pytest.mark.spec("H.T05", "C.A05", "G.B-41", "C.A07")
def test_perceptrons_keep_their_mistake_limits() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        teacher = rng.normal(size=3)
        teacher /= np.linalg.norm(teacher)
        x = rng.normal(size=(40, 3))
        x = x[np.abs(x @ teacher) > 0.3]
        signs = np.sign(x @ teacher)
        radius, margin = float(np.linalg.norm(x, axis=1).max()), float((signs * (x @ teacher)).min())
        _, mistakes = perceptron(x, signs, 10_000)
        assert 0 < len(mistakes) <= novikoff(radius, margin)
        w, updates = perceptron(x, signs, 10_000, demanded=2.0)
        assert len(updates) <= margin_perceptron(radius, margin, 2.0)
        reached = (signs * (x @ w)).min() / np.linalg.norm(w)
        assert reached >= 2.0 / (2.0 * 2.0 + radius**2) * margin
        noisy = np.where(rng.random(len(signs)) < 0.1, -signs, signs)
        shortfall = float(np.linalg.norm(np.maximum(0.0, margin - noisy * (x @ teacher))))
        _, first = perceptron(x, noisy, 1)
        assert len(first) <= first_pass(radius, margin, shortfall)
    assert novikoff_with_offset(1.0, 0.5) == 4.0 * novikoff(1.0, 0.5)


def test_halving_over_a_finite_class() -> None:
    rules = np.array([[(index >> bit) & 1 for bit in range(6)] for index in range(64)])
    truth = rules[37]
    alive, mistakes = np.ones(64, dtype=bool), 0
    for bit in range(6):
        vote = rules[alive][:, bit].mean() >= 0.5
        mistakes += int(vote != truth[bit])
        alive &= rules[:, bit] == truth[bit]
    assert mistakes <= halving(64) == 6


@pytest.mark.spec("G.B-44")
def test_two_lines_are_easy_for_a_perceptron_whatever_the_support_vectors() -> None:
    rng = np.random.default_rng(0)
    half = math.sqrt(0.5)
    for _ in range(20):
        signs = rng.choice([-1.0, 1.0], size=50)
        x = np.column_stack([signs * half, rng.uniform(-half, half, 50)])
        w, mistakes = perceptron(x, signs, 100)
        assert (signs * (x @ w) > 0).all()
        assert len(mistakes) <= 2 == round(novikoff(1.0, half))
        # All examples are equally far from the best hyperplane: each could be a support vector.
        assert np.abs(x[:, 0]) == pytest.approx(half)
