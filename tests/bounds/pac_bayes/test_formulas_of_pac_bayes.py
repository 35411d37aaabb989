"""PAC-Bayes bounds agree with their theorems to many digits, and are rounded up."""

import math
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from bounds.theorems_in_digits import Formula, assert_rounded_up, assert_says, kl_inverse, moment, normal
from scipy.optimize import minimize_scalar

from drupe.bounds.base import Bound
from drupe.bounds.pac_bayes.admissible import PacBayesAdmissible
from drupe.bounds.pac_bayes.aggregation import Aggregation, learned_weights
from drupe.bounds.pac_bayes.committee import FirstOrderVote, TandemVote
from drupe.bounds.pac_bayes.derandomized import Derandomized
from drupe.bounds.pac_bayes.egalitarian import Egalitarian, EgalitarianAgnostic
from drupe.bounds.pac_bayes.gaussian import GaussianPacBayes
from drupe.bounds.pac_bayes.kl_moment import kl_moment
from drupe.bounds.pac_bayes.learned_prior import LearnedPrior
from drupe.bounds.pac_bayes.margin_distribution import MarginDistribution, printed_information
from drupe.bounds.pac_bayes.mcallester import PacBayesMcallester
from drupe.bounds.pac_bayes.seeger import PacBayesSeeger
from drupe.bounds.pac_bayes.single import PacBayesSingle, PacBayesSingleAgnostic
from drupe.bounds.pac_bayes.subset import PacBayesSubset, PacBayesSubsetAgnostic
from drupe.bounds.pac_bayes.vote import PacBayesVote
from drupe.bounds.version_space.mirrored import MirroredVersionSpace
from drupe.bounds.version_space.volume import VersionSpaceGibbs, VersionSpaceVote
from drupe.witness.committee import Committee, Tandem
from drupe.witness.directions import Direction, ShiftedDirection
from drupe.witness.normalized_margins import NormalizedMargins
from drupe.witness.posterior import Chosen, Posterior, Region, SummarizedRegion
from drupe.witness.training import Drawn
from drupe.witness.volume import EstimatedVolume, MirroredVolume


def subset(n: int, information: Any, delta: Any) -> Any:
    return (information + 2 * mp.log(n) - mp.log(delta) + 1) / n


def kl_form(rate: Any, divergence: Any, n: int, delta: Any) -> Any:
    return kl_inverse(mp.mpf(rate), (divergence + mp.log(moment(n) / delta)) / n)


def gaussian(margins: list[float], length: float, shift: float = 0.0) -> Any:
    """Mean over examples of the chance that a rule around w falls short of the shift."""
    return mp.fsum(normal(shift - mp.mpf(length) * mp.mpf(m)) for m in margins) / len(margins)


MARGINS = [0.5] * 60 + [0.75] * 30 + [-0.25] * 10
TEAM = Committee(np.array([4, 6, 30]), outside=80, weights=np.array([0.5, 0.25, 0.25]))

