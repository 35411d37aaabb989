"""The path over C against fits one by one."""

import numpy as np
import pytest
import scipy.sparse as sp
from estimators.linear import test_linear_svc, test_linear_svr

from drupe import SVC, LinearSVC, LinearSVR, LogisticRegression, linear_path
from drupe.foundation.errors import ParameterError

CS = [0.01, 0.1, 1.0, 10.0]


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize(
    "machine",
    [
        LinearSVC(),
        LinearSVC(loss="hinge"),
        LinearSVC("l1"),
        LinearSVC(class_weight="balanced"),
        LogisticRegression(),
        LogisticRegression(solver="liblinear"),
    ],
    ids=str,
)
def test_every_machine_is_that_of_its_own_fit(machine, sparse, classes) -> None:
    X, y = test_linear_svc.sample(classes=classes)
    X = sp.csr_matrix(np.where(np.abs(X) > 0.4, X, 0.0)) if sparse else X
    weights = np.random.default_rng(0).uniform(0.0, 2.0, len(y))
    weights[5] = 0.0
    path = linear_path(machine, X, y, CS[::-1], sample_weight=weights)
    assert [one.C for one in path] == CS
    for one in path:
        alone = type(one)(**one.get_params()).fit(X, y, weights)
        assert one.coef_ == pytest.approx(alone.coef_, abs=2e-4)
        assert one.intercept_ == pytest.approx(alone.intercept_, abs=2e-4)
        assert one.gap_ <= 1e-4
        assert vars(one).keys() == vars(alone).keys()
        assert np.array_equal(one.classes_, alone.classes_)
    assert not hasattr(machine, "coef_")


@pytest.mark.parametrize("loss", ["epsilon_insensitive", "squared_epsilon_insensitive"])
def test_regressors_have_paths_too(loss) -> None:
    X, y = test_linear_svr.sample()
    for one in linear_path(LinearSVR(loss=loss), X, y, CS):
        assert one.predict(X) == pytest.approx(LinearSVR(loss=loss, C=one.C).fit(X, y).predict(X), abs=2e-3)


def test_a_number_of_values_is_enough() -> None:
    X, y = test_linear_svc.sample()
    path = linear_path(LogisticRegression(), X, y, 3)
    assert [one.C for one in path] == pytest.approx([1e-2, 10.0**0.5, 1e3])


def test_other_machines_are_refused() -> None:
    with pytest.raises(ParameterError, match="LinearSVR"):
        linear_path(SVC(), [[0.0], [1.0]], [0, 1])
