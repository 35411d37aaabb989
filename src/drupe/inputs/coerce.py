"""From what users bring to Inputs: the only place that guesses."""

from typing import Any

from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors


def coerce(data: Any) -> Inputs:
    """Wrap raw data once; Inputs pass through untouched."""
    if isinstance(data, Inputs):
        return data
    return Vectors.of(data)
