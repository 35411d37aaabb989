"""The kernel classifier: coefficients, the examples that have any, a kernel, and the sign of their sum."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.coerce import coerce
from drupe.kernels.base import Kernel
from drupe.predictors.expansion import Expansion
from drupe.witness.hyperplane import Hyperplane


@dataclass(frozen=True, eq=False)
class KernelClassifier:
    """h(x) = sign(Σᵢ αᵢ k(xᵢ, x) + b), with +1 for zero; α bears the labels' signs.

    Parameters
    ----------
    function
        The expansion inside the sign, with one output. Perceptrons, Bayes points and hard margins of two classes have
        it as `predictor_`; `from_dual` makes it from the dual variables of any machine.

    Notes
    -----
    Complexity: O(‖α‖₀) kernel values for each answer.

    Examples
    --------
    >>> from drupe.kernels import Linear
    >>> rule = KernelClassifier.of(Linear(), [[1.0, 0.0], [0.0, 1.0], [5.0, 5.0]], [3.0, -4.0, 0.0])
    >>> rule.predict([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]).tolist(), rule.norm, rule.sparsity
    ([1, -1, 1], 5.0, 2)

    References
    ----------
    [Graepel02]_, section 2.3.1 and section 5.3; [Herbrich02]_, section 2.3.
    """

    function: Expansion

    def __post_init__(self) -> None:
        if not isinstance(self.function, Expansion) or self.function.outputs != 1:
            raise InputError("a kernel classifier is made from an Expansion with one output.")

    @classmethod
    def of(cls, kernel: Kernel[Any], x: Any, alpha: npt.ArrayLike, offset: float = 0.0) -> "KernelClassifier":
        """From coefficients that bear the signs of labels; examples without any are not kept."""
        coefficients = np.asarray(alpha, dtype=np.float64)
        kept = np.flatnonzero(coefficients)
        return cls(Expansion(kernel, coerce(x).take(kept), coefficients[kept, None], np.array([offset])))

    @classmethod
    def from_dual(
        cls, kernel: Kernel[Any], x: Any, signs: Vector, dual: npt.ArrayLike, offset: float = 0.0
    ) -> "KernelClassifier":
        """From dual variables, zero or more, of examples with these labels: α = y ∘ dual."""
        return cls.of(kernel, x, signs * np.asarray(dual, dtype=np.float64), offset)

    @property
    def alpha(self) -> Vector:
        """α."""
        return np.asarray(self.function.coefficients[:, 0])

    @property
    def sparsity(self) -> int:
        """‖α‖₀."""
        return int(np.count_nonzero(self.alpha))

    @property
    def norm(self) -> float:
        """‖w‖ = √(αᵀKα)."""
        centers = self.function.centers
        return float(np.sqrt(self._seen(centers, np.ones(len(centers))).squared_norm))

    def decision(self, X: Any) -> Vector:
        """f(x)."""
        return np.asarray(self.function.decision(coerce(X))[:, 0])

    def predict(self, X: Any) -> Index:
        """−1 or +1, which stands for zero, too."""
        return np.where(self.decision(X) < 0.0, -1, 1)

    def margins(self, X: Any, signs: Vector) -> Vector:
        """yᵢ f(xᵢ) / ‖w‖ of each example: how far it is on its side of the hyperplane."""
        return np.asarray(self._seen(coerce(X), signs).margins / self.norm)

    def normalized_margins(self, X: Any, signs: Vector) -> Vector:
        """yᵢ f(xᵢ) / (‖w‖ ‖φ(xᵢ)‖), which no rescaling changes; an offset is the weight of one more feature, 1."""
        plane = self._seen(coerce(X), signs)
        return np.asarray(plane.margins / (plane.norm * plane.lengths))

    def compressed(self, tolerance: float = 0.0) -> "KernelClassifier":
        """Without the examples whose |αᵢ| is no more than `tolerance` times the largest."""
        sizes = np.abs(self.alpha)
        kept = np.flatnonzero(sizes > tolerance * sizes.max(initial=0.0))
        f = self.function
        return KernelClassifier(Expansion(f.kernel, f.centers.take(kept), f.coefficients[kept], f.offset, f.n_jobs))

    def _seen(self, inputs: Any, signs: Vector) -> Hyperplane:
        plane = self.function.hyperplane(inputs, np.asarray(signs, dtype=np.float64), has_offset=False)
        assert plane is not None  # one output
        return plane
