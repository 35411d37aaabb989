"""Forms evaluated with numpy: for all pairs (the reference that the core is tested against) and on the diagonal."""

from collections.abc import Sequence
from functools import reduce

import numpy as np
from scipy.spatial.distance import cdist

from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.base import Inputs, same_examples
from drupe.kernels.forms.maps import Map
from drupe.kernels.forms.nodes import Algebra, Base, Form, Metric, VectorFunction


class _Numpy(Algebra[Matrix]):
    """What numpy does alike for all pairs and for the diagonal."""

    def mapped(self, map: Map, of: Matrix) -> Matrix:
        return map(of)

    def sum(self, terms: Sequence[Form]) -> Matrix:
        return reduce(np.add, (term.evaluate(self) for term in terms))

    def product(self, factors: Sequence[Form]) -> Matrix:
        return reduce(np.multiply, (factor.evaluate(self) for factor in factors))


class AllPairs(_Numpy):
    """Every left example against every right one, in float64, slowly and plainly."""

    def __init__(self, left: Inputs, right: Inputs):
        self.left, self.right = left, right

    def base(self, base: Base) -> Matrix:
        if base.metric is Metric.SAME:
            ours, theirs = same_examples(self.left, self.right)
            return np.equal.outer(ours, theirs).astype(np.float64)
        anchored, seen = base.anchored(self.right)
        x, z = (side.in_double().dense() for side in (anchored.look(self.left), seen))
        if base.metric is Metric.DOT:
            return np.asarray(x @ z.T)
        if base.metric is Metric.L1:
            return np.asarray(cdist(x, z, "cityblock"))
        if base.metric is Metric.CHI_SQUARED:
            return np.stack([chi_squared(row, z) for row in x])
        return np.asarray(cdist(x, z, "sqeuclidean"))

    def constant(self, value: float) -> Matrix:
        return np.full((len(self.left), len(self.right)), value)

    def outer_product(self, function: VectorFunction) -> Matrix:
        return np.asarray(np.multiply.outer(function(self.left), function(self.right)))

    def outer_sum(self, function: VectorFunction) -> Matrix:
        return np.asarray(np.add.outer(function(self.left), function(self.right)))


class SamePairs(_Numpy):
    """Every example against itself."""

    def __init__(self, inputs: Inputs):
        self.inputs = inputs

    def base(self, base: Base) -> Vector:
        if base.metric is Metric.DOT:
            return base.anchored(self.inputs)[1].squared_norms()
        return self.constant(1.0 if base.metric is Metric.SAME else 0.0)

    def constant(self, value: float) -> Vector:
        return np.full(len(self.inputs), value)

    def outer_product(self, function: VectorFunction) -> Vector:
        return np.asarray(function(self.inputs) ** 2)

    def outer_sum(self, function: VectorFunction) -> Vector:
        return np.asarray(2.0 * function(self.inputs))


def chi_squared(x: Vector, z: Matrix) -> Vector:
    """Σⱼ (xⱼ − zⱼ)² / (xⱼ + zⱼ) of one histogram against many, with 0/0 = 0."""
    total = x + z
    return np.asarray(((x - z) ** 2 / np.where(total > 0, total, 1.0)).sum(axis=-1))
