"""Collections of examples, as every kernel and machine sees them."""

from typing import TYPE_CHECKING

from drupe.foundation.names_on_first_use import on_first_use

if TYPE_CHECKING:
    from drupe.inputs.base import Inputs, Origin, same_examples, same_space
    from drupe.inputs.coerce import coerce, coerce_like
    from drupe.inputs.dataset import Dataset
    from drupe.inputs.empirical import EmpiricalMeasure
    from drupe.inputs.frame import Frame
    from drupe.inputs.graphs import Graph, Graphs
    from drupe.inputs.precomputed import Precomputed
    from drupe.inputs.sequences import Sequences
    from drupe.inputs.tables import table
    from drupe.inputs.tuples import Tuples
    from drupe.inputs.vectors import Vectors
else:
    on_first_use(__name__)

__all__ = [
    "Dataset",
    "EmpiricalMeasure",
    "Frame",
    "Graph",
    "Graphs",
    "Inputs",
    "Origin",
    "Precomputed",
    "Sequences",
    "Tuples",
    "Vectors",
    "coerce",
    "coerce_like",
    "same_examples",
    "same_space",
    "table",
]
