"""A number per draw of one or several chains, as the diagnostics take it."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError

FEWEST = 4
"""Draws of a chain below which its halves have no variance."""


def chains(values: Any) -> Matrix:
    """One row per chain, one column per draw; a single chain may come as a vector.

    >>> chains([1, 2, 3, 4]).shape
    (1, 4)
    """
    table = np.atleast_2d(np.asarray(values, dtype=np.float64))
    if table.ndim != 2 or table.shape[1] < FEWEST or not len(table):
        raise InputError(
            f"diagnostics need a number for each of at least {FEWEST} draws, chains as rows; got shape {table.shape}."
        )
    if not np.isfinite(table).all():
        raise InputError("diagnostics need finite numbers.")
    return table


def halves(table: Matrix) -> Matrix:
    """Every chain as two: what drifts differs between them. An odd draw in the middle is left out."""
    half = table.shape[1] // 2
    return np.concatenate([table[:, :half], table[:, -half:]])


def variances(table: Matrix) -> tuple[float, float]:
    """(W, V): the mean variance within chains, and W (m − 1) / m plus the variance of the chains' means."""
    draws = table.shape[1]
    within = float(table.var(axis=1, ddof=1).mean())
    between = float(table.mean(axis=1).var(ddof=1)) if len(table) > 1 else 0.0
    return within, within * (draws - 1) / draws + between
