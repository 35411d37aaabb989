"""The box problem: a convex quadratic over an interval for each variable, with one equality, one per sign, or none."""

from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.grams.base import Gram
from drupe.solvers.balance import Balance, Balanced


@dataclass(frozen=True, eq=False)
class BoxProblem:
    """min ½ αᵀQα + pᵀα  subject to  0 ≤ α ≤ upper and the balance, with Q_vw = s_v s_w K[e_v, e_w].

    Every support vector machine of the family builds one of these. A variable belongs to an example; in regression
    each example has two variables, one of each sign.

    Parameters
    ----------
    gram
        K, the kernel on the examples.
    signs
        s, +1 or −1 for each variable.
    linear
        p, one number for each variable.
    upper
        Upper ends of the box; infinity is allowed where the balance or the quadratic keeps the variable finite.
    examples
        e, the example that each variable belongs to.
    start
        A feasible α to begin with; its balance is the balance of the problem.
    balance
        Which sums of α are fixed.

    References
    ----------
    [Fan05]_, eq. 1; [Chang11]_, section 4.
    """

    gram: Gram
    signs: Vector
    linear: Vector
    upper: Vector
    examples: Index
    start: Vector
    balance: Balance = field(default_factory=Balanced)

    def __len__(self) -> int:
        return len(self.signs)

    def weights(self, alpha: Vector) -> Vector:
        """Σ s_v α_v over the variables of each example: the coefficients of the kernel expansion."""
        return np.bincount(self.examples, self.signs * alpha, len(self.gram)).astype(np.float64, copy=False)

    def objective(self, alpha: Vector, outputs: Vector) -> float:
        """½ αᵀQα + pᵀα, given the outputs K @ weights(α)."""
        # Sums rather than products of vectors: for these, waking the threads of a BLAS costs more than the sum.
        return float(0.5 * (self.weights(alpha) * outputs).sum() + (self.linear * alpha).sum())
