"""Gaussian process regression: a distribution over functions, conditioned on noisy targets."""

import dataclasses
import warnings
from numbers import Integral
from typing import Annotated, Any, Self

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.gaussian_process.custom_search import CustomSearch
from drupe.estimators.gaussian_process.evidence import NOISE, Evidence, Units, added_to_diagonal
from drupe.estimators.gaussian_process.evidence_search import (
    EvidenceHeight,
    EvidenceMaximum,
    EvidenceSearch,
    Summit,
    maximum,
)
from drupe.estimators.gaussian_process.landmark_evidence import LandmarkEvidence
from drupe.estimators.gaussian_process.prior_kernel import AUTO, prior_kernel
from drupe.estimators.gaussian_process.scikit_learn.names import ScikitLearnNames, told_in_its_words
from drupe.estimators.gaussian_process.scikit_learn.theta_space import ThetaSpace
from drupe.estimators.gaussian_process.scikit_learn.translation import default_kernel
from drupe.estimators.gaussian_process.scikit_learn.wrapped import is_of_scikit_learn
from drupe.estimators.gaussian_process.search_space import Generator, SearchSpace
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.kernel_parameters import KERNEL
from drupe.estimators.many_targets import ManyTargets, as_columns
from drupe.estimators.ranges import NOTHING, TRUTH, Callable_, Either, Instance, OneOf, check_parameters
from drupe.estimators.run_parameters import RunParameters
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import require_kernel_values
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval, check
from drupe.foundation.randomness import RandomState, generator
from drupe.foundation.shapes import OneOrMany, Outputs, Sometimes
from drupe.foundation.threads import threads_for_matrix
from drupe.grams.lazy import LazyGram
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import given_like
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.predictors.posterior import Posterior
from drupe.solvers.solution import Stop

NOISE_SHARE = 0.1
"""Share of the mean square of the targets that is taken for noise at first."""


JITTER = 1e-10
"""The default of `alpha`, as in scikit-learn."""


