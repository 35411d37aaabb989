"""Outputs of folds and prefixes in closed form against machines that scikit-learn fits again."""

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import KFold, LeaveOneOut, ShuffleSplit, cross_val_predict

from drupe import (
    SVC,
    GaussianProcessRegressor,
    KernelFisher,
    KernelRidge,
    closed_form_folds,
    closed_form_progress,
    empirical_stability,
)
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.kernels import Gaussian
from drupe.losses import Absolute, Hinge

RNG = np.random.default_rng(0)
X = RNG.normal(size=(40, 2))
TWO = np.where(X[:, 0] + 0.3 * RNG.normal(size=40) > 0, "yes", "no")
THREE = np.digitize(X[:, 1], [-0.4, 0.4])
REAL = np.sin(X[:, 0]) + 0.1 * RNG.normal(size=40)
MANY = np.column_stack([REAL, X[:, 1] ** 2])
KERNEL = Gaussian(1.2)

REGRESSORS = {
    "ridge": KernelRidge(0.2, kernel=KERNEL),
    "ridge with an offset": KernelRidge(0.2, kernel=KERNEL, fit_intercept=True),
    "linear ridge": KernelRidge(0.2, fit_intercept=True),
    "process": GaussianProcessRegressor(KERNEL, noise=0.1, optimizer=None),
    "normalized process": GaussianProcessRegressor(KERNEL, noise=0.1, optimizer=None, normalize_y=True),
}


@pytest.mark.spec("M.B19")
@pytest.mark.parametrize("y", [TWO, THREE], ids=["two", "three"])
@pytest.mark.parametrize("cv", [5, KFold(4, shuffle=True, random_state=0), LeaveOneOut()], ids=repr)
def test_folds_of_discriminants_are_those_of_refits(y: np.ndarray, cv: object) -> None:
    machine = KernelFisher(KERNEL, alpha=0.3, threshold="least squares")
    again = cross_val_predict(machine, X, y, cv=cv, method="decision_function")
    np.testing.assert_allclose(closed_form_folds(machine, X, y, cv), again, atol=1e-9)


@pytest.mark.parametrize("name", REGRESSORS)
@pytest.mark.parametrize("y", [REAL, MANY], ids=["one", "two"])
@pytest.mark.parametrize("cv", [5, KFold(4, shuffle=True, random_state=0)], ids=repr)
def test_folds_of_regressors_are_those_of_refits(name: str, y: np.ndarray, cv: object) -> None:
    machine = REGRESSORS[name]
    again = cross_val_predict(machine, X, y, cv=cv)
    np.testing.assert_allclose(closed_form_folds(machine, X, y, cv), again, atol=1e-9)


@pytest.mark.parametrize("name", REGRESSORS)
def test_progress_of_regressors_is_that_of_refits(name: str) -> None:
    machine, found = REGRESSORS[name], closed_form_progress(REGRESSORS[name], X, REAL)
    for t in range(2, len(X)):
        again = clone(machine).fit(X[:t], REAL[:t]).predict(X[t : t + 1])
        np.testing.assert_allclose(found[t], again[0], atol=1e-9)


def test_progress_of_discriminants_is_that_of_refits_and_of_the_fit() -> None:
    machine = KernelFisher(KERNEL, alpha=0.3, threshold="least squares")
    found = closed_form_progress(machine, X, TWO)
    for t in range(2, len(X)):
        if len(np.unique(TWO[:t])) == 2:
            again = clone(machine).fit(X[:t], TWO[:t]).decision_function(X[t : t + 1])
            np.testing.assert_allclose(found[t], again[0], atol=1e-9)
    np.testing.assert_allclose(machine.fit(X, TWO).progressive_outputs_, found, atol=1e-9)


def test_ridge_tells_of_the_examples_before_each() -> None:
    machine = KernelRidge(0.2, kernel=KERNEL, fit_intercept=True, leave_one_out=True).fit(X, MANY)
    np.testing.assert_allclose(machine.progressive_outputs_, closed_form_progress(machine, X, MANY), atol=1e-9)
    machine.set_params(leave_one_out=False).fit(X, MANY)
    assert not hasattr(machine, "progressive_outputs_")


@pytest.mark.spec("M.B19")
def test_leave_one_out_with_the_dictionary_kept_is_another_thing_where_coefficients_pay() -> None:
    machine = KernelFisher(KERNEL, alpha=0.3, threshold="least squares", penalty="coefficients")
    kept = closed_form_folds(machine, X, TWO, LeaveOneOut())
    np.testing.assert_allclose(machine.fit(X, TWO).leave_one_out_outputs_, kept, atol=1e-9)
    again = cross_val_predict(machine, X, TWO, cv=LeaveOneOut(), method="decision_function")
    assert np.abs(kept - again).max() > 1e-4
    with pytest.raises(ParameterError, match="other centers"):
        closed_form_progress(machine, X, TWO)


@pytest.mark.spec("M.B02")
@pytest.mark.parametrize("loss", [Hinge(), Absolute()], ids=repr)
def test_stability_is_the_largest_change_of_a_loss_over_all_refits(loss: Hinge | Absolute) -> None:
    machine = KernelFisher(KERNEL, alpha=0.3, threshold="least squares")
    signs = np.where(TWO == "yes", 1.0, -1.0)
    whole = loss.value(clone(machine).fit(X, TWO).decision_function(X), signs)
    changes = []
    for i in range(len(X)):
        others = np.delete(np.arange(len(X)), i)
        left_out = clone(machine).fit(X[others], TWO[others]).decision_function(X)
        changes.append(np.abs(loss.value(left_out, signs) - whole).max())
    assert empirical_stability(machine, X, TWO, loss) == pytest.approx(max(changes), abs=1e-8)


@pytest.mark.parametrize(
    ("machine", "reason"),
    [
        (KernelFisher("rbf"), "takes the kernel from the data"),
        (KernelFisher(KERNEL, centers=4), "centers are chosen anew"),
        (GaussianProcessRegressor(), "optimizer=None"),
        (GaussianProcessRegressor(KERNEL, optimizer=None), "optimizer=None"),
    ],
)
def test_what_every_fold_would_choose_anew_is_refused(machine: object, reason: str) -> None:
    with pytest.raises(ParameterError, match=reason):
        closed_form_folds(machine, X, TWO if isinstance(machine, KernelFisher) else REAL)


def test_other_machines_and_folds_are_refused() -> None:
    with pytest.raises(InputTypeError, match="closed forms are known of"):
        closed_form_folds(SVC(), X, TWO)
    with pytest.raises(InputError, match="hold out every example once"):
        closed_form_folds(KernelRidge(), X, REAL, ShuffleSplit(2, test_size=0.5, random_state=0))
    with pytest.raises(InputError, match="does not learn from all examples"):
        closed_form_folds(KernelRidge(), X, REAL, [(np.arange(10), np.arange(10, 20))])
    with pytest.raises(InputError, match="weight zero"):
        closed_form_folds(KernelRidge(), X, REAL, sample_weight=np.arange(40.0))
