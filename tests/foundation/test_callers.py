"""Warnings point at the caller's line."""

import warnings
from collections.abc import Callable

import numpy as np
import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from drupe import SVC, KernelPerceptron, Perceptron
from drupe.foundation.callers import stacklevel_outside

X = np.array([[0.0, 0.0], [1.0, 1e6], [0.5, 2e6], [0.2, 3e6]])
Y = [0, 1, 0, 1]


def _file_of(fit: Callable[[], object]) -> str:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fit()
    return caught[0].filename


@pytest.mark.parametrize("machine", [SVC(), KernelPerceptron(), Perceptron(max_passes=1)])
def test_a_warning_of_a_fit_names_the_file_that_called_fit(machine: SVC) -> None:
    assert _file_of(lambda: machine.fit(X, Y)) == __file__


def test_within_a_pipeline_it_names_the_file_that_called_the_pipeline() -> None:
    assert _file_of(lambda: make_pipeline(FunctionTransformer(), SVC()).fit(X, Y)) == __file__


def test_the_caller_is_the_first_frame_outside() -> None:
    assert stacklevel_outside() == 1
