"""The adaptive margin machine: an example with weight must reach a larger margin."""

from typing import Any, Self

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.margin.linear_program_machine import LinearProgramMachine
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.parameters import Interval
from drupe.solvers.linear_programs.adaptive_margin import adaptive_margin
from drupe.solvers.linear_programs.soft_margin import MarginProgram


@declared
class AdaptiveMarginMachine(LinearProgramMachine):
    """min Σξ subject to yᵢ f(xᵢ) ≥ 1 − ξᵢ + λ αᵢ k(xᵢ, xᵢ), α ≥ 0, ξ ≥ 0.

    λ = 1 is the leave-one-out machine; smaller λ trusts the data more and lets the weight gather in the middle of
    each class, larger λ regularizes, and outliers count for less than in a support vector machine.

    Parameters
    ----------
    strength
        λ, zero or more.

    Examples
    --------
    >>> machine = AdaptiveMarginMachine(0.5, kernel="linear").fit([[1, 0], [0, 1]], [1, -1])
    >>> machine.dual_coef_.round(6).tolist()  # 1 / (1 - strength)
    [[2.0, -2.0]]

    References
    ----------
    [Herbrich02]_, section 2.5.4.
    """

    strength: float = parameter(Interval(0.0), default=1.0, kw_only=False)

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Learn from examples and their classes; they cannot be weighted, as each answers for its own weight."""
        return self._fit(X, y)

    def _program(self, K: Matrix, signs: Vector, weights: Vector) -> MarginProgram:
        return adaptive_margin(K, signs, float(self.strength), offset=self.fit_intercept)
