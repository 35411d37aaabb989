"""Bounds for weighted votes: their theorems in many digits, their lemmas by enumeration, their kin among the others."""

import itertools
import math
from functools import partial

import mpmath as mp
import numpy as np
import pytest
from bounds.coverage_of_bounds import allowed, violations
from bounds.theorems_in_digits import assert_rounded_up, assert_says, kl_inverse, moment
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.stats import binom

from drupe.bounds.complexity.rademacher import finite_average_limit, finite_supremum, rademacher_average
from drupe.bounds.margin.vote_margin import VoteMargin, draw_numbers
from drupe.bounds.margin.vote_rademacher import VoteGrowth, VoteRademacher
from drupe.bounds.pac_bayes.committee import FirstOrderVote, TandemVote
from drupe.bounds.pac_bayes.seeger import PacBayesSeeger
from drupe.bounds.pac_bayes.vote_draws import VoteDraws, few_right
from drupe.bounds.worlds.ballots import Ballots, boosted, by_heart
from drupe.witness.committee import Committee, Tandem
from drupe.witness.posterior import Posterior
from drupe.witness.votes import FINE, STEP, FiniteVote, GrowthVote, PatternVote

MARGINS = [0.75] * 1500 + [0.5] * 400 + [0.125] * 60 + [-0.25] * 40
RULES = np.random.default_rng(0).choice([-1.0, 1.0], p=[0.2, 0.8], size=(4, 120))
WEIGHTS = np.array([0.5, 0.25, 0.25, 0.0])


def share(margins, theta):
    """P̂[yf ≤ θ] just below θ."""
    return mp.mpf(int((np.array(margins) < theta).sum())) / len(margins)


def schapire(margins, rules, theta, draws, delta):
    nats = mp.log(draws * (draws + 1) ** 2) + draws * mp.log(rules) - mp.log(delta)
    return share(margins, theta) + 2 * mp.exp(-draws * mp.mpf(theta) ** 2 / 8) + mp.sqrt(nats / (2 * len(margins)))


class TestVoteMargin:
    def test_it_is_the_least_over_margins_and_numbers_of_draws(self) -> None:
        seen = FiniteVote([1.0] * 2000, rules=5, divergence=0.0)
        assert_says(VoteMargin(), seen, 0.1, lambda d: min(schapire([1.0] * 2000, 5, 1.0, N, d) for N in range(1, 65)))

    def test_of_many_draws_it_tries_nearly_the_best(self) -> None:
        seen = FiniteVote(MARGINS * 5, rules=5, divergence=0.0)

        def theorem(delta):
            cases = itertools.product((0.125, 0.5, 0.75), range(1, 400))
            return min(schapire(MARGINS * 5, 5, theta, N, delta) for theta, N in cases)

        assert_rounded_up(VoteMargin().risk(seen, 0.1), 0.1, theorem, close=1e-3)

    def test_mistakes_alone_leave_nothing_to_say(self) -> None:
        assert VoteMargin().risk(FiniteVote([-0.5, 0.0], rules=1, divergence=0.0), 0.1) == 1.0

    @pytest.mark.parametrize(("draws", "theta"), [(1, 0.5), (4, 0.75), (7, 0.5), (20, 0.25)])
    def test_a_drawn_vote_is_seldom_on_the_other_side_of_half_the_margin(self, draws, theta) -> None:
        """The two tails of the proof, for every margin on the wrong side of 0 or the right side of θ."""
        limit = math.exp(-draws * theta**2 / 8.0)
        low, high = np.linspace(-1.0, 0.0, 51), np.linspace(theta, 1.0, 51)[1:]
        # The mean of N votes ±1 is at most θ/2 where at most N(1 + θ/2)/2 of them are right.
        most = math.floor(draws * (1.0 + theta / 2.0) / 2.0 + 1e-9)
        assert binom.sf(most, draws, 0.5 * (1.0 + low)).max() <= limit
        assert binom.cdf(most, draws, 0.5 * (1.0 + high)).max() <= limit

    def test_parts_of_delta_and_numbers_of_events_add_up(self) -> None:
        """For N draws from H rules: H^N means at most, with N + 1 values each, and Σ 1/(N(N + 1)) = 1."""
        table = np.array(list(itertools.product([-1, 1], repeat=3)))
        for draws in (1, 2, 3, 4):
            sums = {tuple(table[list(chosen)].sum(axis=0)) for chosen in itertools.product(range(8), repeat=draws)}
            assert len(sums) <= 8**draws
            assert {value for one in sums for value in one} <= set(range(-draws, draws + 1, 2))
        assert sum(1.0 / (N * (N + 1)) for N in range(1, 10**5)) < 1.0

    def test_numbers_of_draws_go_as_far_as_they_may_help(self) -> None:
        tried = draw_numbers(10_000, 50)
        assert (np.diff(tried) > 0.0).all()
        assert (np.diff(tried) / tried[:-1])[64:].max() < 0.045
        assert tried[-1] * math.log(50) <= 20_000 < 1.04 * tried[-1] * math.log(50)


