"""Column generation for votes ends at the optimum on each of its ways there, also those that only rounding leads to."""

import numpy as np
import pytest
from sklearn.datasets import make_moons

from drupe.inputs import Vectors
from drupe.solvers.boosting import column_generation, growing_program
from drupe.solvers.boosting.best_stump import BestStump
from drupe.solvers.boosting.column_generation import ColumnGeneration, loss_factors
from drupe.solvers.boosting.largest_margin import largest_margin
from drupe.solvers.boosting.smallest_margins import caps_of
from drupe.solvers.boosting.vote_solution import LastRound
from drupe.solvers.boosting.weak import Weak

X, LABELS = make_moons(80, noise=0.25, random_state=0)
Y = np.where(LABELS == 1, 1.0, -1.0)
CAPS = caps_of(np.ones(80), 0.15)


def whole() -> float:
    """The optimum over all stumps at once."""
    cuts = [np.ones(80)]
    for numbers in X.T:
        values = np.unique(numbers)
        cuts += [np.where(numbers <= cut, 1.0, -1.0) for cut in (values[1:] + values[:-1]) / 2.0]
    rules = np.column_stack(cuts)
    return largest_margin(np.hstack([rules, -rules]), Y, nu=0.15).objective


def run() -> ColumnGeneration:
    return ColumnGeneration(BestStump().of_inputs(Vectors.of(X)), Y, CAPS, 1e-9)


def check(found: column_generation.GeneratedVote) -> None:
    assert found.boosted.solution.end is LastRound.OPTIMAL
    assert found.proof.objective == pytest.approx(whole(), abs=1e-8)
    assert found.proof.gap <= 1e-9


@pytest.fixture
def asked(monkeypatch):
    """How often the other solver was asked: a list that grows."""
    calls, other = [], column_generation.solved
    monkeypatch.setattr(column_generation, "solved", lambda *program: calls.append(1) or other(*program))
    return calls


@pytest.mark.parametrize("stay", [0.0, 0.5, 0.8, 0.95])
def test_where_rules_are_looked_for_changes_the_way_only(stay, asked, monkeypatch):
    monkeypatch.setattr(column_generation, "STAY", stay)
    check(run().go(1000))
    assert not asked


def test_programs_that_rounding_keeps_from_the_end_are_solved_by_another_solver(asked, monkeypatch):
    monkeypatch.setattr(growing_program.GrowingProgram, "solve", lambda self: False)
    generation = run()
    check(generation.go(1000))
    assert len(asked) == len(generation.rules)


def test_a_gap_that_no_rule_closes_is_closed_by_another_solver(asked, monkeypatch):
    monkeypatch.setattr(growing_program, "PERTURBATION", 1.0)  # far too much: the weights of rules are not the best
    check(run().go(1000))
    assert asked


def test_few_steps_between_two_factorizations_change_nothing(monkeypatch):
    monkeypatch.setattr(growing_program, "FACTOR_EACH", 1)
    check(run().go(1000))


class Forgetful(Weak):
    """Finds the best stump every other time, and else the same poor one."""

    def __init__(self):
        self.search, self.asked = BestStump().of_inputs(Vectors.of(X)), 0

    def best(self, pulls):
        self.asked += 1
        return self.search.best(pulls if self.asked % 2 else np.ones(80))

    def gathered(self, rules):
        return self.search.gathered(rules)


def test_a_learner_that_misses_rules_ends_and_never_claims_less_than_what_is_reached():
    found = ColumnGeneration(Forgetful(), Y, CAPS, 1e-9).go(1000)
    assert found.boosted.solution.end is LastRound.OPTIMAL  # as far as this learner can tell
    assert found.proof.objective <= whole() + 1e-9
    assert found.proof.bound >= found.proof.objective


def test_factors_multiply_to_the_exponential_loss():
    rng = np.random.default_rng(0)
    signed, weights, counts = rng.choice([-1.0, 1.0], (5, 9)), rng.random(5), rng.integers(1, 4, 9).astype(float)
    factors = loss_factors(signed, weights, counts)
    for t in range(5):
        f = weights[: t + 1] @ signed[: t + 1]
        assert np.prod(factors[: t + 1]) == pytest.approx(counts @ np.exp(-f) / counts.sum())
