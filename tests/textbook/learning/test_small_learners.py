"""Oracles, finite learners, risks and their shaking: the small objects that the theorems speak of."""

import math

import numpy as np
import pytest

from drupe.bounds.capacity.finite_class import FiniteClassConsistent
from drupe.foundation.errors import InputError, ParameterError
from drupe.textbook.learning.finite_class import almost_least_risk, consistent_rule, least_risk
from drupe.textbook.learning.monomials import Monomial, eliminate
from drupe.textbook.learning.oracle import ExampleOracle, LearningGoal
from drupe.textbook.learning.perturbation import Shaken, WellPosedness, perturb_and_refit
from drupe.textbook.learning.plug_in import (
    bayes_labels,
    jumping_estimate,
    jumping_risk,
    plug_in_excess_limit,
    risk_of_labels,
)
from drupe.textbook.learning.polynomials import fit_polynomial
from drupe.textbook.learning.risks import empirical_risk, expected_risk, generalization_gap


def bits(rng: np.random.Generator, n: int) -> np.ndarray:
    return rng.integers(0, 2, size=(n, 5))


@pytest.mark.spec("S.P01", "S.P02", "S.P03", "S.P05")
def test_monomials_are_learned_from_as_many_examples_as_theory_asks_for() -> None:
    target = Monomial(frozenset({(0, 1), (3, 0)}))
    goal = LearningGoal(error=0.1, delta=0.1)
    needed = FiniteClassConsistent(3**5 + 1).examples(goal.error, goal.delta)
    everything = np.array(np.meshgrid(*[[0, 1]] * 5)).reshape(5, -1).T
    risks = []
    for seed in range(200):
        oracle = ExampleOracle(target, bits, np.random.default_rng(seed))
        x, signs = oracle.draw(needed)
        found = eliminate(x, signs)
        assert (found(x) == signs).all()
        assert oracle.calls == needed
        assert target.literals <= found.literals
        risks.append(float((found(everything) != target(everything)).mean()))
    assert not goal.refuted_by(risks)
    # From three examples it is another matter.
    few = []
    for seed in range(200):
        x, signs = ExampleOracle(target, bits, np.random.default_rng(seed)).draw(3)
        few.append(float((eliminate(x, signs)(everything) != target(everything)).mean()))
    assert goal.refuted_by(few)


@pytest.mark.spec("S.P02")
def test_weak_and_strong_goals() -> None:
    assert LearningGoal(0.45, 0.1).weak
    assert not LearningGoal(0.05, 0.1).weak
    assert not LearningGoal(0.5, 0.1).weak
    assert not LearningGoal(0.45, 0.1).refuted_by([0.44] * 100)
    assert LearningGoal(0.4, 0.1).refuted_by([0.44] * 100)
    with pytest.raises(ParameterError, match="delta"):
        LearningGoal(0.1, 0.0)


@pytest.mark.spec("S.R04", "S.R05", "S.P05")
def test_minimizers_over_finite_classes() -> None:
    rng = np.random.default_rng(0)
    losses = rng.integers(0, 2, size=(20, 30)).astype(float)
    best = least_risk(losses)
    assert all(losses[best].mean() <= row.mean() for row in losses)
    minimizers = almost_least_risk(losses, 0.0)
    assert best in minimizers
    assert {row.mean() for row in losses[minimizers]} == {losses[best].mean()}
    near = almost_least_risk(losses, 0.1)
    assert set(minimizers) <= set(near)
    means, limit = losses.mean(axis=1), losses[best].mean() + 0.1
    assert means[near].max() <= limit < np.delete(means, near).min()
    assert consistent_rule([[1, -1, 1], [1, 1, 1]], [1, 1, 1]) == 1
    with pytest.raises(InputError, match="none of the 2 rules"):
        consistent_rule([[1, -1], [1, 1]], [-1, -1])


@pytest.mark.spec("S.R01", "S.R02", "S.R03")
def test_risks_and_their_gap() -> None:
    rng = np.random.default_rng(0)
    assert empirical_risk(np.array([1.0, 0.0, 0.5])) == 0.5

    def losses(rng: np.random.Generator, n: int) -> np.ndarray:
        return np.abs(rng.random(n) - 0.25)

    truth = 0.25**2 / 2 + 0.75**2 / 2
    misses = sum(truth not in expected_risk(losses, 200, 0.75, 0.2, rng) for _ in range(300))
    assert misses <= 0.2 * 300
    # A constant function generalizes: its gap is small though its error is not.
    training = empirical_risk(losses(rng, 1000))
    assert abs(generalization_gap(training, truth)) < 0.05 < truth


