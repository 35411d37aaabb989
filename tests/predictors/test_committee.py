"""Committees: votes counted right, in blocks or not, and answered by majority, by cost or by lot."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.lots import Lots
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear
from drupe.losses import CostMatrix
from drupe.predictors import committee as committee_module
from drupe.predictors.committee import Committee, counted
from drupe.predictors.expansion import Expansion
from drupe.predictors.strategies import BayesStrategy, GibbsStrategy, noisy
from drupe.predictors.winners import decided, winners

RNG = np.random.default_rng(0)
CENTERS = Vectors.of(RNG.normal(size=(6, 2)))
NEW = Vectors.of(RNG.normal(size=(50, 2)))


def committee(members, outputs_each):
    coefficients = np.random.default_rng(1).normal(size=(6, members * outputs_each))
    return Committee(Expansion(Linear(), CENTERS, coefficients, np.zeros(members * outputs_each)), members)


@pytest.mark.parametrize(("members", "outputs_each"), [(5, 1), (4, 3)])
def test_answers_by_brute_force(members, outputs_each):
    voters = committee(members, outputs_each)
    outputs = NEW.array @ CENTERS.array.T @ voters.functions.coefficients
    for member in range(members):
        own = outputs[:, member::members]
        expected = own.argmax(axis=1) if outputs_each > 1 else own[:, 0] >= 0
        np.testing.assert_array_equal(voters.answers(NEW)[:, member], expected)
    shares = np.stack([(voters.answers(NEW) == c).mean(axis=1) for c in range(max(2, outputs_each))], axis=1)
    np.testing.assert_allclose(voters.shares(NEW), shares)


def test_blocks_change_nothing(monkeypatch):
    voters = committee(4, 3)
    whole = voters.shares(NEW)
    monkeypatch.setattr(committee_module, "NUMBERS_AT_A_TIME", 100)
    np.testing.assert_array_equal(voters.shares(NEW), whole)
    assert voters.answers(NEW.take(np.arange(0))).shape == (0, 4)
    assert voters.shares(NEW.take(np.arange(0))).shape == (0, 3)


def test_outputs_must_belong_to_members():
    with pytest.raises(InputError, match="7 outputs cannot be those of 3 members"):
        Committee(Expansion(Linear(), CENTERS, np.ones((6, 7)), np.zeros(7)), 3)


@pytest.mark.spec("G.A-28")
def test_majority_and_costs():
    voters = committee(5, 1)
    vote = BayesStrategy(voters)
    np.testing.assert_array_equal(vote.answers(NEW), voters.shares(NEW).argmax(axis=1))
    np.testing.assert_allclose(vote.decision(NEW)[:, 0], voters.shares(NEW) @ [-1, 1], atol=1e-12)
    # A missed second class costs nine times as much: one vote in ten is enough for it.
    careful = BayesStrategy(voters, costs=CostMatrix(((0.0, 1.0), (9.0, 0.0))))
    np.testing.assert_array_equal(careful.answers(NEW), (voters.shares(NEW)[:, 1] > 0.1).astype(int))


def test_ties_go_to_the_first_class_in_every_way():
    two = Committee(Expansion(Linear(), Vectors.of([[1.0]]), np.array([[1.0, -1.0]]), np.zeros(2)), 2)
    vote = BayesStrategy(two)
    point = Vectors.of([[1.0]])
    assert vote.answers(point).tolist() == [0]
    assert vote.decision(point).tolist() == [[0.0]]


@pytest.mark.spec("G.A-29")
def test_lots_follow_the_shares():
    voters = committee(4, 3)
    gibbs = GibbsStrategy(voters, Lots(np.random.default_rng(0)))
    lots = np.stack([gibbs.answers(NEW) for _ in range(4000)], axis=1)
    np.testing.assert_allclose(counted(lots, 3) / 4000, voters.shares(NEW), atol=0.04)


def test_noise_of_labels():
    shares = np.array([[0.5, 0.5, 0.0]])
    np.testing.assert_allclose(noisy(shares, 0.2), [[0.45, 0.45, 0.1]])
    np.testing.assert_allclose(noisy(shares, 2 / 3), 1 / 3)
    with pytest.raises(ParameterError, match="noise"):
        BayesStrategy(committee(5, 1), noise=1.5)
    with pytest.raises(InputError, match="costs are for 3 classes"):
        BayesStrategy(committee(5, 1), costs=CostMatrix.zero_one(3))


@pytest.mark.parametrize("outputs", [1, 4])
def test_winners_are_those_of_double_precision(outputs):
    centers = Vectors.of(RNG.normal(size=(200, 3)))
    functions = Expansion(Gaussian(1.0), centers, RNG.normal(size=(200, outputs)), np.zeros(outputs))
    new = Vectors.of(RNG.normal(size=(3000, 3)))
    np.testing.assert_array_equal(winners(functions, new), decided(functions.decision(new)))


def test_winners_look_twice_where_the_lead_is_small(monkeypatch):
    centers = Vectors.of(RNG.normal(size=(20, 3)))
    coefficients = np.repeat(RNG.normal(size=(20, 1)), 2, axis=1)
    coefficients[0, 1] += 1e-9
    functions = Expansion(Gaussian(1.0), centers, coefficients, np.zeros(2))
    new = Vectors.of(RNG.normal(size=(500, 3)))
    assert (winners(functions, new) == 1).all()
