"""Bounds for votes hold as often as promised where rows repeat, for voters that remember, flip, or play with luck."""

from functools import cache

import numpy as np
import pytest
from bounds.coverage_of_bounds import allowed
from certification.finite_worlds import NINE, ONE, TWO, MajorityFlip, Memorizer, Nearest, Parity

from drupe.bounds.margin.vote_margin import VoteMargin
from drupe.bounds.margin.vote_rademacher import VoteGrowth, VoteRademacher
from drupe.bounds.pac_bayes.seeger import PacBayesSeeger
from drupe.bounds.pac_bayes.vote_draws import VoteDraws
from drupe.bounds.worlds.ballots import boosted
from drupe.estimators.boosting.vote_evidence import vote_evidence
from drupe.witness.posterior import Posterior
from drupe.witness.rule_classes import Cuts, FiniteRules
from drupe.witness.votes import FiniteVote, GrowthVote, PatternVote

N, TRIALS = 300, 10_000
DELTAS = (0.05, 0.5)
BOUNDS = (VoteMargin(), VoteDraws(), VoteGrowth(), VoteRademacher())
COMMITTEES = {
    "parity": (Parity(),),
    "memory": (Memorizer(),),
    "contrary": (MajorityFlip(),),
    "all together": (Memorizer(), Parity(), Nearest(), MajorityFlip(), Memorizer()),
}
WEIGHTS = np.array([0.4, 0.25, 0.2, 0.1, 0.05])


def committee(world, learners, X, y):
    """Answers on all inputs, weights, and evidence of a vote from the class of all 2^inputs rules."""
    inputs = len(world.inputs)
    domain = np.arange(inputs, dtype=float)[:, None]
    answers = np.array([2.0 * one.fit(X, y).predict(domain) - 1.0 for one in learners])
    which = ((answers > 0.0) @ (2 ** np.arange(inputs))).astype(np.int64)
    return answers, WEIGHTS[: len(learners)], FiniteRules(2**inputs), which


def cut_votes(world, X, y):
    """The same of AdaBoost with cuts between the inputs, found in the sample."""
    inputs = len(world.inputs)
    steps = np.where(np.arange(inputs)[None, :] >= np.arange(inputs)[:, None], 1.0, -1.0)
    answers = np.vstack([steps, -steps])
    signs, places = 2.0 * y - 1.0, X[:, 0].astype(int)
    weights = boosted(answers[:, places] * signs, np.full(len(y), 1.0 / len(y)), rounds=20)
    return answers[weights > 0.0], weights[weights > 0.0], Cuts.of(X), None


def true_risk(world, votes):
    """P[yf ≤ 0], a sum over the inputs; what is undecided is wrong."""
    ones = np.array(world.ones)
    wrong = np.where(votes > 1e-12, 1.0 - ones, np.where(votes < -1e-12, ones, 1.0))
    return float(wrong @ world.inputs)


class Limits:
    """Values of the bounds, each computed once: few inputs give few different samples."""

    def __init__(self):
        self.values = cache(self._values)

    def of(self, bound, witness):
        fields = {name: value for name, value in vars(witness).items() if name not in ("margins", "levels")}
        levels = np.unique(witness.margins, return_counts=True)
        return self.values(bound, type(witness), tuple(map(tuple, levels)), tuple(fields.items()))

    @staticmethod
    def _values(bound, kind, levels, fields):
        witness = kind(np.repeat(*levels), **dict(fields))
        return np.array([bound.risk(witness, delta) for delta in DELTAS])


def failures(world, voters, trials):
    """For each bound and δ, how often the risk of the vote, and of a drawn rule, lies above it."""
    count = {type(bound).__name__: np.zeros(len(DELTAS), dtype=int) for bound in (*BOUNDS, PacBayesSeeger())}
    limits = Limits()
    for seed in range(trials):
        X, y = world.draw(N, np.random.default_rng(seed))
        answers, weights, rules, which = voters(world, X, y)
        votes = weights @ answers / weights.sum()
        outputs = (weights @ answers)[X[:, 0].astype(int)]
        evidence = vote_evidence(outputs, 2.0 * y - 1.0, weights, rules, which=which)
        risk = true_risk(world, votes)
        for bound in BOUNDS:
            if evidence.has(bound.witness):
                count[type(bound).__name__] += limits.of(bound, evidence.witnesses[bound.witness]()) < risk
        if evidence.has(Posterior):
            drawn = sum(w * true_risk(world, one) for w, one in zip(weights / weights.sum(), answers, strict=True))
            seen = evidence.witnesses[Posterior]()
            count["PacBayesSeeger"] += [PacBayesSeeger().risk(seen, delta) < drawn for delta in DELTAS]
    return count


def assert_seldom(world, voters, trials):
    most = [allowed(trials, delta) for delta in DELTAS]
    assert {name: (found <= most).all() for name, found in failures(world, voters, trials).items()} == dict.fromkeys(
        (type(bound).__name__ for bound in (*BOUNDS, PacBayesSeeger())), True
    )


def voters_of(name):
    if name == "cuts":
        return cut_votes
    return lambda world, X, y: committee(world, COMMITTEES[name], X, y)


@pytest.mark.parametrize("name", [*COMMITTEES, "cuts"])
@pytest.mark.parametrize("world", [ONE, TWO], ids=lambda world: world.name)
def test_few_inputs(world, name) -> None:
    assert_seldom(world, voters_of(name), 100)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", [*COMMITTEES, "cuts"])
@pytest.mark.parametrize("world", [ONE, TWO, NINE], ids=lambda world: world.name)
def test_ten_thousand_samples(world, name) -> None:
    assert_seldom(world, voters_of(name), TRIALS)


def test_some_of_these_say_something() -> None:
    """A test of values that are all 1 would be none."""
    X, y = ONE.draw(N, np.random.default_rng(0))
    answers, weights, rules, which = committee(ONE, (Nearest(),), X, y)
    evidence = vote_evidence((weights @ answers)[X[:, 0].astype(int)], 2.0 * y - 1.0, weights, rules, which=which)
    assert all(bound.risk(evidence.witnesses[bound.witness](), 0.5) < 0.7 for bound in BOUNDS[:3])
    seen = vote_evidence((weights @ answers)[X[:, 0].astype(int)], 2.0 * y - 1.0, weights, Cuts.of(X))
    assert seen.witnesses[PatternVote]().patterns == 2
    assert seen.witnesses[GrowthVote]().patterns == 2 * (N - 1) + 2
    assert evidence.witnesses[FiniteVote]().rules == 2


def test_a_forgotten_price_is_noticed() -> None:
    """Margins as they stand, without a price, fail far more often than promised for a memory."""

    class Optimist(VoteDraws):
        def _risk(self, witness, delta):
            return witness.rate

    failed = 0
    for seed in range(100):
        X, y = NINE.draw(N, np.random.default_rng(seed))
        answers, weights, rules, which = committee(NINE, (Memorizer(), Parity(), Nearest()), X, y)
        outputs = (weights @ answers)[X[:, 0].astype(int)]
        vote = vote_evidence(outputs, 2.0 * y - 1.0, weights, rules, which=which).witnesses[FiniteVote]()
        failed += Optimist().risk(vote, 0.05) < true_risk(NINE, weights @ answers)
    assert failed > allowed(100, 0.05)
