"""Sensitivity against specificity, as the cost of missing one class is raised against that of false alarms."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
from sklearn.base import BaseEstimator, clone
from sklearn.model_selection import check_cv
from sklearn.pipeline import Pipeline
from sklearn.utils import _safe_indexing

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval, check
from drupe.foundation.shapes import Reals
from drupe.inputs.base import Inputs

RATIOS = tuple(2.0**step for step in range(-6, 7))
"""Costs of the class that must not be missed, over those of the others, unless said otherwise."""


@dataclass(frozen=True, eq=False)
class ClassCostCurve:
    """Shares of both kinds of examples that were answered rightly, for each ratio of costs.

    Parameters
    ----------
    ratios
        C₊ / C₋, in rising order.
    sensitivity
        Share of the examples of the class that were found.
    specificity
        Share of all others that were let pass.
    positives
        How many examples of the class were answered, at each ratio.
    negatives
        How many others.

    Examples
    --------
    >>> curve = ClassCostCurve(np.array([1.0, 8.0]), np.array([0.5, 1.0]), np.array([1.0, 0.8]), 4, 10)
    >>> curve.balanced.tolist(), curve.ratio_for(sensitivity=0.9)
    ([0.75, 0.9], 8.0)

    References
    ----------
    [Cristianini00]_, section 8.4.2.
    """

    ratios: Annotated[Vector, Reals("points")] = field(repr=False)
    sensitivity: Annotated[Vector, Reals("points")] = field(repr=False)
    specificity: Annotated[Vector, Reals("points")] = field(repr=False)
    positives: int
    negatives: int

    @property
    def balanced(self) -> Vector:
        """Half of sensitivity and specificity together: what a coin of any bias has is 1/2."""
        return 0.5 * (self.sensitivity + self.specificity)

    @property
    def errors(self) -> Vector:
        """Share of wrong answers among all."""
        wrong = (1.0 - self.sensitivity) * self.positives + (1.0 - self.specificity) * self.negatives
        return np.asarray(wrong / (self.positives + self.negatives))

    def ratio_for(self, sensitivity: float) -> float:
        """The ratio of the highest specificity among those that find at least this share; infinite if none does."""
        check("ClassCostCurve.ratio_for", "sensitivity", sensitivity, Interval(0.0, 1.0, closed_high=True))
        enough = np.flatnonzero(self.sensitivity >= sensitivity - 1e-12)
        return float(self.ratios[enough[np.argmax(self.specificity[enough])]]) if len(enough) else np.inf


def class_cost_curve(
    machine: Any, X: Any, y: Any, *, positive: Any, ratios: Sequence[float] = RATIOS, cv: Any = None
) -> ClassCostCurve:
    """The curve by cross-validation: for each ratio the machine is fitted with the class at that many times the cost.

    In the 1-norm soft margin a class weight is a factor of the box, in the 2-norm soft margin (`TwoNormSVC`) the
    diagonal of each class is lifted by 1/C of its own. To move the cost is not to move the threshold: other examples
    become support vectors. Put scaling and choice of columns into the pipeline, so that each fold does its own.

    Parameters
    ----------
    machine
        A classifier with `class_weight`, or a pipeline that ends in one.
    X
        The examples.
    y
        Their classes.
    positive
        The class that must not be missed; all others are one.
    ratios
        Costs of that class over those of the others.
    cv
        Folds, as in scikit-learn; None for five. Splits that test an example several times count it as often.

    Examples
    --------
    >>> from drupe import SVC
    >>> X, y = [[0.0], [1.0], [2.0], [1.5], [3.0], [4.0]] * 4, [0, 0, 0, 1, 1, 1] * 4
    >>> curve = class_cost_curve(SVC(kernel="linear", C=9.0), X, y, positive=1, ratios=[0.1, 10.0], cv=4)
    >>> curve.sensitivity.round(2).tolist(), curve.specificity.round(2).tolist()
    ([0.67, 1.0], [1.0, 0.33])

    References
    ----------
    [Cristianini00]_, section 8.4.2, after [Veropoulos99]_.
    """
    weighted = _class_weight_of(machine)
    labels, costs = np.asarray(y), np.sort(np.asarray(ratios, dtype=np.float64))
    if labels.ndim != 1 or not (labels == positive).any() or (labels == positive).all():
        raise InputError(f"the curve is about {positive!r} and others, but y holds {np.unique(labels).tolist()}.")
    if costs.ndim != 1 or not len(costs) or not np.isfinite(costs).all() or costs[0] <= 0.0:
        raise ParameterError(f"ratios must be finite numbers above zero, got {list(ratios)}.")
    found = labels == positive
    hits, tested = np.zeros((2, len(costs))), np.zeros(2)
    for train, test in check_cv(cv, found, classifier=True).split(np.zeros(len(found)), found):
        seen, new = _taken(X, train), _taken(X, test)
        tested += (found[test].sum(), (~found[test]).sum())
        for place, ratio in enumerate(costs):
            fitted = clone(machine).set_params(**{weighted: {True: float(ratio), False: 1.0}}).fit(seen, found[train])
            right = np.asarray(fitted.predict(new), dtype=bool) == found[test]
            hits[:, place] += (right[found[test]].sum(), right[~found[test]].sum())
    if not tested.all():
        raise InputError("the folds test examples of one kind only; take folds that hold both.")
    return ClassCostCurve(costs, hits[0] / tested[0], hits[1] / tested[1], int(tested[0]), int(tested[1]))


def _class_weight_of(machine: Any) -> str:
    """The name under which the machine takes weights of classes."""
    if isinstance(machine, Pipeline):
        return f"{machine.steps[-1][0]}__{_class_weight_of(machine.steps[-1][1])}"
    if not isinstance(machine, BaseEstimator) or "class_weight" not in machine.get_params(deep=False):
        raise ParameterError(
            f"{type(machine).__name__} has no class_weight, so that it cannot be told what a class costs; take SVC, "
            "TwoNormSVC, or a pipeline that ends in one."
        )
    return "class_weight"


def _taken(X: Any, index: Index) -> Any:
    return X.take(index) if isinstance(X, Inputs) else _safe_indexing(X, index)
