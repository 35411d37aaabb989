"""From outputs to classes, in a graph: largest outputs, votes of pairs, and what breaks their ties."""

import numpy as np
import numpy.typing as npt

from drupe.persistence.export.graph import WHOLE, Value
from drupe.predictors.votes import pair_codes


def decided(outputs: Value, columns: int) -> Value:
    """The code of the class with the largest output, the first among equals; of one output, whether it is ≥ 0."""
    return (outputs >= 0.0).cast(WHOLE).flat() if columns == 1 else outputs.argmax()


def won(pairs: Value, classes: int) -> Value:
    """The code of the class that wins most pairs, the lowest among equals; a pair at zero is won by the second."""
    first, second = incidence(classes)
    for_first = (pairs > 0.0).cast(pairs.dtype)
    return (for_first @ first + (1.0 - for_first) @ second).argmax()


def margins(pairs: Value, classes: int) -> Value:
    """The outputs of all pairs summed towards each class."""
    first, second = incidence(classes)
    return pairs @ (first - second)


def votes_and_margins(pairs: Value, classes: int) -> Value:
    """Pairs won by each class, zero counting for the first, plus its margin squashed into (−1/3, 1/3)."""
    first, second = incidence(classes)
    for_second = (pairs < 0.0).cast(pairs.dtype)
    total = margins(pairs, classes)
    return (1.0 - for_second) @ first + for_second @ second + total / (3.0 * (total.abs() + 1.0))


def incidence(classes: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Which class is the first of each pair, and which the second: one row for each pair."""
    first, second = pair_codes(classes)
    return np.eye(classes)[first], np.eye(classes)[second]


def named(codes: Value, classes: int) -> Value:
    """1 in the column of the class that a code names, else 0; in the precision of the graph."""
    return codes.column().equals(np.arange(classes)[None, :]).cast(codes.graph.real)
