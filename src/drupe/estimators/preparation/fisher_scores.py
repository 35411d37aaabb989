"""Examples as scores of a model that is fitted on the training rows alone: a Fisher kernel inside the fold."""

from collections.abc import Sequence
from typing import Annotated, Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.base import one_column
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.documented import Documented
from drupe.estimators.ranges import NOTHING, Either, Instance, OneOf, check_parameters
from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.shapes import Labels, Sometimes
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce, coerce_like
from drupe.inputs.sequences import Sequences
from drupe.kernels.fisher import DiagonalFisher, Fisher, NaiveFisher, ScoreKernel
from drupe.models.base import Model
from drupe.models.families import Family, GaussianMixtures, HiddenMarkovs

METRICS: dict[str, type[ScoreKernel]] = {"information": Fisher, "diagonal": DiagonalFisher, "naive": NaiveFisher}
"""What becomes of scores, by the kernel whose features they then are."""


@declared
class FisherScores(Documented, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """x → ∂ ln P(x) / ∂θ of a model P fitted on the training rows: their dot product is a Fisher kernel.

    A kernel that holds a model which saw the examples cannot be certified by them. As a step of a pipeline the model is
    fitted anew on the training rows of each fold, or on those of some classes among them, and certificates from the
    rows held out are valid.

    Parameters
    ----------
    family
        How to fit the model, such as `HiddenMarkovs(states=10)`; None for five hidden states on sequences, and one
        normal distribution on vectors.
    classes
        None for one model of all rows, whatever their labels; "each" for one of every class; or the labels of those
        classes that get a model, [1] for a model of the positive ones.
    metric
        "information" for scores in the metric of the Fisher information, "diagonal" for each by its own standard
        deviation under the model, "naive" for scores as they are.

    Attributes
    ----------
    kernels_
        For each model the kernel whose features the scores are.
    labels_
        For each model the label of its class; none if it is of all rows.
    space_
        One example, of the kind that later ones must be of.
    n_features_in_, feature_names_in_
        Of vectors, how many columns, and their names if they have names; 0 of sequences.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> from drupe import SVC
    >>> from drupe.models import HiddenMarkovs
    >>> X, y = ["abab", "baba", "ab", "aabb", "bbaa", "aab"], [0, 0, 0, 1, 1, 1]
    >>> scores = FisherScores(HiddenMarkovs(states=2, alphabet="ab"), classes=[1])
    >>> make_pipeline(scores, SVC(kernel="linear", C=100.0)).fit(X, y).score(X, y)
    1.0

    References
    ----------
    [JaakkolaHaussler99]_, section 2; [Jaakkola00]_, section 2, place not checked (a model of the positive examples).
    """

    family: Family | None = parameter(Either(NOTHING, Instance(Family)), default=None, kw_only=False)
    classes: str | Sequence[Any] | None = parameter(default=None)
    metric: str = parameter(OneOf(*METRICS), default="information")

    kernels_: tuple[ScoreKernel, ...] = learned()
    labels_: npt.NDArray[Any] = learned()
    space_: Inputs = learned()
    n_features_in_: int = learned()
    feature_names_in_: Annotated[npt.NDArray[Any], Labels(None), Sometimes()] = learned()

    @property
    def models_(self) -> tuple[Model[Any], ...]:
        """The fitted models."""
        return tuple(kernel.model for kernel in self.kernels_)

    def fit(self, X: Any, y: Any = None) -> Self:
        """Fit the models; labels count only if classes are asked for."""
        check_parameters(self)
        inputs = coerce(X)
        if not len(inputs):
            raise InputError("FisherScores needs examples to fit a model on, and there are none.")
        labels, parts = self._parts(inputs, y)
        family = self.family
        if family is None:
            family = HiddenMarkovs() if isinstance(inputs, Sequences) else GaussianMixtures()
        kernel: Any = METRICS[self.metric]
        self.kernels_ = tuple(kernel(family.fit(inputs.take(rows))) for rows in parts)
        self.labels_, self.space_ = labels, inputs.take(np.arange(1))
        self.n_features_in_ = inputs.dimension or 0
        self.__dict__.pop("feature_names_in_", None)
        if inputs.names is not None:
            self.feature_names_in_ = np.array(inputs.names, dtype=object)
        return self

    def transform(self, X: Any) -> Matrix:
        """The scores, model after model."""
        check_is_fitted(self)
        inputs = coerce_like(self.space_, X, type(self).__name__)
        return np.hstack([kernel.features(kernel.model.scores(inputs)) for kernel in self.kernels_])

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """The names of the models' parameters; numbers where the metric mixes them."""
        check_is_fitted(self)
        names = []
        for place, kernel in enumerate(self.kernels_):
            label = f"{self.labels_[place]}: " if len(self.labels_) else ""
            if isinstance(kernel, Fisher):
                names += [f"{label}fisher {i}" for i in range(kernel.information.rank)]
            else:
                names += [label + name for name in kernel.model.parameter_names]
        return np.array(names, dtype=object)

    def _parts(self, inputs: Inputs, y: Any) -> tuple[npt.NDArray[Any], list[Index]]:
        """The labels that get a model of their own, and the rows of each."""
        if self.classes is None:
            return np.empty(0, dtype=object), [np.arange(len(inputs))]
        if y is None:
            raise InputError(f"with classes={self.classes!r} FisherScores needs labels: fit(X, y).")
        codes = one_column(y, len(inputs))
        if isinstance(self.classes, str) and self.classes != "each":
            raise ParameterError(
                f"FisherScores.classes must be None, 'each' or labels in a list, got {self.classes!r}."
            )
        wanted = np.unique(codes) if isinstance(self.classes, str) else np.asarray(self.classes)
        rows = [np.flatnonzero(np.asarray(codes) == label) for label in wanted]
        empty = [label for label, found in zip(wanted.tolist(), rows, strict=True) if not len(found)]
        if empty or not rows:
            raise InputError(f"no training example has the label {empty[0]!r}." if empty else "classes names no label.")
        return wanted, rows

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self.classes is not None
        tags.input_tags.string = True
        tags.input_tags.sparse = True
        return tags
