"""Where the features of a kernel occur in sequences, so that a value can be shared out among their places."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index, Vector


@dataclass(frozen=True, eq=False)
class Occurrences:
    """One entry for each place where a feature occurs: φᵤ(x) is the sum of its values over the places in x.

    Parameters
    ----------
    count
        How many sequences there are.
    examples
        In which sequence.
    starts, lengths
        From which token on, and how many tokens it covers; not more than the sequence has.
    features
        Which feature.
    values
        What this place adds to φᵤ(x).
    words
        What each feature is called.

    Examples
    --------
    >>> twice = Occurrences(1, np.zeros(2, int), np.array([0, 2]), np.full(2, 1), np.zeros(2, int), np.ones(2), ("a",))
    >>> twice.features_of_each.toarray().tolist()
    [[2.0]]
    """

    count: int
    examples: Index = field(repr=False)
    starts: Index = field(repr=False)
    lengths: Index = field(repr=False)
    features: Index = field(repr=False)
    values: Vector = field(repr=False)
    words: Sequence[str] = field(repr=False)

    @cached_property
    def features_of_each(self) -> sp.csr_array:
        """φ, one row for each sequence and one column for each feature."""
        shape = self.count, len(self.words)
        return sp.csr_array((self.values, (self.examples, self.features)), shape=shape)

    def times(self, factors: Vector) -> "Occurrences":
        """The same features, those of each sequence multiplied by its factor."""
        return replace(self, values=self.values * factors[self.examples])

    def beside(self, other: "Occurrences") -> "Occurrences":
        """The features of two kernels on the same sequences, side by side."""
        return Occurrences(
            self.count,
            np.concatenate([self.examples, other.examples]),
            np.concatenate([self.starts, other.starts]),
            np.concatenate([self.lengths, other.lengths]),
            np.concatenate([self.features, other.features + len(self.words)]),
            np.concatenate([self.values, other.values]),
            [*self.words, *other.words],
        )
