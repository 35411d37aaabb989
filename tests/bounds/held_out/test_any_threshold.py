"""Every threshold at once: the formula, and its coverage against whoever draws the line where it flatters most."""

import math

import numpy as np
import pytest
from bounds.coverage_of_bounds import allowed, trials_to_catch, violations

from drupe.bounds.held_out.any_threshold import AnyThreshold
from drupe.bounds.held_out.selective import Selective
from drupe.foundation.errors import InputError
from drupe.witness.answered import Answered
from drupe.witness.answered_above import AnsweredAbove


def test_the_formula_at_a_point() -> None:
    # ln(2/δ) = 2 and n = 400: twenty errors more than seen, whatever the threshold.
    delta = 2.0 * math.exp(-2.0)
    assert AnyThreshold().risk(AnsweredAbove(5, 100, 400), delta) == pytest.approx(0.25)
    assert AnyThreshold().risk(AnsweredAbove(5, 400, 400), delta) == pytest.approx(0.0625)
    assert AnyThreshold().vacuous(AnyThreshold().risk(AnsweredAbove(5, 20, 400), delta))


@pytest.mark.parametrize("delta", [0.5, pytest.param(0.05, marks=pytest.mark.slow)])
@pytest.mark.parametrize("world", AnyThreshold().worlds(), ids=lambda world: world.name)
def test_it_holds_wherever_the_line_is_drawn(world, delta: float) -> None:
    trials = trials_to_catch(delta) if delta < 0.5 else 300
    assert violations(AnyThreshold(), world, trials, delta) <= allowed(trials, delta)


def test_the_exact_limit_of_one_threshold_does_not() -> None:
    class OneThreshold(AnyThreshold):
        def _risk(self, witness: AnsweredAbove, delta: float) -> float:
            return Selective().risk(Answered(witness.errors, witness.answered, witness.n), delta)

    assert violations(OneThreshold(), AnyThreshold().worlds()[0], 300, 0.2) > allowed(300, 0.2)


def test_a_third_of_the_price_is_caught() -> None:
    class Cheap(AnyThreshold):
        def _risk(self, witness: AnsweredAbove, delta: float) -> float:
            return super()._risk(witness, delta) * (1 / 3) + witness.errors / witness.answered * (2 / 3)

    assert violations(Cheap(), AnyThreshold().worlds()[1], 300, 0.2) > allowed(300, 0.2)


def test_the_table_of_deviations() -> None:
    """√(ln 40 / 2n): ± .0136, .0043 and .0014 in the share of errors, for 10⁴, 10⁵ and 10⁶ examples."""
    for n, deviation in ((10**4, 0.0136), (10**5, 0.0043), (10**6, 0.0014)):
        assert AnyThreshold().risk(AnsweredAbove(0, n, n), 0.05) == pytest.approx(deviation, abs=6e-5)


def test_ties_are_on_one_side_of_every_line() -> None:
    """Confidences of two values only: both lines together, as a brute simulation counts them."""
    rng, delta, failures = np.random.default_rng(0), 0.3, 0
    for _ in range(400):
        sure = rng.random(50) < 0.5
        wrong = rng.random(50) < np.where(sure, 0.2, 0.4)
        above = [(int(wrong.sum()), 50, 0.3), (int(wrong[sure].sum()), int(sure.sum()), 0.2)]
        failures += any(AnyThreshold().risk(AnsweredAbove(k, n, 50), delta) < p for k, n, p in above if n)
    assert failures <= allowed(400, delta)


def test_errors_are_among_answers() -> None:
    for counts in ((2, 1, 5), (0, 0, 5), (0, 6, 5)):
        with pytest.raises(InputError, match="errors are among the answers"):
            AnsweredAbove(*counts)
