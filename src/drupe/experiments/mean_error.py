"""The mean of test errors over splits, with its standard error, beside a printed one."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

ROUNDED = 0.05
"""Half a unit of the last printed digit of an error."""


@dataclass(frozen=True, eq=False)
class MeanError:
    """A machine on one set: an error for each split.

    Parameters
    ----------
    errors
        Shares of wrong answers.

    Examples
    --------
    >>> cell = MeanError([0.1, 0.2, 0.3])
    >>> round(cell.mean, 6), round(cell.deviation, 3), cell.level((12.0, 0.0))
    (20.0, 5.774, True)
    """

    errors: Sequence[float]

    @property
    def mean(self) -> float:
        """Test error in percent."""
        return 100.0 * float(np.mean(self.errors))

    @property
    def deviation(self) -> float:
        """Standard error of the mean, in percent; zero for one split."""
        n = len(self.errors)
        return 100.0 * float(np.std(self.errors, ddof=1) / np.sqrt(n)) if n > 1 else 0.0

    def level(self, printed: tuple[float, float]) -> bool:
        """Whether the error is not above the printed one by more than two joint standard errors and its rounding."""
        return self.mean - printed[0] <= 2.0 * float(np.hypot(self.deviation, printed[1])) + ROUNDED
