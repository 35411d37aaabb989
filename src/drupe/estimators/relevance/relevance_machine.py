"""What relevance vector machines share: their functions, the climb of the evidence, what a fit leaves behind."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.base import Machine
from drupe.estimators.declaration import declared, parameter
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.kernel_parameters import KERNEL, KernelFirst
from drupe.estimators.ranges import NOTHING, POSITIVE, TRUTH, Either
from drupe.estimators.run_parameters import RunParameters
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import require_kernel_values
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import MEGABYTE, require
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import InputError, InputTypeError
from drupe.foundation.parameters import Interval
from drupe.foundation.progress import share
from drupe.grams.lazy import LazyGram
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import given_like
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.predictors.expansion import Expansion
from drupe.predictors.sparse_gaussian import SparseGaussian
from drupe.solvers.relevance.basis import Basis, Biased, ComputedBasis, HeldBasis
from drupe.solvers.relevance.evidence_climb import EvidenceClimb, RelevanceSolution
from drupe.solvers.relevance.likelihoods import Likelihood
from drupe.solvers.solution import Stop

STALLED = (
    "Functions depend on each other so much that rounding hides what they are good for; allow more noise or a larger "
    "tol, or take a narrower kernel or fewer centers."
)
"""What to do where float64 is not enough."""

SMALLEST, LARGEST = 1e-140, 1e140
"""Between these the largest value of a function must lie, lest squares are not held by float64."""

LOOKED_AT = 64
"""Functions of which one is of such size, as a rule."""


@dataclass(frozen=True, eq=False)
class Functions:
    """What a machine chooses from: functions at the examples, and the centers they belong to.

    Parameters
    ----------
    basis
        The functions at the examples; last the constant, if there is a bias.
    kernel
        Of which they are k(·, z).
    centers
        The z.
    positions
        What the user calls them: positions in X, among `centers`, or of columns.
    """

    basis: Basis
    kernel: Kernel[Any]
    centers: Inputs
    positions: Index


@declared
class RelevanceMachine(RunParameters, Machine, KernelFirst):
    """f = Σⱼ wⱼ φⱼ, wⱼ ~ N(0, θⱼ), with the θ under which the targets are most probable: most of them are 0.

    Parameters
    ----------
    kernel
        Of the functions φⱼ = k(·, zⱼ), which need not be positive semi-definite: "linear", "poly", "rbf", "sigmoid",
        "precomputed", a function f(X, Z) or a kernel of drupe. None takes the columns of X for functions.
    centers
        The zⱼ; None for all training examples.
    fit_intercept
        Whether the constant is one of the functions; like every other it may turn out to be of no use.
    tol
        Gain in the log evidence for which no function comes or goes.
    max_iter
        Looks at all functions, at most.
    cache_size
        Memory that the values of the functions may take, in MB; they are computed again and again beyond it.
    """

    kernel: Any = parameter(Either(NOTHING, KERNEL), default="rbf", kw_only=False)
    centers: Any = parameter(default=None)
    fit_intercept: bool = parameter(TRUTH, default=True)
    tol: float = parameter(POSITIVE, default=1e-3)
    max_iter: int = parameter(Interval(1, whole=True), default=500)
    cache_size: float = 4096

    def _kernel_choice(self) -> KernelChoice:
        kernel = "linear" if self.kernel is None else self.kernel
        return KernelChoice(kernel, self.degree, self.gamma, self.coef0)

    def _functions(self, sample: Sample) -> Functions:
        """The functions at examples in float64."""
        if self.kernel is None:
            found = self._columns(sample)
        else:
            kernel = self._kernel(sample)
            require_kernel_values(LazyGram(kernel, sample.inputs, self.n_jobs), kernel)
            found = self._kernel_functions(sample, kernel)
        _require_size(found)
        return found

    def _kernel_functions(self, sample: Sample, kernel: Kernel[Any]) -> Functions:
        centers, positions = sample.inputs, sample.positions
        if self.centers is not None:
            centers = given_like(sample.inputs, self.centers, "centers").in_double()
            positions = np.arange(len(centers))
            if not len(centers):
                raise InputError("centers holds no example; pass one at least, or None for all training examples.")
        computed = ComputedBasis(kernel, sample.inputs, centers, self.n_jobs)
        held = 8 * len(centers) * len(sample) <= self._budget
        return Functions(self._with_bias(computed.held() if held else computed), kernel, centers, positions)

    def _columns(self, sample: Sample) -> Functions:
        """x ↦ xⱼ, which is ⟨x, eⱼ⟩: an expansion of the linear kernel around the unit vectors."""
        inputs = sample.inputs
        if not isinstance(inputs, Vectors):
            raise InputTypeError(f"kernel=None takes columns of X, but X holds {type(inputs).__name__}; name a kernel.")
        if self.centers is not None:
            raise InputError(
                "centers are those of a kernel, and with kernel=None there is none; name one, or drop them."
            )
        d = int(inputs.dimension)
        require(8 * d * max(d, len(inputs)), self._budget, f"{d} columns", "take fewer, or allow a larger cache_size.")
        units = np.eye(d)
        centers = Vectors(units, Vectors.of(units).origin, inputs.names)
        table = np.ascontiguousarray(np.asarray(inputs.dense(), dtype=np.float64).T)
        return Functions(self._with_bias(HeldBasis(table)), self._kernel(sample), centers, np.arange(d))

    def _with_bias(self, basis: Basis) -> Basis:
        return Biased(basis) if self.fit_intercept else basis

    @property
    def _budget(self) -> int:
        return int(self.cache_size * MEGABYTE)

    def _climbed(self, functions: Functions, likelihoods: list[Likelihood]) -> list[RelevanceSolution]:
        """A solution for each likelihood, watched over."""
        climb, found = EvidenceClimb(float(self.tol), int(self.max_iter)), list[RelevanceSolution]()
        with self._watch() as watch:
            for i, likelihood in enumerate(likelihoods):
                told = share(watch.progress, i, len(likelihoods))
                found.append(climb.solve(functions.basis, likelihood, told, watch.keeping))
            watch.end(all(one.stop is not Stop.INTERRUPTED for one in found))
        for one in found:
            self._report(one)
        return found

    def _report(self, solution: RelevanceSolution) -> None:
        if not solution.converged:
            advice = STALLED if solution.stop is Stop.STALLED else "Allow more max_iter, or a larger tol."
            warnings.warn(
                f"{type(self).__name__} {solution.stop.value} after {solution.iterations} looks at all functions; one "
                f"more could still gain {solution.gain:.1e} in the log evidence. {advice}",
                ConvergenceWarning,
                stacklevel=stacklevel_outside(),
            )


def _require_size(functions: Functions) -> None:
    """Refuses functions that are all so small, or so large, that none would be chosen for no other reason."""
    count = len(functions.centers)
    some = np.unique(np.linspace(0, count - 1, min(LOOKED_AT, count)).astype(np.int64))
    largest = np.abs(functions.basis.rows(some)).max(initial=0.0)
    if SMALLEST <= largest <= LARGEST:
        return
    largest = max((np.abs(functions.basis.rows(np.array([j]))).max() for j in range(count)), default=0.0)
    if largest > 0.0 and not SMALLEST <= largest <= LARGEST:
        raise InputError(
            f"the functions are {largest:.1e} in size, and float64 does not hold their squares; scale the kernel, or X."
        )


@dataclass(frozen=True, eq=False)
class Relevant:
    """The functions that any of several solutions chose, as one expansion.

    Parameters
    ----------
    positions
        What the user calls them.
    coefficients
        A row for each, a column for each solution.
    offsets
        Of each solution.
    predictor
        Means and error bars.
    """

    positions: Index
    coefficients: Matrix
    offsets: Vector
    predictor: SparseGaussian


def relevant(
    functions: Functions,
    solutions: list[RelevanceSolution],
    scale: float,
    noise: float,
    n_jobs: int | None,
    center: float = 0.0,
) -> Relevant:
    """The solutions in the units of the targets, of which `scale` is one of theirs and `center` their zero."""
    bias = len(functions.centers)
    kept = np.unique(np.concatenate([one.chosen for one in solutions]))
    kept = kept[kept < bias]
    coefficients, offsets = np.zeros((len(kept), len(solutions))), np.zeros(len(solutions))
    reductions = []
    for i, one in enumerate(solutions):
        constant = one.chosen == bias
        places = np.searchsorted(kept, one.chosen[~constant])
        coefficients[places, i] = scale * one.weights[~constant]
        offsets[i] = center + scale * one.weights[constant].sum()
        reduction = np.zeros((len(one.chosen), len(kept) + 1))
        reduction[:, places] = scale * one.reduction[:, ~constant]
        reduction[:, [-1]] = scale * one.reduction[:, constant].sum(axis=1, keepdims=True)
        reductions.append(reduction)
    mean = Expansion(functions.kernel, functions.centers.take(kept), coefficients, offsets, n_jobs)
    predictor = SparseGaussian(mean, tuple(reductions), noise)
    return Relevant(functions.positions[kept], coefficients, offsets, predictor)
