"""What kernels on sequences have in common: some sequences are too short to have anything that is compared."""

from drupe.inputs.sequences import Sequences
from drupe.kernels.base import Kernel, NormalizedOrZero


class SequenceKernel(Kernel[Sequences]):
    """A positive semi-definite kernel on sequences; an author writes `form`, `prepare` or `matrix`."""

    def normalized(self) -> NormalizedOrZero[Sequences]:
        """k(x, z) / √(k(x, x) k(z, z)), and 0 for a sequence with k(x, x) = 0, such as one that is empty.

        Reads and documents of all lengths come in one file; the few that are too short to hold a word are like
        nothing, and answered by the offset of a machine alone.
        """
        return NormalizedOrZero(self)
