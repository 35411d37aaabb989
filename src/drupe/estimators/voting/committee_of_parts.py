"""A committee of machines that saw a part of the examples each: much cheaper than one that saw all of them."""

from collections.abc import Callable
from typing import Annotated, Any, Self, TypeVar, cast

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed
from sklearn.base import BaseEstimator, clone
from sklearn.utils import _safe_indexing, get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.base import one_column
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.ranges import check_parameters
from drupe.estimators.wrapping_classifier import WrappingClassifier
from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.randomness import RandomState, generator
from drupe.foundation.shapes import Each, Trained
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce

Method = TypeVar("Method", bound=Callable[..., Any])


def _if_members_have(name: str) -> Callable[[Method], Method]:
    """For a method that is there if the machine has it."""
    return cast(Callable[[Method], Method], available_if(lambda self: hasattr(self.estimator, name)))


@declared
class CommitteeOfParts(WrappingClassifier):
    """argmax over classes c of the mean over members of f_c(x), each member trained on its own part of the examples.

    The examples are dealt out at random, class by class. An exact machine whose time grows like n² takes 1/parts of it
    in all; the members need nothing of each other, so that joblib trains them at once, here or on a cluster.

    Parameters
    ----------
    estimator
        A classifier with `decision_function`.
    parts
        How many members there are.
    random_state
        For the deal.
    n_jobs
        Members that are trained at the same time, as in scikit-learn.

    Attributes
    ----------
    estimators_
        The members.

    Examples
    --------
    >>> from sklearn.linear_model import RidgeClassifier
    >>> X, y = [[0.0], [0.1], [0.2], [1.0], [1.1], [1.2]], [0, 0, 0, 1, 1, 1]
    >>> CommitteeOfParts(RidgeClassifier(), parts=3, random_state=0).fit(X, y).predict([[0.3], [0.9]]).tolist()
    [0, 1]

    References
    ----------
    [Herbrich02]_, section 2.4.4 (the largest of several real outputs); [Graepel02]_, section 9.2.1.
    """

    estimator: BaseEstimator = parameter(kw_only=False)
    parts: int = parameter(Interval(1, whole=True), default=4)
    random_state: RandomState = parameter(default=None)
    n_jobs: int | None = parameter(default=None)

    estimators_: Annotated[list[BaseEstimator], Each(Trained(), "members")] = learned()

    def fit(self, X: Any, y: Any) -> Self:
        """Deal the examples out and train every member on its part."""
        check_parameters(self)
        if not hasattr(self.estimator, "decision_function"):
            raise ParameterError(
                f"{type(self).__name__} takes the mean of real outputs, but {type(self.estimator).__name__} has no "
                "decision_function; use a machine that has one, such as SVC."
            )
        inputs = coerce(X)
        labels = one_column(y, len(inputs))
        check_classification_targets(labels)
        self.classes_, codes = np.unique(labels, return_inverse=True)
        dealt = self._dealt(codes.reshape(-1))
        self.estimators_ = Parallel(n_jobs=self.n_jobs)(
            delayed(_trained)(self.estimator, _part(X, inputs, part), labels[part]) for part in dealt
        )
        for name in ("n_features_in_", "feature_names_in_"):
            self.__dict__.pop(name, None)
            if hasattr(self.estimators_[0], name):
                setattr(self, name, getattr(self.estimators_[0], name))
        return self

    def decision_function(self, X: Any) -> Matrix:
        """The mean of the members' outputs."""
        return self._mean("decision_function", X)

    @_if_members_have("predict_proba")
    def predict_proba(self, X: Any) -> Matrix:
        """The mean of the members' probabilities."""
        return self._mean("predict_proba", X)

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of the largest mean output; of two classes the second where it is zero or above."""
        outputs = self.decision_function(X)
        decided = (outputs >= 0.0).astype(np.intp) if outputs.ndim == 1 else outputs.argmax(axis=1)
        return np.asarray(self.classes_[decided])

    def _mean(self, method: str, X: Any) -> Matrix:
        check_is_fitted(self)
        return np.asarray(np.mean([getattr(member, method)(X) for member in self.estimators_], axis=0))

    def _dealt(self, codes: Index) -> list[Index]:
        """The positions of each part; every class is in all of them, as evenly as can be."""
        counts = np.bincount(codes)
        if len(counts) < 2:
            raise InputError(f"{type(self).__name__} needs two classes or more; got 1 class, {self.classes_.tolist()}.")
        if counts.min() < self.parts:
            rare = self.classes_[counts.argmin()]
            raise InputError(
                f"class {rare!r} has {counts.min()} examples, too few for each of {self.parts} parts; "
                f"take parts={counts.min()} at most."
            )
        rng = generator(self.random_state)
        shuffled = rng.permutation(len(codes))
        by_class = shuffled[np.argsort(codes[shuffled], kind="stable")]
        return [np.sort(by_class[member :: self.parts]) for member in range(self.parts)]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = get_tags(self.estimator)
        tags.input_tags.sparse = inner.input_tags.sparse
        tags.input_tags.allow_nan = inner.input_tags.allow_nan
        tags.classifier_tags.multi_class = inner.classifier_tags.multi_class
        return tags


def _part(X: Any, inputs: Inputs, part: Index) -> Any:
    """A frame stays one, with its names; all else goes on as it was checked."""
    return inputs.take(part).raw() if inputs.names is None else _safe_indexing(X, part)


def _trained(estimator: BaseEstimator, X: Any, y: npt.NDArray[Any]) -> Any:
    return clone(estimator).fit(X, y)
