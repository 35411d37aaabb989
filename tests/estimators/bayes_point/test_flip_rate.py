"""The rate of wrong labels, estimated where it is known."""

import numpy as np
import pytest

from drupe import BayesPointMachine, EPBayesPointMachine
from drupe.estimators.bayes_point.flip_rate import flip_rate
from drupe.grams import DenseGram


def flipped(rate, seed, n=300, d=4):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(n, d))
    signs = np.sign(x @ rng.normal(size=d))
    return x, signs * np.where(rng.random(n) < rate, -1.0, 1.0)


@pytest.mark.parametrize("rate", [0.05, 0.15, 0.3])
def test_rate_is_found(rate):
    x, signs = flipped(rate, seed=3)
    wrong = np.mean(signs != flipped(0.0, seed=3)[1])
    assert flip_rate(DenseGram(x @ x.T), signs, np.random.default_rng(0)) == pytest.approx(wrong, abs=0.02)


def test_clean_labels_have_next_to_no_noise():
    x, signs = flipped(0.0, 0)
    assert flip_rate(DenseGram(x @ x.T), signs, np.random.default_rng(0)) < 0.01


def test_many_examples_are_looked_at_in_part():
    x, signs = flipped(0.1, 1, n=2000)
    assert flip_rate(DenseGram(x @ x.T), signs, np.random.default_rng(0)) == pytest.approx(0.1, abs=0.04)


@pytest.mark.parametrize("machine", [BayesPointMachine("linear", random_state=0), EPBayesPointMachine("linear")])
def test_machines_estimate_it(machine):
    x, signs = flipped(0.1, 2)
    fitted = machine.set_params(noise="auto").fit(x, signs)
    assert fitted.noise_[0] == pytest.approx(0.1, abs=0.04)
    clean = flipped(0.0, 2)[1]
    assert fitted.score(x, clean) > 0.97
