"""Where the evidence is searched: the parameters of a kernel and the noise, on scales on which steps make sense."""

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from drupe.estimators.gaussian_process.evidence import NOISE, merged
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.kernels.base import Kernel
from drupe.kernels.parameters import parameter_range

REACH = 1e5
"""Factor by which a positive parameter may move either way from where it starts."""

Generator: TypeAlias = np.random.Generator | np.random.RandomState
"""What draws starts."""

SPREAD = 30.0
"""Factor within which further starts are drawn around the first, either way."""


@dataclass(frozen=True)
class Coordinate:
    """One parameter: its logarithm if it is positive, else itself.

    Parameters
    ----------
    name
        As in `Kernel.parameters()`, or "noise".
    logarithmic
        Whether steps are factors.
    low, high
        How far it may move, as a coordinate.
    """

    name: str
    logarithmic: bool
    low: float
    high: float

    @classmethod
    def of(cls, name: str, value: float, interval: Interval) -> "Coordinate | None":
        """The coordinate of a parameter; None for one that stands at zero, the end of its range."""
        if interval.low >= 0.0:
            if value <= 0.0:
                return None
            low = max(value / REACH, interval.low if interval.closed_low else 0.0)
            return cls(name, True, math.log(low), math.log(min(value * REACH, interval.high)))
        return cls(name, False, interval.low, interval.high)

    def inward(self, value: float) -> float:
        """The coordinate of a value."""
        return math.log(value) if self.logarithmic else value

    def outward(self, at: float) -> float:
        """The value at a coordinate."""
        return math.exp(at) if self.logarithmic else at

    def slope(self, value: float, slope: float) -> float:
        """A slope in the value as one in the coordinate."""
        return slope * value if self.logarithmic else slope


@dataclass(frozen=True)
class SearchSpace:
    """The coordinates of all parameters that are not held.

    Parameters
    ----------
    kernel
        The kernel at which the search starts.
    noise
        The noise variance at which it starts; None where there is none, as in classification.
    coordinates
        What may move.

    Examples
    --------
    >>> from drupe.kernels import Gaussian
    >>> space = SearchSpace.of(Gaussian(2.0), noise=0.5, held=["noise"])
    >>> space.at(space.start + math.log(3.0))
    (Gaussian(width=6.0), 0.5)
    """

    kernel: Kernel[Any]
    noise: float | None
    coordinates: tuple[Coordinate, ...]

    @classmethod
    def of(cls, kernel: Kernel[Any], noise: float | None = None, held: Collection[str] = ()) -> "SearchSpace":
        """All parameters but those that are held, or are zero."""
        values = merged(kernel, noise)
        unknown = [name for name in held if not isinstance(name, str) or name not in values]
        if unknown:
            raise ParameterError(f"there is no parameter {unknown[0]!r} to hold; there are {', '.join(values)}.")
        ranges = {name: Interval(0.0) if name == NOISE else parameter_range(kernel, name) for name in values}
        found = (Coordinate.of(name, values[name], ranges[name]) for name in values if name not in held)
        return cls(kernel, noise, tuple(coordinate for coordinate in found if coordinate is not None))

    @property
    def moving(self) -> tuple[str, ...]:
        """The names of what may move."""
        return tuple(coordinate.name for coordinate in self.coordinates)

    @property
    def logarithmic(self) -> tuple[bool, ...]:
        """Which coordinates are logarithms."""
        return tuple(coordinate.logarithmic for coordinate in self.coordinates)

    @property
    def start(self) -> Vector:
        """Where the search starts."""
        values = merged(self.kernel, self.noise)
        return np.array([coordinate.inward(values[coordinate.name]) for coordinate in self.coordinates])

    @property
    def bounds(self) -> list[tuple[float, float]]:
        """How far each coordinate may move."""
        return [(coordinate.low, coordinate.high) for coordinate in self.coordinates]

    def at(self, point: Vector) -> tuple[Kernel[Any], float]:
        """Kernel and noise at a point."""
        moved = {one.name: one.outward(float(at)) for one, at in zip(self.coordinates, point, strict=True)}
        noise = moved.pop(NOISE, self.noise or 0.0)
        return self.kernel.replace(moved), noise

    def slopes(self, point: Vector, slopes: Mapping[str, float]) -> Vector:
        """Slopes in the values as slopes in the coordinates."""
        pairs = zip(self.coordinates, point, strict=True)
        return np.array([one.slope(one.outward(float(at)), slopes[one.name]) for one, at in pairs])

    def at_bounds(self, point: Vector) -> Iterator[str]:
        """What to tell of parameters at the end of their range: nothing, as it was not the user who set it."""
        return iter(())

    def draw(self, generator: Generator) -> Vector:
        """Another start: factors drawn around the first, numbers of either sign moved by as much as their size."""
        start = self.start
        reach = np.where(self.logarithmic, math.log(SPREAD), np.maximum(np.abs(start), 1.0))
        low, high = np.array(self.bounds).T
        return np.clip(start + reach * generator.uniform(-1.0, 1.0, len(start)), low, high)
