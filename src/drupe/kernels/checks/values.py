"""Checks that a kernel is a value: copies are equal, parameters go out and in, slopes fit the parameters."""

import copy
import dataclasses
import pickle
from typing import Any

import numpy as np

from drupe.inputs.base import Inputs
from drupe.kernels.checks.case import Case, Comparison, agreement
from drupe.kernels.checks.report import Finding, Outcome
from drupe.kernels.parameters import numeric_gradient

SLOPE = 1e-4
"""By how much a slope may differ from that by differences, which are good to about half the digits."""


def check_copies(case: Case) -> Finding:
    """A copy is equal and hashes alike; a pickled kernel comes back as the same kernel."""
    kernel = case.kernel
    twin = copy.copy(kernel)
    if twin != kernel or hash(twin) != hash(kernel):
        return Finding("copies", Outcome.FAILED, "a copy is not equal; make the kernel a frozen dataclass of values")
    try:
        written = pickle.dumps(kernel)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        return Finding("copies", Outcome.NOTED, f"equal, but cannot be pickled: {error}", error)
    restored = pickle.loads(written)
    # Examples are the same by origin and not by value: a kernel that holds some differs from its pickled self.
    if restored != kernel and not _holds_examples(kernel):
        return Finding("copies", Outcome.FAILED, "a pickled kernel comes back as another value")
    matrix = restored.matrix(case.inputs, case.inputs)
    return agreement("copies", case.tolerance, Comparison("the pickled kernel's matrix", matrix, case.gram))


def _holds_examples(value: Any) -> bool:
    if isinstance(value, Inputs):
        return True
    if isinstance(value, tuple):
        return any(_holds_examples(entry) for entry in value)
    fields = dataclasses.fields(value) if dataclasses.is_dataclass(value) else ()
    return any(_holds_examples(getattr(value, field.name)) for field in fields)


def check_parameters(case: Case) -> Finding:
    """Replacing all parameters by themselves changes nothing."""
    parameters = case.kernel.parameters()
    replaced = case.kernel.replace(parameters)
    if replaced != case.kernel or replaced.parameters() != parameters:
        return Finding("parameters", Outcome.FAILED, f"replace(parameters()) gives {replaced!r}")
    return Finding("parameters", Outcome.PASSED, ", ".join(parameters) or "none")


def check_gradient(case: Case) -> Finding:
    """∂K/∂parameter is what differences of the matrix say, for each parameter and no other."""
    double = case.in_double
    parameters, slopes = double.kernel.parameters(), double.kernel.gradient(double.inputs)
    if set(slopes) != set(parameters):
        wrong = ", ".join(sorted(set(slopes) ^ set(parameters)))
        return Finding("gradient", Outcome.FAILED, f"gradient and parameters do not name the same: {wrong}")
    size = float(np.abs(double.gram).max())
    comparisons = []
    for name, value in parameters.items():
        expected = numeric_gradient(double.kernel, double.inputs, name)
        scale = max(float(np.abs(expected).max()), size / max(abs(value), 1.0))
        comparisons.append(Comparison(f"the slope in {name}", slopes[name], expected, scale))
    return agreement("gradient", SLOPE, *comparisons)
