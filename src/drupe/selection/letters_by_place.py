"""Strings of one length as rows of letters, one column for each place."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, TransformerMixin

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.ranges import check_parameters
from drupe.foundation.errors import InputTypeError
from drupe.foundation.parameters import Interval

LONGEST = 10**6
"""Places that a row may have."""


@declared
class LettersByPlace(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """One row for each string, one letter for each place; what is too long is cut, what is too short has blanks.

    Goes before scikit-learn's OneHotEncoder: then the dot product of two strings is the number of places at which both
    have the same letter.

    Parameters
    ----------
    length
        How many places there are.

    Attributes
    ----------
    length_
        The same.

    Examples
    --------
    >>> LettersByPlace(length=2).fit_transform(["abc", "d"]).tolist()
    [['a', 'b'], ['d', ' ']]
    """

    length: int = parameter(Interval(0, LONGEST, closed_high=True, whole=True), default=1)

    length_: int = learned()

    def fit(self, X: Sequence[str], y: Any = None) -> Self:
        """There is nothing to learn."""
        check_parameters(self)
        self.length_ = int(self.length)
        return self

    def transform(self, X: Sequence[str]) -> npt.NDArray[np.str_]:
        """The letters."""
        for text in X:
            if not isinstance(text, str):
                raise InputTypeError(f"strings are needed, one for each example; got {type(text).__name__}.")
        return np.array([list(text[: self.length].ljust(self.length)) for text in X])
