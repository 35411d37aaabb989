"""The error that is foreseen from the first part of the examples, before anything is tested."""

from typing import Any

import numpy as np

from drupe.certification.schemes.learned import Examples, errors, taught
from drupe.foundation.arrays import Index


def foreseen_error(learner: Any, sample: Examples, first: Index, folds: int) -> float:
    """Cross-validated error inside the first part, kept away from zero."""
    wrong = 0
    for fold in np.array_split(first, min(folds, len(first))):
        machine = taught(learner, sample.take(np.setdiff1d(first, fold)))
        wrong += int(errors(machine, sample.take(fold)).sum())
    return (wrong + 0.5) / (len(first) + 1.0)
