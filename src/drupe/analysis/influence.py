"""Which training examples the rule leans on, and which it would rather not believe."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.analysis.margins import margins_of
from drupe.analysis.part import Part
from drupe.displays.fitted_kernel import last_step

SHOWN = 8
"""Examples in each list."""


@dataclass(frozen=True)
class Remarkable:
    """A training example worth a look.

    Parameters
    ----------
    row
        Where it stands in the file.
    label, said
        What it is said to be, and what the model says.
    weight
        The size of its coefficients in the rule; 0 if it does not support it.
    margin
        How far it lies on its right side; negative on the wrong one. None where the model has no outputs.
    """

    row: int
    label: Any
    said: Any
    weight: float
    margin: float | None


@dataclass(frozen=True)
class Influence:
    """The lists.

    Parameters
    ----------
    influential
        Those with the largest coefficients, largest first; of equals the one with the smallest margin.
    suspicious
        Those furthest on the wrong side, worst first; their labels deserve a second look.
    support
        How many examples the rule rests on.
    """

    influential: tuple[Remarkable, ...]
    suspicious: tuple[Remarkable, ...]
    support: int


def influence_of(model: Any, training: Part) -> Influence | None:
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
    coefficients = machine.dual_coef_
    dense = coefficients.toarray() if sp.issparse(coefficients) else np.asarray(coefficients)
    weights = np.zeros(len(training))
    weights[np.asarray(support)] = np.abs(dense).sum(axis=0)
    said, margins = np.asarray(model.predict(training.X)), margins_of(model, training)

    def one(i: int) -> Remarkable:
        margin = None if margins is None else float(margins[i])
        label, answer = training.y[i].item(), said[i].item()
        return Remarkable(int(training.rows[i]), label, answer, float(weights[i]), margin)

    by_weight = np.lexsort((np.zeros(len(weights)) if margins is None else margins, -weights))[
        : min(SHOWN, len(support))
    ]
    wrong = np.flatnonzero(said != training.y)
    by_doubt = wrong if margins is None else wrong[np.argsort(margins[wrong], kind="stable")]
    return Influence(tuple(map(one, by_weight)), tuple(map(one, by_doubt[:SHOWN])), len(support))
