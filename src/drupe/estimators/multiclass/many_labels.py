"""Many labels: each example has some of them, none or all, and a two-class machine decides on each."""

import warnings
from typing import Annotated, Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, clone
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted, has_fit_parameter

from drupe.estimators.base import Machine
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.margin.support_vector_machine import SupportVectorMachine
from drupe.estimators.multiclass.label_sets import Indicators, LabelSets
from drupe.estimators.ranges import check_parameters
from drupe.estimators.regularized.linear_or_expansion import linear_or_expansion
from drupe.estimators.sample_weights import checked_weights
from drupe.estimators.wrapping_classifier import WrappingClassifier
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.shapes import BrokenPromise, Counted, Labels, Outputs, Reals, Sometimes
from drupe.grams.lent import Lender
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce_like
from drupe.inputs.precomputed import Precomputed
from drupe.predictors.predictor import Predictor

OUTPUTS = ("decision_function", "predict_proba")
"""What a machine can be asked for, one of them at least."""


class ConstantLabelWarning(UserWarning):
    """A label that no training example has, or every one: there is nothing to learn."""


@declared
class ManyLabels(WrappingClassifier):
    """Label c is given where f_c(x) > 0, each f_c trained with the examples that have label c against all others.

    For documents on several topics at once. The machines are independent of one another, so that an example may get any
    number of labels. What support vector machines of drupe compute of the examples is computed once for all labels: the
    Gram matrix if it fits into the budget. An estimator that is a whole pipeline learns its steps for each label anew,
    such as the terms that tell most of it.

    A label that no training example has, or all have, gets no machine but this constant answer, with a warning.

    Parameters
    ----------
    estimator
        A two-class machine with `decision_function` or `predict_proba`, or a pipeline with one at its end.
    budget
        Bytes that the shared Gram matrix may take; None for 4 GiB.

    Attributes
    ----------
    classes_
        The labels: sorted if y was a list of sets, else the columns of y by name or number.
    estimators_
        The machine of each label; None for a label with a constant answer.
    constants_
        For each label without a machine −1 or +1, which is all its machine would say; 0 for the others.
    predictor_
        The outputs of all labels as one function; only of support vector machines of drupe, on data themselves.

    Examples
    --------
    >>> from drupe import SVC
    >>> X = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-1.0, -1.0]]
    >>> y = [{"corn"}, {"wheat"}, {"corn", "wheat"}, set()]
    >>> model = ManyLabels(SVC(kernel="linear", C=100.0)).fit(X, y)
    >>> model.predict(X).tolist()
    [[1, 0], [0, 1], [1, 1], [0, 0]]
    >>> model.predict_labels([[2.0, 2.0], [-2.0, -2.0]])
    [('corn', 'wheat'), ()]

    References
    ----------
    [Cristianini00]_, section 8.1 (one machine for each category); [Joachims98]_, place not checked.
    """

    estimator: BaseEstimator = parameter(kw_only=False)
    budget: int | None = parameter(default=None, last=True)

    classes_: Annotated[npt.NDArray[Any], Labels("labels")] = learned()
    estimators_: Annotated[list[Any], Counted("labels")] = learned()
    constants_: Annotated[Vector, Reals("labels")] = learned()
    predictor_: Annotated[Predictor, Outputs("labels"), Sometimes()] = learned()

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Train a machine for each label; y is a list of sets of labels, or a table with 0 and 1."""
        check_parameters(self)
        if not any(hasattr(self.estimator, name) for name in OUTPUTS):
            raise ParameterError(
                f"ManyLabels compares outputs with a threshold, but {type(self.estimator).__name__} has neither "
                "decision_function nor predict_proba; use a machine that has one, such as SVC."
            )
        known = LabelSets.of(y)
        examples = self.estimator._kernel_choice().wrap(X) if isinstance(self.estimator, Machine) else X
        n = examples.shape[0] if hasattr(examples, "shape") else len(examples)
        if n != len(known):
            raise InputError(f"X holds {n} examples but y holds {len(known)}; they must match one to one.")
        if not len(known.labels):
            raise InputError("no example has any label, so that there is nothing to learn; pass some that have.")
        weights = None if sample_weight is None else checked_weights(sample_weight, n)
        self._train(examples, known, weights)
        self._describe(examples)
        return self

    def _train(self, examples: Any, known: LabelSets, weights: Vector | None) -> None:
        if weights is not None and not has_fit_parameter(self.estimator, "sample_weight"):
            raise ParameterError(f"{type(self.estimator).__name__} cannot be fitted with sample_weight.")
        counted = known.indicators if weights is None else known.indicators[weights > 0]
        share = counted.mean(axis=0) if len(counted) else np.zeros(len(known.labels))
        self.classes_ = known.labels
        self.constants_ = np.where(share == 0.0, -1.0, np.where(share == 1.0, 1.0, 0.0))
        self._warn()
        more = {} if weights is None else {"sample_weight": weights}
        learnable = int((self.constants_ == 0.0).sum())
        self.estimators_ = []
        with Lender(learnable, DEFAULT_BYTES if self.budget is None else int(self.budget)):
            for label, constant in enumerate(self.constants_):
                machine = None if constant else clone(self.estimator).fit(examples, known.indicators[:, label], **more)
                self.estimators_.append(machine)

    def _warn(self) -> None:
        for answer, whose in ((-1.0, "no training example has"), (1.0, "every training example has")):
            names = self.classes_[self.constants_ == answer].tolist()
            if names:
                shown = ", ".join(map(repr, names[:5])) + (f" and {len(names) - 5} more" if len(names) > 5 else "")
                said = "never" if answer < 0 else "always"
                message = f"{whose} the label {shown}: it will {said} be given."
                warnings.warn(ConstantLabelWarning(message), stacklevel=stacklevel_outside())

    def _describe(self, examples: Any) -> None:
        """scikit-learn's facts about the columns, and the outputs of all machines as one function if they have one."""
        for name in ("n_features_in_", "feature_names_in_", "predictor_"):
            self.__dict__.pop(name, None)
        machines = [machine for machine in self.estimators_ if machine is not None]
        for name in ("n_features_in_", "feature_names_in_"):
            if machines and hasattr(machines[0], name):
                setattr(self, name, getattr(machines[0], name))
        if machines and _is_ours(machines[0]) and not isinstance(examples, Precomputed):
            self.predictor_ = self._joined(examples, machines[0])

    def _joined(self, examples: Inputs, first: Any) -> Predictor:
        """f_c(x) = Σᵢ βᵢ_c k(x, xᵢ) + b_c for all labels c, over the support vectors of any."""
        support = [np.empty(0, dtype=np.int64) if one is None else one.support_ for one in self.estimators_]
        union = np.unique(np.concatenate(support))
        weights, offsets = np.zeros((len(union), len(support))), self.constants_.copy()
        for label, machine in enumerate(self.estimators_):
            if machine is not None:
                dual = machine.dual_coef_
                places = np.searchsorted(union, support[label])
                weights[places, label] = np.ravel(dual.toarray() if hasattr(dual, "toarray") else dual)
                offsets[label] = float(machine.intercept_[0])
        fitted = first.predictor_
        kernel = fitted.kernel if hasattr(fitted, "kernel") else fitted.classes[0].kernel
        return linear_or_expansion(kernel, examples.take(union), weights, offsets, first.n_jobs)

    def decision_function(self, X: Any) -> Matrix:
        """f_c(x) of each example and label c; of machines without real outputs the probability less one half."""
        check_is_fitted(self)
        if hasattr(self, "predictor_"):
            return self.predictor_.decision(coerce_like(self.predictor_.space, X, type(self).__name__))
        outputs = [None if machine is None else output(machine, X) for machine in self.estimators_]
        n = next((len(one) for one in outputs if one is not None), None)
        if n is None:
            n = X.shape[0] if hasattr(X, "shape") else len(X)
        constant = self.constants_
        return np.column_stack(
            [np.full(n, constant[label]) if one is None else one for label, one in enumerate(outputs)]
        )

    def predict(self, X: Any) -> Indicators:
        """A row for each example, 1 in the column of each label that it gets."""
        return (self.decision_function(X) > 0.0).astype(np.int64)

    def predict_labels(self, X: Any) -> list[tuple[Any, ...]]:
        """The names of the labels that each example gets."""
        return [tuple(self.classes_[row > 0].tolist()) for row in self.predict(X)]

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of examples that get exactly their labels; y in either form."""
        check_is_fitted(self)
        known = LabelSets.like(self.classes_, y).indicators
        return float(np.average((self.predict(X) == known).all(axis=1), weights=sample_weight))

    def _check_learned(self) -> None:
        """Raise a BrokenPromise unless every label has a machine or a constant answer, and not both."""
        for machine, constant in zip(self.estimators_, self.constants_, strict=True):
            if constant not in ((-1.0, 1.0) if machine is None else (0.0,)):
                raise BrokenPromise("constants_ does not tell which labels have a machine")
            answers = isinstance(machine, BaseEstimator) and any(hasattr(machine, name) for name in OUTPUTS)
            if machine is not None and not answers:
                raise BrokenPromise("estimators_ holds something without outputs")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = get_tags(self.estimator)
        tags.input_tags = inner.input_tags
        tags.target_tags.multi_output, tags.target_tags.single_output = True, False
        tags.classifier_tags.multi_label, tags.classifier_tags.multi_class = True, False
        return tags


def _is_ours(machine: Any) -> bool:
    """Whether its output is that of its support vectors, and not what somebody made of it."""
    return isinstance(machine, SupportVectorMachine) and type(machine).decision_function.__module__.startswith("drupe.")


def output(machine: Any, X: Any) -> Vector:
    """The real output of a two-class machine, positive for the second class.

    >>> from sklearn.naive_bayes import GaussianNB
    >>> output(GaussianNB().fit([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1]), [[2.0]]).round(6).tolist()
    [-0.0]
    """
    if hasattr(machine, "decision_function"):
        return np.asarray(machine.decision_function(X), dtype=np.float64).reshape(-1)
    return np.asarray(machine.predict_proba(X)[:, 1] - 0.5)
