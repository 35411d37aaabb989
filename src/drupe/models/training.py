"""What a model knows of its own fit: which examples it saw, and how the likelihood rose."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import ParameterError
from drupe.inputs.base import Inputs
from drupe.inputs.sequences import Sequences


@dataclass(frozen=True, eq=False)
class Training:
    """The examples that a model was fitted on, as digests of their contents, and its way there.

    So certificates can tell whether a kernel that holds the model knew the examples beforehand, without a copy of them.

    Parameters
    ----------
    examples
        A number of 64 bits for each example, sorted; equal for equal contents.
    objectives
        What the fit maximized, before each step and after the last: ln P of all examples, and ln of the prior if there
        is one.
    converged
        Whether the last step gained less than was asked for.

    Examples
    --------
    >>> from drupe.inputs import Sequences
    >>> Training.on(Sequences.of(["ab", "b"])).shared(Sequences.of(["b", "c"])).tolist()
    [True, False]
    """

    examples: npt.NDArray[np.int64] = field(repr=False)
    objectives: tuple[float, ...] = field(default=(), repr=False)
    converged: bool = True

    def __post_init__(self) -> None:
        if self.examples.ndim != 1 or self.examples.dtype != np.int64:
            raise ParameterError("Training.examples must be a row of whole numbers.")

    @classmethod
    def on(cls, inputs: Inputs, objectives: tuple[float, ...] = (), converged: bool = True) -> "Training":
        """The training on these examples."""
        return cls(np.sort(digests(inputs)), objectives, converged)

    def shared(self, inputs: Inputs) -> npt.NDArray[np.bool_]:
        """For each example whether one of the same contents was seen."""
        return np.isin(digests(inputs), self.examples)


def digests(inputs: Inputs) -> npt.NDArray[np.int64]:
    """A number for each example that is equal where the contents are, and by chance with probability 2⁻⁶⁴ elsewhere."""
    return np.frombuffer(b"".join(map(_digest, _contents(inputs))), dtype=np.int64).copy()


def _contents(inputs: Inputs) -> Iterator[bytes]:
    """Bytes that are equal where the contents are; of a sequence those of its tokens' digests, one after the other."""
    if not isinstance(inputs, Sequences):
        yield from map(_written, inputs.values())
        return
    tokens = np.frombuffer(b"".join(_digest(_written(token)) for token in inputs.alphabet), dtype=np.int64)
    told = tokens[inputs.codes] if len(tokens) else tokens
    for begin, end in pairwise(inputs.offsets):
        yield told[begin:end].tobytes()


def _written(value: Hashable) -> bytes:
    return repr(value).encode("utf-8", "surrogatepass")


def _digest(contents: bytes) -> bytes:
    return blake2b(contents, digest_size=8).digest()
