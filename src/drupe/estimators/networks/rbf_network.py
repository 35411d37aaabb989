"""What networks of radial functions share: parameters, centers, widths, and the ridge regression behind them."""

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.networks.network_centers import RULES, group_means, width_by
from drupe.estimators.ranges import NOTHING, POSITIVE, SEED, TRUTH, Callable_, Collection_, Either, OneOf
from drupe.estimators.run_parameters import RunParameters
from drupe.estimators.sample import Sample
from drupe.estimators.splines.strength_choice import STRENGTH, chosen_strength
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import MEGABYTE, require
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.randomness import RandomState, generator
from drupe.foundation.threads import threads_for_matrix
from drupe.grams.lazy import LazyGram
from drupe.grams.owned import owned
from drupe.inputs.base import Inputs, Origin
from drupe.inputs.coerce import given_like
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.gaussian import Gaussian
from drupe.predictors.expansion import Expansion
from drupe.predictors.radial_units import RadialUnits
from drupe.solvers.smoothers.balance import Balance
from drupe.solvers.smoothers.dense_path import DensePath
from drupe.solvers.smoothers.knots import Knots
from drupe.solvers.smoothers.radial_units import PlacedUnits, UnitProblem, UnitSearch
from drupe.solvers.smoothers.ridge_path import RidgeCoefficients, RidgePath
from drupe.solvers.smoothers.strength_search import StrengthChoice
from drupe.solvers.solution import Stop


@dataclass(frozen=True, eq=False)
class NetworkChoice(KernelChoice):
    """A kernel value, or the Gaussian kernel of a width that is known."""

    width: Any = "mean"

    def on(
        self, inputs: Inputs, weights: Vector, came: Inputs | None = None, codes: Index | None = None
    ) -> Kernel[Any]:
        """The kernel; a rule for the width is applied to these inputs, each of them a center."""
        return self.around(inputs, inputs, weights)

    def around(self, centers: Inputs, inputs: Inputs, weights: Vector) -> Kernel[Any]:
        """The kernel of units with these centers, for these examples."""
        if self.kernel is None:
            rule = isinstance(self.width, str)
            return Gaussian(width_by(self.width, centers, inputs, weights) if rule else float(self.width))
        if self.width != "mean":
            raise ParameterError(
                f"width={self.width!r} is that of Gaussian units, but kernel={self.kernel!r} takes their place; leave "
                "width at 'mean', or kernel at None."
            )
        return super().on(inputs, weights)


@dataclass(frozen=True, eq=False)
class NetworkSolution:
    """How a network was found.

    Parameters
    ----------
    balance
        Residuals, penalty and freedom at the strength of the fit.
    choice
        How that strength was chosen; None if it was given.
    units
        How centers and widths were found; None if they were not moved.
    """

    balance: Balance
    choice: StrengthChoice | None
    units: PlacedUnits | None


@dataclass(frozen=True, eq=False)
class Network:
    """A fitted network, and what is known of it."""

    function: Expansion | RadialUnits
    solution: NetworkSolution
    missed: Matrix

    @property
    def left_out_known(self) -> bool:
        """Whether every example can be left out."""
        return bool(np.isfinite(self.missed).all())


