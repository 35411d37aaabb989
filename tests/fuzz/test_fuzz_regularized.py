"""A few hundred tries of ridge regression and its relatives, and that a wrong answer would be seen."""

import numpy as np
import pytest
from fuzz_regularized import check_process, check_ridge, trial

from drupe import GaussianProcessRegressor, KernelRidge


@pytest.mark.parametrize("first", range(0, 400, 100))
def test_regularized_machines_refuse_or_are_right(first):
    outcomes = {trial(seed).split()[-1] for seed in range(first, first + 100)}
    assert outcomes == {"refused", "fitted"}


@pytest.mark.parametrize("seed", [313, 375, 790, 823, 941, 1095, 1378, 9842, 14883, 24131, 68818, 74169, 76664])
def test_what_once_ended_badly(seed):
    assert trial(seed)


def test_wrong_answers_would_be_seen():
    X = np.random.default_rng(0).normal(size=(30, 2))
    ridge = KernelRidge(0.1, kernel="rbf").fit(X, X[:, 0])
    check_ridge(ridge, X, X[:, 0], None)
    with pytest.raises(AssertionError, match="the equations are not solved"):
        check_ridge(ridge, X, X[:, 0] + 1e-3, None)
    process = GaussianProcessRegressor(optimizer=None).fit(X, X[:, 0])
    check_process(process, X, X[:, 0], None)
    process.log_evidence_ = np.nan
    with pytest.raises(AssertionError, match="the evidence is not finite"):
        check_process(process, X, X[:, 0], None)
