"""The class with the largest output, from single precision wherever the lead is beyond doubt."""

import numpy as np

from drupe.foundation.arrays import Index, Matrix
from drupe.inputs.base import Inputs
from drupe.predictors.expansion import Expansion

WORTHWHILE = 256
"""Examples below which it does not pay to look twice."""


def winners(functions: Expansion, inputs: Inputs) -> Index:
    """argmax over the outputs of each example, the first among equals; of one output, whether it is at least zero.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> f = Expansion(Linear(), Vectors.of([[1.0, 0.0], [0.0, 1.0]]), np.eye(2), np.zeros(2))
    >>> winners(f, Vectors.of([[3.0, 1.0], [1.0, 2.0]])).tolist()
    [0, 1]
    """
    doubt = functions.doubt(inputs) if len(inputs) >= WORTHWHILE else np.array([np.inf])
    if not np.isfinite(doubt).all():
        return decided(functions.decision(inputs))
    rough = functions.rough_decision(inputs)
    lead = np.abs(rough[:, 0]) if rough.shape[1] == 1 else -np.diff(-np.partition(-rough, 1, axis=1)[:, :2])[:, 0]
    # Both the winner and the second may be off.
    open_questions = np.flatnonzero(np.abs(lead) <= 2.0 * doubt.max())
    answers = decided(rough)
    if len(open_questions):
        answers[open_questions] = decided(functions.decision(inputs.take(open_questions)))
    return answers


def decided(outputs: Matrix) -> Index:
    """The code of the class: that of the largest output, or 1 where a single output is not negative."""
    if outputs.shape[1] == 1:
        return (outputs[:, 0] >= 0.0).astype(np.int64)
    return np.asarray(outputs.argmax(axis=1), dtype=np.int64)
