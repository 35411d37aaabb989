"""Three ways to bound complexity that find the same functions: Tikhonov's, Ivanov's and Phillips'."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check
from drupe.losses.base import Loss
from drupe.solvers.regularized_risk import RegularizedRisk, ReweightedLeastSquares, RiskSolution

SMALLEST, LARGEST = 1e-10, 1e10
"""Strengths, relative to the mean of the diagonal of K, between which a budget is looked for."""


@dataclass(frozen=True, eq=False)
class RegularizedFunction:
    """A function on the path, with its parameter in each of the three forms.

    Parameters
    ----------
    solution
        The function.
    strength
        λ of Tikhonov's form; the multiplier of Ivanov's constraint, and one over that of Phillips'.
    squared_norm
        ‖f‖², the budget of Ivanov's form.
    risk
        The mean loss, the budget of Phillips' form.
    """

    solution: RiskSolution
    strength: float
    squared_norm: float
    risk: float


@dataclass(frozen=True, eq=False)
class RegularizationForms:
    """The functions that λ, a budget of the norm, or a budget of the risk choose; for a convex loss they are the same.

    Parameters
    ----------
    matrix
        K.
    targets
        y.
    loss
        Convex, with a slope everywhere.

    Examples
    --------
    >>> from drupe.losses import Squared
    >>> forms = RegularizationForms(np.array([[1.0]]), np.array([2.0]), Squared())
    >>> f = forms.tikhonov(1.0)  # (w − 2)² + w²
    >>> round(f.squared_norm, 9), round(forms.ivanov(1.0).strength, 6), round(forms.phillips(1.0).strength, 6)
    (1.0, 1.0, 1.0)

    References
    ----------
    [Mukherjee04]_, sections 4.1 and 4.2.
    """

    matrix: Matrix
    targets: Vector
    loss: Loss

    def tikhonov(self, strength: float) -> RegularizedFunction:
        """min (1/n) Σ loss + λ‖f‖²."""
        check("RegularizationForms", "strength", strength, Interval(0.0, closed_low=False))
        n = len(self.targets)
        problem = RegularizedRisk(self.matrix, self.targets, self.loss, np.full(n, 1.0 / (n * strength)))
        found = ReweightedLeastSquares().solve(problem)
        risk = float(self.loss.value(found.outputs, self.targets).mean())
        return RegularizedFunction(found, strength, found.squared_norm, risk)

    def ivanov(self, norm_budget: float) -> RegularizedFunction:
        """min (1/n) Σ loss subject to ‖f‖² ≤ budget; of strength 0 if the budget is not spent."""
        check("RegularizationForms", "norm_budget", norm_budget, Interval(0.0, closed_low=False))
        weakest = self.tikhonov(self._scale * SMALLEST)
        if weakest.squared_norm <= norm_budget:
            return RegularizedFunction(weakest.solution, 0.0, weakest.squared_norm, weakest.risk)
        return self._root(lambda f: math.log(f.squared_norm / norm_budget) if f.squared_norm else -math.inf)

    def phillips(self, risk_budget: float) -> RegularizedFunction:
        """min ‖f‖² subject to (1/n) Σ loss ≤ budget; of infinite strength if f = 0 meets it."""
        check("RegularizationForms", "risk_budget", risk_budget, Interval(0.0))
        nothing = float(self.loss.value(np.zeros(len(self.targets)), self.targets).mean())
        if nothing <= risk_budget:
            strongest = self.tikhonov(self._scale * LARGEST)
            return RegularizedFunction(strongest.solution, math.inf, 0.0, nothing)
        weakest = self.tikhonov(self._scale * SMALLEST)
        if weakest.risk > risk_budget:
            raise InputError(
                f"no function of this kernel's space is known with a risk below {weakest.risk:g}; the budget "
                f"{risk_budget:g} is too small."
            )
        return self._root(lambda f: risk_budget - f.risk)

    @property
    def _scale(self) -> float:
        return float(np.abs(self.matrix.diagonal()).mean()) or 1.0

    def _root(self, excess: Callable[[RegularizedFunction], float]) -> RegularizedFunction:
        """The strength at which what falls as λ rises crosses zero."""
        ends = math.log(self._scale * SMALLEST), math.log(self._scale * LARGEST)
        found = brentq(lambda at: max(excess(self.tikhonov(math.exp(at))), -1e6), *ends, xtol=1e-12, rtol=1e-13)
        return self.tikhonov(math.exp(found))
