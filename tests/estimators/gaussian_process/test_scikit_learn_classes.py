"""scikit-learn's own tests of its Gaussian process classification, with our machine in the place of theirs."""

import pytest

from drupe import GaussianProcessClassifier

suite = pytest.importorskip("sklearn.gaussian_process.tests.test_gpc")

LEFT_OUT: dict[str, str] = {}
"""Tests that say nothing about us, and why."""

# Bounds that scikit-learn's tests run into are what one of them is about.
pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")

globals().update(
    {name: test for name, test in vars(suite).items() if name.startswith("test_") and name not in LEFT_OUT}
)


@pytest.fixture
def global_random_seed() -> int:
    return 42


@pytest.fixture(autouse=True)
def ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "GaussianProcessClassifier", GaussianProcessClassifier)


def test_the_suite_is_theirs_and_the_machine_ours():
    assert sum(name.startswith("test_") for name in globals()) > 15
    assert suite.GaussianProcessClassifier is GaussianProcessClassifier
    assert LEFT_OUT.keys() <= vars(suite).keys()
