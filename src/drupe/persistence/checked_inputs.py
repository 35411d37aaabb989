"""Examples that come out of a file, checked as if they came from a user: the core reads them without looking twice."""

from typing import Any

from drupe.inputs.base import Inputs, Origin
from drupe.persistence.json_values import corrupt


def check_inputs(value: Any) -> None:
    """Raise an InputError if the value is a collection of examples, or their origin, that cannot be one."""
    found = next(value.contradictions(), None) if isinstance(value, Inputs | Origin) else None
    if found is not None:
        raise corrupt(f"the {found} contradict one another")