class TestVoteDraws:
    def test_its_theorem_in_digits(self) -> None:
        bound = VoteDraws(draws=(5, 9), shifts=(0.0, 1.0))
        pairs = [(5, 2), (5, 3), (9, 4), (9, 5)]
        margins = MARGINS[::10]
        n = len(margins)

        def few(size, most, m):
            p = (1 + mp.mpf(m)) / 2
            return mp.fsum(mp.binomial(size, k) * p**k * (1 - p) ** (size - k) for k in range(most + 1))

        def theorem(delta):
            return min(
                kl_inverse(
                    mp.fsum(few(size, most, m) for m in margins) / n,
                    (size * mp.mpf(0.5) + mp.log(4 * moment(n) / delta)) / n,
                )
                / few(size, most, 0)
                for size, most in pairs
            )

        assert bound.choices == tuple(pairs)
        assert_says(bound, FiniteVote(margins, rules=4, divergence=0.5), 0.1, theorem)

    def test_probabilities_of_few_right_rules_by_enumeration(self) -> None:
        """All draws of three among four rules: the margin decides how often at most k are right."""
        margins = WEIGHTS @ RULES
        for most in (0, 1, 2):
            wrong = np.zeros(RULES.shape[1])
            for chosen in itertools.product(range(4), repeat=3):
                right = (RULES[list(chosen)] > 0.0).sum(axis=0)
                wrong += WEIGHTS[list(chosen)].prod() * (right <= most)
            np.testing.assert_allclose(few_right(3, most, margins), wrong, atol=1e-14)

    def test_one_draw_is_twice_the_error_of_a_drawn_rule(self) -> None:
        margins, divergence = WEIGHTS @ RULES, float(math.log(4) - 1.5 * math.log(2))
        vote = FiniteVote(margins, 4, divergence)
        one = VoteDraws(draws=(1,)).risk(vote, 0.05)
        drawn = PacBayesSeeger().risk(Posterior(vote.rate, vote.n, divergence), 0.05)
        assert one == pytest.approx(2.0 * drawn, rel=1e-9)
        errors = (RULES < 0.0).sum(axis=1)
        assert one == pytest.approx(FirstOrderVote().risk(Committee(errors, 120, WEIGHTS), 0.05), rel=1e-9)

    def test_two_draws_are_the_tandem(self) -> None:
        wrong = (RULES < 0.0).astype(np.int64)
        joint = wrong @ wrong.T
        tandem = TandemVote().risk(Tandem(joint, np.full_like(joint, 120), WEIGHTS), 0.05)
        vote = FiniteVote(WEIGHTS @ RULES, 4, float(math.log(4) - 1.5 * math.log(2)))
        assert VoteDraws(draws=(2,), shifts=(0.0,)).risk(vote, 0.05) == pytest.approx(tandem, rel=1e-9)

    @given(st.lists(st.floats(-1.0, 1.0), min_size=1, max_size=20), st.floats(0.0, 3.0), st.floats(0.01, 0.5))
    def test_all_draws_together_cost_little_more_than_the_best(self, margins, divergence, delta) -> None:
        vote = FiniteVote(margins * 50, 100, divergence)
        number = len(VoteDraws().choices)
        best = min(
            VoteDraws(draws=(size,), shifts=(shift,)).risk(vote, delta / number)
            for size, shift in ((1, 0.0), (2, 0.0), (17, 1.0), (513, 3.0))
        )
        assert VoteDraws().risk(vote, delta) <= best * (1.0 + 1e-9)

    def test_wide_margins_make_many_draws_worth_their_price(self) -> None:
        vote = FiniteVote([0.5] * 5000, 100, 2.0)
        assert VoteDraws().risk(vote, 0.05) < 0.2 * VoteDraws(draws=(1,)).risk(vote, 0.05)
        assert VoteDraws().risk(vote, 0.05) < 0.2 * VoteMargin().risk(vote, 0.05)


