"""What both forms of Adaline share: targets ±1, a rate relative to the longest example, and an account of errors."""

import warnings
from typing import Annotated, Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.declaration import constant, declared, learned, parameter
from drupe.estimators.largest_output import LargestOutput
from drupe.estimators.perceptron.running import Passes
from drupe.estimators.unweighted import Unweighted
from drupe.foundation.arrays import Vector
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.parameters import Interval
from drupe.foundation.randomness import RandomState
from drupe.foundation.shapes import Numbers, Reals
from drupe.solvers.perceptrons.least_mean_squares import LeastMeanSquares


@declared
class AdalineMachine(Unweighted, LargestOutput, Passes):
    """Least mean squares toward the targets −1 and +1.

    Parameters
    ----------
    rate
        η times the squared length (R² + 1) of the longest example: 1 corrects its error at once.
    decay
        In pass p the rate is divided by 1 + decay p.
    tol
        Relative change of the mean squared error between two passes at which it is at rest; or the root mean square
        error at which nothing is left to correct.

    Attributes
    ----------
    errors_
        Mean squared error in each pass.
    solution_, n_iter_, fit_status_
        How the run went, its passes, and 0 if the errors came to rest.
    """

    rate: float = parameter(Interval(0.0, 2.0, closed_low=False), default=0.5, before="fit_intercept")
    decay: float = parameter(Interval(0.0), default=0.1, before="fit_intercept")
    tol: float = parameter(Interval(0.0), default=1e-5, before="max_passes")
    shuffle: bool = constant(False)
    random_state: RandomState = constant(None)

    solution_: LeastMeanSquares = learned()
    errors_: Annotated[Vector, Numbers(None)] = learned()
    n_iter_: int = learned()
    fit_status_: int = learned()
    intercept_: Annotated[Vector, Reals("scores")] = learned()

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