@declared
class GaussianProcessRegressor(ScikitLearnNames, RunParameters, ManyTargets):
    """f ~ GP(0, k), y = f(x) + N(0, σ²): mean kᵀ(K + σ²I)⁻¹y and variance k(x, x) − kᵀ(K + σ²I)⁻¹k of f(x).

    The mean is kernel ridge regression with alpha = σ². Besides it says how sure it is, and how probable the targets
    were beforehand: the evidence, by which it chooses the parameters of its kernel and the noise, without a validation
    set. Its error bars are as good as its assumptions.

    Parameters
    ----------
    kernel
        A kernel, at whose parameters the search starts: one of drupe's, or of scikit-learn's Gaussian processes, which
        is searched within its bounds and given back; None for scikit-learn's default, a constant times an RBF, both
        from 1 on; "auto" for a Gaussian kernel with a factor, both on the scale of the data; or a word of SVC, or a
        function f(X, Z), which has no parameters.
    alpha
        Added to the diagonal of the kernel matrix, one number or one for each example: known noise, in squared units
        of y (of the normalized y, with `normalize_y`), or what keeps the matrix positive; of kernel="auto" the default
        is in units of the mean square of y.
    optimizer
        "fmin_l_bfgs_b" to maximize the evidence, None to take kernel and noise as they are, or a function
        f(cost, start, bounds=...) that returns the best point and its cost, as in scikit-learn.
    n_restarts_optimizer
        Further starts of the search, drawn around the first, or within the bounds of scikit-learn's kernel.
    normalize_y
        Whether the process sees targets of mean zero and variance one.
    copy_X_train
        Whether the machine keeps a copy of X, or X itself, which must then stay as it is.
    n_targets
        How many targets there are, before `fit` sees them.
    random_state
        For the starts.
    noise
        σ² beside `alpha`, at which the search starts; "auto" for a tenth of the mean square of the targets, and none
        where the kernel is scikit-learn's, whose WhiteKernel is its noise.
    held
        Names of parameters that stay as they are: "noise", or those of `kernel.parameters()`.
    max_iter
        Steps of each start at most.
    landmarks
        None for the exact process; or the examples through which all others are seen, or how many of the training
        examples are drawn for that. The evidence is then a lower bound, and time grows with n instead of n³.
    cache_size
        Memory in MB that kernel matrices may take: one, and two while searching.
    n_jobs
        Threads for predictions; None leaves the number to OpenMP, −1 takes all processors.
    on_interrupt
        Whether Ctrl-C raises, "raise", or keeps the best parameters so far, "keep".

    Attributes
    ----------
    kernel_, noise_
        With the parameters of the largest evidence; the kernel is of the kind that was given.
    log_evidence_
        ln P(y), of the normalized y with `normalize_y`, summed over the targets.
    dual_coef_
        (K + σ²I)⁻¹y in the shape of y; `alpha_` is another name of it.
    y_train_
        y, normalized with `normalize_y`.
    predictor_
        Means and variances.
    solution_
        How the evidence was maximized.
    n_iter_
        How often the evidence was computed.

    Notes
    -----
    Parameters that are positive are searched on a logarithmic scale, up to a factor of 10⁵ either way; those that start
    at zero stay there. Complexity: O(n³) time for each step of the search, O(n²) memory; with m landmarks O(nm²) time,
    O(m²) memory beside the examples.

    Examples
    --------
    >>> from drupe.kernels import Gaussian
    >>> process = GaussianProcessRegressor(Gaussian(0.5**0.5), noise=0.1, optimizer=None)
    >>> mean, deviation = process.fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 0.5]).predict([[0.5]], return_std=True)
    >>> mean.round(8).tolist(), (deviation**2).round(8).tolist(), round(process.log_evidence_, 7)
    ([0.51719694], [0.16334442], -3.2958909)

    References
    ----------
    [Cristianini00]_, sections 4.6 and 6.2.3; [Herbrich02]_, section 3.2.1; [Rasmussen06]_, algorithm 2.1;
    [Titsias09]_, with landmarks.
    """

    kernel: Any = parameter(Either(NOTHING, OneOf("auto"), KERNEL), default=None, kw_only=False)
    alpha: Any = parameter(Either(Interval(0.0), Instance(np.ndarray, list, tuple)), default=JITTER)
    optimizer: Any = parameter(Either(NOTHING, OneOf("fmin_l_bfgs_b"), Callable_()), default="fmin_l_bfgs_b")
    n_restarts_optimizer: int = parameter(Interval(0, whole=True), default=0)
    normalize_y: bool = parameter(TRUTH, default=False)
    copy_X_train: bool = parameter(TRUTH, default=True)
    n_targets: int | None = parameter(Either(NOTHING, Interval(1, whole=True)), default=None)
    random_state: RandomState = parameter(default=None)
    noise: Any = parameter(Either(OneOf("auto"), Interval(0.0)), default="auto")
    held: tuple[str, ...] = parameter(Instance(tuple, list), default=())
    max_iter: int = parameter(Interval(1, whole=True), default=200)
    landmarks: Any = parameter(default=None)
    cache_size: float = 4096

    predictor_: Annotated[Posterior, Outputs("targets", "support")] = learned()
    solution_: EvidenceMaximum = learned()
    kernel_: Any = learned()
    noise_: float = learned()
    log_evidence_: float = learned()
    n_iter_: int = learned()
    y_train_: Annotated[Matrix, OneOrMany("support", "targets"), Sometimes()] = learned()

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Learn from examples and their targets."""
        return self._fit(X, y)

    def predict(self, X: Any, return_std: bool = False, return_cov: bool = False, noisy: bool = False) -> Any:
        """The mean of f(x), with its standard deviation or covariance if asked for; `noisy` for those of a target.

        The shapes are scikit-learn's: a column for each target if there are several, of covariances a layer. Before a
        fit they are those of the prior.
        """
        if return_std and return_cov:
            raise BothSpreadsError("At most one of return_std or return_cov can be requested.")
        new, process = self._asked(X)
        mean = _flat(process.decision(new))
        if return_std:
            return mean, _flat(np.sqrt(process.variances(new, noisy)))
        if return_cov:
            return mean, _flat(process.covariance(new, noisy)[:, :, None] * process.scale**2)
        return mean

    def sample_y(self, X: Any, n_samples: int = 1, random_state: RandomState = 0) -> Matrix:
        """Functions drawn from the posterior: a row for each example, (columns for each target,) a column each.

        Before a fit they are drawn from the prior.
        """
        check(type(self).__name__, "n_samples", n_samples, Interval(1, whole=True))
        new, process = self._asked(X)
        drawn = process.draw(new, int(n_samples), generator(random_state))
        return drawn[:, 0] if process.outputs == 1 else drawn

    def log_marginal_likelihood(self, theta: Any = None, eval_gradient: bool = False, clone_kernel: bool = True) -> Any:
        """`log_evidence_`, or ln P(y) at other parameters, with its slopes in them if asked for.

        `theta` is that of scikit-learn's kernel, and `clone_kernel` whether `kernel_` keeps its own; for a kernel of
        drupe it is a point of the search, whose coordinates `solution_.slopes` names. Where there is no evidence, as
        the matrix is not positive, it is −∞.
        """
        if theta is None:
            if eval_gradient:
                raise ParameterError("Gradient can only be evaluated for theta!=None; pass kernel_.theta.")
            return self.log_evidence_
        check_is_fitted(self)
        if "y_train_" not in self.__dict__:
            raise ParameterError("a process from landmarks, or of an old file, kept no targets to ask; fit it exactly.")
        space, point = self._fitted_space(), np.asarray(theta, dtype=np.float64)
        if point.shape != space.start.shape:
            raise ParameterError(f"theta has the shape {point.shape}, but there are {len(space.start)} parameters.")
        if isinstance(space, ThetaSpace) and not clone_kernel:
            self.kernel_.theta = point
        targets = as_columns(self.y_train_)
        extra = self._added(targets)
        height = EvidenceHeight(Evidence(self.predictor_.space, targets, self._budget, extra), space)
        try:
            return height(point) if eval_gradient else np.float64(height.value(point))
        except (InputError, ParameterError):
            return (-np.inf, np.zeros(len(point))) if eval_gradient else -np.inf

    @property
    def _budget(self) -> int:
        return int(self.cache_size * MEGABYTE)

    def _kernel_choice(self) -> KernelChoice:
        return KernelChoice("rbf" if self.kernel is None or _is_auto(self.kernel) else self.kernel)

    def _asked(self, X: Any) -> tuple[Inputs, Posterior]:
        """New examples, and the process that they are asked of: before a fit, that after no examples."""
        if "predictor_" in self.__dict__:
            return self._new(X), self.predictor_
        check_parameters(self)
        new = self._kernel_choice().wrap(X)
        kernel = prior_kernel(self.kernel, new, type(self).__name__)
        noise = 0.0 if isinstance(self.noise, str) else float(self.noise)
        return new, Posterior.before(kernel, new, int(self.n_targets or 1), noise)

    def _fitted_space(self) -> SearchSpace | ThetaSpace:
        if is_of_scikit_learn(self.kernel_):
            return ThetaSpace.of(self.kernel_, self.predictor_.space.dimension, self.noise_, (NOISE,))
        return SearchSpace.of(self.kernel_, self.noise_, tuple(self.held))

    def _learn(self, sample: Sample) -> Fitted:
        inputs = self._kept(sample.inputs.in_double())
        targets, center, scale = self._normalized(as_columns(sample.targets))
        evidence = self._evidence_of(inputs, targets)
        space = self._space(sample.in_double(), mean_square(targets))
        require_kernel_values(LazyGram(space.kernel, inputs), space.kernel)
        with told_in_its_words(space):
            summit = self._searched(evidence, space)
            kernel, noise = (space.kernel, space.noise or 0.0) if summit is None else space.at(summit.point)
            process = evidence.conditioned(kernel, noise, Units(center, scale, self.n_jobs))
        still = EvidenceMaximum(kernel, noise, process.value, {}, 1, (), Stop.CONVERGED, 0.0)
        shaped = (lambda columns: columns[:, 0]) if sample.targets.ndim == 1 else np.asarray
        attributes = {
            "kernel_": self._given_back(space, summit, kernel),
            "noise_": noise,
            "log_evidence_": process.value,
            "dual_coef_": shaped(process.alpha),
            "n_iter_": 1 if summit is None else max(1, summit.evaluations),
        }
        self.__dict__.pop("y_train_", None)
        if self.landmarks is None:
            attributes["y_train_"] = shaped(targets)
        return Fitted(process.predictor, still if summit is None else maximum(summit, space), attributes)

    def _evidence_of(self, inputs: Inputs, targets: Matrix) -> Evidence | LandmarkEvidence:
        """Exact, or from landmarks, whose number or examples are given."""
        extra = self._added(targets)
        if self.landmarks is None:
            return Evidence(inputs, targets, self._budget, extra)
        if np.ndim(self.landmarks) or not isinstance(self.landmarks, Integral):
            landmarks = given_like(inputs, self.landmarks, "landmarks").in_double()
            return LandmarkEvidence(inputs, targets, landmarks, extra)
        check(type(self).__name__, "landmarks", self.landmarks, Interval(1, whole=True))
        count = min(int(self.landmarks), len(inputs))
        chosen = generator(self.random_state).choice(len(inputs), count, replace=False)
        return LandmarkEvidence(inputs, targets, inputs.take(np.sort(chosen)), extra)

    def _added(self, targets: Matrix) -> Any:
        """What is added to the diagonal, on the scale of the targets where all else is."""
        on_scale = _is_auto(self.kernel) and np.ndim(self.alpha) == 0 and self.alpha == JITTER
        return added_to_diagonal(JITTER * mean_square(targets) if on_scale else self.alpha, len(targets))

    def _kept(self, inputs: Inputs) -> Inputs:
        """The examples in memory of their own, if so wished."""
        if not isinstance(inputs, Vectors) or not self.copy_X_train:
            return inputs
        return dataclasses.replace(inputs, array=inputs.array.copy())

    def _normalized(self, targets: Matrix) -> tuple[Matrix, Vector, Vector]:
        """Targets as the process sees them, and the units to come back to."""
        if self.n_targets is not None and targets.shape[1] != self.n_targets:
            raise InputError(
                "The number of targets seen in `y` is different from the parameter `n_targets`. Got "
                f"{targets.shape[1]} != {self.n_targets}."
            )
        if not self.normalize_y:
            return targets, np.zeros(targets.shape[1]), np.ones(targets.shape[1])
        center, spread = targets.mean(axis=0), targets.std(axis=0)
        scale = np.where(spread > 10.0 * np.finfo(np.float64).eps * np.abs(center), spread, 1.0)
        return (targets - center) / scale, center, scale

    def _space(self, sample: Sample, level: float) -> SearchSpace | ThetaSpace:
        """Where kernel and noise are searched; `level` is the mean square of the targets."""
        held, given = tuple(self.held), not isinstance(self.noise, str)
        if self.kernel is None or is_of_scikit_learn(self.kernel):
            kernel = default_kernel() if self.kernel is None else self.kernel
            return ThetaSpace.of(kernel, sample.inputs.dimension, float(self.noise) if given else None, held)
        noise = float(self.noise) if given else NOISE_SHARE * level
        kernel = self._kernel(sample)
        return SearchSpace.of(level * kernel if _is_auto(self.kernel) else kernel, noise, held)

    def _searched(self, evidence: Evidence | LandmarkEvidence, space: SearchSpace | ThetaSpace) -> Summit | None:
        """Where the evidence is largest; None if nothing may move."""
        if self.optimizer is None or not space.moving:
            return None
        restarts = int(self.n_restarts_optimizer)
        own = EvidenceSearch(restarts, int(self.max_iter))
        search = CustomSearch(self.optimizer, restarts) if callable(self.optimizer) else own
        with self._watch() as watch, threads_for_matrix(len(evidence.targets)):
            height = EvidenceHeight(evidence, space)
            best = search.climb(height, space, self._starts(space), watch.progress, watch.keeping)
            watch.end(best.stop is not Stop.INTERRUPTED)
        self._report(maximum(best, space))
        for said in space.at_bounds(best.point):
            warnings.warn(said, ConvergenceWarning, stacklevel=stacklevel_outside())
        return best

    def _starts(self, space: SearchSpace | ThetaSpace) -> Generator:
        """What draws further starts: for a kernel of scikit-learn those that it would draw."""
        theirs = isinstance(space, ThetaSpace) and not isinstance(self.random_state, np.random.Generator)
        return check_random_state(self.random_state) if theirs else generator(self.random_state)

    def _report(self, best: EvidenceMaximum) -> None:
        if not best.converged:
            steepest = max(best.slopes.values(), key=abs)
            warnings.warn(
                f"{type(self).__name__} {best.stop.value} after {best.evaluations} evaluations of the evidence, which "
                f"still rises by {steepest:.1e} for each factor e in a parameter. Allow more max_iter, or hold some.",
                ConvergenceWarning,
                stacklevel=stacklevel_outside(),
            )

    def _given_back(self, space: SearchSpace | ThetaSpace, summit: Summit | None, kernel: Kernel[Any]) -> Any:
        """The kernel of the kind that was given."""
        if isinstance(space, SearchSpace):
            return kernel
        return clone(space.original) if summit is None else space.tuned(summit.point)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.requires_fit = False
        return tags


class BothSpreadsError(ParameterError, RuntimeError):
    """Deviations and covariances were asked for at once."""


def mean_square(targets: Matrix) -> float:
    """Of all targets, above zero: 1 if they are all zero, or so small that their squares are no numbers."""
    return max(float(np.square(targets).mean()), float(np.finfo(np.float64).tiny)) if np.any(targets) else 1.0


def _is_auto(kernel: Any) -> bool:
    return isinstance(kernel, str) and kernel == AUTO


def _flat(columns: Matrix) -> Matrix:
    """Without the last axis, if there is one target."""
    return columns[..., 0] if columns.shape[-1] == 1 else columns
