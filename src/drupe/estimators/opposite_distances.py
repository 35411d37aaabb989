"""How far each example is from the nearest one of another class, and the width that this suggests for a kernel."""

from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Reals, Wholes
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce
from drupe.kernels.base import Kernel
from drupe.kernels.linear import Linear
from drupe.predictors.distances import Distances


@dataclass(frozen=True, eq=False)
class OppositeDistances:
    """dᵢ = min { ‖φ(xᵢ) − φ(xⱼ)‖ : yⱼ ≠ yᵢ }, and which j it is.

    Parameters
    ----------
    nearest
        dᵢ for each example.
    partners
        j for each example, among equally near ones the first.

    Examples
    --------
    >>> found = opposite_distances([[0.0], [1.0], [4.0], [9.0]], ["a", "a", "b", "b"])
    >>> found.nearest.tolist(), found.pair
    ([4.0, 3.0, 3.0, 8.0], (1, 2))
    >>> found.smallest, found.median
    (3.0, 3.5)

    References
    ----------
    [Cristianini00]_, section 8.4.2, takes the smallest one as width; the median is that of [Jaakkola00]_.
    """

    nearest: Annotated[Vector, Reals("examples")] = field(repr=False)
    partners: Annotated[Index, Wholes("examples", below="examples")] = field(repr=False)

    @property
    def smallest(self) -> float:
        """Distance of the closest two examples of different classes that are not one and the same point."""
        return float(self._apart.min())

    @property
    def median(self) -> float:
        """Median of dᵢ over the examples that no equal one contradicts: an outlier does not move it."""
        return float(np.median(self._apart))

    @property
    def pair(self) -> tuple[int, int]:
        """The closest two examples of different classes, contradictions included."""
        first = int(np.argmin(self.nearest))
        return first, int(self.partners[first])

    @property
    def contradictions(self) -> Index:
        """Examples that equal one of another class: their distance is 0, and no width tells them apart."""
        return np.flatnonzero(self.nearest == 0.0)

    @property
    def _apart(self) -> Vector:
        found = self.nearest[self.nearest > 0.0]
        if not len(found):
            one, other = self.pair
            raise InputError(
                f"no width can be taken from the distances of opposite classes: every example equals one of another "
                f"class, as examples {one} and {other} do; look at the labels."
            )
        return np.asarray(found)


def opposite_distances(
    X: Any, y: Any, kernel: Kernel[Any] | None = None, *, n_jobs: int | None = None
) -> OppositeDistances:
    """Distances to the nearest example of another class, in the feature space of a kernel.

    All pairs are compared, a block at a time: O(n²) time, O(n) memory. The smallest distance is the literature's first
    guess at the width of a Gaussian kernel; machines take it at each fit with `gamma="closest_opposite"`. A kernel
    whose width was taken from labels was not fixed beforehand: only held-out examples can certify what it leads to.

    Parameters
    ----------
    X
        The examples, of any kind.
    y
        Their classes.
    kernel
        Whose feature space measures the distance; None for the Euclidean distance of vectors.
    n_jobs
        Threads, as in scikit-learn.

    Examples
    --------
    >>> from drupe.kernels import Gaussian, GaussianOf, Linear
    >>> X, y = [[0.0, 0.0], [3.0, 4.0]], [0, 1]
    >>> Gaussian(width=opposite_distances(X, y).smallest)
    Gaussian(width=5.0)
    >>> GaussianOf(Linear(), width=opposite_distances(X, y, Linear()).smallest).width
    5.0

    References
    ----------
    [Cristianini00]_, section 8.4.2.
    """
    inputs, labels = coerce(X), np.asarray(y)
    if labels.shape != (len(inputs),):
        raise InputError(
            f"X holds {len(inputs)} examples but y has shape {labels.shape}; one label for each is needed."
        )
    codes = np.unique(labels, return_inverse=True)[1].reshape(-1)
    return distances_between(inputs, codes, Linear() if kernel is None else kernel, n_jobs)


def distances_between(
    inputs: Inputs, codes: npt.NDArray[Any], kernel: Kernel[Any], n_jobs: int | None = None
) -> OppositeDistances:
    """The same for examples and classes that are checked."""
    classes = np.unique(codes)
    if len(classes) < 2:
        raise InputError("distances of opposite classes need two classes or more, and all examples have one label.")
    nearest, partners = np.full(len(inputs), np.inf), np.zeros(len(inputs), dtype=np.int64)
    for code in classes[:-1]:
        # Later classes only, and both sides learn from one distance: each pair is looked at once.
        own, later = np.flatnonzero(codes == code), np.flatnonzero(codes > code)
        known = Distances(kernel, inputs.take(later), n_jobs)
        for index, part in known.blocks(inputs.take(own)):
            squared = known.squared(part)
            _improve(nearest, partners, own[index], later[squared.argmin(axis=1)], squared.min(axis=1))
            _improve(nearest, partners, later, own[index][squared.argmin(axis=0)], squared.min(axis=0))
    return OppositeDistances(np.sqrt(nearest), partners)


def _improve(nearest: Vector, partners: Index, rows: Index, candidates: Index, squared: Vector) -> None:
    """Take note of candidates that are nearer than what was known, or as near and earlier."""
    better = (squared < nearest[rows]) | ((squared == nearest[rows]) & (candidates < partners[rows]))
    nearest[rows[better]], partners[rows[better]] = squared[better], candidates[better]
