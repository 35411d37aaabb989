"""Kernels whose features are words: inner products of word counts, each of which can be pointed at."""

from abc import abstractmethod

from drupe.inputs.sequences import Sequences
from drupe.kernels.forms import Form, dot
from drupe.kernels.occurrences import Occurrences
from drupe.kernels.strings.sequence_kernel import SequenceKernel
from drupe.kernels.strings.words import Words


class WordKernel(SequenceKernel):
    """k(x, z) = Σᵤ φᵤ(x) φᵤ(z) over words u; an author writes which words count, in `features`."""

    @abstractmethod
    def features(self) -> Words:
        """The words, as columns."""

    def form(self) -> Form:
        return dot(self.features())

    def occurrences(self, inputs: Sequences) -> Occurrences:
        """Every place where a feature occurs in these sequences, with what it adds there."""
        return self.features().occurrences(inputs)
