"""Classifiers around other classifiers: what they all know after a fit."""

from typing import Annotated, Any

import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin

from drupe.estimators.documented import Documented
from drupe.foundation.shapes import Labels, Sizes, Sometimes


class WrappingClassifier(MetaEstimatorMixin, ClassifierMixin, Documented, BaseEstimator):  # type: ignore[misc]
    """A classifier that trains others.

    Attributes
    ----------
    classes_
        The classes, sorted.
    n_features_in_, feature_names_in_
        As in scikit-learn.
    """

    n_features_in_: Annotated[int, Sizes("columns"), Sometimes()]
    feature_names_in_: Annotated[npt.NDArray[Any], Labels("columns"), Sometimes()]
    classes_: Annotated[npt.NDArray[Any], Labels("classes")]
