"""A classifier that learns together with a strong certificate, which covers exactly the rule that predicts."""

from typing import Annotated, Any, ClassVar, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin
from sklearn.utils import get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from drupe.bounds.assumptions import Assumption
from drupe.bounds.base import checked_delta
from drupe.certification.certificate import Certificate
from drupe.certification.fresh import indexable
from drupe.certification.independence import look_independent
from drupe.certification.readers.twins import learned_before
from drupe.certification.schemes.aggregation import AggregationScheme
from drupe.certification.schemes.blockwise import BlockwiseScheme
from drupe.certification.schemes.hold_out import HoldOutScheme
from drupe.certification.schemes.learned import Examples, Rule, Scheme
from drupe.certification.schemes.pick_to_learn import PickToLearnScheme
from drupe.certification.schemes.progressive import ProgressiveScheme
from drupe.estimators.base import one_column
from drupe.estimators.margin.svc import SVC
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.randomness import RandomState, generator
from drupe.foundation.shapes import Labels as Promised
from drupe.foundation.shapes import Sizes, Sometimes

FEWEST = 4
"""Examples below which there is nothing to learn and to test on."""

Labels = npt.NDArray[Any]


class CertifiedClassifier(MetaEstimatorMixin, ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Learns from a part of the examples, is certified by the rest: risk ≤ certificate_.value with confidence 1 − δ.

    A machine fitted on all examples can only be certified loosely from these same examples. This one gives away some of
    them, and a certificate that is nearly as good as a test on fresh data comes back.

    Parameters
    ----------
    estimator
        Any classifier, `drupe.SVC` or a search over parameters for instance: whatever it chooses, it chooses on the
        part that it learns from.
    scheme
        "auto" or "hold-out" for one machine and an exact test, the share depending on the number of examples alone;
        "blockwise" for two and "progressive" for many successive machines, of which one is drawn for each prediction;
        "aggregation" for machines on random halves, drawn by weight; "vote" for a vote of these; "pick-to-learn" for a
        machine of few examples, picked because it got them wrong. A scheme of `drupe.certification.schemes` serves too.
    delta
        Probability with which the certificate may fail.
    random_state
        Of the split. Fitting again with other numbers until the certificate looks good voids it.

    Attributes
    ----------
    certificate_
        What is known of the risk of `predict`.
    rule_
        What predicts: a machine, a draw of machines or a vote.
    machines_
        The fitted machines.
    classes_
        The labels.

    Notes
    -----
    The split is drawn without looking at labels, so that a part may show one class only; it then always says that one.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.preprocessing import StandardScaler
    >>> from drupe import SVC
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = CertifiedClassifier(SVC(gamma=0.02)).fit(StandardScaler().fit_transform(X), y)
    >>> model.certificate_.value < 0.1, model.certificate_.subject.value
    (True, 'the fitted rule itself')

    References
    ----------
    [Langford05]_, theorem 3.3; [Blum99]_, section 3; [Thiemann17]_.
    """

    _schemes: ClassVar[dict[str, Scheme]] = {
        "auto": HoldOutScheme(),
        "hold-out": HoldOutScheme(),
        "blockwise": BlockwiseScheme(),
        "progressive": ProgressiveScheme(),
        "aggregation": AggregationScheme(),
        "pick-to-learn": PickToLearnScheme(),
        "vote": AggregationScheme(voting=True),
    }

    certificate_: Certificate
    rule_: Rule
    machines_: tuple[Any, ...]
    classes_: Annotated[Labels, Promised("classes")]
    n_features_in_: Annotated[int, Sizes("columns"), Sometimes()]
    feature_names_in_: Annotated[Labels, Promised("columns"), Sometimes()]

    def __init__(
        self,
        estimator: Any = None,
        *,
        scheme: str | Scheme = "auto",
        delta: float = 0.05,
        random_state: RandomState = 0,
    ):
        self.estimator = estimator
        self.scheme = scheme
        self.delta = delta
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Learn a rule and its certificate."""
        checked_delta(self.delta)
        scheme = self._scheme()
        X = indexable(X)
        validate_data(self, X, skip_check_array=True)
        n = int(X.shape[0]) if hasattr(X, "shape") and len(X.shape) else len(X)
        labels = one_column(y, n)
        check_classification_targets(labels)
        if n < FEWEST:
            raise InputError(f"at least {FEWEST} examples are needed to learn and to test, got n_samples = {n}.")
        self._refuse()
        self.classes_ = np.unique(labels)
        learned = scheme.learn(self._learner(), Examples(X, labels), generator(self.random_state), self.delta)
        self.rule_, self.machines_ = learned.rule, learned.machines
        self.certificate_ = learned.certificate
        if look_independent(X) is False:  # copies of what was learned from would be among what is tested on
            self.certificate_ = learned.certificate.without(Assumption.INDEPENDENT)
        return self

    def predict(self, X: Any) -> Labels:
        """The label of each example, by the rule that is certified."""
        check_is_fitted(self)
        X = indexable(X)
        if getattr(X, "ndim", 2) == 2:  # what has another shape the machines themselves refuse
            validate_data(self, X, reset=False, skip_check_array=True)
        return self.rule_.predict(X)

    def _refuse(self) -> None:
        """Raise a ParameterError if the learner cannot be trained on a part of the examples."""
        learner = self._learner()
        reason = learned_before(learner)
        if get_tags(learner).input_tags.pairwise:
            reason = "kernel values of all examples cannot be split into parts; pass the examples and a kernel"
        if reason:
            raise ParameterError(f"{type(learner).__name__} cannot be certified on examples held out: {reason}.")

    def _scheme(self) -> Scheme:
        if isinstance(self.scheme, str):
            if self.scheme not in self._schemes:
                raise ParameterError(f"scheme must be a scheme or one of {sorted(self._schemes)}, got {self.scheme!r}.")
            return self._schemes[self.scheme]
        return self.scheme

    def _learner(self) -> Any:
        if self.estimator is not None:
            return self.estimator
        return SVC()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._learner().__sklearn_tags__().input_tags.sparse
        return tags
