"""Expectation propagation: exact where it must be, close to Monte Carlo elsewhere, and clear where it refuses."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError, ParameterError
from drupe.grams import DenseGram
from drupe.solvers.expectation_propagation import ExpectationPropagation
from drupe.solvers.separation import NotSeparableError
from drupe.solvers.solution import Stop

RNG = np.random.default_rng(0)
X = RNG.normal(size=(20, 3))
SIGNS = np.sign(X @ np.array([1.0, -0.5, 0.3]))
NOISY = SIGNS * np.where(np.arange(20) % 6 == 0, -1.0, 1.0)


def solve(x, signs, noise=0.0, **options):
    return ExpectationPropagation(noise, **options).solve(DenseGram(x @ x.T), np.asarray(signs, dtype=float))


def posterior(x, signs, noise, count=400_000):
    """Mean direction and evidence by importance sampling: w ~ N(0, I) weighted by its likelihood."""
    w = np.random.default_rng(1).normal(size=(count, x.shape[1]))
    errors = ((w @ x.T) * signs <= 0).sum(axis=1)
    likelihood = noise**errors * (1 - noise) ** (len(x) - errors)
    mean = likelihood @ (w / np.linalg.norm(w, axis=1, keepdims=True))
    return mean / np.linalg.norm(mean), np.log(likelihood.mean())


@pytest.mark.spec("G.A-36")
def test_orthant_is_exact():
    signs = np.array([1.0, -1.0, 1.0, 1.0, -1.0])
    belief = ExpectationPropagation().solve(DenseGram(np.eye(5)), signs)
    assert np.exp(belief.log_evidence) == pytest.approx(2.0**-5, rel=1e-9)
    np.testing.assert_allclose(belief.outputs, signs * np.sqrt(2 / np.pi), rtol=1e-6)
    np.testing.assert_allclose(belief.variances, 1 - 2 / np.pi, rtol=1e-6)


@pytest.mark.parametrize("noise", [0.0, 0.1, 0.4])
def test_one_example_is_exact(noise):
    # The half normal, mixed with its mirror image: E f = (1 − 2θ) √(2k/π).
    belief = ExpectationPropagation(noise).solve(DenseGram([[9.0]]), np.array([-1.0]))
    assert belief.outputs[0] == pytest.approx(-(1 - 2 * noise) * 3.0 * np.sqrt(2 / np.pi))
    assert belief.variances[0] == pytest.approx(9.0 * (1 - (1 - 2 * noise) ** 2 * 2 / np.pi))
    assert belief.log_evidence == pytest.approx(np.log(0.5))


@pytest.mark.parametrize("angle", [0.3, 1.0, 2.0, 2.8])
def test_lune_of_two_examples(angle):
    x = np.array([[1.0, 0.0], [np.cos(angle), np.sin(angle)]])
    belief = solve(x, [1, 1])
    assert np.exp(belief.log_evidence) == pytest.approx((np.pi - angle) / (2 * np.pi), rel=0.06)
    direction = belief.coefficients @ x
    middle = x.sum(axis=0) / np.linalg.norm(x.sum(axis=0))
    np.testing.assert_allclose(direction / np.linalg.norm(direction), middle, atol=1e-6)


@pytest.mark.spec("G.A-36", "G.Q-16")
@pytest.mark.parametrize(("signs", "noise"), [(SIGNS, 0.0), (NOISY, 0.1), (NOISY, 0.3)])
def test_close_to_the_posterior_in_three_dimensions(signs, noise):
    belief = solve(X, signs, noise)
    mean, evidence = posterior(X, signs, noise)
    direction = belief.coefficients @ X
    assert direction @ mean / np.linalg.norm(direction) > 0.995
    assert belief.log_evidence == pytest.approx(evidence, abs=0.35)
    assert belief.stop is Stop.CONVERGED


def test_outputs_and_variances_are_those_of_the_gaussian():
    belief = solve(X, NOISY, 0.1)
    K = X @ X.T
    np.testing.assert_allclose(K @ belief.coefficients, belief.outputs, atol=1e-10)
    known = np.einsum("ij,ij->j", belief.reduction @ K, belief.reduction @ K)
    np.testing.assert_allclose(np.diag(K) - known, belief.variances, atol=1e-10)


def test_rescaling_and_reordering_change_nothing():
    scales = np.exp(RNG.normal(size=20))
    order = RNG.permutation(20)
    here, there = solve(X, SIGNS), solve((X * scales[:, None])[order], SIGNS[order])
    assert here.log_evidence == pytest.approx(there.log_evidence)
    np.testing.assert_allclose(here.coefficients @ X, there.coefficients @ (X * scales[:, None])[order], rtol=1e-4)


def test_flipped_labels_flip_the_belief():
    np.testing.assert_allclose(solve(X, SIGNS).outputs, -solve(X, -SIGNS).outputs, rtol=1e-9)


def test_pure_noise_says_nothing():
    belief = solve(X, SIGNS, noise=0.4999999)
    assert belief.log_evidence == pytest.approx(20 * np.log(0.5), abs=1e-4)
    assert np.abs(belief.outputs).max() < 1e-4


def test_a_start_saves_rounds():
    gram = DenseGram(X @ X.T)
    first = ExpectationPropagation(0.1).solve(gram, NOISY)
    again = ExpectationPropagation(0.1).solve(gram, NOISY, start=first.sites)
    assert again.iterations < first.iterations / 3
    assert again.log_evidence == pytest.approx(first.log_evidence, abs=1e-5)


def test_rounds_are_limited_and_told():
    belief = solve(X, SIGNS, max_iterations=3)
    assert belief.stop is Stop.ITERATIONS
    assert belief.iterations == 3
    assert belief.change > 1e-6


def test_progress_rises_to_one_and_ctrl_c_keeps_the_last_round():
    told = []
    ExpectationPropagation().solve(DenseGram(X @ X.T), SIGNS, progress=told.append)
    assert 0.0 <= min(told) < 0.5 < max(told) <= 1.0

    def impatient(fraction):
        if fraction > 0.3:
            raise KeyboardInterrupt

    kept = ExpectationPropagation().solve(DenseGram(X @ X.T), SIGNS, progress=impatient, keep=True)
    assert kept.stop is Stop.INTERRUPTED
    with pytest.raises(KeyboardInterrupt):
        ExpectationPropagation().solve(DenseGram(X @ X.T), SIGNS, progress=impatient)


def test_contradictory_labels_need_noise():
    with pytest.raises(NotSeparableError, match=r"version space is empty .*noise=0.05, or 'auto'.*diagonal=1.0"):
        solve(X, NOISY)
    assert solve(X, NOISY, 0.05).stop is Stop.CONVERGED


@pytest.mark.parametrize(
    ("K", "message"),
    [
        ([[1.0, 2.0], [2.0, 1.0]], "not positive semi-definite: .* smallest eigenvalue is -1"),
        ([[1.0, 0.0], [0.0, 0.0]], r"example 1 has k\(x, x\) = 0"),
    ],
)
def test_bad_grams_are_refused(K, message):
    with pytest.raises(InputError, match=message):
        ExpectationPropagation().solve(DenseGram(K), np.array([1.0, 1.0]))


def test_bad_parameters_are_refused():
    with pytest.raises(ParameterError, match=r"noise must lie in \[0.0, 0.5\)"):
        ExpectationPropagation(0.5)
    with pytest.raises(ParameterError, match="max_iterations"):
        ExpectationPropagation(max_iterations=0)
