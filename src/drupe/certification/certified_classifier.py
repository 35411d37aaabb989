"""A classifier that learns together with a strong certificate, which covers exactly the rule that predicts."""

from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import is_regressor
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted, validate_data

from drupe.bounds.base import checked_delta
from drupe.certification.certificate import Certificate
from drupe.certification.fresh import indexable
from drupe.certification.learned_before import learned_before
from drupe.certification.nearby_search import NearbySearch
from drupe.certification.pipeline_around import steps_before
from drupe.certification.schemes.aggregation import AggregationScheme
from drupe.certification.schemes.best_round import BestRoundScheme
from drupe.certification.schemes.blockwise import BlockwiseScheme
from drupe.certification.schemes.hold_out import HoldOutScheme
from drupe.certification.schemes.learned import Examples, Rule, Scheme
from drupe.certification.schemes.pick_to_learn import PickToLearnScheme
from drupe.certification.schemes.progressive import ProgressiveScheme
from drupe.certification.upstream import look_upstream
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.last_step import last_step
from drupe.estimators.reject.reject_option import RejectOption
from drupe.estimators.wrapping_classifier import WrappingClassifier
from drupe.foundation.errors import ParameterError
from drupe.foundation.randomness import RandomState, generator
from drupe.witness.evidence import Evidence

FEWEST = 4
"""Examples below which there is nothing to learn and to test on."""

PRICES = (1.0, 10.0, 100.0)
"""Factors of SVC's own C = 1, which is rather small, that the learner tries if none is given."""

OWN = "the rule was learned together with its own certificate; anything else takes held-out examples"

Labels = npt.NDArray[Any]


