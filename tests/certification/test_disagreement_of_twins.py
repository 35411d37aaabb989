"""A rule certified through its twin keeps the promise, with fickle learners, few distinct inputs and candidates."""

from dataclasses import replace

import numpy as np
import pytest
from certification.fickle_learners import Adversary, few_inputs, risk
from scipy.stats import binom

from drupe.bounds.held_out.disagreement import HoldOutAndDisagreement
from drupe.certification.fresh import disagreement_witness
from drupe.witness.disagreement import Disagreement

KINDS = ("parity", "memory", "flip")


@pytest.mark.parametrize("distinct", [1, 2, 9])
@pytest.mark.parametrize("unlabeled", [9, 1100])
def test_the_most_flattered_of_three_learners(distinct, unlabeled) -> None:
    rates, delta, draws, broken = np.linspace(0.9, 0.3, distinct), 0.5, 200, 0
    rng, bound = np.random.default_rng(distinct), HoldOutAndDisagreement()
    for _ in range(draws):
        X, y = few_inputs(rng, rates, 60)
        models = [Adversary(kind).fit(X, y) for kind in KINDS]
        further = few_inputs(rng, rates, unlabeled)[0]
        seen = [disagreement_witness(model, X, y, further)[Disagreement]() for model in models]
        best = int(np.argmin([witness.held_out.errors for witness in seen]))
        broken += risk(models[best], rates) > bound.risk(replace(seen[best], candidates=len(KINDS)), delta)
    assert broken <= binom.isf(1e-6, draws, delta)
