"""Diagnostics against processes whose answers are known: white noise, autoregression, drifts and shifted chains."""

import math

import numpy as np
import pytest
from scipy.signal import lfilter

from drupe.foundation.errors import InputError, ParameterError
from drupe.solvers.samplers.diagnostics import effective_sample_size, expectation, split_r_hat


def autoregression(rho: float, draws: int, chains: int = 1, seed: int = 0) -> np.ndarray:
    """Stationary: x' = ρ x + √(1 − ρ²) z."""
    noise = np.random.default_rng(seed).standard_normal((chains, draws + 500)) * math.sqrt(1 - rho**2)
    return lfilter([1.0], [1.0, -rho], noise)[:, 500:]


@pytest.mark.parametrize("rho", [-0.3, 0.0, 0.5, 0.9])
@pytest.mark.parametrize("chains", [1, 4])
def test_effective_sample_size_of_an_autoregression(rho: float, chains: int) -> None:
    values = autoregression(rho, 40_000, chains)
    wanted = values.size * (1 - rho) / (1 + rho)
    assert effective_sample_size(values) == pytest.approx(wanted, rel=0.15)


def test_chains_that_disagree_are_worth_little() -> None:
    values = autoregression(0.0, 1000, 4) + np.array([[-5.0], [5.0], [0.0], [2.0]])
    assert effective_sample_size(values) < 40
    assert split_r_hat(values) > 3


def test_r_hat_of_agreeing_chains_is_one() -> None:
    assert split_r_hat(autoregression(0.5, 20_000, 4)) == pytest.approx(1.0, abs=0.005)


def test_r_hat_by_hand() -> None:
    """Halves (0, 2) and (4, 6): W = 2, means 1 and 5 with variance 8, V = 2 · ½ + 8."""
    assert split_r_hat([0.0, 2.0, 4.0, 6.0]) == pytest.approx(math.sqrt(9 / 2))


def test_a_drift_shows_within_one_chain() -> None:
    assert split_r_hat(np.linspace(0, 3, 1000) + autoregression(0.0, 1000)[0]) > 1.1


def test_what_never_varies_has_no_answer() -> None:
    assert math.isnan(effective_sample_size(np.ones(10)))
    assert math.isnan(split_r_hat(np.ones(10)))


@pytest.mark.spec("G.S-01")
def test_expectations_know_their_error() -> None:
    rho, draws = 0.8, 10_000
    values = autoregression(rho, draws, chains=200)
    told = [expectation(chain) for chain in values]
    true_error = math.sqrt((1 + rho) / (1 - rho) / draws)
    assert np.mean([found.standard_error for found in told]) == pytest.approx(true_error, rel=0.1)
    covered = np.mean([abs(found.mean) < 2 * found.standard_error for found in told])
    assert 0.88 < covered < 0.99
    pooled = expectation(values)
    assert pooled.mean == pytest.approx(values.mean())
    assert pooled.standard_error == pytest.approx(true_error / math.sqrt(200), rel=0.1)


@pytest.mark.parametrize("diagnose", [effective_sample_size, split_r_hat, expectation])
@pytest.mark.parametrize("wrong", [[1.0, 2.0, 3.0], np.zeros((2, 2, 8)), [1.0, np.nan, 2.0, 3.0], []])
def test_too_few_or_unreal_draws(diagnose, wrong) -> None:
    with pytest.raises(InputError, match="diagnostics need"):
        diagnose(wrong)


def test_batches_must_fit() -> None:
    with pytest.raises(ParameterError, match="batches"):
        expectation(np.arange(10.0), batches=11)
