"""Belief in a probability: Bayes' rule by numerical integration, and sums over all outcomes."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.special import expit
from scipy.stats import beta, binom

from drupe.foundation.errors import InputError, ParameterError
from drupe.textbook.learning.beta_belief import BetaBelief

# Double exponential quadrature on (0, 1), exact to rounding whatever the powers of p and 1 − p at the ends.
STEPS = np.linspace(-3.0, 3.0, 601)
NODES = expit(np.pi * np.sinh(STEPS))
WEIGHTS = 0.01 * np.pi * np.cosh(STEPS) * NODES * expit(-np.pi * np.sinh(STEPS))


@pytest.mark.spec("H.G02")
@example(1.125, 1.0, 0, 4)
@example(0.5, 0.5, 0, 0)
@given(st.floats(0.5, 20.0), st.floats(0.5, 20.0), st.integers(0, 15), st.integers(0, 15))
def test_posterior_and_evidence_by_integration(a, b, successes, failures):
    prior, trials = BetaBelief(a, b), successes + failures
    joint = WEIGHTS * beta.pdf(NODES, a, b) * binom.pmf(successes, trials, NODES)
    evidence, first, second = (float(NODES**power @ joint) for power in range(3))
    posterior = prior.after(successes, trials)
    assert np.exp(prior.log_evidence(successes, trials)) == pytest.approx(evidence, rel=1e-6)
    assert posterior.mean == pytest.approx(first / evidence, rel=1e-6)
    assert posterior.variance == pytest.approx(second / evidence - (first / evidence) ** 2, rel=1e-6)


@pytest.mark.spec("H.G02")
def test_one_after_the_other_is_all_at_once():
    prior = BetaBelief(2.0, 3.0)
    assert prior.after(1, 1).after(0, 1).after(1, 1) == prior.after(2, 3) == BetaBelief(4.0, 4.0)


def test_outcomes_have_probabilities_of_sum_one():
    prior = BetaBelief(0.5, 2.0)
    assert sum(np.exp(prior.log_evidence(i, 12)) for i in range(13)) == pytest.approx(1.0)


def test_interval_holds_what_it_says():
    low, high = BetaBelief(4.0, 9.0).interval(0.9)
    assert beta(4.0, 9.0).cdf(low) == pytest.approx(0.05)
    assert beta(4.0, 9.0).sf(high) == pytest.approx(0.05)


def test_impossible_counts_are_refused():
    for successes, trials in ((3, 2), (-1, 2), (0.5, 2)):
        with pytest.raises(InputError, match="between 0 and the trials"):
            BetaBelief().after(successes, trials)
    with pytest.raises(ParameterError, match=r"BetaBelief\.successes"):
        BetaBelief(0.0)
