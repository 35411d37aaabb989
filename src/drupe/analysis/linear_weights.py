"""The weights of a rule that is linear in the columns its machine sees, each in units of that column's spread."""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import is_classifier
from sklearn.pipeline import Pipeline

from drupe.analysis.cells import cells_of
from drupe.analysis.part import Part
from drupe.estimators.base import Machine
from drupe.estimators.last_step import last_step, transformed
from drupe.foundation.arrays import Matrix
from drupe.inputs.vectors import Vectors

WIDEST = 4000
"""Columns up to which a rule is asked for its weights."""

ROWS = 2000
"""Training rows that the spread of columns is measured on."""

TRIED = 64
"""Some of them, at which the rule is tried whether it is linear."""

CURVED = 1e-6
"""Share of the spread of outputs by which a rule may differ from its weights and still be linear: rounding."""


@dataclass(frozen=True, eq=False)
class LinearWeights:
    """How much each output rises when a column rises by one standard deviation, as measured on the training rows.

    Parameters
    ----------
    names
        Of the columns as the machine sees them: of a column of words there is one for each category.
    weights
        One row for each column, one column for each output.
    outputs
        The class that each output speaks for; none for a quantity.

    Examples
    --------
    >>> from drupe import SVC
    >>> part = Part.of([[-1.0, 0.0], [1.0, 0.0]], ["no", "yes"])
    >>> found = linear_weights_of(SVC(kernel="linear").fit(part.X, part.y), part, ("length", "width"))
    >>> found.ranked, found.outputs
    ((('length', (1.0,)), ('width', (0.0,))), ('yes',))
    """

    names: tuple[str, ...]
    weights: Matrix = field(repr=False)
    outputs: tuple[str, ...]

    @property
    def ranked(self) -> tuple[tuple[str, tuple[float, ...]], ...]:
        """Names and weights, those with the largest first."""
        order = np.argsort(-np.abs(self.weights).max(axis=1), kind="stable")
        return tuple((self.names[j], tuple(self.weights[j].tolist())) for j in order)


def linear_weights_of(model: Any, training: Part, names: tuple[str, ...] | None = None) -> LinearWeights | None:
    """Ask the machine at the end of a model; None if its outputs are not linear, or there are too many columns.

    A rule is taken for linear if its output half-way between training rows is the mean of both, and if the weights,
    differences of outputs at unit vectors, give its outputs there: whatever the machine or its kernel are called.
    """
    machine, cells = last_step(model), cells_of(training.X, names)
    if not isinstance(machine, Machine) or not isinstance(machine.predictor_.space, Vectors) or cells is None:
        return None
    space, few = machine.predictor_.space, np.arange(min(ROWS, len(training)))
    if space.dimension > WIDEST:
        return None
    rows = Vectors.of(transformed(model, cells.exchanged(0, few, few))).array
    array = np.asarray(rows.toarray() if sp.issparse(rows) else rows, dtype=np.float64)
    tried = array[:TRIED]

    def outputs(points: Matrix) -> Matrix:
        return _outputs(machine, replace(Vectors.of(points), names=space.names))

    if is_classifier(machine) and not hasattr(machine, "decision_function"):
        return None
    there, between = outputs(tried), outputs((tried[1:] + tried[:-1]) / 2)
    rounding = CURVED * float(there.max() - there.min())
    if np.abs(between - (there[1:] + there[:-1]) / 2).max(initial=0.0) > rounding:
        return None
    units = outputs(np.vstack([np.zeros(space.dimension), np.eye(space.dimension)]))
    weights = units[1:] - units[0]
    if np.abs(tried @ weights + units[0] - there).max() > rounding:
        return None
    named = _names(model, cells.names, space.dimension)
    return LinearWeights(named, weights * array.std(axis=0)[:, None], _spoken(machine))


def _outputs(machine: Any, inputs: Vectors) -> Matrix:
    """Real outputs, one column each."""
    said = machine.decision_function(inputs) if is_classifier(machine) else machine.predict(inputs)
    return np.asarray(said, dtype=np.float64).reshape(len(inputs), -1)


def _spoken(machine: Any) -> tuple[str, ...]:
    classes = tuple(map(str, getattr(machine, "classes_", ())))
    return classes[1:] if len(classes) == 2 else classes


def _names(model: Any, names: tuple[str, ...], width: int) -> tuple[str, ...]:
    """What the columns are called after all steps but the last."""
    inner = getattr(model, "best_estimator_", model)
    if isinstance(inner, Pipeline) and len(inner) > 1:
        # Not every transformer can say it; where columns stay as many, they are taken to stay the same.
        with suppress(AttributeError, ValueError):
            names = tuple(map(str, inner[:-1].get_feature_names_out(names)))
    return names if len(names) == width else tuple(f"column {j + 1}" for j in range(width))
