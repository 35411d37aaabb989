"""Classifiers for all problems of a machine: at once where the sampler can, else one problem after the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.progress import Progress, share
from drupe.grams.base import Gram
from drupe.solvers.samplers.base import Sampler


@dataclass(frozen=True, eq=False)
class Drawn:
    """Classifiers drawn for one problem, each of length one.

    Parameters
    ----------
    coefficients
        α, one row for each classifier, in compressed rows.
    outputs
        α K, or None where the sampler does not tell.
    training_errors
        Share of the examples that each classifier gets wrong.
    complete
        Whether there are as many as were asked for.
    """

    coefficients: sp.csr_array
    outputs: Matrix | None
    training_errors: Vector
    complete: bool

    def __len__(self) -> int:
        return int(self.coefficients.shape[0])

    def first(self, count: int) -> "Drawn":
        """The first so many of the drawn classifiers."""
        if count == len(self):
            return self
        outputs = None if self.outputs is None else self.outputs[:count]
        return Drawn(self.coefficients[:count], outputs, self.training_errors[:count], self.complete)


@runtime_checkable
class ManySampler(Protocol):
    """A sampler that draws for many labellings of the same examples at once."""

    def sample_all(
        self,
        gram: Gram,
        sign_rows: Matrix,
        n_samples: int,
        generator: np.random.Generator,
        progress: Progress | None = None,
        keep: bool = False,
    ) -> Sequence[Any]:
        """For each row of signs: coefficients (rows, dense or sparse), outputs (rows, or None), complete."""


@dataclass(frozen=True, eq=False)
class Request:
    """How many classifiers to draw, from which randomness, with which progress; whether Ctrl-C keeps those drawn."""

    n_samples: int
    generator: np.random.Generator
    progress: Progress | None
    keep: bool


def draw_all(samplers: Sequence[Sampler], gram: Gram, sign_rows: Matrix, request: Request) -> list[Drawn]:
    """Classifiers for each row of signs, from the sampler of that row; equally many in the end for every row."""
    many = samplers[0]
    if isinstance(many, ManySampler) and all(sampler == many for sampler in samplers):
        results = many.sample_all(gram, sign_rows, request.n_samples, request.generator, request.progress, request.keep)
        drawn = [_drawn(result, gram, signs) for result, signs in zip(results, sign_rows, strict=True)]
    else:
        drawn = _one_by_one(samplers, gram, sign_rows, request)
    least = min(len(one) for one in drawn)
    return [one.first(least) for one in drawn]


def _one_by_one(samplers: Sequence[Sampler], gram: Gram, sign_rows: Matrix, request: Request) -> list[Drawn]:
    drawn: list[Drawn] = []
    problems = len(sign_rows)
    for sampler, signs in zip(samplers, sign_rows, strict=True):
        told = share(request.progress, len(drawn), problems)
        result = sampler.sample(gram, signs, request.n_samples, request.generator, told, request.keep)
        drawn.append(_drawn(result, gram, signs))
        if not result.complete and len(drawn) < problems:
            # The classes to come have no classifier at all: there is nothing to keep.
            raise KeyboardInterrupt
    return drawn


def _drawn(result: Any, gram: Gram, signs: Vector) -> Drawn:
    coefficients = sp.csr_array(result.coefficients)
    outputs = getattr(result, "outputs", None)
    errors = getattr(result, "training_errors", None)
    if errors is None:
        seen = gram.product(coefficients.toarray().T).T if outputs is None else outputs
        errors = np.mean(seen * signs <= 0.0, axis=1)
    return Drawn(coefficients, outputs, np.asarray(errors, dtype=np.float64), bool(result.complete))
