"""certify: everything that theorems can say about a fitted classifier, and why the others are silent."""

from dataclasses import dataclass, replace
from typing import Any, overload

from sklearn.base import RegressorMixin, is_classifier
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted

from drupe.bounds.base import Bound, checked_delta
from drupe.bounds.held_out.disagreement import HoldOutAndDisagreement
from drupe.bounds.subject import Subject
from drupe.certification.candidates import candidates, chosen_model
from drupe.certification.catalogue import asked_bounds, ready_bounds
from drupe.certification.certificate import Certificate
from drupe.certification.certificates import Certificates
from drupe.certification.certified_classifier import CertifiedClassifier
from drupe.certification.certify_components import certify_components
from drupe.certification.certify_rows import certify_rows
from drupe.certification.check import Check
from drupe.certification.component_certificates import ComponentCertificates
from drupe.certification.fresh import disagreement_witness, held_out_witness, indexable
from drupe.certification.independence import check_fresh, check_separate
from drupe.certification.learned_before import learned_before
from drupe.certification.reading import predicts_otherwise, read
from drupe.certification.silence import may_be_silent
from drupe.certification.upstream import NOTHING_SEEN, Sight, look_upstream
from drupe.estimators.components.kernel_pca import KernelPCA
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.rows import Rows
from drupe.witness.assumptions import Assumption
from drupe.witness.disagreement import Disagreement
from drupe.witness.evidence import Evidence
from drupe.witness.held_out import HeldOut


@overload
def certify(model: KernelPCA, X: None = None, y: None = None, *, delta: float = 0.05) -> ComponentCertificates: ...


@overload
def certify(
    model: Any,
    X: Any = None,
    y: Any = None,
    *,
    delta: float = 0.05,
    bounds: Any = "all",
    X_held_out: Any = None,
    y_held_out: Any = None,
    X_unlabeled: Any = None,
    n_candidates: int | None = None,
) -> Certificates: ...


def certify(
    model: Any,
    X: Any = None,
    y: Any = None,
    *,
    delta: float = 0.05,
    bounds: Any = "all",
    X_held_out: Any = None,
    y_held_out: Any = None,
    X_unlabeled: Any = None,
    n_candidates: int | None = None,
) -> Certificates | ComponentCertificates:
    """With probability at least 1 − δ over the sample, all valid certificates of the table hold together.

    δ is split among the bounds that are asked and can be asked, by weights that are fixed beforehand; what holds for
    one kernel and one set of parameters pays once more for every one that was tried.

    Parameters
    ----------
    model
        A fitted classifier: of drupe, or any with scikit-learn's interface if held-out examples are given. A
        fitted `GridSearchCV` counts its own candidates. Of a fitted `KernelPCA` alone, without X and y, it is said
        which components can be trusted.
    X, y
        The examples that it was fitted on; or, alone as X, `Rows` that took no part in the fit, see `certify_rows`.
    delta
        Probability that any of the statements fails.
    bounds
        "all", or the names (or bounds) one wants; fewer bounds share δ among fewer.
    X_held_out, y_held_out
        Examples that took no part in fitting or choosing the model.
    X_unlabeled
        Further inputs without labels, which took no part either.
    n_candidates
        How many kernels and parameters were tried with a look at these data; None for what the model itself knows.

    Examples
    --------
    >>> import numpy as np
    >>> from drupe import SVC
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(400, 2)); y = (X[:, 0] > 0).astype(int)
    >>> model = SVC(kernel="linear", C=10.0).fit(X, y)
    >>> best = certify(model, X, y, bounds="preferent_compression").best
    >>> best.value < 0.2, best.subject.value
    (True, 'the fitted rule itself')

    References
    ----------
    [Langford05]_, section 2, place not checked (what a bound may be used for); [Campi23]_, section 5, place not
    checked.
    """
    if isinstance(X, Rows) or isinstance(X_held_out, Rows):
        return _of_rows(model, X, X_held_out, (y, y_held_out, X_unlabeled, n_candidates), bounds, delta=delta)
    if isinstance(model, KernelPCA):
        return _of_components(model, X, y, X_held_out, y_held_out, X_unlabeled, delta=delta)
    delta = checked_delta(delta)
    everything = isinstance(bounds, str) and bounds == "all"
    asked = ready_bounds() if everything else asked_bounds(bounds)
    evidence, premises = _grounds(model, X, y, (X_held_out, y_held_out), X_unlabeled)
    if everything:
        asked = tuple(bound for bound in asked if bound.witness in NEEDED or evidence.knows(bound.witness))
    tried = candidates(model, n_candidates)
    request = _Request(delta, asked, by_name=not everything, tried=tried)
    answers = [replace(one, silent=may_be_silent(model)) for one in request.answers(evidence, premises)]
    predicting = model.certificate_.subject if isinstance(model, CertifiedClassifier) else Subject.FITTED
    return Certificates(answers, delta, tried, predicting)


