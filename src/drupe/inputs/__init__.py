"""Collections of examples, as every kernel and machine sees them."""

from drupe.inputs.base import Inputs, Origin, same_examples
from drupe.inputs.vectors import Vectors

__all__ = ["Inputs", "Origin", "Vectors", "same_examples"]
