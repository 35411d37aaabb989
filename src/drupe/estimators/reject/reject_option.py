"""A classifier that may say nothing: it answers where it is sure enough."""

import warnings
from collections.abc import Callable
from typing import Annotated, Any, Self, TypeVar, cast

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, clone
from sklearn.model_selection import check_cv
from sklearn.utils import _safe_indexing, get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.ranges import NOTHING, Callable_, Either, OneOf, check_parameters
from drupe.estimators.reject.confidence import Confidence, confidence_of
from drupe.estimators.reject.coverage_risk import CoverageRiskCurve, coverage_risk_curve
from drupe.estimators.reject.reject_label import AUTO, reject_label, with_rejections
from drupe.estimators.warnings import FitWarning
from drupe.estimators.wrapping_classifier import WrappingClassifier
from drupe.foundation.arrays import Vector
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Sometimes, Trained
from drupe.witness.answered import Answered

PREFIT = "prefit"
SHARE = Interval(0.0, 1.0, closed_high=True)


Method = TypeVar("Method", bound=Callable[..., Any])


def _if_it_has(name: str) -> Callable[[Method], Method]:
    """For a method that is there if the classifier has it."""
    return cast(
        Callable[[Method], Method],
        available_if(lambda self: hasattr(getattr(self, "estimator_", self.estimator), name)),
    )


