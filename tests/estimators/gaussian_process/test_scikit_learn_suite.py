"""scikit-learn's own tests of its Gaussian process regression, with our machine in the place of theirs."""

import pytest

from drupe import GaussianProcessRegressor

suite = pytest.importorskip("sklearn.gaussian_process.tests.test_gpr")

LEFT_OUT = {
    "test_lml_gradient": "differences of 1e-9 in single digits of the evidence, which scikit-learn expects to fail",
}
"""Tests that say nothing about us, and why."""

pytestmark = [
    pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning"),
    # The logarithm of a bound of minus infinity, in scikit-learn's own kernel.
    pytest.mark.filterwarnings("ignore:invalid value encountered in log:RuntimeWarning"),
]

globals().update(
    {name: test for name, test in vars(suite).items() if name.startswith("test_") and name not in LEFT_OUT}
)


@pytest.fixture(autouse=True)
def ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "GaussianProcessRegressor", GaussianProcessRegressor)


def test_the_suite_is_theirs_and_the_machine_ours():
    tests = [name for name in globals() if name.startswith("test_")]
    assert len(tests) > 25
    assert suite.GaussianProcessRegressor is GaussianProcessRegressor
    assert LEFT_OUT.keys() <= vars(suite).keys()
