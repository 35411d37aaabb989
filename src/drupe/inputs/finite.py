"""Is every number finite? One sum says so; only if it does not, the culprit is looked for."""

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError
from drupe.inputs.entry_location import Place
from drupe.inputs.exact import missing

ENTRIES_AT_A_TIME = 2**20
"""How many entries are looked at together, so that the search needs little memory."""


def check_finite(values: Matrix, place: Place) -> None:
    """Raise an InputError that names the first NaN or infinity."""
    with np.errstate(over="ignore", invalid="ignore"):
        total = values.sum()
    if np.isfinite(total):
        return
    # A sum of huge finite numbers overflows too, so that this search may well find nothing.
    step = max(1, ENTRIES_AT_A_TIME * len(values) // max(1, values.size))
    for start in range(0, len(values), step):
        bad = ~np.isfinite(values[start : start + step])
        if bad.any():
            row, *column = (int(i) for i in np.unravel_index(int(bad.argmax()), bad.shape))
            raise _not_finite(values[start + row, *column], place((start + row, *column)))


def _not_finite(value: float, where: str) -> InputError:
    if np.isnan(value):
        return missing(where)
    sign = "-" if value < 0 else ""
    return InputError(f"the data hold {sign}infinity (inf) at {where}; every number must be finite: clip or drop it.")
