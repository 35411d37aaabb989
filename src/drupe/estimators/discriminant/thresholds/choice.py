"""From what a user says of the threshold to a value: the one place with those words."""

from drupe.estimators.discriminant.thresholds.base import Threshold
from drupe.estimators.discriminant.thresholds.fewest_errors import FewestErrors
from drupe.estimators.discriminant.thresholds.gaussian_crossing import GaussianCrossing
from drupe.estimators.discriminant.thresholds.least_squares import LeastSquares
from drupe.estimators.discriminant.thresholds.maximal_margin import MaximalMargin
from drupe.estimators.ranges import NOTHING, Either, Instance, OneOf

WORDS: dict[str, Threshold] = {
    "least squares": LeastSquares(),
    "svm": MaximalMargin(),
    "errors": FewestErrors(),
    "gaussians": GaussianCrossing(),
}
"""Thresholds by name, each on the outputs that suit."""

THRESHOLD = Either(NOTHING, OneOf(*WORDS), Instance(Threshold))
"""What a user may say."""


def threshold_of(said: str | Threshold | None) -> Threshold:
    """The value that was meant; None is "svm".

    >>> threshold_of("errors") == FewestErrors(), threshold_of(None) == MaximalMargin()
    (True, True)
    """
    return WORDS["svm" if said is None else said] if said is None or isinstance(said, str) else said
