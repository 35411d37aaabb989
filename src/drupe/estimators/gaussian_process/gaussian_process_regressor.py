"""Gaussian process regression: a distribution over functions, conditioned on noisy targets."""

import warnings
from typing import Annotated, Any, Self

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.gaussian_process.evidence import Evidence
from drupe.estimators.gaussian_process.evidence_search import EvidenceMaximum, EvidenceSearch
from drupe.estimators.gaussian_process.scikit_learn_kernels import warn_of_frozen
from drupe.estimators.gaussian_process.search_space import SearchSpace
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.kernel_parameters import KERNEL
from drupe.estimators.many_targets import ManyTargets, as_columns
from drupe.estimators.ranges import NOTHING, TRUTH, Either, Instance, OneOf
from drupe.estimators.run_parameters import RunParameters
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import require_kernel_values
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval, check
from drupe.foundation.randomness import RandomState, generator
from drupe.foundation.shapes import Outputs
from drupe.foundation.threads import threads_for_matrix
from drupe.grams.lazy import LazyGram
from drupe.kernels.base import Kernel
from drupe.predictors.expansion import Expansion
from drupe.predictors.posterior import Posterior
from drupe.solvers.solution import Stop

NOISE_SHARE = 0.1
"""Share of the mean square of the targets that is taken for noise at first."""