def _of_rows(model: Any, X: Any, held_out: Any, others: tuple[Any, ...], bounds: Any, *, delta: float) -> Certificates:
    """Rows are tested on, whichever way they came: a model that was fitted on rows does not keep them."""
    given = X if held_out is None else held_out
    plain = isinstance(bounds, str) and bounds == "all" and all(other is None for other in others)
    if not plain or (X is not None and held_out is not None):
        raise InputError(
            "of rows that are read part by part, certify takes the held-out ones and delta, certify(model, rows); "
            "drupe.certify_rows takes more."
        )
    return certify_rows(model, given, delta=delta)


def _of_components(model: KernelPCA, *examples: Any, delta: float) -> ComponentCertificates:
    check_is_fitted(model)
    if any(data is not None for data in examples):
        raise InputError(
            "of components, certify looks at the examples that the machine keeps; pass the fitted KernelPCA alone."
        )
    return certify_components(model, delta=delta)


def _grounds(model: Any, X: Any, y: Any, held_out: tuple[Any, Any], unlabeled: Any) -> tuple[Evidence, "_Premises"]:
    if isinstance(model, type) or not hasattr(model, "__sklearn_tags__") or not is_classifier(model):
        raise InputTypeError(f"fitted classifiers can be certified, got {_kind(model)}.")
    check_is_fitted(model)
    if not get_tags(model).target_tags.single_output:
        raise InputTypeError(
            f"{type(model).__name__} gives any number of labels, and a certificate speaks of one answer; "
            "drupe.certification.certify_labels shares delta among the labels and certifies each."
        )
    if (X is None) != (y is None):
        raise InputError("X and y, the examples that the model was fitted on, come together or not at all.")
    if (held_out[0] is None) != (held_out[1] is None):
        raise InputError("X_held_out and y_held_out come together or not at all.")
    inner = chosen_model(model)
    X, unlabeled = (None if data is None else indexable(data) for data in (X, unlabeled))
    evidence = _own_or_read(model, X, y)
    own = model.certificate_ if isinstance(model, CertifiedClassifier) else None
    premises = _Premises(own, NOTHING_SEEN if X is None else look_upstream(X))
    if held_out[0] is not None:
        tested = indexable(held_out[0])
        check_fresh(model, X, tested, "held-out examples")
        counts = held_out_witness(model, tested, held_out[1])
        sight = look_upstream(tested) if X is None else look_upstream(tested, X)
        evidence, premises = evidence.with_witnesses(counts), replace(premises, fresh=frozenset(counts), held_out=sight)
    if unlabeled is not None and X is not None and not get_tags(inner).input_tags.pairwise:
        check_separate(X, unlabeled, "unlabelled examples")
        # What a search with answers of its own found is not what it says.
        found = "" if inner is model else predicts_otherwise(model)
        evidence = _with_shadow(evidence, inner, X, y, unlabeled, found)
    return evidence, premises


@dataclass(frozen=True, eq=False)
class _Premises:
    """What is known of premises besides what the machine looked at.

    `own` is the certificate that a model was learned with; `training` and `held_out` are what these examples show of
    choices made before; witnesses of the types in `fresh` speak of the latter, whatever the former are like.
    """

    own: Certificate | None
    training: Sight
    held_out: Sight = NOTHING_SEEN
    fresh: frozenset[type] = frozenset()

    def of(self, bound: Bound[Any], evidence: Evidence) -> tuple[Check, ...]:
        """The premises of a theorem, and what is known of them."""
        order = sorted(bound.assumptions, key=lambda assumption: assumption.name)
        checks = tuple(Check(assumption, evidence.checks(assumption)) for assumption in order)
        if bound.witness in self.fresh:
            return self.held_out.checked(checks)
        if self.own is not None and type(self.own.witness) is bound.witness:
            checks = self.own.checks or checks
        return self.training.checked(checks)


