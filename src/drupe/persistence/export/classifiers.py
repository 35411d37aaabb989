"""Classifiers in a graph: how each family goes from its fitted function to a class and to probabilities."""

from typing import Any

import numpy as np

from drupe.estimators.bayes_point.bayes_point_machine import BayesPointMachine
from drupe.estimators.bayes_point.ep_bayes_point_machine import EPBayesPointMachine
from drupe.estimators.boosting.boosting_machine import BoostingMachine
from drupe.estimators.boosting.stagewise_additive import StagewiseAdditive
from drupe.estimators.discriminant.fisher_discriminant import FisherDiscriminant
from drupe.estimators.discriminant.fisher_machine import FisherMachine
from drupe.estimators.gaussian_process.gaussian_process_classifier import GaussianProcessClassifier
from drupe.estimators.landmark.landmark_classifier import LandmarkClassifier
from drupe.estimators.largest_output import LargestOutput
from drupe.estimators.linear.logistic_regression import LogisticRegression
from drupe.estimators.margin.pairwise_classifier import PairwiseClassifier
from drupe.estimators.margin.two_class_machine import TwoClassMachine
from drupe.estimators.neighbors.condensed_neighbors import CondensedNeighbors
from drupe.estimators.neighbors.default_classifier import DefaultClassifier
from drupe.estimators.neighbors.moving_window import MovingWindow
from drupe.estimators.neighbors.neighbors_classifier import NeighborsClassifier
from drupe.estimators.neighbors.parzen_classifier import ParzenClassifier
from drupe.estimators.regularized.regularized_classifier import RegularizedClassifier
from drupe.estimators.relevance.relevance_vector_classifier import RelevanceVectorClassifier
from drupe.estimators.voting.bayesian_transduction import BayesianTransduction
from drupe.estimators.voting.gibbs_classifier import GibbsClassifier
from drupe.losses.cost_matrix import CostMatrix
from drupe.losses.exponential import Exponential
from drupe.persistence.export import class_processes, near_classifiers, wrapping
from drupe.persistence.export.answers import Classified
from drupe.persistence.export.averaged_sigmoid import log_odds, moderated
from drupe.persistence.export.coupling import coupled
from drupe.persistence.export.functions import committee_shares, outputs, signed_outputs
from drupe.persistence.export.graph import DOUBLE, Value
from drupe.persistence.export.normal_distribution import below
from drupe.persistence.export.own_methods import require_own_methods
from drupe.persistence.export.probabilities import consistent, logistic, normalized, of_gaussians, of_two, soft
from drupe.persistence.export.refusal import refusal
from drupe.persistence.export.variances import variances
from drupe.persistence.export.votes import decided, margins, votes_and_margins, won
from drupe.predictors.strategies import BayesStrategy


def classified(machine: Any, x: Value) -> Classified:
    """What a fitted classifier says of the examples."""
    require_own_methods(machine)
    inside = wrapping.unwrapped(machine, x, classified)
    if inside is not None:
        return inside
    match machine:
        case PairwiseClassifier():
            return _pairwise(machine, x)
        case TwoClassMachine():
            found = signed_outputs(machine.predictor_, x)
            return Classified(decided(found, 1), machine.classes_, found.flat())
        case RelevanceVectorClassifier():
            return _relevant(machine, x)
        case LargestOutput():
            return _largest_output(machine, x)
        case GaussianProcessClassifier():
            return class_processes.of_processes(machine, x)
        case BayesPointMachine():
            return _bayes_point(machine, x)
        case EPBayesPointMachine():
            return _propagated(machine, x)
        case BayesianTransduction():
            return _transduced(machine, x)
        case NeighborsClassifier() | CondensedNeighbors() | MovingWindow() | ParzenClassifier() | DefaultClassifier():
            return near_classifiers.by_nearness(machine, x)
        case GibbsClassifier():
            why = "it draws one of its classifiers anew for every answer, and a graph draws no lots"
            raise refusal("GibbsClassifier", why, "take BayesPointMachine, or BayesianTransduction, their vote")
    why = "it is none of the classifiers of drupe that the export knows"
    raise refusal(type(machine).__name__, why, "take a machine of drupe, or skl2onnx for one of scikit-learn")


def shaped(found: Value, columns: int) -> Value:
    """Outputs as `decision_function` gives them: one column as a vector."""
    return found.flat() if columns == 1 else found


def _largest_output(machine: LargestOutput, x: Value) -> Classified:
    found, columns = signed_outputs(machine.predictor_, x), machine.predictor_.outputs
    known = _probabilities(machine, found, columns) if hasattr(machine, "predict_proba") else None
    return Classified(decided(found, columns), machine.classes_, shaped(found, columns), known)