@declared
class GaussianProcessRegressor(RunParameters, ManyTargets):
    """f ~ GP(0, k), y = f(x) + N(0, σ²): mean kᵀ(K + σ²I)⁻¹y and variance k(x, x) − kᵀ(K + σ²I)⁻¹k of f(x).

    The mean is kernel ridge regression with alpha = σ². Besides it says how sure it is, and how probable the targets
    were beforehand: the evidence, by which it chooses the parameters of its kernel and the noise, without a validation
    set. Its error bars are as good as its assumptions.

    Parameters
    ----------
    kernel
        A kernel, at whose parameters the search starts; None for a Gaussian kernel with a factor, both on the scale of
        the data; or a word of SVC, or a function f(X, Z), which has no parameters. Kernels of scikit-learn are such
        functions: a warning says which of drupe's to pass instead.
    noise
        σ², at which the search starts, in squared units of y (of the normalized y, with `normalize_y`); "auto" for a
        tenth of their mean square.
    optimizer
        "fmin_l_bfgs_b" to maximize the evidence, None to take kernel and noise as they are.
    held
        Names of parameters that stay as they are: "noise", or those of `kernel.parameters()`.
    n_restarts_optimizer
        Further starts of the search, drawn around the first.
    normalize_y
        Whether the process sees targets of mean zero and variance one.
    max_iter
        Steps of each start at most.
    random_state
        For the starts.
    cache_size
        Memory in MB that kernel matrices may take: one, and while searching one more for each parameter.
    n_jobs
        Threads for predictions; None leaves the number to OpenMP, −1 takes all processors.
    on_interrupt
        Whether Ctrl-C raises, "raise", or keeps the best parameters so far, "keep".

    Attributes
    ----------
    kernel_, noise_
        With the parameters of the largest evidence.
    log_evidence_
        ln P(y), of the normalized y with `normalize_y`, summed over the targets.
    dual_coef_
        (K + σ²I)⁻¹y in the shape of y.
    predictor_
        Means and variances.
    solution_
        How the evidence was maximized.
    n_iter_
        How often the evidence was computed.

    Notes
    -----
    Parameters that are positive are searched on a logarithmic scale, up to a factor of 10⁵ either way; those that start
    at zero stay there. Complexity: O(n³) time for each step of the search, O(n²) memory.

    Examples
    --------
    >>> from drupe.kernels import Gaussian
    >>> process = GaussianProcessRegressor(Gaussian(0.5**0.5), noise=0.1, optimizer=None)
    >>> mean, deviation = process.fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 0.5]).predict([[0.5]], return_std=True)
    >>> mean.round(8).tolist(), (deviation**2).round(8).tolist(), round(process.log_evidence_, 7)
    ([0.51719694], [0.16334442], -3.2958909)

    References
    ----------
    [Cristianini00]_, sections 4.6 and 6.2.3; [Herbrich02]_, section 3.2.1; [Rasmussen06]_, algorithm 2.1.
    """

    kernel: Any = parameter(Either(NOTHING, KERNEL), default=None, kw_only=False)
    noise: Any = parameter(Either(OneOf("auto"), Interval(0.0)), default="auto")
    optimizer: str | None = parameter(Either(NOTHING, OneOf("fmin_l_bfgs_b")), default="fmin_l_bfgs_b")
    held: tuple[str, ...] = parameter(Instance(tuple, list), default=())
    n_restarts_optimizer: int = parameter(Interval(0, whole=True), default=0)
    normalize_y: bool = parameter(TRUTH, default=False)
    max_iter: int = parameter(Interval(1, whole=True), default=200)
    random_state: RandomState = parameter(default=None)
    cache_size: float = 4096

    predictor_: Annotated[Posterior, Outputs("targets", "support")] = learned()
    solution_: EvidenceMaximum = learned()
    kernel_: Kernel[Any] = learned()
    noise_: float = learned()
    log_evidence_: float = learned()
    n_iter_: int = learned()

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Learn from examples and their targets."""
        return self._fit(X, y)

    def predict(self, X: Any, return_std: bool = False, return_cov: bool = False, noisy: bool = False) -> Any:
        """The mean of f(x), with its standard deviation or covariance if asked for; `noisy` for those of a target.

        The shapes are scikit-learn's: a column for each target if y had columns, of covariances a layer.
        """
        if return_std and return_cov:
            raise ParameterError("at most one of return_std and return_cov can be requested.")
        new = self._new(X)
        mean = self._shaped(self.predictor_.decision(new))
        if return_std:
            return mean, self._shaped(np.sqrt(self.predictor_.variances(new, noisy)))
        if return_cov:
            covariance = self.predictor_.covariance(new, noisy)
            layers = covariance[:, :, None] * self.predictor_.scale**2
            return mean, layers[:, :, 0] if self._flat else layers
        return mean

    def sample_y(self, X: Any, n_samples: int = 1, random_state: RandomState = 0) -> Matrix:
        """Functions drawn from the posterior: a row for each example, (columns for each target,) a column each."""
        check(type(self).__name__, "n_samples", n_samples, Interval(1, whole=True))
        drawn = self.predictor_.draw(self._new(X), int(n_samples), generator(random_state))
        return drawn[:, 0] if self._flat else drawn

    @property
    def log_marginal_likelihood_value_(self) -> float:
        """`log_evidence_` by scikit-learn's name."""
        return self.log_evidence_

    @property
    def _flat(self) -> bool:
        return bool(self.dual_coef_.ndim == 1)

    def _kernel_choice(self) -> KernelChoice:
        return KernelChoice("rbf" if self.kernel is None else self.kernel)

    def _learn(self, sample: Sample) -> Fitted:
        sample = sample.in_double()
        targets, center, scale = self._normalized(as_columns(sample.targets))
        level = float(np.square(targets).mean()) or 1.0
        warn_of_frozen(self.kernel, tuned=self.optimizer is not None)
        kernel = self._kernel(sample)
        kernel = level * kernel if self.kernel is None else kernel
        noise = NOISE_SHARE * level if isinstance(self.noise, str) else float(self.noise)
        require_kernel_values(LazyGram(kernel, sample.inputs), kernel)
        evidence = Evidence(sample.inputs, targets, int(self.cache_size * MEGABYTE))
        best = self._searched(evidence, kernel, noise)
        kernel, noise = (kernel, noise) if best is None else (best.kernel, best.noise)
        factor = evidence.factor(kernel, noise)
        alpha = factor.solve(targets)
        value = evidence.of_factor(factor, alpha)
        solution = best or EvidenceMaximum(kernel, noise, value, {}, 1, (), Stop.CONVERGED, 0.0)
        mean = Expansion(kernel, sample.inputs, alpha * scale, center, self.n_jobs)
        attributes = {
            "kernel_": kernel,
            "noise_": noise,
            "log_evidence_": value,
            "dual_coef_": alpha[:, 0] if sample.targets.ndim == 1 else alpha,
            "n_iter_": max(1, solution.evaluations),
        }
        return Fitted(Posterior(mean, factor.triangle(), noise, scale), solution, attributes)

    def _normalized(self, targets: Matrix) -> tuple[Matrix, Vector, Vector]:
        """Targets as the process sees them, and the units to come back to."""
        if not self.normalize_y:
            return targets, np.zeros(targets.shape[1]), np.ones(targets.shape[1])
        center, spread = targets.mean(axis=0), targets.std(axis=0)
        scale = np.where(spread > 10.0 * np.finfo(np.float64).eps * np.abs(center), spread, 1.0)
        return (targets - center) / scale, center, scale

    def _searched(self, evidence: Evidence, kernel: Kernel[Any], noise: float) -> EvidenceMaximum | None:
        """Where the evidence is largest; None if nothing may move."""
        space = SearchSpace.of(kernel, noise, tuple(self.held))
        if self.optimizer is None or not space.coordinates:
            return None
        search = EvidenceSearch(int(self.n_restarts_optimizer), int(self.max_iter))
        with self._watch() as watch, threads_for_matrix(len(evidence.targets)):
            best = search.run(evidence, space, generator(self.random_state), watch.progress, watch.keeping)
            watch.end(best.stop is not Stop.INTERRUPTED)
        self._report(best)
        return best

    def _report(self, best: EvidenceMaximum) -> None:
        if not best.converged:
            steepest = max(best.slopes.values(), key=abs)
            warnings.warn(
                f"{type(self).__name__} {best.stop.value} after {best.evaluations} evaluations of the evidence, which "
                f"still rises by {steepest:.1e} for each factor e in a parameter. Allow more max_iter, or hold some.",
                ConvergenceWarning,
                stacklevel=stacklevel_outside(),
            )