CASES: list[tuple[Bound[Any], Any, float, Formula]] = [
    (PacBayesSingle(), Chosen(0, 70, 2.5), 0.1, lambda d: (mp.mpf(5) / 2 - mp.log(d)) / 70),
    (
        PacBayesSingleAgnostic(),
        Chosen(7, 70, 2.5),
        0.1,
        lambda d: mp.mpf(7) / 70 + mp.sqrt((mp.mpf(5) / 2 - mp.log(d)) / 140),
    ),
    (PacBayesSubset(), Region(0.0, 70, 2.5), 0.1, lambda d: subset(70, mp.mpf(5) / 2, d)),
    (
        PacBayesSubsetAgnostic(),
        Region(0.125, 70, 2.5),
        0.1,
        lambda d: mp.mpf(1) / 8 + mp.sqrt((mp.mpf(5) / 2 + 2 * mp.log(70) - mp.log(d)) / 140) + mp.mpf(1) / 70,
    ),
    (
        PacBayesMcallester(),
        Posterior(0.125, 70, 2.5),
        0.1,
        lambda d: mp.mpf(1) / 8 + mp.sqrt((mp.mpf(5) / 2 + mp.log(70) - mp.log(d) + 2) / 139),
    ),
    (PacBayesSeeger(), Posterior(0.125, 70, 2.5), 0.1, lambda d: kl_form(0.125, mp.mpf(5) / 2, 70, d)),
    (PacBayesSeeger(), Posterior(0.0, 9, 0.25), 0.3, lambda d: kl_form(0, mp.mpf(1) / 4, 9, d)),
    (PacBayesAdmissible(), SummarizedRegion(0.0, 200, 2.5), 0.1, lambda d: 2 * subset(200, mp.mpf(5) / 2, d)),
    (PacBayesVote(classes=3), Region(0.0, 200, 2.5), 0.1, lambda d: 3 * subset(200, mp.mpf(5) / 2, d)),
    (Egalitarian(share=0.25), Region(0.0, 200, 2.5), 0.1, lambda d: 4 * subset(200, mp.mpf(5) / 2, d)),
    (
        EgalitarianAgnostic(),
        Drawn(7, 70),
        0.1,
        lambda d: mp.mpf(7) / 70 + mp.sqrt((mp.log(70) - mp.log(d)) / 140),
    ),
    (
        GaussianPacBayes(),
        Direction(np.array(MARGINS), scale=2.5, choices=3),
        0.1,
        lambda d: kl_form(gaussian(MARGINS, 2.5), mp.mpf(25) / 8, 100, d / 3),
    ),
    (
        LearnedPrior(),
        ShiftedDirection(np.array(MARGINS), scale=2.5, prior_scale=2.0, cosine=0.75, choices=3),
        0.1,
        lambda d: kl_form(gaussian(MARGINS, 2.5), (mp.mpf(25) / 4 + 4 - 2 * mp.mpf(2.5) * 2 * 0.75) / 2, 100, d / 3),
    ),
    (Aggregation(), TEAM, 0.1, lambda d: kl_form(mp.mpf(11) / 80, _divergence([0.5, 0.25, 0.25]), 80, d)),
    (FirstOrderVote(), TEAM, 0.1, lambda d: 2 * kl_form(mp.mpf(11) / 80, _divergence([0.5, 0.25, 0.25]), 80, d)),
    (
        TandemVote(),
        Tandem(np.array([[90, 40], [40, 120]]), np.array([[1200, 900], [900, 1000]]), np.array([0.75, 0.25])),
        0.1,
        lambda d: 4 * kl_inverse(_tandem(), (2 * _divergence([0.75, 0.25]) + mp.log(moment(1200) / d)) / 900),
    ),
    # Three estimates without bias: the least is above P/t with probability t³ at most, for which δ/4 is set apart.
    (
        VersionSpaceGibbs(),
        EstimatedVolume([-3.0, -2.5, -2.0], n=50),
        0.1,
        lambda d: 1 - (d * 3 / 4 * mp.exp(-3) * mp.cbrt(d / 4)) ** (mp.mpf(1) / 50),
    ),
    (
        VersionSpaceVote(),
        EstimatedVolume([-3.0, -2.5, -2.0], n=50),
        0.1,
        lambda d: 2 - 2 * (d * 3 / 4 * mp.exp(-3) * mp.cbrt(d / 4)) ** (mp.mpf(1) / 50),
    ),
    (
        MirroredVersionSpace(),
        MirroredVolume([-3.0, -2.5, -2.0], n=50),
        0.1,
        lambda d: 2 - 2 * (d * 3 / 4 * mp.exp(-3) * mp.cbrt(d / 4)) ** (mp.mpf(1) / 50),
    ),
]


def _divergence(weights: list[float]) -> Any:
    return mp.fsum(mp.mpf(weight) * mp.log(mp.mpf(weight) * len(weights)) for weight in weights)


