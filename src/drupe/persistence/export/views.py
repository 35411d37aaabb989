"""How kernels look at vectors before they compare them, in a graph."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.kernels.forms import (
    Columns,
    FourierSeries,
    Histograms,
    LinearMap,
    OfDimension,
    OneColumn,
    ScaledColumns,
    Through,
    View,
)
from drupe.kernels.gaussian_of import InDouble
from drupe.persistence.export.graph import DOUBLE, Value
from drupe.persistence.export.refusal import refusal


def seen(view: View, x: Value) -> Value:
    """What a view shows of the examples."""
    match view:
        case OneColumn() | OfDimension() | Histograms():
            return x
        case Columns(chosen):
            return x.columns(chosen)
        case ScaledColumns(factors):
            return x * np.array(factors)
        case LinearMap(rows):
            return x @ np.array(rows).T
        case FourierSeries(coefficients):
            return _waves(x, np.sqrt(np.array(coefficients)))
        case InDouble():
            return x.cast(DOUBLE)
        case Through():
            why = "the kernel looks at examples through a function of Python"
            raise refusal("the kernel", why, "map the examples first, and fit on what the function makes of them")
    why = f"it looks at examples through {type(view).__name__}, which makes vectors outside of the graph"
    raise refusal("the kernel", why, "make the vectors first (drupe.FisherScores, drupe.TextVectors), and fit on them")


def _waves(x: Value, weights: Vector) -> Value:
    """√a₀, √a₁ cos x, ..., √a₁ sin x, ..."""
    angles = x * np.arange(len(weights))[None, :].astype(np.float64)
    sines = angles.columns(np.arange(1, len(weights))).apply("Sin") * weights[1:]
    return x.graph.together([angles.apply("Cos") * weights, sines])
