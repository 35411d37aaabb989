"""A function of sequences taken apart: the weight of each word, and what each token of a sequence adds."""

from dataclasses import dataclass, field
from typing import cast

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.inputs.sequences import Sequences
from drupe.kernels.occurrences import Occurrences
from drupe.predictors.expansion import Expansion


@dataclass(frozen=True, eq=False)
class WordsApart:
    """f(x) = Σᵤ weights[u] φᵤ(x) + offset over words u, for some sequences x.

    Parameters
    ----------
    words
        What each word is called.
    weights
        One row for each word, one column for each output.
    features
        φ of the sequences, one row for each.
    tokens
        What each token of each sequence adds to each output: the value of a word is shared out evenly among the tokens
        that it covers. Those of sequence i stand from offsets[i] to offsets[i + 1].
    offsets
        Where each sequence begins.
    offset
        What the function adds whatever the sequence is.
    """

    words: tuple[str, ...] = field(repr=False)
    weights: Matrix = field(repr=False)
    features: sp.csr_array = field(repr=False)
    tokens: Matrix = field(repr=False)
    offsets: Index = field(repr=False)
    offset: Vector

    def of(self, i: int) -> Matrix:
        """What each token of one sequence adds to each output; with the offset, they add up to the outputs."""
        return self.tokens[self.offsets[i] : self.offsets[i + 1]]


def words_apart(function: Expansion, sequences: Sequences) -> WordsApart | None:
    """Take a function apart for these sequences; None if its kernel does not add up words.

    >>> from drupe import SVC
    >>> from drupe.kernels import Spectrum
    >>> from drupe.predictors.added_outputs import added_outputs
    >>> model = SVC(kernel=Spectrum(length=1), C=10.0).fit(["ab", "b"], ["with", "without"])
    >>> words_apart(added_outputs(model.predictor_), Sequences.of(["ba"])).of(0).round(3).tolist()
    [[0.0], [-2.0]]
    """
    centers, first = cast(Sequences, function.centers), len(function.centers)
    everything = centers.joined(sequences)
    found = function.kernel.occurrences(everything)
    if found is None:
        return None
    features = found.table(len(everything))
    weights = np.asarray(features[:first].T @ function.coefficients)
    tokens = _shared_out(found, weights, everything)[everything.offsets[first] :]
    return WordsApart(tuple(found.words), weights, features[first:], tokens, sequences.offsets, function.offset)


def _shared_out(found: Occurrences, weights: Matrix, sequences: Sequences) -> Matrix:
    """What each token adds to each output."""
    first = sequences.offsets[found.examples] + found.starts
    after, size = first + found.lengths, len(sequences.codes) + 1
    # A word adds its share from its first token on, and takes it off again after its last one.
    steps = np.empty((size, weights.shape[1]))
    for output in range(weights.shape[1]):
        amounts = weights[found.features, output] * found.values / np.maximum(found.lengths, 1)
        steps[:, output] = np.bincount(first, amounts, size) - np.bincount(after, amounts, size)
    return np.asarray(np.cumsum(steps, axis=0)[:-1])
