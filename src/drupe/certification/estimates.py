"""Estimates of the risk that hold on average over samples: useful to choose by, never a certificate."""

import pkgutil
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from sklearn.utils.validation import check_is_fitted

import drupe.bounds
from drupe.bounds.expectation import Expectation
from drupe.certification.candidates import chosen_model
from drupe.certification.evidence import Evidence
from drupe.certification.names import bound_name
from drupe.certification.readers.registry import read


@dataclass(frozen=True)
class Estimate:
    """A value that is, on average over samples, at least the risk of rules learned from one example less.

    Parameters
    ----------
    expectation
        The theorem.
    value
        What it gives on this sample.
    """

    expectation: Expectation[Any]
    value: float

    @property
    def name(self) -> str:
        """What the theorem is called."""
        return bound_name(type(self.expectation))


def estimate(model: Any, X: Any, y: Any) -> list[Estimate]:
    """All estimates from leaving out that a fitted machine allows, smallest first; exact ones train again.

    Parameters
    ----------
    model
        A fitted machine of drupe.
    X, y
        The examples that it was fitted on.

    Examples
    --------
    >>> from drupe import SVC
    >>> X, y = [[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1]
    >>> [(one.name, one.value) for one in estimate(SVC(kernel="linear", C=10.0).fit(X, y), X, y)][0]
    ('leave_one_out_error', 0.0)

    References
    ----------
    [Herbrich02]_, section 2.4.3; [Cristianini00]_, theorem 6.8.
    """
    check_is_fitted(model)
    evidence: Evidence = read(chosen_model(model), X, y)
    found = [
        Estimate(theorem, theorem.value(evidence.witnesses[theorem.witness]()))
        for theorem in known_expectations()
        if evidence.has(theorem.witness)
    ]
    return sorted(found, key=lambda one: one.value)


def known_expectations() -> list[Expectation[Any]]:
    """Every theorem on averages in `drupe.bounds`."""
    found: set[type[Expectation[Any]]] = set()
    for module in pkgutil.walk_packages(drupe.bounds.__path__, "drupe.bounds."):
        for thing in vars(import_module(module.name)).values():
            if isinstance(thing, type) and issubclass(thing, Expectation) and hasattr(thing, "witness"):
                found.add(thing)
    return [kind() for kind in sorted(found, key=lambda kind: kind.__name__)]
