"""The best candidate is called hopeless no more often than promised, and a bad one soon."""

import numpy as np
import pytest
from scipy.stats import binom

from drupe.selection.hopeless import hopeless


def test_the_level_is_that_of_the_exact_sign_test() -> None:
    for wins in range(6):
        for losses in range(16):
            right = np.zeros((2, 30), dtype=bool)
            right[0, :wins], right[1, wins : wins + losses], right[:, 25:] = True, True, True
            p = binom.cdf(wins, wins + losses, 0.5)
            for share in (0.99, 1.01):
                told = hopeless(right, rivals=3, looks=4, risk=min(12 * p * share, 0.999))
                assert told[0] == (min(12 * p * share, 0.999) / 12 >= p)


def answers(rng: np.random.Generator, rates: np.ndarray, n: int) -> np.ndarray:
    """Right or wrong, each candidate at its own rate, correlated by how hard the examples are."""
    hard = rng.random(n)
    mixed = np.where(rng.random((len(rates), n)) < 0.5, hard, rng.random((len(rates), n)))
    return mixed < rates[:, None]


@pytest.mark.slow
@pytest.mark.parametrize("risk", [0.05, 0.3])
@pytest.mark.parametrize("rates", [[0.8] * 10, [0.8] + [0.79] * 5 + [0.6] * 4, [0.6, 0.6]])
def test_the_best_is_lost_no_more_often_than_promised(rates: list[float], risk: float) -> None:
    rng, runs, lost, looks = np.random.default_rng(7), 2000, 0, 4
    for _ in range(runs):
        right = answers(rng, np.array(rates), 250)
        alive = np.arange(len(rates))
        for look in range(1, looks + 1):
            alive = alive[~hopeless(right[alive, : 50 * look], len(rates) - 1, looks, risk)]
        lost += 0 not in alive
    # More losses than this are seen with probability 1e-4 where the promise just holds.
    assert lost <= binom.ppf(1 - 1e-4, runs, risk)


def test_a_bad_candidate_goes_soon_and_somebody_always_stays() -> None:
    rng = np.random.default_rng(0)
    right = answers(rng, np.array([0.9, 0.5]), 200)
    assert hopeless(right, 63, 4, 0.05).tolist() == [False, True]
    for _ in range(50):
        assert not hopeless(answers(rng, rng.random(8), 100), 7, 4, 0.9).all()
    assert hopeless(right[:1], 63, 4, 0.05).tolist() == [False]
