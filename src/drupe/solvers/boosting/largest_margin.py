"""The largest margin that a vote of given rules has: a linear program, and its dual as the proof."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.solvers.boosting.smallest_margins import caps_of, smallest_margins
from drupe.solvers.linear_programs.constraints import Constraints
from drupe.solvers.linear_programs.highs import solve_linear
from drupe.solvers.linear_programs.program import LinearProgram


@dataclass(frozen=True, eq=False)
class LargestMargin:
    """A vote, and weights of the examples under which no rule has a larger edge than the vote has margin.

    Parameters
    ----------
    weights
        a ≥ 0 of the rules, of sum 1.
    margin
        ρ; the smallest margin if it is hard.
    objective
        ρ − Σᵢ capᵢ ξᵢ.
    example_weights
        u of the dual program: the examples that hold the margin down.
    bound
        The largest edge Σᵢ uᵢ yᵢ hⱼ(xᵢ) of all rules: no vote reaches more than that.
    """

    weights: Vector
    margin: float
    objective: float
    example_weights: Vector
    bound: float

    @property
    def gap(self) -> float:
        """How far the objective can be from the largest one."""
        return max(0.0, self.bound - self.objective)


def largest_margin(
    outputs: Matrix, signs: npt.ArrayLike, *, nu: float | None = None, weights: npt.ArrayLike | None = None
) -> LargestMargin:
    """max ρ − Σᵢ capᵢ ξᵢ,  yᵢ Σⱼ aⱼ hⱼ(xᵢ) ≥ ρ − ξᵢ,  Σ a = 1, a ≥ 0, ξ ≥ 0: the largest L₁ margin, by HiGHS.

    Its dual is min γ, Σᵢ uᵢ yᵢ hⱼ(xᵢ) ≤ γ for all j, Σ u = 1, 0 ≤ uᵢ ≤ capᵢ: weights under which the best rule is as
    poor as it can be. Columns of a kernel may count with either sign: hand over both, `np.hstack([K, -K])`.

    Parameters
    ----------
    outputs
        hⱼ(xᵢ): a row for each example, a column for each rule.
    signs
        y, +1 or −1 for each example.
    nu
        ν in (0, 1], with capᵢ = wᵢ / (ν Σ w): about so large a share of the examples may lie below ρ. None for a hard
        margin, ξ = 0.
    weights
        w, how often each example counts; all once without them.

    Examples
    --------
    >>> x, y = np.arange(10.0), np.array([1, 1, 1, -1, -1, -1, 1, 1, 1, -1])
    >>> left = np.where(x[:, None] <= np.arange(9) + 0.5, 1.0, -1.0)
    >>> rules = np.hstack([left, -left, np.ones((10, 1)), -np.ones((10, 1))])
    >>> found = largest_margin(rules, y)
    >>> round(found.margin, 9), found.gap < 1e-9
    (0.333333333, True)

    References
    ----------
    [Mukherjee04]_, section 6.6; [Mika02]_, section 3.6.4; [Demiriz02]_, section 3, place not
    checked, for soft margins.
    """
    said, own = np.asarray(outputs, dtype=np.float64), np.asarray(signs, dtype=np.float64)
    if said.ndim != 2 or own.shape != said.shape[:1] or not said.size or not np.isin(own, (-1.0, 1.0)).all():
        raise InputError(
            f"rules need a row for each example, a column for each rule and a sign +1 or -1 for each example; got "
            f"outputs of shape {said.shape} and signs of shape {own.shape}."
        )
    counts = np.ones(len(own)) if weights is None else np.asarray(weights, dtype=np.float64)
    if counts.shape != own.shape or not np.isfinite(counts).all() or not (counts > 0.0).all():
        raise InputError("weights are one for each example, finite and above zero.")
    caps = caps_of(counts, nu)
    return solved(np.ascontiguousarray((own[:, None] * said).T), caps)


def solved(signed: Matrix, caps: Vector) -> LargestMargin:
    """The same for yᵢ hⱼ(xᵢ), a row for each rule, and the largest weights that examples may get."""
    rules, n = signed.shape
    # The dual program: its variables are u and γ, and the multipliers of its rows the weights of the rules.
    constraints = Constraints.of(
        n + 1,
        equal=sp.csr_array(np.append(np.ones(n), 0.0)[None, :]),
        equal_to=[1.0],
        inequal=np.hstack([signed, -np.ones((rules, 1))]),
        at_most=np.zeros(rules),
        lower=np.append(np.zeros(n), -np.inf),
        upper=np.append(caps, np.inf),
    )
    found = solve_linear(LinearProgram(np.append(np.zeros(n), 1.0), constraints))
    return proved(signed, caps, found.multipliers.inequal, found.x[:n])


def proved(signed: Matrix, caps: Vector, weights: Vector, example_weights: Vector) -> LargestMargin:
    """What weights of rules reach, and what those of examples prove, after rounding is taken out of both."""
    a, u = np.maximum(weights, 0.0), np.clip(example_weights, 0.0, caps)
    a, u = a / a.sum(), u / u.sum()
    reached = smallest_margins(a @ signed, caps)
    return LargestMargin(a, reached.margin, reached.mean, u, float((signed @ u).max()))
