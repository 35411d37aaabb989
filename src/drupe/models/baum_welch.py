"""Baum and Welch's steps: expected counts of starts, steps and emissions, then probabilities from these."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.errors import InputError
from drupe.models.topologies import Tables
from drupe.native import markov_counts


@dataclass(frozen=True, eq=False)
class BaumWelch:
    """Training sequences and what counts as seen before them: from the tables of a model to better ones.

    Parameters
    ----------
    codes
        All tokens; one that is no token of the model's tells nothing.
    offsets
        Sequence i is codes[offsets[i]:offsets[i + 1]].
    seen
        Counts from before, the parameters of Dirichlet distributions less one; zero where tables are.
    threads
        For the core.

    References
    ----------
    [Rabiner89]_, section III.C and, for several sequences, V.B.
    """

    codes: npt.NDArray[np.int32]
    offsets: Index
    seen: Tables
    threads: int

    def improve(self, tables: Tables) -> tuple[Tables, float]:
        """One step, and ln P of the sequences and of the prior, but for a constant, before it."""
        states, tokens = tables.emissions.shape
        possible = tables.transitions > 0.0
        links = int(possible.sum())
        logs, found = np.empty(len(self.offsets) - 1), np.empty((1, states + links + states * tokens))
        by_symbol = np.ascontiguousarray(tables.emissions.T)
        sequences = (self.codes, self.offsets)
        markov_counts(tables.start, tables.transitions, by_symbol, *sequences, logs, found, self.threads, None)
        odd = np.flatnonzero(np.isneginf(logs))
        if len(odd):
            raise InputError(
                f"sequence {odd[0]} has probability 0 under the model that the fit starts from; "
                "start from one under which all sequences are possible."
            )
        start, step, emit = np.split(found[0], [states, states + links])
        steps = np.zeros((states, states))
        steps[possible] = step
        counts = Tables(start, steps, emit.reshape(tokens, states).T)
        better = Tables(*map(_shares, counts, self.seen, tables))
        return better, float(logs.sum()) + sum(map(_log_prior, self.seen, tables))


def spread(tables: Tables, weight: float) -> Tables:
    """Counts of `weight` in each row, the same for all that is possible.

    >>> spread(Tables(np.array([1.0, 0.0]), np.eye(2), np.full((2, 2), 0.5)), 1.0).emissions.tolist()
    [[0.5, 0.5], [0.5, 0.5]]
    """
    return Tables(*(weight * (p > 0.0) / (p > 0.0).sum(axis=-1, keepdims=True) for p in tables))


def _shares(counts: Matrix, seen: Matrix, before: Matrix) -> Matrix:
    """All counts as probabilities; a state that never was keeps those from before."""
    totals = (counts + seen).sum(axis=-1, keepdims=True)
    return np.where(totals > 0.0, (counts + seen) / np.where(totals > 0.0, totals, 1.0), before)


def _log_prior(seen: Matrix, p: Matrix) -> float:
    return float(seen[seen > 0.0] @ np.log(p[seen > 0.0]))
