"""Examples in two dimensions: with the answers all around for classes, with their values for a quantity."""

from typing import Any, TypeAlias

from drupe.analysis.part import Part
from drupe.analysis.task import Task
from drupe.displays.decision_regions import DecisionRegions, decision_regions
from drupe.displays.quantity_plane import QuantityPlane, quantity_plane

Plane: TypeAlias = DecisionRegions | QuantityPlane


def plane_of(model: Any, part: Part, task: Task, names: tuple[str, ...] | None) -> Plane | None:
    """The plane of two columns or of two kernel components; None if the examples have none.

    >>> from drupe import SVC
    >>> part = Part.of([[0.0, 0.0], [1.0, 1.0]], [0, 1])
    >>> plane_of(SVC(kernel="linear").fit(part.X, part.y), part, Task.CLASSES, None).exact
    True
    """
    look = decision_regions if task is Task.CLASSES else quantity_plane
    try:
        return look(model, part.X, part.y, names)
    except (TypeError, ValueError):
        # Precomputed examples have no plane, nor has a single one.
        return None
