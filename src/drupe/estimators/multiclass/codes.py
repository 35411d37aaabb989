"""Code matrices: a word of signs for each class, every position a question that splits the classes in two."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Checked, Interval, check, whole
from drupe.foundation.randomness import RandomState, generator

MOST_CLASSES = 12
"""Above this an exhaustive code has more than 2047 columns."""


class Code(Checked, ABC):
    """Makes a matrix with a row for each class and both signs in every column."""

    @abstractmethod
    def matrix(self, classes: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
        """The code of these classes."""


@dataclass(frozen=True)
class Exhaustive(Code):
    """All 2ᵏ⁻¹ − 1 ways to split k classes in two; any two words differ in 2ᵏ⁻² places.

    Examples
    --------
    >>> Exhaustive().matrix(np.arange(3)).tolist()
    [[1, 1, 1], [-1, 1, -1], [1, -1, -1]]

    References
    ----------
    [Dietterich95]_, section 2.3.
    """

    def matrix(self, classes: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
        k = len(classes)
        if k > MOST_CLASSES:
            raise ParameterError(
                f"an exhaustive code for {k} classes would need {2 ** (k - 1) - 1} machines; use DenseRandom()."
            )
        # A split is told by who is not with the first class: the bits of 1, 2, ..., 2ᵏ⁻¹ − 1.
        splits = np.arange(1, 2 ** (k - 1))
        apart = (splits >> np.arange(-1, k - 1)[:, None].clip(0)) & 1
        apart[0] = 0
        return np.where(apart == 1, -1, 1).astype(np.int8)


@dataclass(frozen=True)
class DenseRandom(Code):
    """Signs drawn at random; of several matrices the one whose two nearest words are farthest apart.

    Parameters
    ----------
    columns
        How many; None for 10 log₂ k, rounded up.
    tries
        Matrices that are drawn.
    random_state
        Seed or generator.

    References
    ----------
    [Allwein00]_, section 6.
    """

    columns: int | None = None
    tries: int = whole(1, 200)
    random_state: RandomState = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.columns is not None:
            check("DenseRandom", "columns", self.columns, Interval(1, whole=True))

    def matrix(self, classes: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
        k, random = len(classes), generator(self.random_state)
        columns = self.columns or int(np.ceil(10 * np.log2(k)))
        drawn = [_both_signs(random.choice([-1, 1], size=(k, columns)), random) for _ in range(self.tries)]
        best = max(drawn, key=smallest_distance)
        if smallest_distance(best) == 0:
            raise ParameterError(f"{columns} columns cannot tell {k} classes apart, or not by chance; ask for more.")
        return best.astype(np.int8)


@dataclass(frozen=True, eq=False)
class Given(Code):
    """A matrix of the user's: −1, 0 (the class takes no part) or +1.

    Parameters
    ----------
    codes
        One row for each class.
    classes
        The labels of the rows; None for sorted order. With labels, a sample may lack some of the classes: their rows
        are left out, and columns that then ask nothing.

    References
    ----------
    [Allwein00]_, section 3.
    """

    codes: Any
    classes: Any = None

    def matrix(self, classes: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
        codes = np.asarray(self.codes)
        if codes.ndim != 2 or not np.isin(codes, (-1, 0, 1)).all():
            raise ParameterError("a code matrix must have rows and columns of -1, 0 and 1.")
        if self.classes is not None:
            named = {label: row for row, label in enumerate(np.asarray(self.classes).tolist())}
            missing = [label for label in classes.tolist() if label not in named]
            if missing or len(named) != len(codes):
                raise ParameterError(f"the code matrix must have one named row for each class; {missing} have none.")
            codes = codes[[named[label] for label in classes.tolist()]]
            codes = codes[:, (codes == 1).any(axis=0) & (codes == -1).any(axis=0)]
        if len(codes) != len(classes):
            raise ParameterError(
                f"the code matrix has {len(codes)} rows but y holds {len(classes)} classes; name the rows with "
                "Given(codes, classes) if a sample may lack some."
            )
        if not ((codes == 1).any(axis=0) & (codes == -1).any(axis=0)).all() or not codes.size:
            raise ParameterError("every column of a code matrix must hold both -1 and 1.")
        if len(np.unique(codes, axis=0)) < len(codes):
            raise ParameterError("two classes have the same code word.")
        return codes.astype(np.int8)


def smallest_distance(codes: npt.NDArray[Any]) -> int:
    """In how many places the two nearest words differ."""
    apart = (codes[:, None] != codes[None]).sum(axis=2)
    return int(apart[np.triu_indices(len(codes), 1)].min())


def _both_signs(codes: npt.NDArray[Any], random: np.random.Generator) -> npt.NDArray[Any]:
    """Turns one random entry of every column that asks nothing."""
    constant = np.flatnonzero(np.abs(codes.sum(axis=0)) == len(codes))
    codes[random.integers(len(codes), size=len(constant)), constant] *= -1
    return codes
