"""Subsequences as columns: one for each word over a small alphabet, by one scan of each sequence."""

from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.arrays import Index
from drupe.foundation.threads import OPENMP_DEFAULT
from drupe.inputs.alphabets import Alphabet
from drupe.inputs.sequences import Sequences
from drupe.inputs.vectors import Vectors
from drupe.kernels.forms.views import Anchored, View
from drupe.native import map_subsequences, subsequence_features


@dataclass(frozen=True)
class SubsequenceFeatures(View):
    """√weights[|u| − 1] Σ over places of the subsequence u of decay^extent, for each u over the right's letters."""

    takes = Sequences

    weights: tuple[float, ...]
    decay: float

    def __call__(self, inputs: Sequences) -> Vectors:
        return self.anchored(inputs).seen

    def anchored(self, right: Sequences) -> Anchored:
        letters, numbers = occurring(right)
        view = SubsequencesOver(self.weights, self.decay, right.alphabet, numbers, letters)
        return Anchored(view, view(right))


@dataclass(frozen=True)
class SubsequencesOver(View):
    """The same, for the words over some letters of an alphabet; any others are gaps."""

    takes = Sequences

    weights: tuple[float, ...]
    decay: float
    alphabet: Alphabet
    numbers: Index = field(repr=False)  # of the alphabet's letters; those without a number have that of their count
    letters: int

    def __call__(self, inputs: Sequences) -> Vectors:
        there = inputs.recoded(self.alphabet)
        # Letters beyond the alphabet have no number either.
        longer = np.full(len(there.alphabet), self.letters, dtype=np.int32)
        longer[: len(self.numbers)] = self.numbers
        weights = np.array(self.weights)
        out = np.empty((len(inputs), subsequence_features(weights, self.letters)))
        map_subsequences(
            longer[there.codes], there.offsets, weights, self.decay, self.letters, out, OPENMP_DEFAULT, None
        )
        return Vectors(out, inputs.origin)


def occurring(inputs: Sequences) -> tuple[int, Index]:
    """How many letters of the alphabet occur, and a number for each of the alphabet: others have their count."""
    there = np.zeros(len(inputs.alphabet), dtype=bool)
    there[inputs.codes] = True
    letters = int(there.sum())
    return letters, np.where(there, np.cumsum(there) - 1, letters)
