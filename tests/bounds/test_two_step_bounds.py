"""Bounds that join two counts: disagreement, pick to learn, and answers only where confident."""

from dataclasses import replace

import pytest
from bounds.coverage_of_bounds import allowed, violations

from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.bounds.disagreement import HoldOutAndDisagreement
from drupe.bounds.pick_to_learn import PickToLearn
from drupe.bounds.preferent_compression import PreferentCompression
from drupe.bounds.selective import Selective
from drupe.witness.answered import Answered
from drupe.witness.disagreement import Disagreement
from drupe.witness.held_out import HeldOut
from drupe.witness.picked import Picked
from drupe.witness.touching import Touching


@pytest.mark.parametrize(("unlabeled", "share"), [(400, 0.9), (1000, 0.9), (1001, 0.95)])
def test_disagreement_adds_two_exact_limits(unlabeled, share) -> None:
    witness = Disagreement(HeldOut(5, 100), 10, unlabeled)
    expected = binomial_upper(5, 100, share * 0.05) + binomial_upper(10, unlabeled, (1.0 - share) * 0.05)
    assert HoldOutAndDisagreement().risk(witness, 0.05) == pytest.approx(expected, rel=1e-9)
    assert HoldOutAndDisagreement(share=share).risk(witness, 0.05) == pytest.approx(expected, rel=1e-9)


def test_only_the_held_out_part_pays_for_candidates() -> None:
    witness = Disagreement(HeldOut(5, 100), 10, 400, candidates=30)
    expected = binomial_upper(5, 100, 0.04 / 30) + binomial_upper(10, 400, 0.01)
    assert HoldOutAndDisagreement(share=0.8).risk(witness, 0.05) == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("delta", [0.05, 0.5])
def test_candidates_that_do_not_pay_are_caught(delta) -> None:
    world = HoldOutAndDisagreement().worlds()[-1]
    assert violations(HoldOutAndDisagreement(), world, 1000, delta) <= allowed(1000, delta)

    class Unpaid(HoldOutAndDisagreement):
        def _risk(self, witness, delta):
            return super()._risk(replace(witness, candidates=1), delta)

    assert violations(Unpaid(), world, 1000, delta) > allowed(1000, delta)


def test_shares_and_candidates_are_checked() -> None:
    with pytest.raises(ValueError, match="share"):
        HoldOutAndDisagreement(share=1.0)
    with pytest.raises(ValueError, match="at least 1; got 0"):
        Disagreement(HeldOut(5, 100), 10, 400, candidates=0)


def test_picks_and_mistakes_count_alike_and_stops_cost() -> None:
    even = PreferentCompression()
    once = PickToLearn().risk(Picked(7, 3, 90), 0.05)
    assert once == pytest.approx(even.risk(Touching(10, 90), 0.05))
    often = PickToLearn().risk(Picked(7, 3, 90, stops=10), 0.05)
    assert often == pytest.approx(even.risk(Touching(10, 90), 0.005))


def test_choosing_among_ranks_costs() -> None:
    one = Selective().risk(Answered(2, 60, 100, choices=1), 0.05)
    assert one == pytest.approx(binomial_upper(2, 60, 0.05), rel=1e-9)
    assert Selective().risk(Answered(2, 60, 100, choices=8), 0.05) > one


@pytest.mark.parametrize(
    "make",
    [
        lambda: Disagreement(HeldOut(1, 2), 5, 4),
        lambda: Picked(5, 6, 10),
        lambda: Answered(3, 2, 10),
        lambda: Answered(0, 0, 10),
    ],
)
def test_impossible_counts_are_refused(make) -> None:
    with pytest.raises(ValueError, match="got"):
        make()
