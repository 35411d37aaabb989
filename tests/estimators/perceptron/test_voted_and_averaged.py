"""Pocket, average and votes of all hypotheses: against the walk itself, and steadier than the last one."""

import numpy as np
import pytest
from solvers.perceptrons.perceptron_samples import noisy, separable

from drupe import AveragedPerceptron, KernelPerceptron, PocketPerceptron, VotedPerceptron
from drupe.kernels import Gaussian


def hypotheses(machine, points, signs, new):
    """Outputs at new points of every hypothesis of a linear walk, and the weight of each."""
    run = machine.solution_[0]
    w, b, outputs = np.zeros(points.shape[1]), 0.0, []
    for i in run.mistakes:
        w, b = w + signs[i] * points[i], b + signs[i] * machine.offset_step_
        outputs.append(new @ w + b)
    return np.array(outputs), run.survivals[1:]


@pytest.mark.parametrize("fit_intercept", [True, False])
def test_votes_and_averages_of_the_walk(fit_intercept):
    points, signs = noisy(0, n=50)
    new = np.random.default_rng(1).normal(size=(30, 3))
    settings = {"kernel": "linear", "fit_intercept": fit_intercept, "max_passes": 3}
    voted = VotedPerceptron(**settings).fit(points, signs)
    outputs, weights = hypotheses(voted, points, signs, new)
    by_vote = weights @ np.where(outputs >= 0, 1.0, -1.0) / weights.sum()
    np.testing.assert_allclose(voted.decision_function(new), by_vote, atol=1e-12)
    averaged = AveragedPerceptron(**settings).fit(points, signs)
    np.testing.assert_allclose(averaged.decision_function(new), weights @ outputs / weights.sum(), atol=1e-9)
    assert averaged.mistakes_[0].tolist() == voted.mistakes_[0].tolist()


@pytest.mark.spec("C.A09")
def test_pocket_keeps_what_stood_longest():
    points, signs = noisy(3, n=50)
    machine = PocketPerceptron("linear", max_passes=5).fit(points, signs)
    outputs, weights = hypotheses(machine, points, signs, points)
    assert machine.pocketed_ == [int(np.argmax(weights)) + 1]
    np.testing.assert_allclose(machine.decision_function(points), outputs[np.argmax(weights)], atol=1e-9)
    np.testing.assert_allclose(machine.margins_[0].functional, signs * outputs[np.argmax(weights)], atol=1e-9)


@pytest.mark.spec("C.A09")
def test_pocket_is_the_perceptron_where_that_converges():
    points, signs = separable(4)
    pocket = PocketPerceptron("linear", max_passes=1000).fit(points, signs)
    plain = KernelPerceptron("linear").fit(points, signs)
    assert pocket.solution_[0].converged
    np.testing.assert_allclose(pocket.coef_, plain.coef_)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_all_of_them_are_steadier_than_the_last_hypothesis():
    errors = dict.fromkeys((KernelPerceptron, PocketPerceptron, AveragedPerceptron, VotedPerceptron), 0.0)
    for seed in range(10):
        points, signs = noisy(seed, n=100)
        new, truth = noisy(seed + 1000, n=1000)
        for machine in errors:
            errors[machine] += 1.0 - machine(Gaussian(3.0), max_passes=5).fit(points, signs).score(new, truth)
    last = errors.pop(KernelPerceptron)
    assert max(errors.values()) < last


def test_many_classes_vote():
    random = np.random.default_rng(0)
    centers = np.array([[0.0, 4.0], [4.0, -4.0], [-4.0, -4.0]])
    labels = np.arange(90) % 3
    points = centers[labels] + random.normal(size=(90, 2))
    machine = VotedPerceptron("linear").fit(points, labels)
    assert machine.decision_function(points).shape == (90, 3)
    assert np.abs(machine.decision_function(points)).max() <= 1.0
    assert machine.score(points, labels) > 0.95
