"""Whether targets are classes or a quantity: one rule, and the word that overrules it."""

from enum import Enum
from typing import TYPE_CHECKING, Any

from drupe.foundation.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FEW = 20
"""So many different whole numbers are classes, however few rows each has."""

ROWS_EACH = 5
"""More different whole numbers are classes only if each has so many rows on average."""


class Task(Enum):
    """What is to be learned."""

    CLASSES = "classes"
    QUANTITY = "quantity"

    def dtype(self, targets: "npt.NDArray[Any]") -> "np.dtype[Any]":
        """Of answers: that of the labels; of a quantity float64, even if all targets are whole numbers."""
        import numpy as np

        return targets.dtype if self is Task.CLASSES else np.dtype(np.float64)


def task_of(targets: "npt.NDArray[Any]") -> Task:
    """Words are classes; numbers with fractions are a quantity, as are whole ones of which hardly any comes again.

    >>> import numpy as np
    >>> task_of(np.array(["no", "yes"])), task_of(np.array([0.5, 1.5])), task_of(np.arange(100))
    (<Task.CLASSES: 'classes'>, <Task.QUANTITY: 'quantity'>, <Task.QUANTITY: 'quantity'>)
    """
    import numpy as np  # the word alone, as an option of a command, needs none of it

    if targets.dtype.kind not in "iuf":
        return Task.CLASSES
    if targets.dtype.kind == "f" and (targets != np.floor(targets)).any():
        return Task.QUANTITY
    different = len(np.unique(targets))
    return Task.QUANTITY if different > FEW and different * ROWS_EACH > len(targets) else Task.CLASSES


def targets_for(task: Task, targets: "npt.NDArray[Any]", place: str) -> "npt.NDArray[Any]":
    """Targets as the task needs them: labels as they are (numbers with fractions as text), quantities in float64.

    >>> import numpy as np
    >>> targets_for(Task.CLASSES, np.array([0.5, 1.5]), "data.csv").tolist()
    ['0.5', '1.5']
    """
    import numpy as np

    if task is Task.CLASSES:
        return targets if targets.dtype.kind != "f" else np.array([f"{value:g}" for value in targets])
    if targets.dtype.kind not in "iuf":
        raise InputError(f"{place}: a quantity is a number, but the first target is {str(targets[0])!r}.")
    return targets.astype(np.float64)
