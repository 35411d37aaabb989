"""Oriented kernel PCA: directions in which examples vary much, and noise or transformations little."""

from typing import Annotated, Any, Self

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin

from drupe.estimators.base import Machine
from drupe.estimators.components.noise import Columns, Noise, Tangents, scatter
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.ranges import NOTHING, POSITIVE, TRUTH, Either, Instance, OneOf
from drupe.estimators.run_parameters import ThreadParameters
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import require_kernel_values
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Outputs, Reals
from drupe.grams.lazy import LazyGram
from drupe.grams.owned import owned
from drupe.inputs.base import Inputs
from drupe.predictors.expansion import Expansion
from drupe.solvers.rayleigh import Directions, rayleigh, upright, weighted_sum

ROUNDINGS = 10.0
"""Roundings, times the number of centers, up to which an eigenvalue among centers is none."""


@declared
class OrientedKernelPCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, ThreadParameters, KernelFirst, Machine):  # type: ignore[misc]
    """max wᵀCw / wᵀ(S + alpha P)w: C the covariance of the examples, S that of noise, or of transformations.

    Without noise, and with the penalty on the function, these are the kernel principal components, scaled.

    Parameters
    ----------
    n_components
        How many directions.
    noise
        `NoiseSample(examples)`, `Tangents([transformations])`, or None for no noise but the penalty.
    alpha
        What the penalty is multiplied by, beside covariances that are means over examples.
    penalty
        "function" for ‖w‖², "coefficients" for ‖a‖² of w = Σ aᵢ φ(xᵢ).
    full_expansion
        Whether w may also be made of the noise or the transformed examples: an exact solution, for more centers.

    Attributes
    ----------
    directions_
        The coefficients a, one row for each direction, over all centers; wᵀ(S + alpha P)w = 1.
    rayleigh_
        The coefficient along each direction, largest first.

    Notes
    -----
    Complexity: O(m³) time and a few matrices of m² numbers, m centers.

    Examples
    --------
    >>> from drupe.estimators.components.noise import NoiseSample
    >>> X, noise = [[-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [1.0, -1.0]], NoiseSample([[0.0, -1.0], [0.0, 1.0]])
    >>> machine = OrientedKernelPCA("linear", n_components=1, noise=noise, alpha=1.0).fit(X)
    >>> np.abs(machine.transform([[2.0, 7.0]])).round(6).tolist()
    [[2.0]]

    References
    ----------
    [Mika02]_, eqs. 3.20 to 3.25 and section 3.4.5.
    """

    n_components: int = parameter(Interval(1, whole=True), default=2)
    noise: Noise | None = parameter(Either(NOTHING, Instance(Noise)), default=None)
    alpha: float = parameter(POSITIVE, default=1e-3)
    penalty: str = parameter(OneOf("function", "coefficients"), default="function")
    full_expansion: bool = parameter(TRUTH, default=False)

    predictor_: Annotated[Expansion, Outputs("components", "centers")] = learned()
    solution_: None = learned()
    directions_: Annotated[Matrix, Reals("components", "centers")] = learned()
    rayleigh_: Annotated[Vector, Reals("components")] = learned()

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Find the directions; `y` is not looked at, and an example of weight 3 counts as three."""
        return self._fit(X, None, sample_weight)

    def transform(self, X: Any) -> Matrix:
        """Coordinates along the directions, zero at the mean of the training examples."""
        return self._outputs(X)

    @property
    def _n_features_out(self) -> int:
        return len(self.rayleigh_)

    def _learn(self, sample: Sample) -> Fitted:
        sample = sample.in_double()
        kernel = self._kernel(sample)
        if self._kernel_choice().precomputed and self.noise is not None:
            raise ParameterError(
                "noise is compared with the examples by a kernel, which precomputed values do not have."
            )
        centers, often = self._centers(sample)
        gram = LazyGram(kernel, centers, self.n_jobs)
        require_kernel_values(gram, kernel)
        root = self._root(owned(gram), often)

        def columns(points: Inputs) -> Matrix:
            return np.asarray(root.T @ np.asarray(gram.against(points), dtype=np.float64).T)

        seen = columns(sample.inputs)
        found = self._directions(sample, columns, seen)
        coefficients = upright(root @ found.vectors)
        shares = sample.weights / sample.weights.sum()
        middle = (np.asarray(gram.against(sample.inputs), dtype=np.float64).T @ shares) @ coefficients
        function = Expansion(kernel, gram.inputs, coefficients, -middle, self.n_jobs)
        return Fitted(function, None, {"directions_": coefficients.T.copy(), "rayleigh_": found.values})

    def _centers(self, sample: Sample) -> tuple[Inputs, Vector]:
        """What directions are an expansion over, and how often each center counts."""
        centers, often = sample.inputs, [sample.weights]
        if self.full_expansion and self.noise is not None:
            for more in self.noise.points(sample.inputs):
                centers = centers.joined(more)
                often.append(sample.weights if isinstance(self.noise, Tangents) else np.ones(len(more)))
        return centers, np.concatenate(often)

    def _directions(self, sample: Sample, columns: Columns, seen: Matrix) -> Directions:
        """In coordinates in which the penalty is a sum of squares."""
        information = scatter(seen, sample.weights / sample.weights.sum())
        parts: list[tuple[float, Matrix]] = [(float(self.alpha), np.eye(len(seen)))]
        if self.noise is not None:
            parts.append((1.0, self.noise.covariance(columns, sample.inputs, sample.weights)))
        return rayleigh(information, weighted_sum(parts), min(int(self.n_components), len(seen)))

    def _root(self, among: Matrix, often: Vector) -> Matrix:
        """R with a = Rc and penalty ‖c‖²: an orthonormal basis of the functions that centers span, or of a itself.

        The coefficients of copies share what one example has, and so pay less.
        """
        if self.penalty == "coefficients":
            return np.diag(np.sqrt(often))
        values, vectors = np.linalg.eigh(among)
        kept = values > ROUNDINGS * len(values) * np.finfo(np.float64).eps * max(float(values[-1]), 0.0)
        if not kept.any():
            raise InputError("the kernel is zero among all examples, which leaves no direction; take another kernel.")
        return np.asarray(vectors[:, kept] / np.sqrt(values[kept]))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = []
        return tags
