"""Widrow and Hoff's rule in dual variables: each example corrects its own coefficient by its own error."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.parameters import Checked, Interval, positive, ranged, whole
from drupe.solvers.bracket import Bracket
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms.conjugate_gradient import LinearSolution
from drupe.textbook.algorithms.ridge_system import RidgeSystem


@dataclass(frozen=True)
class DualWidrowHoff(Checked):
    """αᵢ ← αᵢ − (rate / Cᵢᵢ) ((Cα)ᵢ − yᵢ) with C = K + noise I, example after example.

    Rate 1 is the method of Gauss and Seidel. One row of K at a time is all that is needed.

    Parameters
    ----------
    rate
        Share of the way to a vanishing error that each example goes.
    tolerance
        Largest error at which the run ends.
    max_sweeps
        Sweeps after which the run ends unconverged.

    References
    ----------
    [Cristianini00]_, sections 2.2 and 7.6.
    """

    rate: float = ranged(Interval(0.0, 2.0, closed_low=False), 1.0)
    tolerance: float = positive(1e-8)
    max_sweeps: int = whole(1, 10_000)

    def solve(self, system: RidgeSystem) -> LinearSolution:
        """Sweeps over the examples until all errors are small."""
        alpha = np.zeros(len(system.targets))
        curvatures = system.gram.diagonal() + system.noise
        stop, error = Stop.ITERATIONS, np.inf
        for _ in range(self.max_sweeps):
            for i in range(len(alpha)):
                if curvatures[i] > 0:
                    output = float(system.gram.rows([i])[0] @ alpha) + system.noise * alpha[i]
                    alpha[i] -= self.rate / curvatures[i] * (output - system.targets[i])
            error = float(np.abs(system.residual(alpha)).max(initial=0.0))
            if error <= self.tolerance:
                stop = Stop.CONVERGED
                break
        return LinearSolution(alpha, error, stop, (Bracket(-np.inf, np.inf),))
