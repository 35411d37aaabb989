"""A Gram made from another Gram on the same examples."""

from dataclasses import replace
from typing import Any

import numpy as np

from drupe.foundation.errors import InputTypeError
from drupe.grams.base import Gram


class WrappedGram(Gram):
    """Has the size and the precision of the Gram inside; what the entries are, each kind says itself."""

    gram: Gram

    def __post_init__(self) -> None:
        if not isinstance(self.gram, Gram):
            raise InputTypeError(
                f"{type(self).__name__} is made from a Gram, got {type(self.gram).__name__}; "
                "wrap a matrix in DenseGram, or a kernel and its inputs in LazyGram."
            )

    def __len__(self) -> int:
        return len(self.gram)

    def in_double(self) -> Gram:
        wide = self.gram.in_double()
        return self if wide is self.gram else replace(self, gram=wide)  # type: ignore[type-var]

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.gram.dtype
