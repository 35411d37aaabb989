"""A learner on a part of the examples; where the part shows one class only, the rule that always says it."""

from typing import Any

import numpy as np
from sklearn.dummy import DummyClassifier


def fitted_on(learner: Any, X: Any, y: Any) -> Any:
    """The learner fitted on these examples; drawing again until both classes appear would look at the labels.

    >>> fitted_on(None, [[0.0], [1.0]], [7, 7]).predict([[5.0]]).tolist()
    [7]
    """
    if len(np.unique(y)) < 2:
        return DummyClassifier(strategy="most_frequent").fit(np.zeros((len(y), 1)), y)
    return learner.fit(X, y)
