"""A sampler draws classifiers from version space: directions of unit length that agree with the labels."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.progress import Progress
from drupe.grams.base import Gram


@dataclass(frozen=True, eq=False)
class Classifiers:
    """Linear classifiers in feature space, each f(x) = Σᵢ αᵢ k(xᵢ, x) with αᵀKα = 1.

    Parameters
    ----------
    coefficients
        α, one row for each classifier.
    outputs
        f at the n examples, one row for each classifier: α K.
    complete
        Whether all classifiers that were asked for are there; not so after an interruption.
    """

    coefficients: Matrix
    outputs: Matrix
    complete: bool = True

    def __len__(self) -> int:
        return len(self.coefficients)


@dataclass(frozen=True)
class Sampler(ABC):
    """A way to draw classifiers; frozen, so that it can be a parameter of an estimator."""

    @abstractmethod
    def stream(self, gram: Gram, signs: Vector, generator: np.random.Generator) -> Iterator[tuple[Vector, Vector]]:
        """Endless draws (α, K α) with αᵀKα = 1; the arguments have been checked."""

    def sample(
        self,
        gram: Gram,
        signs: Vector,
        n_samples: int,
        generator: np.random.Generator,
        progress: Progress | None = None,
        keep: bool = False,
    ) -> Classifiers:
        """Draw classifiers.

        Parameters
        ----------
        gram
            K of the examples.
        signs
            Their labels, ±1.
        n_samples
            How many to draw.
        generator
            Source of randomness.
        progress
            Told the share that is done.
        keep
            Whether Ctrl-C leaves what has been drawn so far instead of raising.
        """
        signs = checked_signs(signs, len(gram))
        if n_samples not in Interval(1, whole=True):
            raise ParameterError(f"n_samples must be a whole number of at least 1, got {n_samples!r}.")
        return self._sample(gram, signs, int(n_samples), generator, progress, keep)

    def _sample(
        self,
        gram: Gram,
        signs: Vector,
        n_samples: int,
        generator: np.random.Generator,
        progress: Progress | None,
        keep: bool,
    ) -> Classifiers:
        """What `sample` does once its arguments are checked; a faster sampler may do better than to stream."""
        drawn: list[tuple[Vector, Vector]] = []
        try:
            for draw in islice(self.stream(gram, signs, generator), n_samples):
                drawn.append(draw)
                if progress is not None:
                    progress(len(drawn) / n_samples)
        except KeyboardInterrupt:
            if not keep or not drawn:
                raise
        alpha, outputs = zip(*drawn, strict=True)
        return Classifiers(np.array(alpha), np.array(outputs), complete=len(drawn) == n_samples)


def checked_signs(signs: Vector, n: int) -> Vector:
    """±1 in float64, one for each of n ≥ 1 examples."""
    values = np.asarray(signs, dtype=np.float64)
    if values.shape != (n,) or n == 0:
        raise InputError(f"signs must hold one entry for each of the {n} examples (at least 1), got {values.shape}.")
    if not np.isin(values, (-1.0, 1.0)).all():
        raise InputError(f"signs must be -1 or +1, got {np.unique(values)[:5].tolist()}.")
    return values
