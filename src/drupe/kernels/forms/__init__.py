"""Native forms: what a kernel says of itself so that the core can evaluate it without Python."""

from drupe.kernels.forms.maps import Affine, Cosine, Exp, Map, Polynomial, Positive, Power, Sinc, Sqrt, Step, Tanh, TimesLog
from drupe.kernels.forms.nodes import Base, Constant, Factor, Form, Mapped, Metric, Shift, dot, exact_squared_distance, l1_distance, squared_distance
from drupe.kernels.forms.views import Columns, FourierSeries, LinearMap, OneColumn, Scaled, Through, View

__all__ = [
    "Affine",
    "Base",
    "Columns",
    "Constant",
    "Cosine",
    "Exp",
    "Factor",
    "Form",
    "FourierSeries",
    "LinearMap",
    "Map",
    "Mapped",
    "Metric",
    "OneColumn",
    "Polynomial",
    "Positive",
    "Power",
    "Scaled",
    "Shift",
    "Sinc",
    "Sqrt",
    "Step",
    "Tanh",
    "Through",
    "TimesLog",
    "View",
    "dot",
    "exact_squared_distance",
    "l1_distance",
    "squared_distance",
]
