"""The exact-match kernel: a sequence is like itself, and like nothing else."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index
from drupe.inputs.alphabets import Alphabet
from drupe.inputs.sequences import Sequences
from drupe.inputs.vectors import Vectors
from drupe.kernels.forms import Form, dot
from drupe.kernels.forms.views import Anchored, View
from drupe.kernels.occurrences import Occurrences
from drupe.kernels.strings.sequence_kernel import SequenceKernel
from drupe.kernels.strings.words import spelled


@dataclass(frozen=True)
class WholeSequences(View):
    """A column for every different sequence."""

    takes = Sequences

    def __call__(self, inputs: Sequences) -> Vectors:
        return self.anchored(inputs).seen

    def anchored(self, right: Sequences) -> Anchored:
        numbered: dict[bytes, int] = {}
        for sequence in _each(right):
            numbered.setdefault(sequence, len(numbered))
        known = KnownSequences(right.alphabet, numbered)
        return Anchored(known, known(right))


@dataclass(frozen=True, eq=False)
class KnownSequences(View):
    """A one in the column of each sequence that is known; no entry for any other."""

    takes = Sequences

    alphabet: Alphabet
    numbered: dict[bytes, int]

    def numbers(self, inputs: Sequences) -> Index:
        """The column of each sequence; −1 for those that are not known."""
        found = (self.numbered.get(sequence, -1) for sequence in _each(inputs.recoded(self.alphabet)))
        return np.fromiter(found, dtype=np.int64, count=len(inputs))

    def __call__(self, inputs: Sequences) -> Vectors:
        columns = self.numbers(inputs)
        known = columns >= 0
        starts = np.concatenate([[0], np.cumsum(known)])
        parts = (np.ones(int(starts[-1]), dtype=np.float32), columns[known], starts)
        return Vectors(sp.csr_array(parts, shape=(len(inputs), len(self.numbered))), inputs.origin)


def _each(inputs: Sequences) -> list[bytes]:
    """The codes of each sequence as something that can be looked up."""
    everything, ends, size = inputs.codes.tobytes(), inputs.offsets.tolist(), inputs.codes.itemsize
    return [everything[size * first : size * last] for first, last in pairwise(ends)]


@dataclass(frozen=True)
class ExactMatch(SequenceKernel):
    """k(x, z) = 1 if x = z, and 0 otherwise.

    Learns by heart: distinct examples are orthogonal, so that nothing is said of a sequence that was not seen. The
    least of all kernels on sequences, to compare others with.

    Examples
    --------
    >>> ExactMatch()(["cat", "car"], ["car", "cart"]).tolist()
    [[0.0, 0.0], [1.0, 0.0]]

    References
    ----------
    [Herbrich02]_, section 2.3.3, the trivial kernel on strings.
    """

    def form(self) -> Form:
        return dot(WholeSequences())

    def occurrences(self, inputs: Sequences) -> Occurrences:
        """Each sequence, once, as a whole."""
        known = WholeSequences().anchored(inputs).view
        assert isinstance(known, KnownSequences)
        features, zeros = known.numbers(inputs), np.zeros(len(inputs), dtype=np.int64)
        _, first = np.unique(features, return_index=True)
        words = tuple(spelled(inputs, int(i), 0, int(inputs.lengths[i])) for i in first)
        return Occurrences(np.arange(len(inputs)), zeros, inputs.lengths, features, np.ones(len(inputs)), words)
