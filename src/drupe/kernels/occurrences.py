"""Where the features of a kernel on sequences occur: what an explanation of a rule is made of."""

from dataclasses import dataclass, field, replace

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index, Vector


@dataclass(frozen=True, eq=False)
class Occurrences:
    """φᵤ(x) = the sum of the values of feature u in x; k(x, z) = Σᵤ φᵤ(x) φᵤ(z).

    One entry of each array for every place where a feature occurs in an example.

    Parameters
    ----------
    examples
        In which example.
    starts
        At which token of it.
    lengths
        How many tokens there belong to the feature.
    features
        Which feature.
    values
        What the place adds to the feature.
    words
        What each feature is called, such as "TTC", or "TTC at 12"; tokens of lists are parted by blanks.

    Examples
    --------
    >>> from drupe.inputs import Sequences
    >>> from drupe.kernels import Spectrum
    >>> found = Spectrum(2).occurrences(Sequences.of(["aab", "ab"]))
    >>> found.words, found.features.tolist(), found.starts.tolist()
    (('aa', 'ab'), [0, 1, 1], [0, 1, 0])
    >>> found.table(2).toarray().tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """

    examples: Index = field(repr=False)
    starts: Index = field(repr=False)
    lengths: Index = field(repr=False)
    features: Index = field(repr=False)
    values: Vector = field(repr=False)
    words: tuple[str, ...]

    def table(self, examples: int) -> sp.csr_array:
        """φᵤ(xᵢ), a row for each of so many examples."""
        places = (self.values, (self.examples, self.features))
        return sp.csr_array(sp.coo_array(places, shape=(examples, len(self.words)), dtype=np.float64))

    def times(self, factors: Vector) -> "Occurrences":
        """The same features, those of each example multiplied by its factor."""
        return replace(self, values=self.values * factors[self.examples])

    def beside(self, other: "Occurrences") -> "Occurrences":
        """The features of two kernels of the same examples, side by side."""
        return Occurrences(
            np.concatenate([self.examples, other.examples]),
            np.concatenate([self.starts, other.starts]),
            np.concatenate([self.lengths, other.lengths]),
            np.concatenate([self.features, other.features + len(self.words)]),
            np.concatenate([self.values, other.values]),
            (*self.words, *other.words),
        )
