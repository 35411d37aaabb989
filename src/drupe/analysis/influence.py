"""Which training examples the rule leans on, and which it would rather not believe."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.analysis.margins import margins_of
from drupe.analysis.part import Part
from drupe.analysis.task import Task
from drupe.estimators.last_step import last_step
from drupe.foundation.arrays import Index, Vector

SHOWN = 8
"""Examples in each list."""

EXTREME = 3.0
"""A prediction is suspicious if it is off by more than so many times the median error."""


@dataclass(frozen=True)
class Remarkable:
    """A training example worth a look.

    Parameters
    ----------
    row
        Where it stands in the file.
    name
        What it is called, or how it begins; empty for rows of numbers.
    truth, said
        What it is said to be, and what the model says.
    weight
        The size of its coefficients in the rule; 0 if it does not support it.
    side
        For classes the margin: how far it lies on its right side, negative on the wrong one. For a quantity f − y.
        None where the model has no outputs.
    """

    row: int
    name: str
    truth: Any
    said: Any
    weight: float
    side: float | None


@dataclass(frozen=True)
class Influence:
    """The training examples worth a look, in lists by the reason.

    Parameters
    ----------
    task
        What was learned.
    influential
        Those with the largest coefficients, largest first; of equals the one with the smallest margin or largest error.
    suspicious
        Those furthest on the wrong side, or furthest off, worst first; their targets deserve a second look.
    support
        How many examples the rule rests on.
    """

    task: Task
    influential: tuple[Remarkable, ...]
    suspicious: tuple[Remarkable, ...]
    support: int


def influence_of(model: Any, training: Part, task: Task = Task.CLASSES) -> Influence | None:
    """Read from a fitted machine with support vectors; None for others.

    >>> from drupe import SVC
    >>> part = Part.of([[0.0], [1.0], [3.0], [4.0], [3.5]], [0, 0, 1, 1, 0])
    >>> found = influence_of(SVC(kernel="linear").fit(part.X, part.y), part)
    >>> [one.row for one in found.suspicious]
    [5]
    """
    machine = last_step(model)
    support = getattr(machine, "support_", None)
    if support is None or not hasattr(machine, "dual_coef_") or len(support) == 0:
        return None
    weights = _weights(machine, len(training))
    if task is Task.CLASSES:
        sides = margins_of(model, training)
        said = _answers(model, training, sides)
        doubt = np.zeros(len(training)) if sides is None else -sides
        wrong = np.flatnonzero(said != training.y)
    else:
        said = np.asarray(model.predict(training.X))
        sides = np.asarray(said - training.y)
        doubt = np.abs(sides)
        wrong = np.flatnonzero(doubt > EXTREME * np.median(doubt))

    def listed(places: Index) -> tuple[Remarkable, ...]:
        return tuple(_remarkable(training, int(i), said, weights, sides) for i in places[:SHOWN])

    leaning = np.lexsort((-doubt, -weights))[: len(support)]
    return Influence(task, listed(leaning), listed(wrong[np.argsort(-doubt[wrong], kind="stable")]), len(support))


def _answers(model: Any, training: Part, sides: Vector | None) -> npt.NDArray[Any]:
    """What the model says; of two classes the side has told it already, but for examples on the border."""
    if sides is None or len(model.classes_) != 2:
        return np.asarray(model.predict(training.X))
    first, second = model.classes_
    said = np.where(sides > 0.0, training.y, np.where(training.y == first, second, first))
    border = np.flatnonzero(sides == 0.0)
    if len(border):
        said[border] = model.predict(training.take(border).X)
    return said


def _remarkable(training: Part, i: int, said: npt.NDArray[Any], weights: Vector, sides: Vector | None) -> Remarkable:
    name = str(training.X[i]) if training.strings else ""
    if training.names is not None:
        name = str(training.names[i])
    side = None if sides is None else float(sides[i])
    truth, answer = (array[[i]].tolist()[0] for array in (training.y, said))  # labels may be objects
    return Remarkable(int(training.rows[i]), name, truth, answer, float(weights[i]), side)


def _weights(machine: Any, n: int) -> Vector:
    """Summed sizes of the coefficients of each training example."""
    coefficients = machine.dual_coef_
    dense = coefficients.toarray() if sp.issparse(coefficients) else np.asarray(coefficients)
    weights = np.zeros(n)
    weights[np.asarray(machine.support_)] = np.abs(dense).sum(axis=0)
    return weights
