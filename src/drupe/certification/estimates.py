"""Estimates of the risk that hold on average over samples: useful to choose by, never a certificate."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from drupe.bounds.expectation import Expectation
from drupe.certification.candidates import chosen_model
from drupe.certification.catalogue import theorems
from drupe.certification.names import bound_name
from drupe.certification.reading import read
from drupe.estimators.bayes_point.ep_bayes_point_machine import EPBayesPointMachine
from drupe.witness.evidence import Evidence


@dataclass(frozen=True)
class Estimate:
    """A value that is, on average over samples, at least the risk of rules learned from one example less.

    Parameters
    ----------
    expectation
        The theorem; None for a value that rests on none.
    value
        What it gives on this sample.
    title
        The name of a value without theorem.
    """

    expectation: Expectation[Any] | None
    value: float
    title: str = ""

    @property
    def name(self) -> str:
        """What the theorem is called."""
        return self.title if self.expectation is None else bound_name(type(self.expectation))


def estimate(model: Any, X: Any, y: Any) -> list[Estimate]:
    """All estimates from leaving out, and from evidence, that a machine allows, smallest first; exact ones train again.

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
    found = believed(chosen_model(model), evidence.n) + [
        Estimate(theorem, theorem.value(evidence.witnesses[theorem.witness]()))
        for theorem in known_expectations()
        if evidence.has(theorem.witness)
    ]
    return sorted(found, key=lambda one: one.value)


def believed(model: Any, n: int) -> list[Estimate]:
    """(1 − Z^(1/n)) / (1 − θ/(1 − θ)), Z the mean of (θ/(1 − θ))^errors over the prior, as the machine believes it.

    It would bound the mean risk of the posterior at confidence zero if Z were exact. Expectation propagation does not
    say how wrong its Z is, so that this is an estimate; `certify` measures the volume itself.
    """
    if not isinstance(model, EPBayesPointMachine) or len(model.classes_) > 2:
        return []
    noise = float(model.noise_[0])
    nats = -model.log_evidence_ / n + np.log1p(-noise)
    return [Estimate(None, float(-np.expm1(-max(0.0, nats)) * (1.0 - noise) / (1.0 - 2.0 * noise)), "evidence")]


def known_expectations() -> list[Expectation[Any]]:
    """Every theorem on averages in `drupe.bounds`."""
    return [kind() for kind in sorted(theorems(Expectation), key=lambda kind: kind.__name__)]
