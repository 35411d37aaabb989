"""Many classes from machines for two, in a graph: votes, code words and knockouts."""

from collections.abc import Callable
from typing import Any

import numpy as np

from drupe.estimators.multiclass.decoding import Hamming, LossBased
from drupe.estimators.multiclass.directed_acyclic_graph import DirectedAcyclicGraph
from drupe.estimators.multiclass.error_correcting_codes import ErrorCorrectingCodes
from drupe.estimators.multiclass.one_vs_one import OneVsOne
from drupe.estimators.multiclass.one_vs_rest import OneVsRest
from drupe.estimators.multiclass.shared_gram import SharedGram
from drupe.estimators.multiclass.tournament import Tournament
from drupe.estimators.multiclass.two_class_ensemble import Codes, TwoClassEnsemble, pair_column
from drupe.persistence.export.answers import Classified
from drupe.persistence.export.graph import DOUBLE, WHOLE, Value
from drupe.persistence.export.kernel_values import kernel_values
from drupe.persistence.export.loss_values import loss_of_margins
from drupe.persistence.export.refusal import refusal


def combined(model: TwoClassEnsemble, x: Value, inner: Callable[[Any, Value], Classified]) -> Classified:
    """What an ensemble makes of the outputs of its machines."""
    outputs = _outputs(model, x, inner)
    if isinstance(model, DirectedAcyclicGraph | Tournament):
        return Classified(_knockout(model, outputs), model.classes_)
    scores, k = _scores(model, outputs), len(model.classes_)
    shown = (scores.columns([1]) - scores.columns([0])).flat() if k == 2 else scores
    return Classified(scores.argmax(), model.classes_, shown)


def _outputs(model: TwoClassEnsemble, x: Value, inner: Callable[[Any, Value], Classified]) -> Value:
    """The real outputs of all machines, one column each, in float64."""
    source = model.source_
    if isinstance(source, SharedGram):
        seen, pairwise = kernel_values(source.kernel, x.cast(DOUBLE), source.inputs), True
    else:
        seen, pairwise = x, source._pairwise
    found = []
    for machine, examples in zip(model.estimators_, model.examples_, strict=True):
        one = inner(machine, seen.columns(examples) if pairwise else seen).outputs
        if one is None:
            why = f"{type(machine).__name__} has no output that could be combined"
            raise refusal(type(model).__name__, why, "take SVC inside")
        found.append(one.column().cast(DOUBLE))
    return x.graph.together(found)


def _scores(model: TwoClassEnsemble, outputs: Value) -> Value:
    """One column for each class."""
    two = len(model.classes_) == 2
    match model:
        case OneVsRest():
            scaled = outputs / model.norms_ if model.normalized else outputs
            return outputs.graph.together([scaled * 0.0, scaled]) if two else scaled
        case OneVsOne() if two and model.priors is None:
            return outputs.graph.together([outputs * 0.0, outputs])
        case OneVsOne():
            votes = _agreements(outputs, model.codes_) + _tie_breaker(outputs, model.codes_)
            return votes if model.priors is None else votes * model._log_odds() + np.log(model._priors())
        case ErrorCorrectingCodes():
            return _decoded(model.decoding or LossBased(), outputs, model.codes_)
    raise refusal(type(model).__name__, "how it combines its machines is not known", "take OneVsRest or OneVsOne")


def _decoded(decoding: Any, outputs: Value, codes: Codes) -> Value:
    """How near the outputs are to each word."""
    match decoding:
        case Hamming():
            apart = [0.5 * np.abs(sign - codes.astype(np.float64)).T for sign in (1.0, -1.0)]
            above = (outputs > 0.0).cast(DOUBLE)
            return _tie_breaker(outputs, codes) - (above @ apart[0] + (1.0 - above) @ apart[1])
        case LossBased():
            return outputs.graph.together([_cost(decoding, outputs, word) for word in codes]) * -1.0
    raise refusal(type(decoding).__name__, "this decoding is not known to the export", "take Hamming or LossBased")


def _cost(decoding: LossBased, outputs: Value, word: Codes) -> Value:
    used = np.flatnonzero(word)
    unused = (len(word) - len(used)) * float(decoding.loss.value(0.0, 1.0))
    return loss_of_margins(decoding.loss, outputs.columns(used) * word[used].astype(np.float64)).sum() + unused


def _agreements(outputs: Value, codes: Codes) -> Value:
    """How many machines vote for the side of each class; an output of exactly zero votes for code −1."""
    above = (outputs > 0.0).cast(DOUBLE)
    second, first = (np.asarray(side == codes.T, dtype=np.float64) for side in (1, -1))
    return above @ second + (1.0 - above) @ first


def _tie_breaker(outputs: Value, codes: Codes) -> Value:
    """The outputs summed towards each class, squashed into (−1/6, 1/6)."""
    towards = outputs @ codes.T.astype(np.float64)
    return towards / (6.0 * (towards.abs() + 1.0))


def _knockout(model: DirectedAcyclicGraph | Tournament, outputs: Value) -> Value:
    """The class that is left after duels between pairs."""
    graph, k = outputs.graph, len(model.order_)
    low, high = np.triu_indices(k, 1)
    columns = np.zeros(k * k, dtype=np.int64)
    columns[low * k + high] = pair_column(low, high, k)
    place = graph.constant(columns)

    def winner(one: Value, other: Value) -> Value:
        below, above = one.least(other), one.largest(other)
        output = outputs.picked(place.at(below * k + above))
        return (output > 0.0).where(above, below)

    order = graph.constant(np.asarray(model.order_, dtype=np.int64))
    if isinstance(model, Tournament):
        standing = [graph.repeated(outputs, np.array([code])) for code in model.order_]
        while len(standing) > 1:
            winners = [winner(*pair) for pair in zip(standing[::2], standing[1::2], strict=False)]
            standing = winners + standing[2 * len(winners) :]
        return standing[0].flat()
    first, last = (graph.repeated(outputs, np.array([end])) for end in (0, k - 1))
    for _ in range(k - 1):
        stays = winner(order.at(first), order.at(last)).equals(order.at(first)).cast(WHOLE)
        first, last = first + 1 - stays, last - stays
    return order.at(first).flat()
