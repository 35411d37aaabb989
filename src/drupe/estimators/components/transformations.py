"""Transformations after which an example is still the same to us: moved, turned, or as a function says."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.errors import InputError, InputTypeError
from drupe.foundation.parameters import Checked, real
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce_like
from drupe.inputs.vectors import Vectors


class Transformation(ABC):
    """L_t: what an example becomes; with the amount t = 0 it stays as it is.

    References
    ----------
    [Mika02]_, section 3.4.2 and figure 5.10.
    """

    @abstractmethod
    def of(self, inputs: Inputs) -> Inputs:
        """All examples, transformed."""


@dataclass(frozen=True, eq=False)
class Translation(Transformation):
    """x → x + step.

    Parameters
    ----------
    step
        One number for each column.

    Examples
    --------
    >>> Translation([0.1, 0.0]).of(Vectors.of([[1.0, 2.0]])).array.tolist()
    [[1.1, 2.0]]

    References
    ----------
    [Mika02]_, section 3.4.2 and figure 5.4.
    """

    step: Any

    def of(self, inputs: Inputs) -> Inputs:
        x, step = _rows(inputs), np.asarray(self.step, dtype=np.float64)
        if step.shape != (x.shape[1],):
            raise InputError(f"the step needs a number for each of {x.shape[1]} columns, got shape {step.shape}.")
        return Vectors.of(x + step)


@dataclass(frozen=True)
class PlaneRotation(Checked, Transformation):
    """Points of the plane turned around the origin.

    Parameters
    ----------
    degrees
        Angle, counterclockwise.

    Examples
    --------
    >>> PlaneRotation(90.0).of(Vectors.of([[1.0, 0.0]])).array.round(12).tolist()
    [[0.0, 1.0]]

    References
    ----------
    [Mika02]_, figure 5.4.
    """

    degrees: float = real(0.0)

    def of(self, inputs: Inputs) -> Inputs:
        x = _rows(inputs)
        if x.shape[1] != 2:
            raise InputError(f"points of the plane have 2 columns, got {x.shape[1]}.")
        cos, sin = np.cos(np.radians(self.degrees)), np.sin(np.radians(self.degrees))
        return Vectors.of(x @ np.array([[cos, sin], [-sin, cos]]))


@dataclass(frozen=True, eq=False)
class TransformedBy(Transformation):
    """What a function makes of all examples: rows of an array, or strings in a list, one for each.

    Parameters
    ----------
    function
        From the examples as users write them to as many of the same kind.

    Examples
    --------
    >>> TransformedBy(lambda X: 2.0 * X).of(Vectors.of([[1.0]])).array.tolist()
    [[2.0]]

    References
    ----------
    [Mika02]_, section 3.4.2.
    """

    function: Callable[[Any], Any]

    def of(self, inputs: Inputs) -> Inputs:
        made = coerce_like(inputs, self.function(inputs.raw()), "a transformation")
        if len(made) != len(inputs):
            raise InputError(f"a transformation made {len(made)} examples of {len(inputs)}; it must make one of each.")
        return made


def _rows(inputs: Inputs) -> Any:
    if not isinstance(inputs, Vectors) or inputs.sparse:
        raise InputTypeError(f"this transforms dense vectors, got {type(inputs).__name__}.")
    return np.asarray(inputs.in_double().array, dtype=np.float64)
