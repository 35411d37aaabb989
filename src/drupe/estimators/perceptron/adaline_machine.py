"""What both forms of Adaline share: targets ±1, a rate relative to the longest example, and an account of errors."""

import warnings
from typing import Annotated, Any, ClassVar

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.largest_output import LargestOutput
from drupe.estimators.perceptron.running import PASS_RANGES, Passes
from drupe.estimators.ranges import Range
from drupe.estimators.unweighted import Unweighted
from drupe.foundation.arrays import Vector
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Numbers, Reals
from drupe.solvers.perceptrons.least_mean_squares import LeastMeanSquares

RATE_RANGES: dict[str, Range] = {
    **PASS_RANGES,
    "rate": Interval(0.0, 2.0, closed_low=False),
    "decay": Interval(0.0),
    "tol": Interval(0.0),
}


class AdalineMachine(Unweighted, LargestOutput, Passes):
    """Least mean squares toward the targets −1 and +1."""

    rate: float
    decay: float
    tol: float
    fit_intercept: bool

    _ranges: ClassVar[Any] = RATE_RANGES

    solution_: LeastMeanSquares
    errors_: Annotated[Vector, Numbers(None)]
    n_iter_: int
    fit_status_: int
    intercept_: Annotated[Vector, Reals("scores")]

    def _offset_step(self) -> float:
        """An offset is the weight of one more column of ones."""
        return 1.0 if self.fit_intercept else 0.0

    def _eta(self, squared_radius: float) -> float:
        """η = rate / (R² + 1), so that no example overshoots for a rate below 2."""
        longest = squared_radius + self._offset_step()
        return float(self.rate) / longest if longest > 0 else float(self.rate)

    def _account(self, found: LeastMeanSquares) -> dict[str, Any]:
        """The attributes that describe the run; warns if the errors had not come to rest."""
        if not found.converged:
            warnings.warn(
                f"{type(self).__name__} {found.stop.value} after {found.passes} passes, while the mean squared error "
                f"{found.errors[-1]:.4g} was still changing; allow more max_passes, or a larger rate or tol.",
                ConvergenceWarning,
                stacklevel=stacklevel_outside(),
            )
        return {
            "errors_": np.array(found.errors),
            "n_iter_": found.passes,
            "fit_status_": int(not found.converged),
            "intercept_": found.offset,
        }
