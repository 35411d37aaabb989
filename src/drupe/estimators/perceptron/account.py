"""What a fitted perceptron says of the runs that made it."""

from collections.abc import Sequence
from typing import Annotated, Any

import numpy as np

from drupe.estimators.largest_output import LargestOutput
from drupe.estimators.perceptron.running import Passes
from drupe.estimators.sample import Sample
from drupe.estimators.unweighted import Unweighted
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.shapes import Counted, Each, Reals, Sizes, Sometimes, Together, Wholes
from drupe.solvers.margins import Margins
from drupe.solvers.perceptrons.run import MistakeRun


class MistakeMachine(Unweighted, LargestOutput, Passes):
    """A machine that is the sum of its mistakes, and keeps account of them.

    Two classes have one function, more have one for each class against the rest.

    Attributes
    ----------
    mistakes_
        For each function the positions of its mistakes in order, repetitions included.
    n_mistakes_, n_passes_
        How many mistakes and passes each took.
    margins_
        The margins of the training examples under each function.
    radius_
        √ of the largest k(xᵢ, xᵢ).
    intercept_
        b of each function.
    solution_
        The run of each function: mistakes by pass, how long each hypothesis stood, the hardest examples.
    n_seen_, offset_step_
        How many examples have come so far, and how far an offset moves at a mistake.
    n_iter_, fit_status_
        The largest number of passes, and 0 if all functions converged.
    """

    n_seen_: Annotated[int, Sizes("seen")]
    mistakes_: Annotated[list[Index], Each(Wholes(None, below="seen"), "scores")]
    n_mistakes_: Annotated[Index, Wholes("scores")]
    offset_step_: float
    solution_: Annotated[tuple[MistakeRun, ...], Counted("scores"), Together()]
    n_passes_: Annotated[Index, Wholes("scores"), Together()]
    n_iter_: Annotated[int, Sometimes()]
    fit_status_: Annotated[int, Together()]
    radius_: Annotated[float, Together()]
    margins_: Annotated[list[Margins], Counted("scores"), Together()]
    intercept_: Annotated[Vector, Reals("scores")]


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
