"""What is certain of the mean error of a prediction: Hoeffding's inequality for errors that cannot exceed a limit."""

import numpy as np

from drupe.analysis.forecasts import Forecasts
from drupe.bounds.held_out.one_function import OneFunction
from drupe.certification.certificate import Certificate
from drupe.certification.check import Check
from drupe.foundation.arrays import Vector
from drupe.witness.assumptions import Assumption
from drupe.witness.mean_loss import FreshLoss

KEPT = frozenset({Assumption.FRESH, Assumption.BOUNDED_LOSS})
"""Premises that hold by construction: the examples were held out, and errors are counted up to a limit only."""


def mean_error_certificate(forecasts: Forecasts, training: Vector, delta: float) -> Certificate | None:
    """E min(|f − y|, b) is at most so much, with b the range of the training targets; None without fresh examples.

    >>> found = Forecasts(True, np.zeros(200), np.full(200, 0.5), 0.0)
    >>> certificate = mean_error_certificate(found, np.array([0.0, 4.0]), delta=0.05)
    >>> abs(certificate.value - (0.5 + 4.0 * (np.log(20.0) / 400.0) ** 0.5)) < 1e-9
    np.True_
    """
    largest = float(np.ptp(training))
    if not forecasts.fresh or not largest > 0.0:
        return None
    bound = OneFunction()
    loss = float(np.minimum(forecasts.off, largest).mean())
    order = sorted(bound.assumptions, key=lambda assumption: assumption.name)
    checks = tuple(Check(assumption, True if assumption in KEPT else None) for assumption in order)
    return Certificate.of(bound, FreshLoss(loss, largest, forecasts.n), delta, checks)
