"""Any fitted model in a graph: what it says of examples, by the names under which users get it."""

from typing import Any

import numpy as np
from sklearn.base import is_classifier, is_regressor
from sklearn.pipeline import Pipeline
from sklearn.utils.validation import check_is_fitted

from drupe.certification.selective_rule import SelectiveRule
from drupe.estimators.base import Regressor
from drupe.estimators.gaussian_process.gaussian_process_regressor import GaussianProcessRegressor
from drupe.estimators.landmark.landmark_machine import LandmarkMachine
from drupe.estimators.many_targets import ManyTargets
from drupe.estimators.margin.enclosing_ball import ROUNDING as BALL_ROUNDING
from drupe.estimators.margin.enclosing_ball import EnclosingBall
from drupe.estimators.margin.one_class_svm import ROUNDING as HALF_SPACE_ROUNDING
from drupe.estimators.margin.one_class_svm import OneClassSVM
from drupe.estimators.multiclass.many_labels import ManyLabels
from drupe.estimators.neighbors.parzen_density import ParzenDensity
from drupe.persistence.export.classifiers import classified
from drupe.persistence.export.columns import encoded
from drupe.persistence.export.functions import outputs
from drupe.persistence.export.graph import DOUBLE, WHOLE, Value
from drupe.persistence.export.neighbors import logarithms
from drupe.persistence.export.own_methods import require_own_methods
from drupe.persistence.export.refusal import refusal
from drupe.persistence.export.transformers import transformed
from drupe.persistence.export.variances import variances
from drupe.persistence.export.wrapping import before_last


def answers(model: Any, x: Value, std: bool = False) -> dict[str, Value]:
    """What a model says of the examples, by name; with the standard deviations of its predictions if wanted."""
    model = getattr(model, "best_estimator_", model)
    if isinstance(model, Pipeline):
        return answers(model.steps[-1][1], before_last(model, x), std)
    require_own_methods(model)
    if isinstance(model, LandmarkMachine) and hasattr(model, "encoding_"):
        x = encoded(model.encoding_, x)
    match model:
        case OneClassSVM():
            # Support vectors lie on the boundary itself: single precision would put them on either side.
            found = outputs(model.predictor_, x.cast(DOUBLE))
            return _one_class(found, HALF_SPACE_ROUNDING * float(np.abs(model.offset_).item()))
        case EnclosingBall():
            return _one_class(outputs(model.predictor_, x), BALL_ROUNDING * max(1.0, abs(model.offset_)))
        case ParzenDensity():
            return {"log_density": (logarithms(model.predictor_, x) - float(np.log(model._norm))).flat()}
        case ManyLabels():
            return _many_labels(model, x)
        case SelectiveRule():
            return classified(model, x).named()
    if is_regressor(model):
        return _numbers(model, x, std)
    if is_classifier(model) or not hasattr(model, "transform"):
        return classified(model, x).named()
    return {"transformed": transformed(model, x)}


def _numbers(model: Any, x: Value, std: bool) -> dict[str, Value]:
    """f(x), a vector unless there were several targets, and its standard deviation."""
    if not isinstance(model, Regressor):
        raise refusal(type(model).__name__, "it is no regressor of drupe", "take skl2onnx for those of scikit-learn")
    check_is_fitted(model, "predictor_")
    several = isinstance(model, ManyTargets) and model.dual_coef_.ndim > 1
    several &= not isinstance(model, GaussianProcessRegressor) or model.predictor_.outputs > 1
    found = {"prediction": outputs(model.predictor_, x)}
    if std:
        found["std"] = variances(model.predictor_, x).sqrt()
    return found if several else {name: value.flat() for name, value in found.items()}


def _one_class(found: Value, rounding: float) -> dict[str, Value]:
    """+1 inside or on the boundary, −1 outside; what is zero up to rounding lies on the boundary."""
    shown = (found.abs() <= rounding).where(0.0, found).flat()
    label = (shown >= 0.0).cast(WHOLE) * 2 - 1
    return {"label": label, "outputs": shown}


def _many_labels(model: ManyLabels, x: Value) -> dict[str, Value]:
    """A column for each label: 1 where it is given, and the output behind it."""
    if hasattr(model, "predictor_"):
        found = outputs(model.predictor_, x)
    else:
        pairs = zip(model.estimators_, model.constants_, strict=True)
        found = x.graph.together([_one_label(machine, float(constant), x) for machine, constant in pairs])
    return {"labels": (found > 0.0).cast(WHOLE), "outputs": found}


def _one_label(machine: Any, constant: float, x: Value) -> Value:
    """The output of the machine of one label, one column; of a label that all or none have the same everywhere."""
    if machine is None:
        return x.graph.filled(x, 1, constant, DOUBLE)
    said = classified(machine, x)
    if said.outputs is not None:
        return said.outputs.column()
    if said.probabilities is None:
        raise refusal("ManyLabels", f"{type(machine).__name__} has no outputs", "take SVC inside")
    return said.probabilities.columns([1]) - 0.5
