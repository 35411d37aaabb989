"""What machines share that solve a program over a kernel expansion, for classes or quantities."""

import warnings
from abc import abstractmethod
from typing import Any

from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.base import Machine
from drupe.estimators.declaration import declared, parameter
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.run_parameters import RunParameters
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import LARGEST, require_kernel_values
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Matrix
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.parameters import Interval
from drupe.grams.lazy import LazyGram
from drupe.kernels.base import Kernel
from drupe.losses.base import Loss
from drupe.losses.squared import Squared
from drupe.solvers.expansions.penalties import FunctionNorm, Penalty
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.solution import Stop

STRENGTH = Interval(0.0, LARGEST, closed_low=False, closed_high=True)
"""Weights of a penalty."""


@declared
class ExpansionMachine(RunParameters, Machine, KernelFirst):
    """min Σᵢ wᵢ ℓ(f(xᵢ) + b, yᵢ) + alpha P(f), f = Σⱼ aⱼ k(xⱼ, ·).

    A machine says what ℓ and P are, `_loss` and `_penalty`, and solves the program, `_solved`.

    Parameters
    ----------
    alpha
        What the penalty is multiplied by: the larger, the smoother.
    cache_size
        Memory that the kernel matrix may take, in MB.
    """

    alpha: float = parameter(STRENGTH, default=1.0)
    cache_size: float = 4096

    @abstractmethod
    def _solved(self, program: ExpansionProgram, watch: Watch) -> ExpansionSolution:
        """The solution; a solver that is stopped by Ctrl-C returns what it has if `watch.keeping`."""

    def _loss(self) -> Loss:
        """ℓ."""
        return Squared(weight=0.5)

    def _penalty(self) -> Penalty:
        """P."""
        return FunctionNorm()

    @property
    def _strength(self) -> float:
        """What the penalty is multiplied by."""
        return float(self.alpha)

    @property
    def _budget(self) -> int:
        """Bytes that the kernel matrix may take."""
        return int(self.cache_size * MEGABYTE)

    def _stated(self, sample: Sample, kernel: Kernel[Any], targets: Matrix) -> ExpansionProgram:
        """The program of examples in float64, a function for each column of targets."""
        gram = LazyGram(kernel, sample.inputs, self.n_jobs)
        require_kernel_values(gram, kernel)
        return ExpansionProgram(gram, targets, sample.weights, self._strength, self._loss(), self._penalty())

    def _run(self, program: ExpansionProgram) -> ExpansionSolution:
        """The solution, watched over."""
        with self._watch() as watch:
            solution = self._solved(program, watch)
            watch.end(solution.stop is not Stop.INTERRUPTED)
        return solution

    def _report(self, solution: ExpansionSolution) -> None:
        if not solution.converged:
            warnings.warn(
                f"{type(self).__name__} {solution.stop.value} after {solution.iterations} steps; the objective is at "
                f"most {solution.gap.sum():.2e} above the least one. Choose a larger alpha, or allow more steps.",
                ConvergenceWarning,
                stacklevel=stacklevel_outside(),
            )