@declared
class CertifiedClassifier(WrappingClassifier):
    """Learns from a part of the examples, is certified by the rest: risk ≤ certificate_.value with confidence 1 − δ.

    A machine fitted on all examples can only be certified loosely from these same examples. This one gives away some of
    them, and a certificate that is nearly as good as a test on fresh data comes back.

    Parameters
    ----------
    estimator
        Any classifier, `drupe.SVC` or a search over parameters for instance: whatever it chooses, it chooses on the
        part that it learns from. None for an `SVC` whose C and width are chosen by cross-validation inside that part
        where it has more than 100 examples; `NearbySearch` does the same around a machine with parameters.
    scheme
        "auto" or "hold-out" for one machine and an exact test, the share depending on the number of examples alone;
        "blockwise" for two and "progressive" for many successive machines, of which one is drawn for each answer;
        "aggregation" for machines on random halves, drawn by weight; "vote" for a vote of these; "pick-to-learn" for a
        machine of few examples, picked because it got them wrong; "best-round" for a boosting machine, stopped after
        the round of which most can be certified. A scheme of `drupe.certification.schemes` serves too,
        `HoldOutScheme(limit="randomized")` for a drawn limit.
    delta
        Probability with which the certificate may fail.
    random_state
        Of the split, and of the draws of rules that answer at random. Fitting again with other numbers until the
        certificate looks good voids it.

    Attributes
    ----------
    certificate_
        What is known of the risk of `predict`.
    rule_
        What predicts: a machine, a draw of machines or a vote.
    machines_
        The fitted machines.

    Notes
    -----
    The split is drawn without looking at labels, so that a part may show one class only; it then always says that one.

    What is random: the sample, which every certificate speaks of; and with "blockwise", "progressive" and "aggregation"
    the rule itself, which draws a machine anew for every answer. Their certificates bound the probability of a wrong
    answer over both example and draw, and asking twice may give two answers. To draw once for each value and stick to
    it would be another rule: where inputs repeat, it may be as bad as the worst machine. The other schemes answer the
    same example always alike; a vote pays for that with twice the bound. With a seed equal programs get equal answers;
    a copy of the model, from a pickle or a file, draws lots of its own.

    Whatever learns from examples (scaling, choice of columns, filling in) belongs inside, as in the example: done
    before, it has looked at what the rule is tested on. A step before this one in a pipeline that learns from labels
    voids the certificate; one that learns from inputs, columns that were scaled and rows that were copied are told in
    its sentence, as far as they can be seen.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> from drupe import SVC
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = CertifiedClassifier(make_pipeline(StandardScaler(), SVC(gamma=0.02))).fit(X, y)
    >>> model.certificate_.value < 0.1, model.certificate_.subject.value
    (True, 'the fitted rule itself')

    References
    ----------
    [Langford05]_, theorem 3.3, place not checked; [Blum99]_, section 3; [Thiemann17]_.
    """

    estimator: Any = parameter(default=None, kw_only=False)
    scheme: str | Scheme = parameter(default="auto")
    delta: float = parameter(default=0.05)
    random_state: RandomState = parameter(default=0)

    _schemes: ClassVar[dict[str, Scheme]] = {
        "auto": HoldOutScheme(),
        "hold-out": HoldOutScheme(),
        "blockwise": BlockwiseScheme(),
        "progressive": ProgressiveScheme(),
        "aggregation": AggregationScheme(),
        "pick-to-learn": PickToLearnScheme(),
        "best-round": BestRoundScheme(),
        "vote": AggregationScheme(voting=True),
    }

    certificate_: Certificate = learned()
    rule_: Rule = learned()
    machines_: tuple[Any, ...] = learned()

    def fit(self, X: Any, y: Any) -> Self:
        """Learn a rule and its certificate."""
        delta = checked_delta(self.delta)
        scheme = self._scheme()
        sample = Examples.checked(self, X, y, FEWEST)
        self._refuse(sample.X)
        self.classes_ = np.unique(sample.labels)
        learned = scheme.learn(self._learner(), sample, generator(self.random_state), delta)
        self.rule_, self.machines_ = learned.rule, learned.machines
        seen = look_upstream(sample.X, steps=steps_before())
        silent = isinstance(last_step(self._learner()), RejectOption)
        self.certificate_ = replace(learned.certificate.under(seen.checked(learned.certificate.checks)), silent=silent)
        if type(self).predict is not CertifiedClassifier.predict or "predict" in vars(self):
            reason = f"{type(self).__name__} has a predict of its own, which is not the rule that was certified"
            self.certificate_ = Certificate.refused(learned.certificate.bound, reason)
        return self

    def predict(self, X: Any) -> Labels:
        """The label of each example, by the rule that is certified."""
        check_is_fitted(self)
        X = indexable(X)
        if getattr(X, "ndim", 2) == 2:  # what has another shape the machines themselves refuse
            validate_data(self, X, reset=False, skip_check_array=True)
        return self.rule_.predict(X)

    def _evidence(self) -> Evidence:
        """What the scheme counted; it speaks at any δ."""
        witness = self.certificate_.witness
        return Evidence(0, {type(witness): lambda: witness}, otherwise=OWN)

    def _refuse(self, X: Any) -> None:
        """Raise a ParameterError if the learner is no classifier, or cannot be trained on a part of the examples."""
        learner = self._learner()
        if is_regressor(learner):
            name = type(last_step(learner)).__name__
            raise ParameterError(f"{name} answers with numbers, not with classes; pass a classifier to be certified.")
        reason = learned_before(learner, X)
        if get_tags(learner).input_tags.pairwise:
            reason = "kernel values of all examples cannot be split into parts; pass the examples and a kernel"
        if reason:
            raise ParameterError(f"{type(learner).__name__} cannot be certified on examples held out: {reason}.")

    def _scheme(self) -> Scheme:
        if isinstance(self.scheme, str) and self.scheme in self._schemes:
            return self._schemes[self.scheme]
        if isinstance(self.scheme, type) or not hasattr(self.scheme, "learn"):
            raise ParameterError(f"scheme must be a scheme or one of {sorted(self._schemes)}, got {self.scheme!r}.")
        return self.scheme

    def _learner(self) -> Any:
        if self.estimator is not None:
            return self.estimator
        return NearbySearch(prices=PRICES)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self._learner().__sklearn_tags__().input_tags.sparse
        scheme = self._schemes.get(self.scheme) if isinstance(self.scheme, str) else self.scheme
        tags.non_deterministic = bool(getattr(scheme, "at_random", False))
        return tags
