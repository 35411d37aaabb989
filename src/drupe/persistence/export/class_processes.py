"""Gaussian processes behind classes, in a graph."""

import numpy as np

from drupe.estimators.gaussian_process.class_processes import FARTHEST, Competing, Pairs, Probit, Separate
from drupe.estimators.gaussian_process.gaussian_process_classifier import GaussianProcessClassifier
from drupe.persistence.export.answers import Classified
from drupe.persistence.export.averaged_sigmoid import averaged_logistic, averaged_probit
from drupe.persistence.export.functions import outputs
from drupe.persistence.export.graph import DOUBLE, Value
from drupe.persistence.export.probabilities import normalized, of_two
from drupe.persistence.export.refusal import refusal
from drupe.persistence.export.variances import variances
from drupe.persistence.export.votes import decided, votes_and_margins


def of_processes(machine: GaussianProcessClassifier, x: Value) -> Classified:
    """The most probable class; of two on the side of the mean, of pairs the one with most votes."""
    division = machine._division()
    if isinstance(division, Competing):
        raise refusal(
            "GaussianProcessClassifier with multi_class='softmax'",
            "its probabilities are means over thousands of points, drawn through eigenvectors that ONNX cannot compute",
            "fit it with multi_class='one_vs_rest'",
        )
    assert isinstance(division, Separate)
    means = outputs(machine.predictor_, x).cast(DOUBLE)
    k, columns = len(machine.classes_), machine.predictor_.outputs
    if isinstance(division, Pairs):
        votes = votes_and_margins(means, k)
        return Classified(votes.argmax(), machine.classes_, votes)
    averaged = averaged_probit if isinstance(division.likelihood, Probit) else averaged_logistic
    spread = variances(machine.predictor_, x)
    sides = x.graph.together([averaged(means.columns([c]), spread.columns([c])) for c in range(columns)])
    known = of_two(sides) if columns == 1 else normalized(sides, columns)
    found = _log_odds(sides)
    codes = decided(means if columns == 1 else found, columns)
    return Classified(codes, machine.classes_, found.flat() if columns == 1 else found, known)


def _log_odds(probabilities: Value) -> Value:
    cut = probabilities.largest(FARTHEST).least(float(np.float64(1.0 - FARTHEST)))
    return (cut / (1.0 - cut)).log()
