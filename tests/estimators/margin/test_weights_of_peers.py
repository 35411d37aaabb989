"""Weights that scikit-learn takes and their answers: negative ones, and a scale that does not look at them."""

import numpy as np
import pytest
import sklearn.svm
from peers import classes, fitted, numbers

from drupe import SVC, SVR, NuSVC, NuSVR, OneClassSVM
from drupe.foundation.errors import InputError

MACHINES = [
    (SVC, sklearn.svm.SVC, {}),
    (NuSVC, sklearn.svm.NuSVC, {"nu": 0.2}),
    (SVR, sklearn.svm.SVR, {}),
    (NuSVR, sklearn.svm.NuSVR, {}),
    (OneClassSVM, sklearn.svm.OneClassSVM, {"nu": 0.3}),
]


def outputs(machine, x):
    return machine.decision_function(x) if hasattr(machine, "decision_function") else machine.predict(x)


def data(ours):
    return numbers() if ours in (SVR, NuSVR) else classes("cancer")


@pytest.mark.parametrize(("ours", "theirs", "settings"), MACHINES, ids=lambda value: getattr(value, "__name__", None))
@pytest.mark.parametrize("lowest", [0.1, -1.0])
def test_weighted_fits_are_scikit_learns(ours, theirs, settings, lowest):
    x, y = data(ours)
    weights = np.random.default_rng(1).uniform(lowest, 3.0, len(y))
    mine = ours(gamma="unweighted_scale", tol=1e-7, **settings).fit(x, y, sample_weight=weights)
    other = fitted(theirs(gamma="scale", **settings), x, y, sample_weight=weights)
    # Positions are not compared: scikit-learn counts them among the examples that are left.
    np.testing.assert_allclose(mine.support_vectors_, other.support_vectors_)
    np.testing.assert_allclose(outputs(mine, x), outputs(other, x), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("ours", [SVC, SVR, OneClassSVM])
def test_an_example_of_negative_weight_is_left_out(ours):
    x, y = data(ours)
    weights = np.random.default_rng(2).uniform(-1.0, 2.0, len(y))
    kept = weights > 0
    weighted = ours().fit(x, y, sample_weight=weights)
    without = ours().fit(x[kept], y[kept], sample_weight=weights[kept])
    np.testing.assert_allclose(outputs(weighted, x), outputs(without, x), rtol=1e-10)


def test_weights_that_leave_nothing_are_refused():
    x, y = classes("cancer")
    with pytest.raises(InputError, match="zero or negative for all samples"):
        SVC().fit(x, y, sample_weight=np.full(len(y), -1.0))
    with pytest.raises(InputError, match="finite"):
        SVC().fit(x, y, sample_weight=np.full(len(y), -np.inf))
    with pytest.raises(InputError, match="greater than one; got 1 class"):
        SVC().fit(x, y, sample_weight=np.where(y == 0, 1.0, -1.0))
