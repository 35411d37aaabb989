"""Where a discriminant's one output is cut into two classes: one rule a file."""

from drupe.estimators.discriminant.thresholds.base import OutputsOf, Threshold
from drupe.estimators.discriminant.thresholds.fewest_errors import FewestErrors
from drupe.estimators.discriminant.thresholds.gaussian_crossing import GaussianCrossing
from drupe.estimators.discriminant.thresholds.least_squares import LeastSquares
from drupe.estimators.discriminant.thresholds.maximal_margin import MaximalMargin

__all__ = ["FewestErrors", "GaussianCrossing", "LeastSquares", "MaximalMargin", "OutputsOf", "Threshold"]
