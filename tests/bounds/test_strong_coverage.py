"""The bounds with numbers below one half hold as often as they promise, where the risk is known exactly."""

from typing import Any

import pytest
from bounds.coverage_of_bounds import allowed, trials_to_catch, violations

from drupe.bounds.base import Bound
from drupe.bounds.compression.foreseen import ForeseenCompression
from drupe.bounds.compression.pick_to_learn import PickToLearn
from drupe.bounds.compression.preferent import PreferentCompression
from drupe.bounds.held_out.disagreement import HoldOutAndDisagreement
from drupe.bounds.held_out.hold_out import HoldOut
from drupe.bounds.held_out.prefix_validation import PrefixValidation
from drupe.bounds.held_out.progressive_validation import ProgressiveValidation
from drupe.bounds.held_out.selective import Selective
from drupe.bounds.pac_bayes.aggregation import Aggregation
from drupe.bounds.pac_bayes.committee import FirstOrderVote, TandemVote
from drupe.bounds.pac_bayes.derandomized import Derandomized
from drupe.bounds.pac_bayes.gaussian import GaussianPacBayes
from drupe.bounds.pac_bayes.learned_prior import LearnedPrior
from drupe.bounds.pac_bayes.vote_draws import VoteDraws

BOUNDS: list[Bound[Any]] = [
    HoldOut(),
    PreferentCompression(),
    ForeseenCompression(),
    ProgressiveValidation(),
    PrefixValidation(),
    GaussianPacBayes(),
    LearnedPrior(),
    Aggregation(),
    FirstOrderVote(),
    TandemVote(),
    HoldOutAndDisagreement(),
    PickToLearn(),
    Selective(),
    VoteDraws(),
]
CASES = [
    pytest.param(bound, world, id=f"{type(bound).__name__}: {world.name}")
    for bound in BOUNDS
    for world in bound.worlds()
]


@pytest.mark.parametrize(("bound", "world"), CASES)
@pytest.mark.parametrize("delta", [pytest.param(0.02, marks=[pytest.mark.long, pytest.mark.slow]), 0.3])
def test_risk_exceeds_the_bound_no_more_often_than_promised(bound, world, delta) -> None:
    trials = trials_to_catch(delta)
    assert violations(bound, world, trials, delta) <= allowed(trials, delta)


@pytest.mark.parametrize("world", Derandomized().worlds(), ids=lambda world: world.name)
def test_derandomized_holds(world) -> None:
    bound = Derandomized(shifts=(0.0, 1.0))
    assert violations(bound, world, 60, 0.3) <= allowed(60, 0.3)


def test_the_simulation_catches_a_bound_that_lies() -> None:
    class Optimist(HoldOut):
        def _risk(self, witness, delta):
            return witness.rate

    world = HoldOut().worlds()[2]
    assert violations(Optimist(), world, 300, 0.1) > allowed(300, 0.1)
