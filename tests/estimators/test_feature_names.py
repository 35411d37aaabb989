"""Names of columns that differ between fit and predict: warned of and refused in scikit-learn's words."""

import inspect
import warnings

import numpy as np
import pandas as pd
import pytest
import sklearn.gaussian_process
import sklearn.kernel_ridge
import sklearn.svm

import drupe
from drupe import SVC, DecisionRegionDisplay, ManyLabels, Report
from drupe.inputs import Vectors

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")

RNG = np.random.default_rng(0)
X = RNG.normal(size=(24, 2))
Y = (X[:, 0] > 0).astype(int)
FRAME = pd.DataFrame(X, columns=["a", "b"])

PEERS = {
    "SVC": sklearn.svm.SVC,
    "NuSVC": sklearn.svm.NuSVC,
    "SVR": sklearn.svm.SVR,
    "NuSVR": sklearn.svm.NuSVR,
    "OneClassSVM": sklearn.svm.OneClassSVM,
    "KernelRidge": sklearn.kernel_ridge.KernelRidge,
    "GaussianProcessRegressor": sklearn.gaussian_process.GaussianProcessRegressor,
}

CALLS = {
    "names, then none": (FRAME, X),
    "none, then names": (X, FRAME),
    "the same": (FRAME, FRAME),
    "none": (X, X),
    "numbers as names, then text": (pd.DataFrame(X), FRAME),
    "another order": (FRAME, FRAME[["b", "a"]]),
    "other names": (FRAME, FRAME.rename(columns={"a": "c"})),
    "too few": (FRAME, FRAME[["a"]]),
    "too many": (FRAME, FRAME.assign(c=1.0)),
}


def outcome(machine, fitted, new):
    """The warnings of a prediction as texts and kinds, and the text of its error."""
    machine.fit(fitted, [{label} for label in Y] if isinstance(machine, ManyLabels) else Y)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            machine.predict(new)
            error = None
        except ValueError as found:
            error = str(found)
    return [(one.category, str(one.message)) for one in said], error


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", PEERS)
def test_the_same_calls_get_the_same_words_as_from_scikit_learn(name, call):
    fitted, new = CALLS[call]
    ours, theirs = outcome(getattr(drupe, name)(), fitted, new), outcome(PEERS[name](), fitted, new)
    assert ours == theirs


def machines():
    """All machines with a flat name that predict, those around others over an SVC."""
    for name in drupe.__all__:
        kind = getattr(drupe, name)
        if inspect.isclass(kind) and hasattr(kind, "fit") and hasattr(kind, "predict"):
            around = [one for one in inspect.signature(kind).parameters.values() if one.default is one.empty]
            yield kind(SVC()) if around else kind()


def test_no_machine_is_silent_about_names():
    """Machines around others may leave the word to the inner one."""
    found = {}
    for machine in machines():
        named, error = outcome(machine, FRAME, X)
        strange, _ = outcome(machine, X, FRAME)
        _, refused = outcome(machine, FRAME, FRAME[["b", "a"]])
        found[type(machine).__name__] = (
            any("X does not have valid feature names, but" in text for _, text in named),
            any("X has feature names, but" in text for _, text in strange),
            error is None and "must be in the same order" in refused,
        )
    assert len(found) > 40
    assert {name: heard for name, heard in found.items() if not all(heard)} == {}


def test_pictures_and_reports_of_named_examples_warn_of_nothing():
    """Warnings are errors here, and these make arrays of the examples on their way."""
    for named in (FRAME, Vectors.of(FRAME)):
        machine = SVC().fit(named, Y)
        Report.of(machine, named, Y)
        DecisionRegionDisplay.from_estimator(machine, named, Y)


def test_the_warning_names_the_line_of_the_caller():
    with pytest.warns(UserWarning, match="valid feature names") as said:
        SVC().fit(FRAME, Y).predict(X)
    assert said[0].filename == __file__
