"""Weights of samples and classes, ranges of parameters, and looking ahead: each against its promise."""

from typing import Any

import numpy as np
import pytest
from sklearn.base import BaseEstimator
from sklearn.utils.class_weight import compute_class_weight

from drupe.estimators.class_weights import class_factors
from drupe.estimators.declaration import declared, parameter
from drupe.estimators.ranges import NOTHING, TRUTH, Callable_, Either, Instance, OneOf, check_parameters
from drupe.estimators.sample_weights import checked_weights
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.foundation.parameters import Interval


@pytest.mark.parametrize(
    ("allowed", "good", "bad"),
    [
        (OneOf("a", "b"), ["a", "b"], ["c", None, 1]),
        (TRUTH, [True, np.False_], [0, 1, "yes", None]),
        (NOTHING, [None], [0, False]),
        (Either(NOTHING, Interval(1, whole=True)), [None, 1, np.int64(3)], [0, 1.5, True, "1", np.inf, 10**400]),
        (Interval(whole=True), [-3, 1e300], [np.inf, -np.inf, np.nan]),
        (Callable_(), [len], [3, int]),
        (Instance(dict), [{}], [[]]),
    ],
)  # fmt: skip
def test_ranges(allowed, good, bad):
    @declared
    class Toy(BaseEstimator):
        """An estimator with one parameter."""

        knob: Any = parameter(allowed, kw_only=False)

    for value in good:
        check_parameters(Toy(value))
    for value in bad:
        with pytest.raises(ParameterError, match=r"The 'knob' parameter of Toy must be in .* Got .* instead\."):
            check_parameters(Toy(value))


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0], "one number for each of the 2 examples"),
        ([[1.0], [2.0]], "one number for each"),
        ([1.0, np.nan], "finite and >= 0"),
        ([np.inf, 1.0], "finite and >= 0"),
        ([-0.5, 1.0], "got -0.5"),
        ([0, 0], "zero for all samples"),
    ],
)  # fmt: skip
def test_sample_weights_refused(weights, message):
    with pytest.raises(InputError, match=message):
        checked_weights(weights, 2)


def test_sample_weights_must_be_numbers():
    with pytest.raises(InputTypeError, match="must hold numbers"):
        checked_weights(["a", "b"], 2)
    assert checked_weights(2.0, 3).tolist() == [2.0, 2.0, 2.0]


@pytest.mark.parametrize("spec", [None, "balanced", {0: 2.0}, {0: 1.0, 1: 2.0, 2: 3.0, 9: 4.0}])
def test_class_weights_are_scikit_learns(spec):
    y = np.array([0, 0, 0, 1, 1, 2])
    classes, counts = np.arange(3), np.bincount(y).astype(float)
    np.testing.assert_allclose(class_factors(spec, classes, counts), compute_class_weight(spec, classes=classes, y=y))
