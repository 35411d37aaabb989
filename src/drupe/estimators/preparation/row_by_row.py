"""Steps that treat each row by itself: of the training rows they remember only what their columns are."""

from abc import ABC, abstractmethod
from typing import Annotated, Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.declaration import declared, learned
from drupe.estimators.documented import Documented
from drupe.estimators.ranges import check_parameters
from drupe.foundation.shapes import Columns, Labels, Sizes, Sometimes
from drupe.inputs.coerce import coerce_like
from drupe.inputs.vectors import Vectors


@declared
class RowByRow(Documented, OneToOneFeatureMixin, TransformerMixin, BaseEstimator, ABC):  # type: ignore[misc]
    """A transformer of vectors, dense or CSR, that keeps their columns; subclasses write `transform`.

    Attributes
    ----------
    space_
        No rows, with the columns that later ones must have.
    n_features_in_, feature_names_in_
        How many columns these are, and their names if they have names.
    """

    space_: Annotated[Vectors, Columns("columns")] = learned()
    n_features_in_: Annotated[int, Sizes("columns")] = learned()
    feature_names_in_: Annotated[npt.NDArray[Any], Labels("columns"), Sometimes()] = learned()

    def fit(self, X: Any, y: Any = None) -> Self:
        """Remember the columns; neither rows nor targets count."""
        check_parameters(self)
        rows = Vectors.of(X)
        self.space_, self.n_features_in_ = rows.take(np.arange(0)), rows.dimension
        self.__dict__.pop("feature_names_in_", None)
        if rows.names is not None:
            self.feature_names_in_ = np.array(rows.names, dtype=object)
        return self

    @abstractmethod
    def transform(self, X: Any) -> Any:
        """Each row by itself."""

    def _rows(self, X: Any) -> Vectors:
        """New rows, checked."""
        check_is_fitted(self)
        rows = coerce_like(self.space_, X, type(self).__name__)
        assert isinstance(rows, Vectors)
        return rows

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags
