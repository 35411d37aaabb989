"""Classifiers by nearness in a graph: neighbors, windows, and the class that is most frequent."""

from typing import Any

import numpy as np

from drupe.estimators.neighbors.condensed_neighbors import CondensedNeighbors
from drupe.estimators.neighbors.default_classifier import DefaultClassifier
from drupe.estimators.neighbors.moving_window import MovingWindow
from drupe.estimators.neighbors.neighbors_classifier import NeighborsClassifier
from drupe.estimators.neighbors.parzen_classifier import ParzenClassifier
from drupe.persistence.export.answers import Classified, Declined
from drupe.persistence.export.functions import outputs
from drupe.persistence.export.graph import WHOLE, Value
from drupe.persistence.export.neighbors import logarithms


def by_nearness(machine: Any, x: Value) -> Classified:
    """What a machine of this family says."""
    match machine:
        case DefaultClassifier():
            codes = x.graph.filled(x, 1, int(machine.risks_.argmin())).cast(WHOLE).flat()
            return Classified(codes, machine.classes_, probabilities=outputs(machine.predictor_, x))
        case CondensedNeighbors():
            return Classified(outputs(machine.predictor_, x).argmax(), machine.classes_)
        case NeighborsClassifier():
            return _of_neighbors(machine, x)
        case MovingWindow():
            return _of_windows(machine, x)
    assert isinstance(machine, ParzenClassifier)
    return _of_sums(machine, x)


def _of_neighbors(machine: NeighborsClassifier, x: Value) -> Classified:
    votes = outputs(machine.predictor_, x)
    declined = None
    if machine.required_votes is not None:
        declined = Declined((votes.max() < float(machine.required_votes)).flat(), machine.reject_label)
    codes = (votes + machine.tie_breaker_).argmax()
    shares = votes / float(machine.n_neighbors)
    return Classified(codes, machine.classes_, probabilities=shares, declined=declined)


def _of_windows(machine: MovingWindow, x: Value) -> Classified:
    votes = outputs(machine.predictor_, x)
    alone = votes.sum().equals(0.0)
    filled = alone.where(x.graph.constant(machine.priors_[None, :], votes.dtype), votes)
    codes = (filled + alone.where(0.0, x.graph.constant(machine.tie_breaker_[None, :], votes.dtype))).argmax()
    return Classified(
        codes, machine.classes_, probabilities=filled / filled.sum(), declined=_outside(machine, alone.flat())
    )


def _of_sums(machine: ParzenClassifier, x: Value) -> Classified:
    logs = logarithms(machine.predictor_, x)
    alone = logs.max().equals(-np.inf)
    filled = alone.where(x.graph.constant(np.log(machine.priors_)[None, :], logs.dtype), logs)
    return Classified(
        filled.argmax(),
        machine.classes_,
        probabilities=filled.softmax(),
        declined=_outside(machine, alone.flat()),
    )


def _outside(machine: Any, alone: Value) -> Declined | None:
    return Declined(alone, machine.reject_label) if machine.outside == "reject" else None