@pytest.mark.spec("S.R10", "S.R08", "S.R09")
def test_polynomials_of_low_degree_stand_firm() -> None:
    rng = np.random.default_rng(0)
    x = np.sort(rng.uniform(0.0, 1.0, 10))
    y = np.sin(2 * np.pi * x)
    probes = np.linspace(0.0, 1.0, 400)
    noise = 0.01 * rng.normal(size=10)

    def shaken(degree: int) -> Shaken:
        return perturb_and_refit(lambda targets: fit_polynomial(x, targets, degree)(probes), y, noise)

    low, interpolant = shaken(2), shaken(9)
    assert low.stable(5.0)
    assert interpolant.amplification > 3.0 * low.amplification
    assert low.largest >= low.typical
    quadratic = fit_polynomial(x, 1.0 + x - 3.0 * x**2, 2)
    assert quadratic(probes) == pytest.approx(1.0 + probes - 3.0 * probes**2)
    assert fit_polynomial(x, y, 9).unique
    over = fit_polynomial(x, y, 15)
    assert not over.unique
    assert over(x) == pytest.approx(y, abs=1e-8)
    posed = WellPosedness(exists=True, unique=over.unique, amplification=shaken(15).amplification)
    assert not posed.holds(1e9)
    assert WellPosedness(True, quadratic.unique, low.amplification).holds(5.0)
    truth = np.sin(2 * np.pi * probes)
    errors = [np.mean((fit_polynomial(x, y, degree)(probes) - truth) ** 2) for degree in (7, 15)]
    assert errors[0] < errors[1]
    assert Shaken(1.0, 1.0, 0.0).amplification == math.inf
    assert Shaken(0.0, 0.0, 0.0).amplification == 0.0


@pytest.mark.spec("H.T37")
def test_converging_parameters_do_not_make_converging_risks() -> None:
    rng = np.random.default_rng(0)
    for n in (10, 1000, 100_000):
        labels = rng.integers(1, 3, size=n)
        inputs = np.where(labels == 1, rng.random(n), -2.0 * rng.random(n))
        estimate = jumping_estimate(inputs, labels)
        assert jumping_risk(*estimate) >= 0.5
    assert estimate == pytest.approx((1.0, 2.0), abs=1e-3)
    assert jumping_risk(1.0, 2.0) == 0.0
    assert jumping_risk(1.0, 1.0) == 0.25


@pytest.mark.spec("H.T37")
@pytest.mark.parametrize("second", [0.25, 0.6, 0.9, 1.3, 1.9, 2.0, 2.5])
@pytest.mark.parametrize("first", [0.3, 0.7, 0.95, 1.0, 1.5, 2.2])
def test_risk_of_the_jumping_model_by_its_densities(first: float, second: float) -> None:
    """The middles of fine cells of both classes, each given to the class of higher density, or to none."""
    middles = (np.arange(40_000) + 0.5) / 40_000

    def density(x: np.ndarray, end: float) -> np.ndarray:
        return ((x >= 0.0) & (x <= 1.0)).astype(float) if end == 1.0 else ((x <= 0.0) & (x >= -end)) / end

    one, two = middles, -2.0 * middles
    missed = np.mean(density(one, first) <= density(one, second))
    wrong = np.mean(density(two, second) <= density(two, first))
    assert jumping_risk(first, second) == pytest.approx(0.5 * (missed + wrong), abs=1e-4)


@pytest.mark.spec("H.T37")
def test_laws_close_in_l1_make_close_risks() -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        law = rng.dirichlet(np.ones(12)).reshape(6, 2)
        estimate = 0.7 * law + 0.3 * rng.dirichlet(np.ones(12)).reshape(6, 2)
        excess = risk_of_labels(bayes_labels(estimate), law) - risk_of_labels(bayes_labels(law), law)
        assert 0.0 <= excess <= plug_in_excess_limit(estimate, law)
        # Half of the distance is the largest difference of probabilities of any event.
        event = estimate > law
        assert plug_in_excess_limit(estimate, law) == pytest.approx(2.0 * (estimate - law)[event].sum())
