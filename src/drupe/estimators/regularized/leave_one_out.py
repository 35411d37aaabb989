"""What a machine would say of each training example had it not seen it."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.shapes import OneOrMany


@dataclass(frozen=True, eq=False)
class LeaveOneOut:
    """Residuals y − f₋ᵢ(xᵢ), f₋ᵢ fitted on all examples but i.

    Parameters
    ----------
    targets
        y.
    residuals
        By how much each target is missed, in the shape of y.

    Examples
    --------
    >>> left_out = LeaveOneOut(np.array([1.0, 2.0]), np.array([0.5, -0.5]))
    >>> left_out.predictions.tolist(), left_out.mean_squared_error
    ([0.5, 2.5], 0.25)

    References
    ----------
    [Wahba90]_, section 4.2.
    """

    targets: Annotated[Matrix, OneOrMany("examples", "targets")]
    residuals: Annotated[Matrix, OneOrMany("examples", "targets")]

    @property
    def predictions(self) -> Matrix:
        """f₋ᵢ(xᵢ)."""
        return self.targets - self.residuals

    @property
    def mean_squared_error(self) -> float:
        """Over all examples and outputs: an almost unbiased estimate of the expected squared error."""
        return float(np.square(self.residuals).mean())

    @property
    def mean_absolute_error(self) -> float:
        """Over all examples and outputs."""
        return float(np.abs(self.residuals).mean())
