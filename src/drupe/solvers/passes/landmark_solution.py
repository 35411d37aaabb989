"""What passes over the data found, pass by pass."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.shapes import Numbers
from drupe.solvers.passes.run_state import RunState
from drupe.solvers.solution import Stop


@dataclass(frozen=True, eq=False)
class LandmarkSolution:
    """How one function was found.

    Parameters
    ----------
    objective
        (1/W) Σᵢ wᵢ loss(yᵢ, f(xᵢ)) + (λ/2) ‖f − b‖² of the function that was returned.
    slope
        Largest absolute slope of the objective in a coefficient of a landmark.
    gradient_norm
        Length of the gradient in the metric, relative to that of f = b.
    objectives, gradient_norms
        The same after each pass, at the best point so far.
    watched_errors
        Error on the rows that were only watched, at the point that each pass looked at; empty if there are none.
    passes
        Over the data.
    exact
        Whether the last passes computed kernel values in the precision of the data, not in float32.
    stop
        Why the run ended.
    seconds
        Wall time of the passes.
    """

    objective: float
    slope: float
    gradient_norm: float
    objectives: Annotated[Vector, Numbers("passes")]
    gradient_norms: Annotated[Vector, Numbers("passes")]
    watched_errors: Annotated[Vector, Numbers("watched")]
    passes: int
    exact: bool
    stop: Stop
    seconds: float

    @classmethod
    def of(cls, state: RunState, group: int, slope: float) -> "LandmarkSolution":
        """Of one group of a run."""
        one, trace = state.descents[group], state.trace
        watched = trace.watched[:, group, 1]
        return cls(
            float(one.value),
            slope,
            one.length,
            trace.values[:, group],
            trace.lengths[:, group],
            watched[~np.isnan(watched)],
            len(trace),
            state.exact,
            one.stop or Stop.INTERRUPTED,
            state.seconds,
        )

    @property
    def converged(self) -> bool:
        """Whether the gradient is as small as was asked, or watched rows said that it is enough."""
        return self.stop in (Stop.CONVERGED, Stop.SETTLED)

    @property
    def iterations(self) -> int:
        """Passes, under the name that other solutions have."""
        return self.passes