@declared
class RBFNetwork(RunParameters):
    """f(x) = Σⱼ aⱼ k(x, μⱼ) + b, a and b by ridge regression around centers μⱼ.

    Parameters
    ----------
    centers
        "all" for one at every example, equal ones sharing theirs; a number for so many means of groups (k-means, with
        weights), or all of them if no more are different; or the centers themselves, as rows.
    width
        Of the Gaussian units: a number, "mean" for the mean distance of two centers, "nearest" for that of a center to
        the nearest other. If all centers are at one place, both words mean the root of the mean squared distance of the
        examples from it.
    kernel
        A kernel of drupe, or a function f(X, Z), in the place of the Gaussian one; then there is no `width` to give.
    strength
        The price of the penalty, zero or more; "gcv" chooses it by generalized cross-validation, "loo" by examples left
        out, "evidence" by the likelihood of what is left after the offset.
    penalty
        "function" for aᵀKa, the squared norm of f in the space of the kernel; "coefficients" for ‖a‖². None for the
        first, and for the second if centers move.
    optimize_centers
        Whether centers and widths, one for each unit, are moved downhill from where they are put, with the best a and
        b at each step.
    max_iter
        Steps of that at most.
    random_state
        For k-means.
    cache_size
        Memory in MB that kernel matrices may take.
    """

    centers: Any = parameter(Either(OneOf("all"), Interval(1, whole=True), Collection_()), default="all")
    width: Any = parameter(Either(OneOf(*RULES), POSITIVE), default="mean")
    kernel: Any = parameter(Either(NOTHING, Callable_()), default=None)
    strength: Any = parameter(STRENGTH, default="gcv")
    penalty: str | None = parameter(Either(NOTHING, OneOf("function", "coefficients")), default=None)
    optimize_centers: bool = parameter(TRUTH, default=False)
    max_iter: int = parameter(Interval(1, whole=True), default=500)
    random_state: RandomState = parameter(SEED, default=None)
    cache_size: float = 4096

    def _kernel_choice(self) -> NetworkChoice:
        return NetworkChoice(self.kernel, width=self.width)

    def _loose(self) -> str:
        if self.optimize_centers:
            return "centers and widths were fitted to the labels; take optimize_centers=False"
        if self.kernel is None and isinstance(self.width, str):
            return f"width={self.width!r} takes the kernel from the data; give the width as a number chosen beforehand"
        return ""

    def _network(self, sample: Sample, targets: Matrix, watch: Watch) -> Network:
        """Ridge regression of these targets, one column for each output."""
        every = isinstance(self.centers, str)
        knots = Knots.of(sample.inputs, targets, sample.weights) if every else _apart(targets, sample.weights)
        centers = self._centers(sample, knots)
        kernel = self._kernel_choice().around(centers, sample.inputs, sample.weights)
        if self.optimize_centers:
            return self._moved(sample, targets, centers, kernel, watch)
        n = len(sample)
        require(8 * n * len(centers) * 3, int(self.cache_size * MEGABYTE), "a network", "take fewer centers.")
        with threads_for_matrix(max(n, len(centers))):
            if every and self.penalty != "coefficients":
                return self._around_all(centers, knots, kernel, watch)
            design = np.asarray(kernel.matrix(sample.inputs, centers), dtype=np.float64)
            penalty = None if self.penalty == "coefficients" else _norms(kernel, centers)
            path = RidgePath(design, penalty, _apart(targets, sample.weights))
            choice, strength = self._strength(path, watch)
            found = path.coefficients(strength)
        function = Expansion(kernel, centers, found.weights, found.offset, self.n_jobs)
        return Network(function, NetworkSolution(path.balance(strength), choice, None), path.missed(strength))

    def _centers(self, sample: Sample, knots: Knots) -> Inputs:
        if isinstance(self.centers, str):
            return sample.inputs.take(knots.first) if knots.repeated else sample.inputs
        if isinstance(self.centers, int | np.integer):
            return group_means(sample.inputs, sample.weights, int(self.centers), generator(self.random_state))
        return given_like(sample.inputs, self.centers, "centers").in_double()

    def _strength(self, path: RidgePath | DensePath, watch: Watch) -> tuple[StrengthChoice | None, float]:
        """How the strength was chosen, and the one to work with: zero is the limit of small ones."""
        choice = chosen_strength(self.strength, path, watch, type(self).__name__)
        if choice is not None:
            return choice, choice.strength
        return None, max(float(self.strength), path.least)

    def _told_by(self, network: Network) -> dict[str, Any]:
        """The attributes that all networks have."""
        balance = network.solution.balance
        given = network.solution.choice is None
        return {
            "strength_": float(self.strength) if given else balance.strength,
            "degrees_of_freedom_": balance.freedom,
            "gcv_": balance.gcv,
            "n_iter_": 1 if network.solution.units is None else max(1, network.solution.units.iterations),
        }

    @property
    def centers_(self) -> Any:
        """The centers, a row for each; for vectors."""
        centers = getattr(getattr(self, "predictor_", None), "centers", None)
        if not isinstance(centers, Vectors):
            raise AttributeError("centers_ is only available after fit, and for vectors")
        return centers.array

    @property
    def widths_(self) -> Vector:
        """Of Gaussian units: one for all, or one for each if they were fitted."""
        function = getattr(self, "predictor_", None)
        if isinstance(function, RadialUnits):
            return function.widths
        kernel = getattr(function, "kernel", None)
        if not isinstance(kernel, Gaussian):
            raise AttributeError("widths_ is only available after fit, and for Gaussian units")
        return np.array([float(kernel.width)])

    def _around_all(self, centers: Inputs, knots: Knots, kernel: Kernel[Any], watch: Watch) -> Network:
        """Every example a center and the norm of f as penalty: a system of the kernel matrix with a free constant."""
        if kernel.definiteness.order not in (0, 1):
            raise ParameterError(
                f"a network with the norm of f as penalty needs a positive kernel, and {kernel!r} is "
                f"{kernel.definiteness}; take penalty='coefficients', or a SmoothingSpline."
            )
        matrix = owned(LazyGram(kernel, centers), int(self.cache_size * MEGABYTE))
        path = DensePath(matrix, np.ones((len(centers), 1)), knots)
        choice, strength = self._strength(path, watch)
        if choice is None:
            path.factor(strength, watch.progress)
        found = path.expansion(strength)
        function = Expansion(kernel, centers, found.coefficients, found.free[0], self.n_jobs)
        return Network(function, NetworkSolution(path.balance(strength), choice, None), path.missed(strength))

    def _moved(self, sample: Sample, targets: Matrix, centers: Inputs, kernel: Kernel[Any], watch: Watch) -> Network:
        """Centers and widths downhill, at a strength that is chosen before and after."""
        if not isinstance(kernel, Gaussian) or self.penalty == "function":
            raise ParameterError(
                "only Gaussian units can be moved, each with a width of its own, and then there is no norm of f: with "
                "optimize_centers=True take kernel=None, and penalty=None or 'coefficients'."
            )
        x, at = Vectors.of(sample.inputs).dense(), Vectors.of(centers).dense()
        widths, knots = np.full(len(at), float(kernel.width)), _apart(targets, sample.weights)
        path = RidgePath(_units(x, at, widths), None, knots)
        strength = self._strength(path, watch)[1]
        problem = UnitProblem(x, targets, sample.weights, strength)
        placed = UnitSearch(int(self.max_iter)).run(problem, at, widths, watch.progress, watch.keeping)
        watch.end(placed.stop is not Stop.INTERRUPTED)
        self._report(placed)
        path = RidgePath(_units(x, placed.centers, placed.widths), None, knots)
        choice, strength = self._strength(path, watch)
        found: RidgeCoefficients = path.coefficients(strength)
        named = Vectors(placed.centers, Origin.new(len(at)), sample.inputs.names)
        function = RadialUnits(named, placed.widths, found.weights, found.offset)
        return Network(function, NetworkSolution(path.balance(strength), choice, placed), path.missed(strength))

    def _report(self, placed: PlacedUnits) -> None:
        if not placed.converged:
            warnings.warn(
                f"{type(self).__name__} {placed.stop.value} after {placed.iterations} steps of its centers; allow more "
                "max_iter.",
                ConvergenceWarning,
                stacklevel=stacklevel_outside(),
            )


def _apart(targets: Matrix, weights: Vector) -> Knots:
    """Every example at a place of its own."""
    each = np.arange(len(targets))
    return Knots(each, each, targets, weights)


def _norms(kernel: Kernel[Any], centers: Inputs) -> Matrix:
    return np.asarray(kernel.matrix(centers, centers), dtype=np.float64)


def _units(x: Matrix, centers: Matrix, widths: Vector) -> Matrix:
    ones = RadialUnits(Vectors.of(centers), widths, np.eye(len(widths)), np.zeros(len(widths)))
    return ones.decision(Vectors.of(x))
