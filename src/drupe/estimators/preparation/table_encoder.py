"""Columns of a table to numbers: filled, scaled, one for each category, a bag of words for texts; fitted on rows."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.documented import Documented
from drupe.estimators.preparation.column_kinds import treatments_for
from drupe.estimators.preparation.encodings import EncodedCategories, Encoding, encoding_of, number_cells
from drupe.estimators.preparation.scales import is_scaled
from drupe.estimators.preparation.treatments import AsNumber, ColumnChoices, LeftOut, Treatment
from drupe.foundation.errors import InputError
from drupe.inputs.frame import Frame


@declared
class TableEncoder(Documented, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Makes numbers of a table with words, dates and empty cells, so that machines can compare its rows.

    Goes first in a pipeline, so that medians, means and words are those of the training rows alone, in each fold of a
    cross-validation too. Each column weighs about the same in distances: numbers have mean 0 and variance 1, two
    categories and two texts are at most √2 apart. Columns that name the rows, are the same everywhere or repeat
    another one are left out.

    Parameters
    ----------
    treatments
        What becomes of each column; None to find out by looking at the training rows.
    choices
        What you say about columns, such as which ones hold categories; of no use with `treatments`.

    Attributes
    ----------
    treatments_
        What becomes of each column.
    encodings_
        What was measured of each column that is used.
    feature_names_in_
        The columns of the table.
    n_features_in_
        How many these are.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> from drupe import SVC
    >>> X = {"size": [1.0, None, 3.0, 4.0], "color": ["red", "red", "blue", "blue"], "unit": ["cm"] * 4}
    >>> encoder = TableEncoder().fit(X)
    >>> encoder.get_feature_names_out().tolist()
    ['size', 'size is empty', 'color=blue', 'color=red']
    >>> make_pipeline(TableEncoder(), SVC()).fit(X, [0, 0, 1, 1]).score(X, [0, 0, 1, 1])
    1.0
    """

    treatments: Sequence[Treatment] | None = parameter(default=None)
    choices: ColumnChoices | None = parameter(default=None)

    treatments_: tuple[Treatment, ...] = learned()
    encodings_: tuple[Encoding, ...] = learned()
    feature_names_in_: npt.NDArray[Any] = learned()
    n_features_in_: int = learned()

    def fit(self, X: Any, y: Any = None) -> Self:
        """Measure the columns; targets take no part."""
        frame = Frame.of(X)
        if self.treatments is None:
            self.treatments_ = treatments_for(frame, self.choices)
        else:
            self.treatments_ = tuple(self.treatments)
        used = [one for one in self.treatments_ if not isinstance(one, LeftOut)]
        if not used:
            raise InputError("TableEncoder leaves out every column; at least one must be used.")
        numbers = [number_cells(frame.column(one.name)) for one in used if isinstance(one, AsNumber)]
        scaled = not (numbers and is_scaled(np.column_stack(numbers)))
        self.encodings_ = tuple(encoding_of(one, frame.column(one.name), scaled) for one in used)
        self.feature_names_in_ = np.array(frame.names, dtype=object)
        self.n_features_in_ = len(frame.names)
        return self

    def transform(self, X: Any) -> Any:
        """The numbers: an array, or a CSR matrix if there are texts."""
        check_is_fitted(self)
        frame = self._frame(X)
        parts = [one.numbers(frame.column(one.name)) for one in self.encodings_]
        if any(sp.issparse(part) for part in parts):
            return sp.csr_array(sp.hstack(parts, format="csr"))
        return np.hstack(parts)

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """The names of the columns of numbers."""
        check_is_fitted(self)
        return np.array([name for one in self.encodings_ for name in one.features], dtype=object)

    @property
    def sources_(self) -> tuple[str, ...]:
        """For each column of numbers the column of the table that it comes from."""
        return tuple(one.name for one in self.encodings_ for _ in one.features)

    def unknown(self, X: Any) -> dict[str, int]:
        """For each column of categories in which some rows hold a word that training had not, how many rows do."""
        frame = self._frame(X)
        categories = [one for one in self.encodings_ if isinstance(one, EncodedCategories)]
        counts = {one.name: one.unknown(frame.column(one.name)) for one in categories}
        return {name: count for name, count in counts.items() if count}

    def _frame(self, X: Any) -> Frame:
        """The rows with their columns as in training; columns of an array go by their order."""
        frame = Frame.of(X)
        if not set(frame.names) & set(self.feature_names_in_) and len(frame.names) == self.n_features_in_:
            return Frame(frame.columns, frame.origin, tuple(self.feature_names_in_))
        return frame


def encoder_of(model: Any) -> TableEncoder | None:
    """The encoder with which a pipeline begins; None for models that see numbers.

    >>> encoder_of(TableEncoder()) is not None, encoder_of(None)
    (True, None)
    """
    first = model.steps[0][1] if isinstance(model, Pipeline) else model
    return first if isinstance(first, TableEncoder) else None
