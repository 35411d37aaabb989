"""The search for a strength, on paths whose best strength is known."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.solvers.smoothers.balance import Balance
from drupe.solvers.smoothers.knots import Knots
from drupe.solvers.smoothers.path import generalized_cross_validation, lack_of_evidence, leave_one_out
from drupe.solvers.smoothers.ridge_path import RidgePath
from drupe.solvers.smoothers.strength_search import StrengthSearch

RNG = np.random.default_rng(8)
KNOTS = Knots(np.arange(60), np.arange(60), RNG.normal(size=(60, 1)), np.ones(60))


@dataclass
class Curve:
    """A path that nobody asks for anything but its range."""

    knots: Knots = KNOTS
    strengths: tuple[float, float] = (1e-8, 1e8)
    looks: int = 40

    def balance(self, strength: float) -> Balance:
        raise NotImplementedError

    def missed(self, strength: float) -> np.ndarray:
        raise NotImplementedError


def test_the_deeper_of_two_valleys_is_found():
    def valleys(path, strength):
        t = math.log10(strength)
        return min((t + 4.0) ** 2, (t - 3.3) ** 2 - 0.5)

    choice = StrengthSearch(valleys).run(Curve())
    assert math.log10(choice.strength) == pytest.approx(3.3, abs=1e-5)
    assert choice.converged
    assert not choice.at_an_end
    assert np.all(np.diff(choice.strengths) > 0.0)
    assert len(choice.scores) == len(choice.strengths) <= 80


def test_of_equal_scores_the_largest_strength_wins():
    choice = StrengthSearch(lambda path, strength: 1.0).run(Curve())
    assert choice.strength == pytest.approx(1e8)
    assert choice.at_an_end


def test_the_end_of_interpolation_is_taken_only_if_it_is_much_better():
    """A valley of depth 1 at 100, a hump, and a fall to the smallest strength."""

    def falling(depth):
        def score(path, strength):
            t = math.log10(strength)
            return 1.0 + (t - 2.0) ** 2 / 10.0 if t > -3.0 else depth + (3.5 - depth) * (t + 8.0) / 5.0

        return score

    for depth, reluctance, strength in ((0.5, 1.0, 1e-8), (0.5, 4.0, 1e2), (0.2, 4.0, 1e-8), (0.2, 6.0, 1e2)):
        choice = StrengthSearch(falling(depth), reluctance).run(Curve())
        assert choice.strength == pytest.approx(strength, rel=1e-3)


def test_a_fall_without_a_hump_ends_at_its_end():
    choice = StrengthSearch(lambda path, strength: 1.0 + 0.5 * math.tanh(math.log10(strength)), 4.0).run(Curve())
    assert choice.strength == pytest.approx(1e-8, rel=1e-6)


def test_strengths_without_a_score_are_passed_over():
    choice = StrengthSearch(lambda path, strength: math.inf if strength < 1.0 else strength).run(Curve())
    assert 1.0 <= choice.strength < 1.1


def test_no_score_at_all_is_an_error():
    with pytest.raises(InputError, match=r"n_samples = 60.*count too little, as 60 by their weights"):
        StrengthSearch(lambda path, strength: math.inf).run(Curve())


def test_it_is_told_how_far_it_is():
    told = []
    StrengthSearch(lambda path, strength: math.log(strength) ** 2).run(Curve(), told.append)
    assert told == sorted(told)
    assert 0.0 < told[0] < told[-1] <= 1.0


def test_an_interruption_is_kept_only_if_asked_and_something_is_there():
    def interrupted(after):
        seen = []

        def score(path, strength):
            if len(seen) >= after:
                raise KeyboardInterrupt
            seen.append(strength)
            return strength

        return StrengthSearch(score)

    with pytest.raises(KeyboardInterrupt):
        interrupted(3).run(Curve())
    with pytest.raises(KeyboardInterrupt):
        interrupted(0).run(Curve(), keep=True)
    choice = interrupted(3).run(Curve(), keep=True)
    assert len(choice.scores) == 3
    assert not choice.converged


def test_criteria_of_a_ridge_regression_by_hand():
    """One centered column of length one: f = y₁ / (1 + λ) along it, so that all is a formula in λ."""
    column = RNG.normal(size=60)
    column -= column.mean()
    column /= np.linalg.norm(column)
    y = KNOTS.targets[:, 0] - KNOTS.targets.mean()
    along = column @ y
    path = RidgePath(column[:, None], None, KNOTS)
    for strength in (0.2, 5.0):
        shrunk = 1.0 / (1.0 + strength)
        residuals = y - shrunk * along * column
        freedom = 1.0 + shrunk
        assert generalized_cross_validation(path, strength) == pytest.approx(
            60.0 * residuals @ residuals / (60.0 - freedom) ** 2
        )
        leverages = 1.0 / 60.0 + shrunk * column**2
        assert leave_one_out(path, strength) == pytest.approx(np.mean(np.square(residuals / (1.0 - leverages))))
        quadratic = y @ y - shrunk * along**2
        lack = 0.5 * (59.0 * (math.log(2.0 * math.pi * quadratic / 59.0) + 1.0) + math.log(1.0 + 1.0 / strength))
        assert lack_of_evidence(path, strength) == pytest.approx(lack)
