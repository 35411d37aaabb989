"""Fit and predict as scikit-learn has them, around the one method that a machine's author writes."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, column_or_1d

from drupe.estimators.callbacks import Watched
from drupe.estimators.distinct import distinct
from drupe.estimators.documented import Documented
from drupe.estimators.fitted import Fitted
from drupe.estimators.fixed_kernel import loose
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.linear_rule import check_pulls, linear_evidence
from drupe.estimators.progress_bar import progress_bar
from drupe.estimators.ranges import check_parameters
from drupe.estimators.sample import Sample
from drupe.estimators.sample_weights import checked_weights
from drupe.estimators.warnings_before_fit import look_ahead
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.progress import both
from drupe.foundation.shapes import Labels, Sizes, Sometimes
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce_like
from drupe.kernels.base import Kernel
from drupe.predictors.predictor import Predictor
from drupe.witness.evidence import Evidence


class Machine(Watched, Documented, BaseEstimator, ABC):  # type: ignore[misc]
    """A kernel machine: an author writes `_learn(sample) -> Fitted` and declares the parameters.

    The data are wrapped once, examples of weight zero are left out before anything is looked at, and what was learned
    is `predictor_` (what) and `solution_` (how), with scikit-learn's attributes beside them.

    Attributes
    ----------
    predictor_
        The fitted function.
    solution_
        What the solver found; None where nothing is solved.
    shape_fit_, n_features_in_, feature_names_in_
        As in scikit-learn.
    """

    n_features_in_: Annotated[int, Sizes("columns"), Sometimes()]
    shape_fit_: Annotated[tuple[int, ...], Sizes("examples", "columns")]
    feature_names_in_: Annotated[npt.NDArray[Any], Labels("columns"), Sometimes()]
    predictor_: Predictor
    solution_: Any

    @abstractmethod
    def _learn(self, sample: Sample) -> Fitted:
        """What the examples teach."""

    def _targets(self, y: Any, n: int) -> npt.NDArray[Any]:
        """One checked target for each of the n examples."""
        return np.zeros(n)

    def _weights(self, sample_weight: Any, n: int) -> Vector:
        """How often each of the n examples counts, zero or more."""
        return checked_weights(sample_weight, n)

    def _coded(self, sample: Sample) -> Sample:
        """The sample with targets as `_learn` wants them."""
        return sample

    def _kernel_choice(self) -> KernelChoice:
        """What the user said about the kernel; parameters that a machine does not have keep their defaults."""
        said = {name: getattr(self, name) for name in ("degree", "gamma", "coef0") if hasattr(self, name)}
        return KernelChoice(self.kernel, **said)

    def _kernel(self, sample: Sample) -> Kernel[Any]:
        """The kernel of the fit; what would make it poor or hopeless on these examples is said here."""
        codes = sample.targets if isinstance(self, ClassifierMixin) else None
        kernel = self._kernel_choice().on(sample.inputs, sample.weights, sample.came, codes)
        look_ahead(kernel, sample.inputs, self)
        return kernel

    def _loose(self) -> str:
        """Why kernel or price of slack depend on the data, as far as parameters tell; empty if they are fixed."""
        return loose(self.get_params(deep=False))

    def _fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """The whole of every fit, watched by scikit-learn's callbacks if any are set."""
        if hasattr(self, "_skl_callbacks"):
            return self._fit_watched(X, y, sample_weight)
        return self._learn_from(X, y, sample_weight)

    @contextmanager
    def _watch(self) -> Iterator[Watch]:
        """The watch over one fit of a machine with the parameters `verbose` and `on_interrupt`."""
        machine: Any = self
        told = self._told()
        if not machine.verbose:
            yield Watch(told, machine.on_interrupt == "keep", told)
            return
        with progress_bar(type(self).__name__, True) as bar:
            yield Watch(both(bar, told), machine.on_interrupt == "keep", told)

    def _learn_from(self, X: Any, y: Any, sample_weight: Any) -> Self:
        inputs, sample = self._checked(X, y, sample_weight)
        return self._become(inputs, self._learn(sample))

    def _become(self, inputs: Inputs, fitted: Fitted) -> Self:
        """What was learned, and scikit-learn's facts about the data, as attributes."""
        self._describe(inputs)
        self.predictor_, self.solution_ = fitted.predictor, fitted.solution
        for name, value in fitted.attributes.items():
            setattr(self, name, value)
        return self

    def _checked(self, X: Any, y: Any, sample_weight: Any) -> tuple[Inputs, Sample]:
        """The data as they came, and the examples that count, with targets as `_learn` wants them."""
        check_parameters(self)
        inputs = self._kernel_choice().wrap(X)
        weights = self._weights(sample_weight, len(inputs))
        targets = self._targets(y, len(inputs))
        kept = np.flatnonzero(weights)
        sample = Sample(inputs, targets, weights, np.arange(len(inputs)), inputs)
        return inputs, self._coded(sample.take(kept) if len(kept) < len(inputs) else sample)

    def _describe(self, inputs: Inputs) -> None:
        """scikit-learn's facts about the training data."""
        self.__dict__.pop("feature_names_in_", None)
        if inputs.dimension is None:
            self.shape_fit_ = (len(inputs),)
        else:
            self.n_features_in_ = inputs.dimension
            self.shape_fit_ = (len(inputs), inputs.dimension)
        if inputs.names is not None:
            self.feature_names_in_ = np.array(inputs.names, dtype=object)

    def _new(self, X: Any) -> Inputs:
        """New examples, wrapped as the fitted ones were."""
        if "predictor_" not in self.__dict__:
            check_is_fitted(self)
        return coerce_like(self.predictor_.space, X, type(self).__name__)

    def _outputs(self, X: Any) -> Matrix:
        """The fitted function at new examples: one row each, one column for each output."""
        new = self._new(X)
        return self.predictor_.decision(new)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        precomputed = self._kernel_choice().precomputed
        tags.input_tags.pairwise = precomputed
        tags.input_tags.sparse = not precomputed
        return tags


