"""What a fitted perceptron says of the runs that made it."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from drupe.estimators.sample import Sample
from drupe.solvers.perceptrons.run import MistakeRun


def account(sample: Sample, runs: Sequence[MistakeRun]) -> dict[str, Any]:
    """Attributes of a machine with one run for each output; positions are those of the data as they came."""
    return {
        "mistakes_": [sample.positions[run.mistakes] for run in runs],
        "n_mistakes_": np.array([run.n_mistakes for run in runs]),
        "n_passes_": np.array([run.passes for run in runs]),
        "n_iter_": max(run.passes for run in runs),
        "fit_status_": int(not all(run.converged for run in runs)),
        "n_seen_": len(sample),
    }
