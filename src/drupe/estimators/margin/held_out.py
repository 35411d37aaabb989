"""Outputs for every training example from machines that did not see it, without a lottery.

The folds follow from the contents of the examples alone: within each class the distinct examples are put in the order
of their contents and dealt to the folds in turn. Neither a seed nor the order of the rows matters, and copies of an
example always fall together, so that a weight of two and two copies give the same folds.
"""

from collections.abc import Callable

import numpy as np

from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.errors import InputTypeError
from drupe.inputs.base import Inputs
from drupe.predictors.predictor import Predictor

FOLDS = 5
"""As many as customary for this purpose; fewer only if there are fewer distinct examples in every class."""

ALWAYS_SEEN = -1
"""The fold of an example that is alone in its class: without it there would be no class."""


def folds(sample: Sample) -> Index:
    """The fold of each example."""
    contents = _contents(sample.inputs)
    fold = np.full(len(sample), ALWAYS_SEEN, dtype=np.int64)
    for code in np.unique(sample.targets):
        members = np.flatnonzero(sample.targets == code)
        distinct, place = np.unique(contents[members], return_inverse=True)
        if len(distinct) > 1:
            fold[members] = place.reshape(-1) % FOLDS
    return fold


def held_out_outputs(sample: Sample, whole: Predictor, learn: Callable[[Sample], Predictor | None]) -> Matrix:
    """The outputs for each example of the machine fitted on the other folds; of `whole` for those always seen.

    Once `learn` has nothing more to say, because it was stopped, `whole` answers for all folds that are left.
    """
    fold = folds(sample)
    outputs = whole.decision(sample.inputs)
    for number in np.unique(fold[fold != ALWAYS_SEEN]):
        held = np.flatnonzero(fold == number)
        predictor = learn(sample.take(np.flatnonzero(fold != number)))
        if predictor is None:
            break
        outputs[held] = predictor.decision(sample.inputs.take(held))
    return outputs


def _contents(inputs: Inputs) -> Index:
    """Ranks of the examples' contents, equal for equal ones; positions where contents cannot be compared."""
    try:
        values = inputs.values()
    except InputTypeError:
        return np.arange(len(inputs))
    rank = {value: i for i, value in enumerate(sorted(set(values)))}  # type: ignore[type-var]
    return np.array([rank[value] for value in values], dtype=np.int64)
