"""A posterior expectation by Monte Carlo, with the error that autocorrelation leaves it."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.parameters import Interval, check
from drupe.solvers.samplers.diagnostics.draws import chains


@dataclass(frozen=True)
class Expectation:
    """A mean over draws.

    Parameters
    ----------
    mean
        Σₛ f(wₛ) / N.
    standard_error
        Its standard deviation from the means of batches, each long enough to be nearly independent of the next.
    """

    mean: float
    standard_error: float


def expectation(values: Any, batches: int | None = None) -> Expectation:
    """E[f(w)] ≈ Σₛ f(wₛ) / N, its error from batch means.

    Parameters
    ----------
    values
        f of each draw, chains as rows.
    batches
        Batches of each chain; √N unless given.

    Examples
    --------
    >>> expectation([1.0, 3.0, 1.0, 3.0], batches=2)
    Expectation(mean=2.0, standard_error=0.0)

    References
    ----------
    [Graepel02]_, section 8.1.1; [Geyer92]_, section 3.2.
    """
    table = chains(values)
    draws = table.shape[1]
    count = math.isqrt(draws) if batches is None else batches
    check("expectation", "batches", count, Interval(2, draws, closed_high=True, whole=True))
    length = draws // int(count)
    means = table[:, draws - length * int(count) :].reshape(-1, length).mean(axis=1)
    return Expectation(float(table.mean()), float(means.std(ddof=1) / np.sqrt(len(means))))
