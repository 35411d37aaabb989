"""Classifiers around others, in a graph: pipelines, searches, certified rules, votes, and the right not to answer."""

import operator
from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import Any, TypeAlias

import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.pipeline import Pipeline

from drupe.certification.certified_classifier import CertifiedClassifier
from drupe.certification.nearby_search import NearbySearch
from drupe.certification.schemes.best_round import AtRound
from drupe.certification.schemes.prefix_rule import PrefixRule
from drupe.certification.schemes.random_rule import RandomRule
from drupe.certification.schemes.vote import Vote
from drupe.certification.selective_rule import SelectiveRule
from drupe.estimators.multiclass.two_class_ensemble import TwoClassEnsemble
from drupe.estimators.reject.confidence import Confidence
from drupe.estimators.reject.reject_label import AUTO, reject_label
from drupe.estimators.reject.reject_option import RejectOption
from drupe.estimators.voting.committee_of_parts import CommitteeOfParts
from drupe.persistence.export import ensembles
from drupe.persistence.export.answers import Classified, Declined
from drupe.persistence.export.graph import DOUBLE, WHOLE, Value
from drupe.persistence.export.refusal import refusal
from drupe.persistence.export.transformers import transformed
from drupe.persistence.export.votes import decided, named

Inner: TypeAlias = Callable[[Any, Value], Classified]
"""What gives the answers of the classifier inside."""


def unwrapped(model: Any, x: Value, inner: Inner) -> Classified | None:
    """The answers of a classifier around others; None for one that stands alone."""
    match model:
        case Pipeline():
            return inner(model.steps[-1][1], before_last(model, x))
        case RejectOption():
            return _rejecting(model, inner(model.estimator_, x))
        case SelectiveRule():
            return _selective(model, inner(model.model, x))
        case CertifiedClassifier():
            return inner(model.rule_, x)
        case NearbySearch():
            return inner(model.machine_, x)
        case TwoClassEnsemble():
            return ensembles.combined(model, x, inner)
        case CommitteeOfParts():
            return _averaged(model, [inner(member, x) for member in model.estimators_])
        case AtRound():
            return inner(_stopped(model), x)
        case Vote():
            return _voted(model, x, inner)
        case DummyClassifier(strategy="most_frequent"):
            places = np.flatnonzero(model.class_prior_ == model.class_prior_.max())
            return Classified(x.graph.filled(x, 1, int(places[0])).cast(WHOLE).flat(), np.asarray(model.classes_))
        case RandomRule() | PrefixRule():
            why = "the certified rule draws a machine anew for every answer, and a graph draws no lots"
            raise refusal("CertifiedClassifier", why, "fit it with scheme='hold-out', whose rule is one machine")
    return inner(model.best_estimator_, x) if hasattr(model, "best_estimator_") else None


def before_last(model: Pipeline, x: Value) -> Value:
    """The examples as the last step of a pipeline sees them."""
    for _, step in model.steps[:-1]:
        x = transformed(step, x)
    return x


def _rejecting(model: RejectOption, found: Classified) -> Classified:
    """Answers where the confidence reaches the threshold."""
    if not isinstance(model.confidence, str):
        why = "its confidence is a function of Python"
        raise refusal("RejectOption", why, "take confidence='margin', 'largest' or 'probability'")
    kind = Confidence(model.confidence)
    if kind is Confidence.AUTO:
        kind = Confidence.PROBABILITY if found.probabilities is not None else Confidence.MARGIN
    sure = _confidence(found, kind)
    if model.threshold_ == -np.inf:
        never = sure.cast(DOUBLE) < -np.inf
        return replace(found, declined=Declined(never, found.classes[0], sure))
    return replace(found, declined=Declined(sure.cast(DOUBLE) < float(model.threshold_), model.reject_label_, sure))


def _averaged(model: CommitteeOfParts, members: list[Classified]) -> Classified:
    """The means of the members' outputs and probabilities."""
    outputs = [member.outputs for member in members if member.outputs is not None]
    beliefs = [member.probabilities for member in members if member.probabilities is not None]
    found = reduce(operator.add, outputs) / float(len(members))
    known = reduce(operator.add, beliefs) / float(len(members)) if beliefs else None
    columns = 1 if len(model.classes_) == 2 else len(model.classes_)
    return Classified(decided(found.column() if columns == 1 else found, columns), model.classes_, found, known)


def _selective(rule: SelectiveRule, found: Classified) -> Classified:
    """Answers where the confidence exceeds the threshold; what is not answered gets the label of `RejectOption`."""
    outputs = found.outputs if found.outputs is not None else found.probabilities
    sure = _confidence(replace(found, outputs=outputs), Confidence.MARGIN)
    declined = Declined(sure.cast(DOUBLE) <= float(rule.threshold), reject_label(AUTO, found.classes), sure)
    return replace(found, declined=declined)


def _confidence(found: Classified, kind: Confidence) -> Value:
    """One number for each example, as `confidence_of` has it."""
    if kind is Confidence.PROBABILITY and found.probabilities is not None:
        return found.probabilities.max(keep=False)
    if kind is Confidence.PROBABILITY or found.outputs is None:
        raise refusal("RejectOption", f"its classifier has no {kind.value}", "take another confidence")
    if len(found.classes) == 2 and found.outputs is not found.probabilities:
        return found.outputs.abs()
    graph, outputs = found.outputs.graph, found.outputs
    if kind is Confidence.LARGEST:
        return outputs.max(keep=False)
    two = graph.emit_many("TopK", [outputs, graph.constant([2])], [outputs.dtype, WHOLE], axis=1)[0]
    return (two.columns([0]) - two.columns([1])).flat()


def _stopped(rule: AtRound) -> Any:
    """The machine as it was after so many rounds."""
    stopped = type(rule.machine)(**rule.machine.get_params(deep=False))
    vars(stopped).update(vars(rule.machine))
    stopped.predictor_ = rule.machine.predictor_.first(rule.round)
    return stopped


def _voted(rule: Vote, x: Value, inner: Inner) -> Classified:
    """The label with the largest weight of machines behind it."""
    places = {label: place for place, label in enumerate(rule.classes.tolist())}
    support = x.graph.filled(x, len(places), 0.0, DOUBLE)
    for machine, weight in zip(rule.machines, rule.weights, strict=True):
        found = inner(machine, x)
        own = x.graph.constant(np.array([places[label] for label in found.classes.tolist()], dtype=np.int64))
        support = support + named(own.at(found.codes), len(places)).cast(DOUBLE) * float(weight)
    return Classified(support.argmax(), rule.classes)
