"""Where the evidence is searched for a kernel of scikit-learn: its `theta`, within its bounds, and the noise."""

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.estimators.gaussian_process.evidence import NOISE
from drupe.estimators.gaussian_process.scikit_learn.translation import TranslatedKernel, translated
from drupe.estimators.gaussian_process.search_space import Coordinate, Generator
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.kernels.base import Kernel


@dataclass(frozen=True, eq=False)
class ThetaSpace:
    """The coordinates of an object of scikit-learn that are neither fixed nor held, and the noise if there is any.

    Parameters
    ----------
    original
        The object.
    translation
        The same kernel in drupe's words.
    names
        Of its coordinates: those of its parameters, with a number where a parameter has several.
    free
        Which of them may move.
    noise
        The noise variance at which the search starts.
    level
        How far the noise may move; None if it stays.

    Examples
    --------
    >>> from sklearn.gaussian_process.kernels import RBF
    >>> space = ThetaSpace.of(RBF([1.0, 2.0]), dimension=2)
    >>> space.at(np.zeros(2)), space.tuned(np.zeros(2)), space.moving
    ((ARD(widths=(1.0, 1.0)), 0.0), RBF(length_scale=[1, 1]), ('length_scale.0', 'length_scale.1'))
    """

    original: Any
    translation: TranslatedKernel
    names: tuple[str, ...]
    free: tuple[int, ...]
    noise: float = 0.0
    level: Coordinate | None = None

    @classmethod
    def of(
        cls, original: Any, dimension: int | None = None, noise: float | None = None, held: Collection[str] = ()
    ) -> "ThetaSpace":
        """All that is not fixed, but for what is held by the name of its parameter; without noise, or from one on."""
        names = tuple(
            hyper.name + (f".{i}" if hyper.n_elements > 1 else "")
            for hyper in original.hyperparameters
            if not hyper.fixed
            for i in range(hyper.n_elements)
        )
        known = (*names, *(() if noise is None else (NOISE,)))
        unknown = [
            name for name in held if name not in known and not any(one.rpartition(".")[0] == name for one in known)
        ]
        if unknown:
            raise ParameterError(f"there is no parameter {unknown[0]!r} to hold; there are {', '.join(known)}.")
        free = tuple(i for i, name in enumerate(names) if name not in held and name.rpartition(".")[0] not in held)
        level = None if noise is None or NOISE in held else Coordinate.of(NOISE, noise, Interval(0.0))
        return cls(original, translated(original, dimension), names, free, noise or 0.0, level)

    @property
    def kernel(self) -> Kernel[Any]:
        """The kernel at which the search starts."""
        return self.translation.kernel

    @cached_property
    def _given(self) -> Vector:
        """`theta` of the object, which takes it a while to tell."""
        return np.array(self.original.theta, dtype=np.float64)

    @property
    def moving(self) -> tuple[str, ...]:
        """The names of what may move."""
        return (*(self.names[i] for i in self.free), *(() if self.level is None else (NOISE,)))

    @property
    def logarithmic(self) -> tuple[bool, ...]:
        """Which coordinates are logarithms: all."""
        return (True,) * len(self.moving)

    @property
    def start(self) -> Vector:
        """Where the search starts."""
        theta = self._given[list(self.free)]
        return theta if self.level is None else np.append(theta, self.level.inward(self.noise))

    @property
    def bounds(self) -> list[tuple[float, float]]:
        """How far each coordinate may move: the bounds of the object."""
        own = np.asarray(self.original.bounds, dtype=np.float64).reshape(-1, 2)[list(self.free)]
        further = [] if self.level is None else [(self.level.low, self.level.high)]
        return [(float(low), float(high)) for low, high in own] + further

    def theta(self, point: Vector) -> Vector:
        """`theta` at a point, with what does not move."""
        theta = self._given.copy()
        theta[list(self.free)] = point[: len(self.free)]
        return theta

    def at(self, point: Vector) -> tuple[Kernel[Any], float]:
        """Kernel and noise at a point."""
        noise = self.noise if self.level is None else self.level.outward(float(point[-1]))
        return self.translation.at(self.theta(point)), noise

    def tuned(self, point: Vector) -> Any:
        """The object at a point."""
        return self.original.clone_with_theta(self.theta(point))

    def slopes(self, point: Vector, slopes: Mapping[str, float]) -> Vector:
        """Slopes in the parameters of the kernel, by name, as slopes in the coordinates."""
        found = self.translation.slopes(self.theta(point), slopes)[list(self.free)]
        if self.level is None:
            return found
        return np.append(found, self.level.slope(self.level.outward(float(point[-1])), slopes[NOISE]))

    def at_bounds(self, point: Vector) -> Iterator[str]:
        """What scikit-learn tells of parameters that were found at their bounds."""
        theta, entry = self.theta(point), 0
        for hyper in self.original.hyperparameters:
            if hyper.fixed:
                continue
            for i in range(hyper.n_elements):
                low, high = hyper.bounds[i]
                for bound, side, change in ((low, "lower", "Decreasing"), (high, "upper", "Increasing")):
                    if np.isclose(np.log(bound), theta[entry], rtol=1e-5):
                        yield (
                            f"The optimal value found for dimension {i} of parameter {hyper.name} is close to the "
                            f"specified {side} bound {bound}. {change} the bound and calling fit again may find a "
                            "better value."
                        )
                        break
                entry += 1

    def draw(self, generator: Generator) -> Vector:
        """Another start: anywhere within the bounds; from the same RandomState the one that scikit-learn takes."""
        low, high = np.array(self.bounds).T
        if not (np.isfinite(low).all() and np.isfinite(high).all()):
            raise ParameterError(
                "Multiple optimizer restarts (n_restarts_optimizer>0) requires that all bounds are finite; give bounds "
                f"to {self._unbounded()}."
            )
        return np.asarray(generator.uniform(low, high))

    def _unbounded(self) -> str:
        return next(
            name for name, ends in zip(self.moving, self.bounds, strict=True) if not all(map(math.isfinite, ends))
        )
