"""Kernels on tuples: compare one part, or multiply over all parts."""

from dataclasses import dataclass
from functools import reduce
from typing import Any, cast

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError, InputTypeError
from drupe.foundation.parameters import whole
from drupe.inputs.base import Inputs
from drupe.inputs.tuples import Tuples
from drupe.kernels.base import Kernel
from drupe.kernels.definiteness import INDEFINITE, POSITIVE, Definiteness
from drupe.kernels.forms import Form, View


@dataclass(frozen=True)
class Part(View):
    """One part of each tuple."""

    part: int

    takes = Tuples

    def __call__(self, inputs: Tuples) -> Any:
        if self.part >= len(inputs.parts):
            raise InputError(
                f"the kernel looks at part {self.part}, but the tuples have {len(inputs.parts)}, counted from 0."
            )
        return inputs.parts[self.part]


@dataclass(frozen=True)
class OnPart(Kernel[Tuples]):
    """k(x, z) = inner(x_part, z_part): the kernel of one part of a tuple.

    With `+` and `*` it makes one kernel of examples that are several things at once, say a table row and a text:
    OnPart(Gaussian(), 0) + OnPart(words, 1).

    Parameters
    ----------
    kernel
        The inner kernel, on inputs of the part's kind.
    part
        Which part, counted from zero.

    Examples
    --------
    >>> from drupe.kernels.gaussian import Gaussian
    >>> x, z = Tuples.of([[0.0]], [[1.0]]), Tuples.of([[9.0]], [[1.0]])
    >>> OnPart(Gaussian(), 1).matrix(x, z).item()
    1.0

    References
    ----------
    [Cristianini00]_, proposition 3.12 (5).
    """

    kernel: Kernel[Any]
    part: int = whole(0)

    @property
    def definiteness(self) -> Definiteness:
        return self.kernel.definiteness

    def form(self) -> Form | None:
        form = self.kernel.form()
        return None if form is None else form.seen(Part(self.part))

    def _part(self, inputs: Tuples) -> Inputs:
        return cast(Inputs, Part(self.part).look(inputs))

    def matrix(self, left: Tuples, right: Tuples) -> Matrix:
        if self.form() is not None:
            return super().matrix(left, right)
        return self.kernel.matrix(self._part(left), self._part(right))

    def diagonal(self, inputs: Tuples) -> Vector:
        return self.kernel.diagonal(self._part(inputs))

    def gradient(self, inputs: Tuples) -> dict[str, Matrix]:
        return {f"kernel.{name}": slope for name, slope in self.kernel.gradient(self._part(inputs)).items()}

    def slopes(self, inputs: Tuples, weights: Matrix) -> dict[str, float]:
        return {f"kernel.{name}": slope for name, slope in self.kernel.slopes(self._part(inputs), weights).items()}


@dataclass(frozen=True)
class OnTuples(Kernel[Tuples]):
    """k((x₁..x_K), (z₁..z_K)) = Πⱼ inner(xⱼ, zⱼ).

    Alike only if alike in every place. With the narrow limit of a Gaussian inside, and (x, ..., x) against all
    K-subsets of the training examples, it is the kernel under which the K nearest neighbors vote.

    Parameters
    ----------
    kernel
        The inner kernel, the same for every place; one kernel for each is OnPart(k1, 0) * OnPart(k2, 1).

    Examples
    --------
    >>> from drupe.kernels.gaussian import Gaussian
    >>> pair = Tuples.of([[0.0]], [[0.0]]), Tuples.of([[1.0]], [[2.0]])
    >>> bool(np.isclose(OnTuples(Gaussian()).matrix(*pair).item(), np.exp(-(1 + 4) / 2)))
    True

    References
    ----------
    [Graepel02]_, section 2.3.5.
    """

    kernel: Kernel[Any]

    @property
    def definiteness(self) -> Definiteness:
        return POSITIVE if self.kernel.definiteness.positive else INDEFINITE

    def _matrices(self, left: Tuples, right: Tuples) -> list[Matrix]:
        ours, theirs = _parts(left), _parts(right)
        if len(ours) != len(theirs):
            raise InputError(f"tuples of {len(ours)} parts cannot be compared with tuples of {len(theirs)} parts.")
        return [self.kernel.matrix(x, z) for x, z in zip(ours, theirs, strict=True)]

    def matrix(self, left: Tuples, right: Tuples) -> Matrix:
        return reduce(np.multiply, self._matrices(left, right))

    def diagonal(self, inputs: Tuples) -> Vector:
        return reduce(np.multiply, (self.kernel.diagonal(part) for part in _parts(inputs)))

    def gradient(self, inputs: Tuples) -> dict[str, Matrix]:
        grams, slopes = self._matrices(inputs, inputs), [self.kernel.gradient(part) for part in _parts(inputs)]
        return {
            f"kernel.{name}": reduce(
                np.add, (reduce(np.multiply, grams[:j] + grams[j + 1 :], slope[name]) for j, slope in enumerate(slopes))
            )
            for name in self.kernel.parameters()
        }

    def slopes(self, inputs: Tuples, weights: Matrix) -> dict[str, float]:
        grams = self._matrices(inputs, inputs)
        found = [
            self.kernel.slopes(part, reduce(np.multiply, grams[:j] + grams[j + 1 :], weights))
            for j, part in enumerate(_parts(inputs))
        ]
        return {f"kernel.{name}": sum(slopes[name] for slopes in found) for name in self.kernel.parameters()}


def _parts(inputs: Tuples) -> tuple[Inputs, ...]:
    if not isinstance(inputs, Tuples):
        raise InputTypeError(f"this kernel compares tuples, made with Tuples.of, but got {type(inputs).__name__}.")
    return inputs.parts
