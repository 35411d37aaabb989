"""Successive machines: each is tested on the next block, which those after it learn from too."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from drupe.certification.schemes.learned import Examples, errors, taught
from drupe.foundation.arrays import Index


def successive(learner: Any, sample: Examples, first: Index, tests: Sequence[Index]) -> tuple[list[Any], int]:
    """One machine for each block, which has seen the first part and the blocks before; and all errors together."""
    machines: list[Any] = []
    wrong, seen = 0, first
    for block in tests:
        machines.append(taught(learner, sample.take(np.sort(seen))))
        wrong += int(errors(machines[-1], sample.take(block)).sum())
        seen = np.concatenate([seen, block])
    return machines, wrong
