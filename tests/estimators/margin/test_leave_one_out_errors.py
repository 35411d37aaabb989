"""Exact leave-one-out errors, against training without each example."""

import numpy as np
import pytest
from certification.certified_samples import noisy

from drupe import SVC
from drupe.certification.reading import read
from drupe.witness.leave_one_out import LeaveOneOut


@pytest.mark.spec("H.T01")
@pytest.mark.parametrize(("C", "fit_intercept"), [(0.3, True), (10.0, True), (1.0, False)])
def test_agrees_with_brute_force(C, fit_intercept) -> None:
    X, y = noisy(70, seed=4)
    options = {"C": C, "gamma": 0.5, "tol": 1e-6, "fit_intercept": fit_intercept}
    model = SVC(**options).fit(X, y)
    wrong = 0
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        wrong += SVC(**options).fit(X[rest], y[rest]).predict(X[[i]])[0] != y[i]
    assert read(model, X, y).witnesses[LeaveOneOut]() == LeaveOneOut(int(wrong), len(y))
