"""A rule that draws one of several machines anew for every example."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.certification.example_values import example_values
from drupe.certification.schemes.learned import Labels, answers
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputTypeError


@dataclass(frozen=True, eq=False)
class RandomRule:
    """Asks machine h with probability weightₕ, drawn anew for each example.

    The draw is a keyed hash of the example, so that asking again gives the same answer; the key is drawn once, without
    a look at the data.

    Parameters
    ----------
    machines
        Fitted ones.
    weights
        Probabilities.
    key
        Whole number that makes the draws random.
    """

    machines: Sequence[Any]
    weights: Vector
    key: int

    def predict(self, X: Any) -> Labels:
        """The answer of the machine that was drawn for each example."""
        table = answers(self.machines, X)
        return np.asarray(table[np.arange(len(table)), self.drawn(X)])

    def drawn(self, X: Any) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Which machine is asked for each example."""
        values = example_values(X)
        if values is None:
            raise InputTypeError(f"examples in a {type(X).__name__} cannot be compared, so that no lot can be drawn.")
        chances = np.array([_uniform(self.key, value) for value in values])
        return np.minimum(np.searchsorted(np.cumsum(self.weights), chances, side="right"), len(self.weights) - 1)


def _uniform(key: int, value: object) -> float:
    """A number in [0, 1) from key and example."""
    content = value if isinstance(value, bytes) else repr(value).encode()
    digest = hashlib.blake2b(content, digest_size=8, key=key.to_bytes(8, "little")).digest()
    return int.from_bytes(digest, "little") / 2**64