class Classifier(ClassifierMixin, Machine):  # type: ignore[misc]
    """A machine that learns classes: `_learn` sees the codes 0..k−1 of `classes_`, in sorted order.

    Attributes
    ----------
    classes_
        The classes, sorted.
    """

    classes_: Annotated[npt.NDArray[Any], Labels("classes")]

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from examples and their classes; an example of weight 3 counts as three of weight 1."""
        return self._fit(X, y, sample_weight)

    def _targets(self, y: Any, n: int) -> npt.NDArray[Any]:
        labels = one_column(y, n)
        if labels.dtype.kind not in "biuUS":
            # Only fractions and objects can be anything but labels; to look is slow where a fit takes a millisecond.
            check_classification_targets(labels)
        return labels

    def _coded(self, sample: Sample) -> Sample:
        classes, codes = distinct(sample.targets)
        if len(classes) < 2:
            raise InputError(
                f"The number of classes has to be greater than one; got {len(classes)} class, {classes.tolist()}, "
                "among the examples of positive weight."
            )
        self.classes_ = classes
        return sample.with_targets(codes)

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        """What the fitted machine can witness about itself on its training examples; by default its hyperplane."""
        return linear_evidence(self, self.predictor_, inputs, codes)

    def _check_labels(self, signs: Vector) -> None:
        """Raise an InputError if the fit shows that the training examples of two classes had other labels."""
        check_pulls(self, signs)

    def _twin(self) -> Any:
        """The same learner, not yet fitted, which will choose no parameters again."""
        return clone(self)


class Regressor(RegressorMixin, Machine):  # type: ignore[misc]
    """A machine that learns real numbers: `_learn` sees them in float64."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from examples and their targets; an example of weight 3 counts as three of weight 1."""
        return self._fit(X, y, sample_weight)

    def _targets(self, y: Any, n: int) -> npt.NDArray[Any]:
        return real_column(y, n)


def one_column(y: Any, n: int) -> npt.NDArray[Any]:
    """y as one column of n entries, none of them missing."""
    if y is None:
        raise InputError("this estimator requires y to be passed, but the target y is None.")
    if np.ma.is_masked(y):
        raise InputError("y is masked, and so has no value, at some positions; drop such examples.")
    plain = type(y) is np.ndarray and y.ndim == 1
    column: npt.NDArray[Any] = y if plain else column_or_1d(y, warn=True)
    if column.dtype.kind == "f":
        _require_finite(column)
    if column.dtype.kind == "O":
        absent = next((i for i, target in enumerate(column) if _is_absent(target)), None)
        if absent is not None:
            raise InputError(f"Input y contains no target, None or NaN, at position {absent}; drop such examples.")
    if len(column) != n:
        raise InputError(f"X holds {n} examples but y holds {len(column)}; they must match one to one.")
    return column


def _is_absent(target: Any) -> bool:
    return target is None or (isinstance(target, float) and target != target)  # NaN alone differs from itself


def real_column(y: Any, n: int) -> Vector:
    """y as one column of n real numbers, in float64."""
    column = one_column(y, n)
    if np.iscomplexobj(column):
        raise InputError("Complex data not supported: y must hold real numbers.")
    if column.dtype.kind in "mM":
        raise InputError("y holds dates or times, but must hold numbers; pass the time since a date of your choice.")
    try:
        numbers = column.astype(np.float64)
    except (TypeError, ValueError, OverflowError) as cause:
        raise InputError(f"y must hold numbers: {cause}") from cause
    if column.dtype.kind != "f":
        # None and the word "nan" become numbers only here.
        _require_finite(numbers)
    return numbers


def _require_finite(column: Vector) -> None:
    if not np.isfinite(column).all():
        i = int(np.argmin(np.isfinite(column)))
        what = "NaN" if np.isnan(column[i]) else "infinity"
        raise InputError(f"Input y contains {what}, at position {i}; drop such examples.")
