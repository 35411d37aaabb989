"""One Gram for many fits on the same examples: while a lender is open, whoever asks for it again gets the same one."""

from contextvars import ContextVar, Token
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix
from drupe.grams.base import Gram
from drupe.grams.cached import SameGram
from drupe.grams.held import held
from drupe.grams.lazy import LazyGram
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.compiled import CompiledKernel

MANY = 8
"""Fits from which on, together, they ask for more rows than there are examples."""

SINGLE = np.dtype(np.float32)


class HeldGram(SameGram):
    """The same K; its values stand ready in single precision for solvers that ask for no more, until they are let go.

    Parameters
    ----------
    gram
        K, computed on demand.

    Examples
    --------
    >>> from drupe.kernels import Linear
    >>> gram = HeldGram(LazyGram(Linear(), Vectors.of([[1.0], [0.1]])))
    >>> gram.rows([1]).tolist(), gram.single.dtype.name
    ([[0.1, 0.010000000000000002]], 'float32')
    """

    gram: LazyGram
    single: Matrix | None

    def __init__(self, gram: LazyGram):
        self.gram, self.single = gram, held(gram, SINGLE).matrix

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy computes: what stood ready may be large."""
        return _without_values, (self.gram,)

    def let_go(self) -> None:
        """Keep the values no longer; a solution that remembers its problem would keep them alive."""
        self.single = None

    def in_double(self) -> Gram:
        return self.gram.in_double()

    def _rows(self, index: Index) -> Matrix:
        return self.gram._rows(index)

    def _take(self, index: Index) -> Gram:
        return self.gram.take(index)


def _without_values(gram: LazyGram) -> HeldGram:
    made = HeldGram.__new__(HeldGram)
    made.gram, made.single = gram, None
    return made


class Lender:
    """Open inside `with`: the last Gram that was asked for is lent to all who ask for the same kernel and examples.

    Parameters
    ----------
    borrowers
        How many fits there will be. Many have the whole Gram computed at once, if it is quickly made; few share what
        was prepared of the examples.
    budget
        Bytes that a Gram may take.

    Examples
    --------
    >>> from drupe.kernels import Linear
    >>> inputs = Vectors.of([[1.0], [2.0]])
    >>> with Lender(borrowers=2, budget=10**6):
    ...     lent(Linear(), inputs, None) is lent(Linear(), inputs, None)
    True
    >>> lent(Linear(), inputs, None) is lent(Linear(), inputs, None)
    False
    """

    def __init__(self, borrowers: int, budget: int):
        self._borrowers, self._budget = borrowers, budget
        self._last: tuple[Kernel[Any], Inputs, int | None, Gram] | None = None
        self._tokens: list[Token[Lender | None]] = []

    def __enter__(self) -> "Lender":
        self._tokens.append(_OPEN.set(self))
        return self

    def __exit__(self, *failure: object) -> None:
        _OPEN.reset(self._tokens.pop())
        self._forget()

    def gram(self, kernel: Kernel[Any], inputs: Inputs, n_jobs: int | None) -> Gram:
        """The Gram of these examples, the same one as before if they are the same."""
        last = self._last
        if last is not None and last[1] is inputs and last[0] == kernel and last[2] == n_jobs:
            return last[3]
        self._forget()
        made = LazyGram(kernel, inputs, n_jobs)
        gram: Gram = HeldGram(made) if self._borrowers >= MANY and self._is_quick(made) else made
        self._last = kernel, inputs, n_jobs, gram
        return gram

    def _forget(self) -> None:
        if self._last is not None and isinstance(self._last[3], HeldGram):
            self._last[3].let_go()
        self._last = None

    def _is_quick(self, gram: LazyGram) -> bool:
        """Whether the whole Gram is soon made and fits: distances of sparse examples take far longer than products."""
        if not isinstance(gram.inputs, Vectors) or 4 * len(gram) ** 2 > self._budget:
            return False
        prepared = gram.prepared
        return (
            isinstance(prepared, CompiledKernel)
            and prepared.fits_single
            and (prepared.only_products or not gram.inputs.sparse)
        )


def lent(kernel: Kernel[Any], inputs: Inputs, n_jobs: int | None) -> Gram:
    """The Gram of these examples: that of the open lender, or one of its own if there is none."""
    lender = _OPEN.get()
    return LazyGram(kernel, inputs, n_jobs) if lender is None else lender.gram(kernel, inputs, n_jobs)


_OPEN: ContextVar[Lender | None] = ContextVar("open lender", default=None)
