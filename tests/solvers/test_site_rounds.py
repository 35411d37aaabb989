"""Rounds of expectation propagation: moments agree at the end, all sites in the context of the others."""

import numpy as np
import pytest
from solvers.plain_posteriors import bells

from drupe.solvers.site_rounds import Ending, SiteRounds, Sites
from drupe.solvers.solution import Stop
from drupe.solvers.step_likelihood import StepLikelihood

PROBIT = StepLikelihood(blur=1.0)


def rounds(K, signs, likelihood=PROBIT, limit=500):
    found = SiteRounds(K, signs, likelihood, Sites.none(len(K)))
    return found, found.run(Ending(1e-10, limit))


@pytest.mark.parametrize("likelihood", [PROBIT, StepLikelihood(flips=0.05, blur=0.3)])
def test_at_the_end_every_marginal_has_the_moments_of_its_label_in_context(likelihood):
    """The fixed point itself, from the dense posterior: q without site i, times likelihood i, has the moments of q."""
    K, signs = bells(1, 12, 4.0)
    found, stop = rounds(K, signs, likelihood)
    assert stop is Stop.CONVERGED
    covariance = np.linalg.inv(np.linalg.inv(K) + np.diag(found.sites.precisions))
    means = covariance @ found.sites.shifts
    np.testing.assert_allclose(found.means, means, atol=1e-7)
    np.testing.assert_allclose(found.variances, covariance.diagonal(), rtol=1e-6)
    left = 1.0 / (1.0 / covariance.diagonal() - found.sites.precisions)
    contexts = left * (means / covariance.diagonal() - found.sites.shifts)
    tilted = likelihood.tilted(signs, contexts, left)
    np.testing.assert_allclose(tilted.means, means, atol=1e-6)
    some = found.sites.precisions > 0.0  # elsewhere a negative precision was replaced by none
    np.testing.assert_allclose((left * (1.0 - tilted.shrinks))[some], covariance.diagonal()[some], rtol=1e-6)
    np.testing.assert_allclose(K @ found.alpha(), means, atol=1e-7)


def test_sites_that_say_nothing_are_the_prior():
    K, signs = bells(2, 5)
    found = SiteRounds(K, signs, PROBIT, Sites.none(5))
    np.testing.assert_allclose(found.variances, K.diagonal())
    assert (found.means == 0.0).all()
    assert found.log_evidence() == pytest.approx(5.0 * np.log(0.5))


def test_part_of_the_way():
    here, there = Sites(np.zeros(2), np.ones(2)), Sites(np.ones(2), np.zeros(2))
    between = here.towards(there, 0.25)
    assert (between.precisions.tolist(), between.shifts.tolist()) == ([0.25, 0.25], [0.75, 0.75])


def test_rounds_end_at_their_limit_and_tell_how_far_they_are():
    K, signs = bells(3, 10, 9.0)
    told = []
    found = SiteRounds(K, signs, PROBIT, Sites.none(10))
    assert found.run(Ending(1e-12, 3), told.append) is Stop.ITERATIONS
    assert found.iterations == len(told) == 3
    assert all(0.0 <= share <= 1.0 for share in told)


@pytest.mark.parametrize("keep", [True, False])
def test_an_interruption_leaves_the_last_round_or_is_passed_on(keep):
    K, signs = bells(4, 10, 9.0)

    def interrupt(share):
        raise KeyboardInterrupt

    found = SiteRounds(K, signs, PROBIT, Sites.none(10))
    if keep:
        assert found.run(Ending(1e-12, 9), interrupt, keep=True) is Stop.INTERRUPTED
        assert found.iterations == 1
    else:
        with pytest.raises(KeyboardInterrupt):
            found.run(Ending(1e-12, 9), interrupt)
