"""Certificates of every scheme hold as often as promised where inputs repeat, also for learners that play with luck."""

import numpy as np
import pytest
from certification.finite_worlds import NINE, ONE, TWO, MajorityFlip, Memorizer, Nearest, Parity

from drupe import CertifiedClassifier
from drupe.certification.schemes.aggregation import AggregationScheme
from drupe.certification.schemes.blockwise import BlockwiseScheme
from drupe.certification.schemes.hold_out import HoldOutScheme
from drupe.certification.schemes.learned import Examples
from drupe.certification.schemes.pick_to_learn import PickToLearnScheme
from drupe.certification.schemes.progressive import ProgressiveScheme

N, TRIALS = 40, 200
# Those of `CertifiedClassifier`, with fewer machines.
SCHEMES = {
    "hold-out": HoldOutScheme(),
    "blockwise": BlockwiseScheme(folds=3),
    "progressive": ProgressiveScheme(blocks=5, orders=2, folds=3),
    "aggregation": AggregationScheme(machines=6),
    "vote": AggregationScheme(machines=6, voting=True),
    "pick-to-learn": PickToLearnScheme(stops=(0.05, 0.1, 0.2)),
}
LEARNERS = [Parity(), Memorizer(), MajorityFlip(), Nearest()]


def failures(world, learner, scheme, deltas, trials):
    """How often the risk of the rule, as it predicts, exceeds its certificate by more than its draws explain.

    What a scheme counted speaks at any δ, so that each rule is certified at all of them.
    """
    count = np.zeros(len(deltas), dtype=int)
    for seed in range(trials):
        rng = np.random.default_rng(seed)
        X, y = world.draw(N, rng)
        if len(np.unique(y)) < 2:
            continue  # nothing to learn, nothing to certify
        learned = scheme.learn(learner, Examples(X, y), rng, deltas[0])
        risk, error = world.risk(learned.rule.predict)
        seen = learned.certificate
        values = [seen.value, *(seen.bound.risk(seen.witness, delta) for delta in deltas[1:])]
        count += risk - 4.0 * error > np.array(values)
    return count


def allowed(trials, delta):
    return trials * delta + 3.0 * np.sqrt(trials * delta * (1.0 - delta))


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("learner", [Parity(), Nearest()], ids=lambda one: type(one).__name__)
def test_one_input(learner, scheme) -> None:
    assert failures(ONE, learner, SCHEMES[scheme], (0.05,), TRIALS) <= allowed(TRIALS, 0.05)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("learner", LEARNERS, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("world", [ONE, TWO, NINE], ids=lambda world: world.name)
def test_every_scheme_in_every_world(world, learner, scheme) -> None:
    deltas = np.array([0.05, 0.5])
    assert (failures(world, learner, SCHEMES[scheme], deltas, TRIALS) <= allowed(TRIALS, deltas)).all()


@pytest.mark.parametrize("scheme", ["progressive", "blockwise"])
def test_the_classifier_itself_on_one_input(scheme) -> None:
    count, trials = 0, 30
    for seed in range(trials):
        X, y = ONE.draw(100, np.random.default_rng(seed))
        model = CertifiedClassifier(Parity(), scheme=scheme, random_state=seed).fit(X, y)
        risk, error = ONE.risk(model.predict)
        count += risk - 4.0 * error > model.certificate_.value
    assert count <= allowed(trials, 0.05)


def test_the_worlds_catch_a_rule_that_remembers_its_draws() -> None:
    """A machine drawn once for each value, and kept: the certificate of a draw for each answer is false for it."""
    count, trials = 0, 60
    for seed in range(trials):
        rng = np.random.default_rng(seed)
        X, y = ONE.draw(100, rng)
        learned = ProgressiveScheme().learn(Parity(), Examples(X, y), rng, 0.05)
        kept = learned.rule.machines[int(learned.rule.lots.drawn(learned.rule.weights, 1)[0])]
        count += ONE.risk(kept.predict)[0] > learned.certificate.value
    assert count > 2.0 * allowed(trials, 0.05)
