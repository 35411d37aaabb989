"""Conjugate gradients for ridge regression, with an upper and a lower bound that say when it is enough."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, nonnegative
from drupe.solvers.bracket import Bracket
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.ridge_system import RidgeSystem


@dataclass(frozen=True, eq=False)
class LinearSolution:
    """α of a linear system and the way to it.

    Parameters
    ----------
    alpha
        The coefficients.
    residual
        Largest |y − (K + noise I) α|.
    stop
        Why the run ended.
    brackets
        Bounds after each step, the first at α = 0.
    """

    alpha: Vector
    residual: float
    stop: Stop
    brackets: tuple[Bracket, ...]

    @property
    def steps(self) -> int:
        """Steps made."""
        return len(self.brackets) - 1


@dataclass(frozen=True)
class ConjugateGradient(Checked):
    """Steps along directions that are orthogonal with respect to K + noise I: exact after n of them.

    Each step costs one product with K, which need not be held. The two bounds close in on the same number, and a run
    may stop as soon as they agree well enough.

    Parameters
    ----------
    tolerance
        Relative width of the bracket at which the run ends.
    residual
        Largest residual, relative to the targets', at which the run ends as well.
    max_steps
        Steps after which the run ends; None for as many as there are examples.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> system = RidgeSystem(DenseGram([[1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 2.0]), noise=1.0)
    >>> ConjugateGradient(max_steps=1).solve(system).alpha.round(7).tolist()
    [0.2777778, 0.5555556]

    References
    ----------
    [Cristianini00]_, table 7.3 and section 7.8 (Skilling's bounds); [Mukherjee04]_, section 5.1.
    """

    tolerance: float = nonnegative(0.0)
    residual: float = nonnegative(1e-12)
    max_steps: int | None = None

    def solve(self, system: RidgeSystem) -> LinearSolution:
        """Steps until the bracket or the residual is small."""
        alpha = np.zeros(len(system.targets))
        residual = direction = np.array(system.targets, dtype=np.float64)
        brackets = [_bracket(system, alpha)]
        stop = Stop.ITERATIONS
        for _ in range(len(alpha) if self.max_steps is None else self.max_steps):
            if self._enough(system, residual, brackets[-1]):
                stop = Stop.CONVERGED
                break
            product = system.product(direction)
            length = float(residual @ residual) / float(direction @ product)
            alpha = alpha + length * direction
            new = residual - length * product
            direction = new + float(new @ new) / float(residual @ residual) * direction
            residual = new
            brackets.append(_bracket(system, alpha))
        if self._enough(system, residual, brackets[-1]):
            stop = Stop.CONVERGED
        return LinearSolution(alpha, float(np.abs(system.residual(alpha)).max(initial=0.0)), stop, tuple(brackets))

    def _enough(self, system: RidgeSystem, residual: Vector, bracket: Bracket) -> bool:
        small = np.linalg.norm(residual) <= self.residual * np.linalg.norm(system.targets)
        return bool(small or bracket.upper - bracket.lower <= self.tolerance * bracket.upper)


def _bracket(system: RidgeSystem, alpha: Vector) -> Bracket:
    return Bracket.at(alpha, np.asarray(system.gram @ alpha), system.targets, system.noise)
