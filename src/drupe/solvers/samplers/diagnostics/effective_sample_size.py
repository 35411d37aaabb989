"""Effective sample size: how many independent draws would tell as much about a mean."""

import math
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.solvers.samplers.diagnostics.draws import chains, halves, variances


def effective_sample_size(values: Any) -> float:
    """N / (1 + 2 Σₜ ρₜ) with the autocorrelation ρₜ at lag t, over the halves of all chains.

    Sums of two neighboring ρ of a reversible chain are positive and fall; the series is cut where they cease to be
    positive, and flattened where they would rise. Not a number if nothing varies at all.

    Parameters
    ----------
    values
        One number for each draw, chains as rows: an output, a margin, the number of errors.

    Notes
    -----
    Complexity: O(N log N).

    Examples
    --------
    >>> drawn = np.random.default_rng(0).standard_normal(4000)
    >>> 3500 < effective_sample_size(drawn) < 4600
    True

    References
    ----------
    [Gelman13]_, section 11.5; [Geyer92]_, section 3.3.
    """
    table = halves(chains(values))
    within, pooled = variances(table)
    if not pooled > 0.0:
        return math.nan
    covariances = _autocovariances(table).mean(axis=0)
    correlations = 1.0 - (within - covariances) / pooled
    correlations[0] = 1.0
    pairs = correlations[: len(correlations) // 2 * 2].reshape(-1, 2).sum(axis=1)
    negative = np.flatnonzero(pairs <= 0.0)
    kept = np.minimum.accumulate(pairs[: negative[0]] if len(negative) else pairs)
    # An antithetic chain may know more than independent draws, but not arbitrarily more.
    least = 1.0 / math.log10(max(table.size, 10))
    return table.size / max(2.0 * float(kept.sum()) - 1.0, least)


def _autocovariances(table: Matrix) -> Matrix:
    """Unbiased at lag 0; by Fourier transform of each chain, padded so that its ends do not meet."""
    draws = table.shape[1]
    centered = table - table.mean(axis=1, keepdims=True)
    power = np.abs(np.fft.rfft(centered, n=2 * draws, axis=1)) ** 2
    sums: Vector = np.fft.irfft(power, n=2 * draws, axis=1)[:, :draws]
    return np.asarray(sums / (draws - 1))