class TestVoteRademacher:
    def ramp(self, scale):
        return mp.fsum(min(mp.mpf(1), max(mp.mpf(0), 1 - mp.mpf(m) / scale)) for m in MARGINS) / len(MARGINS)

    def theorem(self, patterns, deviation):
        n = len(MARGINS)
        values = []
        for j in range(41):
            scale = mp.mpf(2) ** (-mp.mpf(j) / 2)
            richness = mp.sqrt(2 * mp.log(patterns) / n)
            values.append(self.ramp(scale) + 2 / scale * richness + deviation((j + 1) * (j + 2)))
        return min(values)

    def test_by_the_patterns_of_the_sample(self) -> None:
        n = len(MARGINS)
        assert_says(
            VoteRademacher(),
            PatternVote(MARGINS, 30),
            0.1,
            lambda d: self.theorem(30, lambda parts: 3 * mp.sqrt(mp.log(2 * parts / d) / (2 * n))),
        )

    def test_by_the_growth_of_the_class(self) -> None:
        n = len(MARGINS)
        assert_says(
            VoteGrowth(),
            GrowthVote(MARGINS, 30),
            0.1,
            lambda d: self.theorem(30, lambda parts: mp.sqrt(mp.log(parts / d) / (2 * n))),
        )

    def test_no_vote_fits_random_signs_better_than_its_rules(self) -> None:
        """The average of the class and of its mixtures is one, and Massart's lemma limits it."""
        signs = np.random.default_rng(1).choice([-1.0, 1.0], size=(200, 120))
        best = finite_supremum(RULES)(signs)
        mixtures = np.random.default_rng(2).dirichlet(np.ones(4), size=500) @ RULES
        assert (finite_supremum(mixtures)(signs) <= best + 1e-12).all()
        average = rademacher_average(finite_supremum(RULES), 120, 1.0, draws=20_000, random_state=3)
        assert average.value <= finite_average_limit(4, 120, 1.0)

    def test_patterns_counted_on_the_sample_pay_off_where_they_are_few(self) -> None:
        few, many = PatternVote([0.25] * 20_000, 30), GrowthVote([0.25] * 20_000, 2 * 10**6)
        assert VoteRademacher().risk(few, 0.05) < VoteGrowth().risk(many, 0.05)
        same = GrowthVote([0.25] * 20_000, 30)
        assert VoteGrowth().risk(same, 0.05) < VoteRademacher().risk(few, 0.05)


def test_many_margins_are_rounded_down() -> None:
    margins = np.random.default_rng(4).uniform(0.2, 1.0, FINE + 1)
    values, shares = FiniteVote(margins, 10, 0.0).levels
    assert shares.sum() == pytest.approx(1.0)
    assert len(values) <= 0.81 / STEP
    assert margins.mean() - STEP <= values @ shares <= margins.mean()
    all_but_one = FiniteVote(margins[1:], 10, 0.0)
    for bound in (VoteMargin(), VoteDraws()):
        assert bound.risk(FiniteVote(margins, 10, 0.0), 0.05) == pytest.approx(bound.risk(all_but_one, 0.05), rel=0.01)


def world_of(bound, words):
    return next(world for world in bound.worlds() if words in world.name)


def test_the_worlds_catch_bounds_that_forget_the_margin() -> None:
    """Training errors and the number of rules are not enough: a vote of simple rules may know the sample by heart."""

    class Forgetful(VoteMargin):
        def _risk(self, witness, delta):
            errors = float((witness.margins <= 0.0).mean())
            return errors + math.sqrt(math.log(witness.rules / delta) / (2.0 * witness.n))

    class Careless(VoteGrowth):
        def _risk(self, witness, delta):
            return super()._risk(GrowthVote(np.sign(witness.margins), patterns=1), delta)

    for bound in (Forgetful(), Careless()):
        assert violations(bound, world_of(bound, "by heart"), 100, 0.1) > allowed(100, 0.1)


def test_the_worlds_catch_a_factor_that_is_too_small() -> None:
    """Where the vote errs by a tie, a drawn rule errs half as often: the factor two is needed to the last digit."""

    class Halved(VoteDraws):
        def _risk(self, witness, delta):
            return 0.5 * super()._risk(witness, delta)

    first = VoteDraws(draws=(1,))
    ties = world_of(first, "one of which errs")
    assert violations(first, ties, 400, 0.5) <= allowed(400, 0.5)
    assert violations(Halved(draws=(1,)), ties, 400, 0.5) > allowed(400, 0.5)


def test_a_memory_has_the_widest_margin_there_is() -> None:
    """Against the linear program max ρ with y f ≥ ρ over all weights of sum one."""
    rng = np.random.default_rng(6)
    for _ in range(5):
        labels = rng.integers(0, 2, 8).astype(float)
        line = Ballots.cuts(labels, 1)
        answers, signs = line.right[:, :8], 2.0 * labels - 1.0
        reached = (by_heart(line.right, line.probabilities) @ answers * signs).min()
        rows = np.column_stack([-(answers * signs).T, np.ones(8)])
        program = linprog(
            np.append(np.zeros(16), -1.0),
            rows,
            np.zeros(8),
            np.append(np.ones(16), 0.0)[None, :],
            [1.0],
            [(0.0, None)] * 16 + [(None, None)],
        )
        assert reached == pytest.approx(-program.fun)


def test_ballots_count_what_they_say() -> None:
    """Risk and margins of a boosted vote against a count over examples one by one."""
    world = Ballots.cuts(np.array([0.1, 0.8, 0.9]), 50)
    ballot = world.cast(np.random.default_rng(5), partial(boosted, rounds=7))
    answers = world.right[:, :3]
    said = np.sign(ballot.weights @ answers)
    risk = sum((1.0 - p if s > 0.0 else p) / 3.0 for s, p in zip(said, [0.1, 0.8, 0.9], strict=True))
    assert ballot.risk == pytest.approx(risk)
    assert len(ballot.margins) == 50
    assert ballot.weights.sum() == pytest.approx(1.0)
    assert ballot.patterns == len(np.unique(ballot.shown, axis=0))
    assert len(np.unique(answers, axis=0)) == 6 == 2 * (3 - 1) + 2
