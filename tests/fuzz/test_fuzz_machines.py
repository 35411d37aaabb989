"""A few hundred of the tries that `make fuzz` makes by the hundred thousand, and that a bad end would be seen."""

import numpy as np
import pytest
from fuzz_machines import SINGLE_ERROR, check, check_solution, trial

from drupe import SVC

FOUND_ONCE = [69, 93, 402, 462, 479, 496, 812, 2168, 2436, 2481, 3143, 3820, 4811, 5276, 5373, 6177, 6432, 6586, 6986]
"""Tries that ended badly before."""


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_machines_refuse_or_are_right(first):
    outcomes = {trial(seed).split()[-1] for seed in range(first, first + 100)}
    assert outcomes <= {"refused", "fitted", "short"}
    assert {"refused", "fitted"} <= outcomes


@pytest.mark.parametrize(
    "seed",
    [
        *FOUND_ONCE,
        7151,
        7411,
        7436,
        7474,
        8247,
        8322,
        9556,
        18802,
        21104,
        50324,
        71107,
        29064,
        39498,
        85766,
        93217,
        94498,
    ],
)
def test_what_once_ended_badly(seed):
    assert trial(seed)


def test_wrong_answers_would_be_seen():
    X = np.random.default_rng(0).normal(size=(30, 2))
    machine = SVC().fit(X, X[:, 0] > 0)
    check(machine, X, "SVC")
    (pair,) = machine.solution_
    moved = pair.solution.with_facts(alpha=pair.solution.alpha * 0.5)
    assert SINGLE_ERROR < 1e-2
    with pytest.raises(AssertionError, match="violation"):
        check_solution(moved, 1e-3)
    with pytest.raises(AssertionError, match="beyond its box"):
        check_solution(pair.solution.with_facts(alpha=pair.solution.alpha + 2.0), 1e-3)
    machine.intercept_ = np.array([np.nan])
    with pytest.raises(AssertionError, match="offset"):
        check(machine, X, "SVC")