def _own_or_read(model: Any, X: Any, y: Any) -> Evidence:
    foreign = predicts_otherwise(model)
    if foreign:
        return Evidence(0 if y is None else len(y), {}, otherwise=foreign)
    if isinstance(model, CertifiedClassifier):
        return model._evidence()
    return Evidence(0, {}) if X is None else read(chosen_model(model), X, y)


def _kind(model: Any) -> str:
    if model is None or isinstance(model, type):
        return "None" if model is None else f"the class {model.__name__}"
    instead = "; of regressors, Report.of with held-out examples gives certified intervals"
    return type(model).__name__ + (instead if isinstance(model, RegressorMixin) else "")


def _with_shadow(evidence: Evidence, model: Any, X: Any, y: Any, unlabeled: Any, reason: str) -> Evidence:
    reason = reason or learned_before(model, X)
    if reason:
        return replace(evidence, missing={**evidence.missing, Disagreement: reason})
    return evidence.with_witnesses(disagreement_witness(model, X, y, unlabeled), {Disagreement: RETRAINED})


RETRAINED = 5000
"""Examples beyond which a twin is not trained unless asked for by name."""

NEEDED: dict[type, str] = {
    HeldOut: "it needs X_held_out and y_held_out, examples that took no part in the fit",
    Disagreement: "it needs X_unlabeled, inputs that took no part in the fit, and the training examples",
}


FIXED = frozenset({Assumption.FIXED_KERNEL, Assumption.FIXED_CLASS, Assumption.PRIOR})
"""Premises that fail where the kernel comes from the data."""


@dataclass(frozen=True)
class _Request:
    """What is asked, and the price of asking."""

    delta: float
    asked: tuple[Bound[Any], ...]
    by_name: bool
    tried: int | None

    def answers(self, evidence: Evidence, premises: _Premises) -> list[Certificate]:
        """One certificate for each bound; δ is shared by those that are not refused whatever the data."""
        reasons = [self._refusal(bound, evidence) for bound in self.asked]
        # What the data decided to refuse keeps its share: a split that depends on the data would not add up to δ.
        sharing = [
            not reason or bound.witness in evidence.failed for bound, reason in zip(self.asked, reasons, strict=True)
        ]
        total = sum(bound.weight for bound, shares in zip(self.asked, sharing, strict=True) if shares)
        answers = []
        for bound, reason in zip(self.asked, reasons, strict=True):
            if reason:
                answers.append(Certificate.refused(bound, reason))
                continue
            share = self.delta * bound.weight / total / (self.tried or 1 if FIXED & bound.assumptions else 1)
            answers.append(Certificate.of(bound, self._witness(bound, evidence), share, premises.of(bound, evidence)))
        return answers

    def _witness(self, bound: Bound[Any], evidence: Evidence) -> Any:
        """What the bound looks at; of a twin it has to know among how many learners it was chosen."""
        seen = evidence.witnesses[bound.witness]()
        return replace(seen, candidates=self.tried or 1) if isinstance(seen, Disagreement) else seen

    def _refusal(self, bound: Bound[Any], evidence: Evidence) -> str:
        """Why a bound cannot be asked at all; empty if it can."""
        kind = bound.witness
        if not evidence.has(kind):
            if kind is HeldOut and not evidence.witnesses and evidence.otherwise:
                return f"{NEEDED[kind]}; {evidence.otherwise}"
            return evidence.missing.get(kind) or NEEDED.get(kind) or evidence.why_not(kind)
        if _priced(bound) and self.tried is None:
            return "it is not known how many parameters were tried; pass n_candidates"
        if evidence.loose and FIXED & bound.assumptions:
            return evidence.loose
        if evidence.n > evidence.costly.get(kind, evidence.n) and not self.by_name:
            return f"it trains or measures anew, which with {evidence.n} examples takes long; ask for it by name"
        return ""


def _priced(bound: Bound[Any]) -> bool:
    """Whether candidates that were tried cost a share of δ, or of that of the twin's test; fresh examples cost none."""
    return bool(FIXED & bound.assumptions) or isinstance(bound, HoldOutAndDisagreement)
