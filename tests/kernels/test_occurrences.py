"""Occurrences under the algebra of kernels: their features give the kernel's values."""

from dataclasses import dataclass

import numpy as np
import pytest

from drupe.foundation.arrays import Matrix
from drupe.inputs.sequences import Sequences
from drupe.kernels import Gaussian, Kernel
from drupe.kernels.occurrences import Occurrences


@dataclass(frozen=True)
class Letters(Kernel[Sequences]):
    """k(x, z) = Σ over letters of the product of their numbers."""

    def matrix(self, left: Sequences, right: Sequences) -> Matrix:
        return np.array([[sum(x.count(u) * z.count(u) for u in set(x)) for z in right] for x in left], float)

    def occurrences(self, inputs: Sequences) -> Occurrences:
        examples = np.repeat(np.arange(len(inputs)), inputs.lengths)
        starts = np.arange(len(inputs.codes)) - inputs.offsets[examples]
        ones = np.ones(len(examples), dtype=np.int64)
        words = tuple(map(str, inputs.alphabet))
        return Occurrences(examples, starts, ones, inputs.codes.astype(np.int64), ones.astype(float), words)


@pytest.mark.parametrize(
    "kernel",
    [Letters(), 3.0 * Letters(), Letters() + Letters().normalized(), (Letters() + 2.0 * Letters()).normalized()],
    ids=repr,
)
def test_features_give_the_values_of_the_kernel(kernel: Kernel[Sequences]) -> None:
    strings = Sequences.of(["banana", "cab", "aa"])
    found = kernel.occurrences(strings)
    assert found is not None
    phi = found.table(len(strings)).toarray()
    np.testing.assert_allclose(phi @ phi.T, kernel.matrix(strings, strings), rtol=1e-12)


@pytest.mark.parametrize("kernel", [Gaussian(), Letters() * Letters(), Letters() ** 2, Letters() + Letters() ** 2])
def test_kernels_that_add_up_no_words_say_so(kernel: Kernel[Sequences]) -> None:
    assert kernel.occurrences(Sequences.of(["ab"])) is None
