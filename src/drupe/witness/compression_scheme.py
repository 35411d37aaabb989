"""A learner as a compression scheme: keep a few examples, learn again from them."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.witness.kept import Kept, KeptInOrder


class CompressionScheme(Protocol):
    """Learns by keeping examples: A(z) = reconstruct(compress(z))."""

    ordered: bool
    """Whether the order of the kept examples matters."""

    def compress(self, X: Any, y: Any) -> Index:
        """Positions of the examples to keep, in order."""
        ...

    def reconstruct(self, X: Any, y: Any) -> Callable[[Any], Vector]:
        """The rule that these examples, and nothing else, give: labels of new examples."""
        ...


def kept_witness(scheme: CompressionScheme, X: Any, y: Any) -> KeptInOrder:
    """Compress, learn again from what was kept, and count what the result gets wrong.

    The witness is true by construction: the rule that it speaks of is the reconstructed one. Arrays and lists of
    examples that can be indexed by positions will do.

    Examples
    --------
    >>> class Smallest:
    ...     ordered = False
    ...     def compress(self, X, y):
    ...         positive = np.flatnonzero(y > 0)
    ...         return positive[[X[positive].argmin()]] if len(positive) else positive
    ...     def reconstruct(self, X, y):
    ...         return lambda Z: np.where(Z >= min(X, default=np.inf), 1.0, -1.0)
    >>> kept_witness(Smallest(), np.array([1.0, 2.0, 3.0]), np.array([-1.0, 1.0, 1.0]))
    Kept(kept=1, n=3, errors=0, bits=0.0)

    References
    ----------
    [Herbrich02]_, definition 5.14; [Graepel02]_, section 5.2.1.
    """
    kept = np.asarray(scheme.compress(X, y), dtype=np.int64)
    rule = scheme.reconstruct(X[kept], y[kept])
    errors = int((rule(X) != y).sum())
    kind = KeptInOrder if scheme.ordered else Kept
    return kind(len(kept), len(y), errors)
