"""Whether rows that should be fresh took part in the fit: a model carries some of its training rows along."""

from typing import Any

from drupe.certification.example_values import stored_values
from drupe.displays.fitted_kernel import seen_by
from drupe.estimators.last_step import last_step
from drupe.inputs.vectors import Vectors


def support_vectors_among(model: Any, X: Any) -> tuple[int, int]:
    """How many support vectors of the model stand among these rows, and how many it has; 0 of 0 if it has none.

    >>> from drupe import SVC
    >>> machine = SVC(kernel="linear").fit([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> support_vectors_among(machine, [[1.0], [2.0]])
    (1, 2)
    """
    vectors, inputs = getattr(last_step(model), "support_vectors_", None), seen_by(model, X)
    if vectors is None or not isinstance(inputs, Vectors):
        return 0, 0
    kept, rows = stored_values(vectors) or [], set(stored_values(inputs.array) or [])
    return sum(row in rows for row in kept), len(kept)
