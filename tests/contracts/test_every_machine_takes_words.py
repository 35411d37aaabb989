"""Every machine that takes a kernel, or wraps one that does, learns from strings and answers about new ones."""

import inspect
import warnings
from typing import Any

import numpy as np
import pytest
from persistence.machine_samples import OF_LABEL_SETS, SETTINGS, machine_types
from sklearn.base import is_regressor

from drupe import SVC
from drupe.foundation.errors import InputTypeError
from drupe.kernels import DNA, Spectrum

KERNEL = Spectrum(2).normalized()
RNG = np.random.default_rng(0)
ENDINGS = ("CTA", "GAT")
STRINGS = ["".join(RNG.choice(list(DNA), RNG.integers(8, 20))) + ENDINGS[i % 2] for i in range(40)]
NEW = [*STRINGS[:3], "GATGATGATTACA", "NNGATNN"]
OF_VECTORS = {"ParzenDensity"}


def machines() -> list[Any]:
    found = []
    for kind in machine_types():
        wanted, said = inspect.signature(kind).parameters, dict(SETTINGS.get(kind.__name__, {}))
        if "random_state" in wanted:
            said["random_state"] = 0
        if "kernel" in wanted:
            found.append(kind(**(said | {"kernel": KERNEL})))
        elif "estimator" in wanted:
            found.append(kind(**(said | {"estimator": SVC(kernel=KERNEL)})))
    return found


def fitted(machine: Any) -> Any:
    numbers, classes = [float(string.count("A")) for string in STRINGS], [string[-1] for string in STRINGS]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a few examples leave much to be said
        if type(machine).__name__ in OF_LABEL_SETS:
            return machine.fit(STRINGS, [{label} for label in classes])
        return machine.fit(STRINGS, numbers if is_regressor(machine) else classes)


MACHINES = machines()


@pytest.mark.parametrize(
    "machine", [one for one in MACHINES if type(one).__name__ not in OF_VECTORS], ids=lambda one: type(one).__name__
)
def test_machine_learns_from_strings(machine: Any) -> None:
    fitted(machine)
    for question in ("predict", "decision_function", "transform"):
        if hasattr(machine, question):
            together = np.asarray(getattr(machine, question)(NEW))
            assert len(together) == len(NEW)
            if together.dtype.kind == "f":
                assert np.isfinite(together).all()


@pytest.mark.parametrize(
    "machine", [one for one in MACHINES if type(one).__name__ in OF_VECTORS], ids=lambda one: type(one).__name__
)
def test_machine_for_vectors_says_so(machine: Any) -> None:
    with pytest.raises(InputTypeError, match="needs vectors"):
        fitted(machine)


def test_none_is_left_out() -> None:
    assert len(MACHINES) >= 50