def _probabilities(machine: Any, found: Value, columns: int) -> Value:
    match machine:
        case FisherMachine():
            return of_gaussians(found - machine.intercept_ + machine.offset_, machine.beliefs_)
        case FisherDiscriminant():
            return soft(found, columns)
        case LogisticRegression():
            return soft(found, columns) if machine._together else logistic(found, 1.0, columns)
        case RegularizedClassifier():
            return logistic(found, float(machine._loss.rate), columns)
        case LandmarkClassifier():
            return soft(found, columns) if machine.competing else logistic(found, machine.rate, columns)
        case StagewiseAdditive():
            rate = 2.0 if isinstance(machine._loss, Exponential) else float(machine._loss.rate)
            return logistic(found, rate, columns)
        case BoostingMachine():
            return logistic(found, 2.0, 1) if columns == 1 else soft(found, columns, 1.0 / (columns - 1.0))
    why = "how its probabilities follow from its outputs is not known to the export"
    raise refusal(type(machine).__name__, why, "save it with drupe.save")


def _pairwise(machine: PairwiseClassifier, x: Value) -> Classified:
    """Votes of pairs, with the tie rules of `SVC`; probabilities by Platt's sigmoids, coupled."""
    pairs, k = outputs(machine.predictor_, x), len(machine.classes_)
    every_class = votes_and_margins(pairs, k)
    codes = every_class.argmax() if machine.break_ties and k > 2 else won(pairs, k)
    of_many = every_class if machine.decision_function_shape == "ovr" else pairs
    shown = (pairs * -1.0).flat() if k == 2 else of_many
    if not (hasattr(machine, "predict_proba") and hasattr(machine, "probA_")):
        return Classified(codes, machine.classes_, shown)
    beliefs = (-(pairs * machine.probA_ + machine.probB_)).sigmoid()
    lead = margins(pairs, k).picked(codes.column())
    return Classified(
        codes, machine.classes_, shown, consistent(coupled(beliefs, k), codes, lead / (1.0 + lead.abs()), k)
    )


def _relevant(machine: RelevanceVectorClassifier, x: Value) -> Classified:
    means, spread = outputs(machine.predictor_, x).cast(DOUBLE), variances(machine.predictor_, x)
    columns = machine.predictor_.outputs
    pairs = [(means.columns([c]), spread.columns([c])) for c in range(columns)]
    found = x.graph.together([log_odds(*pair) for pair in pairs])
    above = x.graph.together([moderated(*pair) for pair in pairs])
    known = of_two(above) if columns == 1 else normalized(above, columns)
    return Classified(decided(found, columns), machine.classes_, shaped(found, columns), known)


def _bayes_point(machine: BayesPointMachine, x: Value) -> Classified:
    found, columns = signed_outputs(machine.predictor_, x), machine.predictor_.outputs
    codes = decided(found, columns)
    believed = _noisy(committee_shares(machine.committee_, x), machine._vote().noise, len(machine.classes_))
    known = consistent(believed, codes, found.abs().max().apply("Tanh"), len(machine.classes_))
    return Classified(codes, machine.classes_, shaped(found, columns), known)


def _propagated(machine: EPBayesPointMachine, x: Value) -> Classified:
    found, columns = outputs(machine.predictor_, x), machine.predictor_.outputs
    codes, k = decided(found, columns), len(machine.classes_)
    above = below(found.cast(DOUBLE) * machine.lengths_ / variances(machine.predictor_, x).sqrt())
    shares = of_two(above) if columns == 1 else above / above.sum()
    believed = _noisy(shares, float(machine.noise_.mean()), k)
    known = consistent(believed, codes, found.abs().max().apply("Tanh"), k)
    return Classified(codes, machine.classes_, shaped(found, columns), known)


def _transduced(machine: BayesianTransduction, x: Value) -> Classified:
    """The cheapest class, by the shares of the votes."""
    vote, k = machine.predictor_, len(machine.classes_)
    assert isinstance(vote, BayesStrategy)
    known = _noisy(committee_shares(vote.committee, x), vote.noise, k)
    costs = np.asarray((vote.costs or CostMatrix.zero_one(k)).costs, dtype=np.float64)
    expected = ((known @ costs) * 1e12).apply("Round") / 1e12
    shown = (expected.columns([0]) - expected.columns([1])).flat() if k == 2 else expected * -1.0
    return Classified((expected * -1.0).argmax(), machine.classes_, shown, known)


def _noisy(shares: Value, noise: float, classes: int) -> Value:
    """(1 − θ) share + θ (1 − share) / (k − 1)."""
    return (1.0 - noise) * shares + noise * (1.0 - shares) / (classes - 1.0)
