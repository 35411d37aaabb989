"""What kernels on sequences have in common: lengths that are looked up again and again, and sequences of no length."""

from typing import Any
from weakref import WeakKeyDictionary

from drupe.foundation.arrays import Vector
from drupe.inputs.sequences import Sequences
from drupe.kernels.base import Kernel, NormalizedOrZero

_KNOWN: WeakKeyDictionary[Sequences, dict[Any, Vector]] = WeakKeyDictionary()
"""k(x, x) for collections that are in use: normalized kernels ask for them with every block, and each costs a scan."""


class SequenceKernel(Kernel[Sequences]):
    """A positive semi-definite kernel on sequences; an author writes `form`, `prepare` or `matrix`."""

    def normalized(self) -> NormalizedOrZero[Sequences]:
        """k(x, z) / √(k(x, x) k(z, z)), and 0 for a sequence with k(x, x) = 0, such as one that is empty.

        Reads and documents of all lengths come in one file; the few that are too short to hold a word are like
        nothing, and answered by the offset of a machine alone.
        """
        return NormalizedOrZero(self)

    def diagonal(self, inputs: Sequences) -> Vector:
        known = _KNOWN.setdefault(inputs, {})
        if self not in known:
            known[self] = self._diagonal(inputs)
        return known[self].copy()

    def _diagonal(self, inputs: Sequences) -> Vector:
        """k(xᵢ, xᵢ), computed."""
        return super().diagonal(inputs)