def _tandem() -> Any:
    """Σ ρₕρᵢ joint errors / overlap."""
    return mp.mpf(9) / 16 * 90 / 1200 + 2 * mp.mpf(3) / 16 * 40 / 900 + mp.mpf(1) / 16 * 120 / 1000


@pytest.mark.parametrize(("bound", "witness", "delta", "formula"), CASES, ids=lambda value: type(value).__name__)
def test_bound_says_what_its_theorem_says(bound: Bound[Any], witness: Any, delta: float, formula: Formula) -> None:
    assert_says(bound, witness, delta, formula)


@pytest.mark.parametrize("shift", [0.0, 1.25])
def test_derandomized_is_the_theorem_at_the_best_length(shift: float) -> None:
    margins = [0.9] * 380 + [-0.1] * 20
    value = Derandomized(shifts=(shift,)).risk(Direction(np.array(margins), scale=1.0, choices=2), 0.1)

    def formula(length: float) -> float:
        with mp.workdps(25):
            rate = kl_form(gaussian(margins, length, shift), mp.mpf(length) ** 2 / 2, 400, mp.mpf(0.1) / 2)
            return float(rate / normal(mp.mpf(shift)))

    assert value == pytest.approx(minimize_scalar(formula, bounds=(1.0, 10.0), method="bounded").fun, rel=2e-5)
    assert value < 1.0


def test_every_shift_and_every_space_that_was_tried_is_paid_for() -> None:
    one = Direction(np.full(400, 0.9), scale=1.0)
    three = Direction(np.full(400, 0.9), scale=1.0, choices=3)
    twelve = Derandomized(shifts=(0.5,) * 12).risk(one, 0.12)
    assert twelve == pytest.approx(Derandomized(shifts=(0.5,)).risk(one, 0.01), rel=1e-9)
    assert twelve == pytest.approx(Derandomized(shifts=(0.5,) * 4).risk(three, 0.12), rel=1e-9)


@pytest.mark.parametrize("n", [1, 2, 8, 37, 400])
def test_moment_is_exact_below_its_well_known_limit(n: int) -> None:
    assert_rounded_up(kl_moment(n), 0.5, lambda _: moment(n))
    if n >= 8:
        assert n**0.5 <= kl_moment(n) <= 2.0 * n**0.5


def test_moment_of_a_very_large_sample_is_its_limit() -> None:
    assert_rounded_up(kl_moment(10**9), 0.5, lambda _: 2 * mp.sqrt(10**9))
    # Where one takes over from the other, the limit is the larger.
    assert kl_moment(10**5) < kl_moment(10**5 + 1) == pytest.approx(2.0 * (10**5 + 1) ** 0.5)


def test_learned_weights_balance_errors_and_divergence() -> None:
    """At the fixed point ρ ∝ exp(−λ errors) with λ = 2 / (1 + √(1 + 2 r rate / (KL + ln(ξ/δ)))), no less."""
    errors, outside, delta = np.array([4, 6, 30]), 80, 0.1
    weights = learned_weights(errors, outside, delta)
    trade = -np.log(weights[1] / weights[0]) / (errors[1] - errors[0])
    assert -np.log(weights[2] / weights[0]) / (errors[2] - errors[0]) == pytest.approx(trade, rel=1e-9)
    divergence = float(weights @ np.log(3.0 * weights))
    cost = divergence + float(mp.log(moment(outside) / delta))
    rate = float(weights @ errors) / outside
    assert trade == pytest.approx(2.0 / (1.0 + np.sqrt(1.0 + 2.0 * outside * rate / cost)), rel=1e-6)


def test_margins_whose_squares_are_no_numbers_say_nothing() -> None:
    witness = NormalizedMargins([1e-200, 0.5, -0.5], dimension=3)
    assert printed_information(1e-200, 3) == pytest.approx(3.0 * (math.log(2.0) + 400.0 * math.log(10.0)))
    assert MarginDistribution().risk(witness, 0.05) == 1.0
