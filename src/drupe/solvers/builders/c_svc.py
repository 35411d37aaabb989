"""The box problem of the 1-norm soft margin: the support vector classifier."""

from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.solvers.balance import Balance, Balanced, Free
from drupe.solvers.builders.feasible import balanced
from drupe.solvers.problem import BoxProblem


def c_svc(
    gram: Gram, signs: Vector, costs: Vector, start: Vector | None = None, balance: Balance | None = None
) -> BoxProblem:
    """The dual of min ½‖w‖² + Σᵢ Cᵢ max(0, 1 − yᵢ f(xᵢ)): min ½ αᵀQα − 1ᵀα with 0 ≤ αᵢ ≤ Cᵢ.

    Parameters
    ----------
    gram
        K.
    signs
        y, +1 or −1 for each example.
    costs
        C of each example.
    start
        A guess at α, made feasible; zero if there is none.
    balance
        Balanced, the default, for a machine with an offset; Free for one without.

    Examples
    --------
    Two orthogonal unit vectors without offset: α = min(1, C).

    >>> from drupe.grams import DenseGram
    >>> from drupe.solvers.box import solve
    >>> problem = c_svc(DenseGram(np.eye(2)), np.array([1.0, -1.0]), np.full(2, 0.25), balance=Free())
    >>> solve(problem).alpha.tolist()
    [0.25, 0.25]

    References
    ----------
    [Cristianini00]_, proposition 6.12; [Herbrich02]_, section 2.4.2, with C = 1/(2λm); [Graepel02]_, section 2.1.3;
    [Mika02]_, eqs. 2.26-2.29.
    """
    n = len(gram)
    balance = balance or Balanced()
    if start is None:
        start = np.zeros(n)
    elif isinstance(balance, Free):
        start = np.clip(start, 0.0, costs)
    else:
        start = balanced(start, signs, costs)
    return BoxProblem(gram, signs, -np.ones(n), costs, np.arange(n), start, balance)


@dataclass(frozen=True)
class CSvc:
    """`c_svc` for any two classes, with a balance that is the same for all.

    Parameters
    ----------
    balance
        Balanced for machines with an offset, Free for those without.
    """

    balance: Balance = field(default_factory=Balanced)

    def __call__(self, gram: Gram, signs: Vector, costs: Vector, start: Vector | None = None) -> BoxProblem:
        return c_svc(gram, signs, costs, start, self.balance)
