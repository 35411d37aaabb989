"""What a model says of a quantity that is known: how far off it is."""

from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.arrays import Vector


@dataclass(frozen=True, eq=False)
class Forecasts:
    """Predictions of a quantity, and what it was.

    Parameters
    ----------
    fresh
        Whether the examples took no part in the fit.
    truth, said
        The quantity, and what the model predicted.
    constant
        The median of the training targets: the best prediction of those who know nothing of the example.

    Examples
    --------
    >>> found = Forecasts(True, np.array([1.0, 2.0, 6.0]), np.array([1.0, 3.0, 4.0]), 2.0)
    >>> found.mean_error, found.constant_error, found.within(0.5)
    (1.0, 1.6666666666666667, 1.0)
    """

    fresh: bool
    truth: Vector = field(repr=False)
    said: Vector = field(repr=False)
    constant: float

    @property
    def n(self) -> int:
        """How many examples there are."""
        return len(self.truth)

    @property
    def residuals(self) -> Vector:
        """f − y."""
        return self.said - self.truth

    @property
    def off(self) -> Vector:
        """|f − y|."""
        return np.abs(self.residuals)

    @property
    def mean_error(self) -> float:
        """Mean of |f − y|."""
        return float(self.off.mean())

    @property
    def constant_error(self) -> float:
        """The same of always saying the constant."""
        return float(np.abs(self.truth - self.constant).mean())

    @property
    def root_mean_square(self) -> float:
        """√ mean (f − y)²."""
        return float(np.sqrt(np.mean(self.residuals**2)))

    @property
    def explained(self) -> float | None:
        """R² = 1 − Σ(f − y)² / Σ(y − ȳ)²; None if the quantity does not vary."""
        total = float(((self.truth - self.truth.mean()) ** 2).sum())
        return 1.0 - float((self.residuals**2).sum()) / total if total > 0.0 else None

    def within(self, share: float) -> float:
        """How far off this share of the predictions is at most."""
        rank = max(1, int(np.ceil(share * self.n)))
        return float(np.sort(self.off)[rank - 1])