@declared
class RejectOption(WrappingClassifier):
    """h(x) where confidence(x) ≥ threshold, else a reject label.

    Over any classifier with `predict_proba` or `decision_function`, for any number of classes. The threshold is given,
    or found on examples that the classifier was not fitted on: the largest that answers a given share of them, or the
    one that answers most at a given error. None of the three, and everything is answered.

    Parameters
    ----------
    estimator
        The classifier.
    threshold
        Least confidence at which to answer.
    coverage
        Share of examples to answer.
    error
        Share of wrong answers, among those given, to stay below.
    confidence
        "auto", "probability", "margin", "largest" (see `confidence_of`), or a function f(classifier, X).
    reject_label
        What to answer to rejected examples; "auto" for −1 (or 0), NaN or "reject", by the type of the
        classes.
    cv
        Folds on which a threshold is found, as in scikit-learn; "prefit" if the estimator is fitted already and the
        data of `fit` are there to find the threshold.

    Attributes
    ----------
    estimator_
        The classifier, fitted on all examples.
    threshold_
        The threshold; infinite if no threshold has so small an error.
    curve_
        Error against coverage on the examples that the threshold was found on; only if it was.
    reject_label_
        The answer to rejected examples.
    classes_
        The classes, without the reject label.

    Notes
    -----
    The error is met on average over samples, not guaranteed for the next: `answered` on fresh examples yields what a
    certificate needs. In `score` a rejected example counts as an error.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = [[0.0], [1.0], [4.0], [5.0]], [0, 0, 1, 1]
    >>> RejectOption(GaussianNB(), threshold=0.9).fit(X, y).predict([[0.5], [2.5]]).tolist()
    [0, -1]

    References
    ----------
    [Chow70]_, section 2; [Graepel02]_, section 9.1; [Herbrich02]_, section 3.4.
    """

    estimator: BaseEstimator = parameter(kw_only=False)
    threshold: float | None = parameter(Either(NOTHING, Interval(closed_high=True)), default=None)
    coverage: float | None = parameter(Either(NOTHING, SHARE), default=None)
    error: float | None = parameter(Either(NOTHING, SHARE), default=None)
    confidence: Any = parameter(Either(OneOf(*(kind.value for kind in Confidence)), Callable_()), default="auto")
    reject_label: Any = parameter(default=AUTO)
    cv: Any = parameter(default=5)

    estimator_: Annotated[Any, Trained()] = learned()
    reject_label_: Any = learned()
    threshold_: float = learned()
    curve_: Annotated[CoverageRiskCurve, Sometimes()] = learned()

    def fit(self, X: Any, y: Any) -> Self:
        """Fit the classifier, and find the threshold if none is given."""
        check_parameters(self)
        given = [name for name in ("threshold", "coverage", "error") if getattr(self, name) is not None]
        if len(given) > 1:
            raise ParameterError(f"one of threshold, coverage and error decides, got {' and '.join(given)}.")
        prefit = isinstance(self.cv, str) and self.cv == PREFIT
        if prefit:
            check_is_fitted(self.estimator)
        self.estimator_ = self.estimator if prefit else clone(self.estimator).fit(X, y)
        self.classes_ = np.asarray(self.estimator_.classes_)
        self.reject_label_ = reject_label(self.reject_label, self.classes_)
        self.__dict__.pop("curve_", None)
        self.threshold_ = self._threshold(X, y, prefit)
        for name in ("n_features_in_", "feature_names_in_"):
            self.__dict__.pop(name, None)
            if hasattr(self.estimator_, name):
                setattr(self, name, getattr(self.estimator_, name))
        return self

    def _threshold(self, X: Any, y: Any, prefit: bool) -> float:
        if self.coverage is None and self.error is None:
            return -np.inf if self.threshold is None else float(self.threshold)
        self.curve_ = self._curve(self.estimator_, X, y) if prefit else self._held_out_curve(X, y)
        if self.coverage is not None:
            return self.curve_.threshold_for_coverage(self.coverage)
        assert self.error is not None
        found = self.curve_.threshold_for_error(self.error)
        if found == np.inf:
            warnings.warn(
                f"no threshold on the confidence has an error of at most {self.error:g}, so that every example will be "
                f"rejected; the least error is {self.curve_.risk.min():.3g}, that without rejection "
                f"{self.curve_.error:.3g}.",
                FitWarning,
                stacklevel=stacklevel_outside(),
            )
        return found

    def _held_out_curve(self, X: Any, y: Any) -> CoverageRiskCurve:
        labels = np.asarray(y)
        answers, sure = np.empty_like(labels), np.empty(len(labels))
        for train, test in check_cv(self.cv, labels, classifier=True).split(X, labels):
            fold = clone(self.estimator).fit(_safe_indexing(X, train), labels[train])
            left_out = _safe_indexing(X, test)
            answers[test], sure[test] = fold.predict(left_out), self._confidence_of(fold, left_out)
        return coverage_risk_curve(labels, answers, sure)

    def _curve(self, classifier: Any, X: Any, y: Any) -> CoverageRiskCurve:
        return coverage_risk_curve(np.asarray(y), classifier.predict(X), self._confidence_of(classifier, X))

    def _confidence_of(self, classifier: Any, X: Any) -> Vector:
        kind = Confidence(self.confidence) if isinstance(self.confidence, str) else self.confidence
        return confidence_of(classifier, X, kind)

    def confidences(self, X: Any) -> Vector:
        """How sure each prediction is."""
        check_is_fitted(self)
        return self._confidence_of(self.estimator_, X)

    def rejected(self, X: Any) -> npt.NDArray[np.bool_]:
        """Which examples are not answered."""
        return np.asarray(self.confidences(X) < self.threshold_)

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of each example, or the reject label."""
        check_is_fitted(self)
        labels = np.asarray(self.estimator_.predict(X))
        if self.threshold_ == -np.inf:
            return labels
        return with_rejections(labels, self.rejected(X), self.reject_label_)

    @_if_it_has("predict_proba")
    def predict_proba(self, X: Any) -> Any:
        """The classifier's probabilities of the classes."""
        check_is_fitted(self)
        return self.estimator_.predict_proba(X)

    @_if_it_has("decision_function")
    def decision_function(self, X: Any) -> Any:
        """The classifier's outputs."""
        check_is_fitted(self)
        return self.estimator_.decision_function(X)

    def coverage_risk_curve(self, X: Any, y: Any) -> CoverageRiskCurve:
        """Error against coverage on these examples, for all thresholds."""
        check_is_fitted(self)
        return self._curve(self.estimator_, X, y)

    def answered(self, X: Any, y: Any) -> Answered:
        """Errors and answers at the threshold on these examples, fresh ones, for a certificate."""
        accepted = ~self.rejected(X)
        wrong = np.asarray(self.estimator_.predict(X)) != np.asarray(y)
        return Answered(int((wrong & accepted).sum()), int(accepted.sum()), len(accepted))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = get_tags(self.estimator)
        tags.input_tags.pairwise = inner.input_tags.pairwise
        tags.input_tags.sparse = inner.input_tags.sparse
        tags.input_tags.allow_nan = inner.input_tags.allow_nan
        tags.classifier_tags.multi_class = inner.classifier_tags.multi_class
        return tags
