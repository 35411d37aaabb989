"""Progressive validation: the formula, the best tilt, and an adversary who adapts."""

import math

import numpy as np
import pytest
from scipy.stats import binom

from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.bounds.held_out.progressive_validation import ProgressiveValidation, tilt_for
from drupe.witness.progressive import Progressive


def test_solves_its_defining_equation() -> None:
    value = ProgressiveValidation().risk(Progressive(errors=12.0, n=90, tilt=0.8), 0.05)
    factor = 1.0 - math.exp(-0.8)
    assert -0.8 * 12 - 90 * math.log(1.0 - value * factor) == pytest.approx(math.log(20.0), rel=1e-9)


def test_the_best_tilt_gives_chernoffs_bound() -> None:
    # Optimized over s, −s k − n ln(1 − p(1 − e^{−s})) is n kl(k/n ‖ p).
    from drupe.bounds.concentration.kl_inversion import kl_upper

    n, errors = 200, 30
    tilt = tilt_for(errors / n, n, 0.05)
    value = ProgressiveValidation().risk(Progressive(errors, n, tilt), 0.05)
    assert value == pytest.approx(kl_upper(errors / n, math.log(20.0) / n), rel=1e-5)


def test_holds_against_a_learner_that_stops_at_the_bound_itself() -> None:
    """The worst adversary lets the risk drop to zero as soon as its mean so far lies above what will be certified."""
    rng, n, tilt, delta, draws, p = np.random.default_rng(1), 120, 0.6, 0.2, 400, 0.3
    bound, failures = ProgressiveValidation(), 0
    for _ in range(draws):
        errors, total = 0, 0.0
        for _ in range(n):
            ahead = total / n > bound.risk(Progressive(errors, n, tilt), delta)
            risk = 0.0 if ahead else p
            total += risk
            errors += int(rng.random() < risk)
        failures += total / n > bound.risk(Progressive(errors, n, tilt), delta)
    assert 0 < failures <= binom.ppf(1.0 - 1e-6, draws, delta)


@pytest.mark.parametrize("fields", [{"errors": 5, "n": 4, "tilt": 1.0}, {"errors": 1, "n": 4, "tilt": 0.0}])
def test_bad_witnesses_are_refused(fields) -> None:
    with pytest.raises(ValueError, match=r"errors lie|tilt"):
        Progressive(**fields)


def test_the_exact_tail_is_no_bound_for_a_learner_that_adapts() -> None:
    """Even at δ/2: who stops as soon as the mean risk so far lies above the binomial limit wins far too often."""
    rng, n, delta, draws, p, tilt = np.random.default_rng(2), 270, 0.05, 1000, 0.3, 0.4
    exact = np.array([binomial_upper(errors, n, delta / 2.0) for errors in range(n + 1)])
    proved = np.array([ProgressiveValidation().risk(Progressive(errors, n, tilt), delta) for errors in range(n + 1)])
    errors = (rng.random((draws, n)) < p).cumsum(axis=1)
    means = p * np.arange(1, n + 1) / n
    limit = binom.ppf(1.0 - 1e-6, draws, delta)
    assert (means > exact[errors]).any(axis=1).sum() > limit
    assert (means > proved[errors]).any(axis=1).sum() <= limit
