"""Whether fresh examples took part in the fit all the same, and whether the examples can be independent at all."""

from collections import Counter
from collections.abc import Hashable
from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.certification.example_values import example_values, stored_values
from drupe.foundation.errors import InputError

COINCIDENCES = 4.0
"""Standard deviations by which chance may exceed what is expected of it."""

FEW = 0.02
"""Share of coincidences that is no evidence among examples of which no two are equal."""


def check_separate(X: Any, fresh: Any, what: str) -> None:
    """Raise an InputError if more fresh examples are training examples than chance would have it.

    Where values repeat, as counts and categories do, so will fresh examples repeat training examples. An example seen
    once in training is met again with a probability that is estimated by 2/n for every value seen twice (Good and
    Turing). Far beyond that equal examples are the same examples; where no value repeats, beyond a few in a hundred.
    """
    if X is None:
        return
    if fresh is X:
        raise InputError(f"{what} are the training examples; {SPLIT}")
    look = stored_values if sp.issparse(X) or sp.issparse(fresh) else example_values
    there, here = look(X), look(fresh)
    if there is None or here is None:
        return
    seen = Counter(there)
    met = sum(seen.get(value, 0) == 1 for value in here)
    if met > 1.0 + len(here) * _chance(seen):
        raise InputError(f"{met} of {len(here)} {what} equal a training example; {SPLIT}")


def _chance(seen: Counter[Hashable]) -> float:
    """How probable it may be, at most, that an independent example equals one that was seen once."""
    repeated = [times for times in seen.values() if times > 1]
    if not repeated:
        return FEW
    twice = sum(times == 2 for times in repeated)
    return float(2.0 * (twice + COINCIDENCES * np.sqrt(twice + 1.0)) / seen.total())


def look_independent(X: Any) -> bool | None:
    """False where examples repeat as no independent draws would, such as a sample that was written down twice.

    Let Nₖ be how many values occur k times. Whatever the distribution, (E Nₖ)² ≤ (k + 1)/k · E Nₖ₋₁ · E Nₖ₊₁, by
    Cauchy and Schwarz (for numbers of draws that are Poisson). None where nothing speaks against it.
    """
    there = (stored_values if sp.issparse(X) else example_values)(X)
    if there is None:
        return None
    times = Counter(Counter(there).values())
    for k, found in times.items():
        least = max(0.0, found - COINCIDENCES * np.sqrt(found))
        most = [times[near] + COINCIDENCES * np.sqrt(times[near]) + 2.0 * COINCIDENCES for near in (k - 1, k + 1)]
        if k > 1 and least**2 > (k + 1) / k * most[0] * most[1]:
            return False
    return None


SPLIT = (
    "errors on examples that the model was fitted on certify nothing. Pass examples that took no part in the fit: "
    "split the data before it."
)
