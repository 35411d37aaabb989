"""Which examples a margin machine leans on, ties between equal examples counted as seldom as they may be."""

from collections import defaultdict

import numpy as np
import numpy.typing as npt

from drupe.estimators.margin.fitted_pair import FittedPair
from drupe.foundation.errors import InputTypeError

LARGEST = 1000
"""Different examples on the margin up to which it is worth looking whether they are independent."""

INDEPENDENT = 1e-9
"""Smallest eigenvalue, relative to the largest, at which vectors count as linearly independent."""

Mask = npt.NDArray[np.bool_]


def touching(pair: FittedPair) -> Mask:
    """True where yᵢ f(xᵢ) ≤ 1 or αᵢ > 0, except for copies on the margin that carry no weight.

    Where c copies of an example lie on the margin and their α sum to A, as many as A / C rounded up have to stay for
    the machine to stay the same; which of them does not matter, so that any fixed order will do.

    Notes
    -----
    The sums A are unique only if the different examples on the margin are independent in feature space; if they are
    not, all copies count. Without a free αᵢ the offset lies half-way between two examples, and these are kept too.
    """
    margins, tolerance = pair.margins, pair.tolerance
    below = margins < 1.0 - tolerance
    on = ~below & ((margins <= 1.0 + tolerance) | (pair.alpha > 0.0))
    return below | _on_the_margin(pair, on) | _ends_of_the_offset(pair)


def _on_the_margin(pair: FittedPair, on: Mask) -> Mask:
    places = np.flatnonzero(on)
    groups: dict[object, list[int]] = defaultdict(list)
    try:
        values = pair.inputs.take(places).values()
    except InputTypeError:
        return on
    for place, value in zip(places, values, strict=True):
        groups[value, pair.signs[place]].append(int(place))
    if len(groups) == len(places) or not _independent(pair, [group[0] for group in groups.values()]):
        return on
    kept = np.zeros_like(on)
    for group in groups.values():
        needed = int(np.floor(pair.alpha[group].sum() / pair.upper[group[0]] + 1e-6)) + 1
        kept[group[:needed]] = True
    return kept


def _independent(pair: FittedPair, places: list[int]) -> bool:
    if len(places) > LARGEST:
        return False
    different = pair.inputs.take(np.array(places))
    gram = np.asarray(pair.kernel.matrix(different, different), dtype=np.float64) + float(pair.has_offset)
    eigenvalues = np.linalg.eigvalsh(gram)
    return bool(eigenvalues[0] > INDEPENDENT * eigenvalues[-1])


def _ends_of_the_offset(pair: FittedPair) -> Mask:
    """The examples that the offset lies half-way between, where no αᵢ is free."""
    rises, falls = pair.alpha < pair.upper, pair.alpha > 0.0
    none = np.zeros(len(pair.alpha), dtype=bool)
    if not pair.has_offset or (rises & falls).any():
        return none
    scores = pair.signs - (pair.outputs - pair.offset)
    plus = pair.signs > 0
    up, low = np.where(plus, rises, falls), np.where(plus, falls, rises)
    if not up.any() or not low.any():
        return none
    slack = pair.tolerance
    ends: Mask = (up & (scores >= scores[up].max() - slack)) | (low & (scores <= scores[low].min() + slack))
    return ends
