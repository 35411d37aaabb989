"""Samplers that walk: burn-in, thinning, streams and interruption of a Markov chain in the native core."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, whole
from drupe.foundation.progress import Progress
from drupe.grams.base import Gram
from drupe.solvers.samplers.base import Classifiers, Sampler
from drupe.solvers.samplers.span import Span
from drupe.solvers.samplers.starts import MarginStart, PerceptronStart, Start, direction_inside

STREAMED = 64
"""Classifiers that a stream asks the core for at a time."""


class Chain(Protocol):
    """A Markov chain of directions in orthonormal coordinates."""

    def draw(
        self,
        skip: int,
        apart: int,
        directions: npt.NDArray[np.float64],
        margins: npt.NDArray[np.float64],
        keep: bool,
        progress: Progress | None,
    ) -> int:
        """Fill the rows, the first after `skip` + `apart` steps; how many there are, if it was interrupted and kept."""


@dataclass(frozen=True, kw_only=True)
class ChainSampler(Checked, Sampler):
    """Every `thin`-th state of a Markov chain after `burn_in` steps that are not kept.

    Parameters
    ----------
    thin
        Steps from one classifier to the next; neighbors are alike, and the more so the smaller it is.
    burn_in
        Steps before the first, in which the chain forgets where it started.
    start
        Where it starts; None for what suits the sampler.

    References
    ----------
    [Graepel02]_, sections 8.1.3 and 9.3.1.
    """

    thin: int = whole(1, 1)
    burn_in: int = whole(0, 1000)
    start: Start | None = None

    @abstractmethod
    def _chain(self, gram: Gram, signs: Vector, span: Span, seed: int) -> Chain:
        """The chain at its start."""

    def _first(self, gram: Gram, signs: Vector, span: Span, noise: float) -> npt.NDArray[np.float64]:
        """The direction to start from: without noise inside version space, with it anywhere."""
        if noise == 0.0:
            return direction_inside(self.start or MarginStart(), gram, signs, span)
        return span.direction((self.start or PerceptronStart()).coefficients(gram, signs))

    def stream(self, gram: Gram, signs: Vector, generator: np.random.Generator) -> Iterator[tuple[Vector, Vector]]:
        walk = self._walk(gram, signs, generator)
        skip = int(self.burn_in)
        while True:
            drawn = walk.draw(skip, STREAMED, False, None)
            skip = 0
            yield from zip(drawn.coefficients, drawn.outputs, strict=True)

    def _sample(
        self,
        gram: Gram,
        signs: Vector,
        n_samples: int,
        generator: np.random.Generator,
        progress: Progress | None,
        keep: bool,
    ) -> Classifiers:
        return self._walk(gram, signs, generator).draw(int(self.burn_in), n_samples, keep, progress)

    def _walk(self, gram: Gram, signs: Vector, generator: np.random.Generator) -> "_Walk":
        span = Span.of(gram)
        chain = self._chain(gram, signs, span, int(generator.integers(2**63)))
        return _Walk(chain, span, signs, int(self.thin))


@dataclass(frozen=True, eq=False)
class _Walk:
    """A chain and the way back from its coordinates to coefficients of examples."""

    chain: Chain
    span: Span
    signs: Vector
    thin: int

    def draw(self, skip: int, count: int, keep: bool, progress: Progress | None) -> Classifiers:
        directions, margins = np.empty((count, self.span.rank)), np.empty((count, len(self.signs)))
        drawn = self.chain.draw(skip, self.thin, directions, margins, keep, progress)
        if drawn == 0:
            raise KeyboardInterrupt  # there is nothing to keep
        margins *= self.signs
        return Classifiers(self.span.coefficients(directions[:drawn]), margins[:drawn], complete=drawn == count)
