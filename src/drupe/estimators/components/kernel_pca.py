"""Kernel principal components: scikit-learn's KernelPCA, without a matrix that is larger than it must be."""

import warnings
from typing import Annotated, Any, Self

import numpy as np
from scipy.linalg import solve
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning, NotFittedError

from drupe.estimators.base import Machine
from drupe.estimators.components.pre_images import pre_images
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.ranges import NOTHING, SEED, TRUTH, Either, Instance, OneOf
from drupe.estimators.regularized.pairwise_choice import PAIRWISE_GAMMA, PAIRWISE_KERNEL, PairwiseChoice
from drupe.estimators.run_parameters import RunParameters
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import require_kernel_values
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.randomness import RandomState
from drupe.foundation.shapes import Outputs, Reals, Sometimes
from drupe.grams.base import Gram
from drupe.grams.lazy import LazyGram
from drupe.grams.linear import LinearGram
from drupe.grams.owned import owned
from drupe.grams.spectrum import signed
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce_like
from drupe.inputs.occupied import too_wide
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.linear import Linear
from drupe.predictors.expansion import Expansion
from drupe.solvers.leading_components import ComponentSolver, Covariance, LeadingComponents, Way
from drupe.solvers.solution import Stop

ZERO = 1e-12
"""Eigenvalues below this share of the largest are zero up to rounding."""

ROUNDING = 1e-15
"""Share of a kernel value that is lost in it."""

NEGATIVE = 1e-5
"""Negative ones beyond this share of the largest are no rounding."""

USUAL = 1e-6
"""Relative error of an eigenvalue at which iterations end unless asked for less."""

FINE = 1e-10
"""The same for those who ask for scikit-learn's "arpack"."""


@declared
class KernelPCA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, RunParameters, Machine):  # type: ignore[misc]
    """x → (⟨u₁, φ(x) − m⟩, ..., ⟨uₖ, φ(x) − m⟩): coordinates along the directions in which φ(x) varies most.

    Takes the place of `sklearn.decomposition.KernelPCA`; `kernel` also takes any kernel of drupe, for strings too. The
    Gram is never centered in memory, and is held once, in single precision, or not at all if `cache_size` is too small.

    Parameters
    ----------
    n_components
        How many components; None for all with an eigenvalue that is not zero.
    kernel
        A word of scikit-learn's `pairwise_kernels`, a function of two rows, or a kernel of drupe.
    gamma
        Factor in "rbf", "poly", "sigmoid", "laplacian" and "chi2": a number, None for 1/d (1 for "chi2"), "scale" or
        "auto" as in SVC.
    degree
        Degree of "poly".
    coef0
        Constant in "poly" and "sigmoid".
    kernel_params
        Further arguments of a function.
    alpha
        Ridge of the learned map back to inputs.
    fit_inverse_transform
        Whether to learn a map back by kernel ridge regression; without it a Gaussian kernel has pre-images by a
        fixed-point iteration, and other kernels have none.
    eigen_solver
        "dense"; "arpack" for block Krylov iterations to 10⁻¹⁰ or `tol`; "randomized" for the same to 10⁻⁶ or `tol`, or
        for `iterated_power` steps of them; "auto" for what suits the size, to 10⁻⁶ or `tol`.
    tol
        Relative error of an eigenvalue at which iterations end; 0 for the usual one.
    max_iter
        Their steps at most, None for 400.
    iterated_power
        The steps of "randomized"; "auto" for as many as `tol` needs.
    remove_zero_eig
        Whether components with the eigenvalue zero are left out.
    random_state
        For the vectors that iterations start from; None for the same ones always.
    copy_X
        Whether the training examples are copied, so that X may be changed afterwards.
    centered
        Whether the mean m is taken off; without, directions are those of largest second moment.
    cache_size
        Memory that the kernel matrix may take, in MB.
    on_interrupt
        Whether Ctrl-C raises, "raise", or keeps the components as they are, "keep".

    Attributes
    ----------
    eigenvalues_
        Of the centered kernel matrix, largest first.
    eigenvectors_
        One column each, with the sum of squares 1 over all examples, each as often as its weight; the entry of largest
        size is positive.
    residuals_
        ‖K v − λ v‖ of each: some eigenvalue of the matrix lies as near to λ as this.
    covariance_eigenvalues_, explained_variance_ratio_
        The eigenvalues over the number of examples, the variances along the components; and over all variance.
    total_variance_, reconstruction_error_
        Mean squared distance from the mean in feature space, and what of it the components leave.
    total_weight_, radius_
        Number of examples, and the largest √k(x, x).
    shares_, middle_
        The part that each example has in the mean m, zero if that is not taken off, and ‖m‖².
    X_fit_
        The training examples of positive weight, of kernels on vectors.
    X_transformed_fit_, dual_coef_, inverse_
        The components of the training examples, and the coefficients and function of the learned map back.
    gamma_
        The factor of the words that have one.
    solution_, n_iter_
        How they were found, and the vectors that the matrix was multiplied with.

    Notes
    -----
    Complexity: O(n³) time densely; else O(n²) for each of a few hundred vectors, n² float32 numbers or O(n) memory.

    Examples
    --------
    >>> machine = KernelPCA(1).fit([[0.0, 0.0], [2.0, 0.0], [4.0, 0.0]])
    >>> machine.eigenvalues_.round(6).tolist(), np.abs(machine.transform([[6.0, 5.0]])).round(6).tolist()
    ([8.0], [[4.0]])

    References
    ----------
    [Scholkopf02]_, section 14.2; [Mika02]_, sections 3.4.2 and 3.4.5.
    """

    n_components: int | None = parameter(Either(NOTHING, Interval(1, whole=True)), default=None, kw_only=False)
    kernel: Any = parameter(PAIRWISE_KERNEL, default="linear")
    gamma: Any = parameter(PAIRWISE_GAMMA, default=None)
    degree: int = parameter(Interval(0, whole=True), default=3)
    coef0: float = parameter(Interval(closed_low=False), default=1.0)
    kernel_params: dict[str, Any] | None = parameter(Either(NOTHING, Instance(dict)), default=None)
    alpha: float = parameter(Interval(0.0), default=1.0)
    fit_inverse_transform: bool = parameter(TRUTH, default=False)
    eigen_solver: str = parameter(OneOf("auto", "dense", "arpack", "randomized"), default="auto")
    tol: float = parameter(Interval(0.0), default=0.0)
    max_iter: int | None = parameter(Either(NOTHING, Interval(1, whole=True)), default=None)
    iterated_power: int | str = parameter(Either(OneOf("auto"), Interval(0, whole=True)), default="auto")
    remove_zero_eig: bool = parameter(TRUTH, default=False)
    random_state: RandomState = parameter(SEED, default=None)
    copy_X: bool = parameter(TRUTH, default=True)
    centered: bool = parameter(TRUTH, default=True)
    cache_size: float = 4096

    predictor_: Annotated[Expansion, Outputs("components", "centers")] = learned()
    solution_: LeadingComponents = learned()
    eigenvalues_: Annotated[Vector, Reals("components")] = learned()
    eigenvectors_: Annotated[Matrix, Reals("centers", "components")] = learned()
    residuals_: Annotated[Vector, Reals("components")] = learned()
    total_variance_: float = learned()
    total_weight_: float = learned()
    radius_: float = learned()
    n_iter_: int = learned()
    shares_: Annotated[Vector, Reals("centers")] = learned()
    middle_: float = learned()
    inverse_: Annotated[Expansion, Sometimes()] = learned()

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Find the components; `y` is not looked at, and an example of weight 3 counts as three."""
        return self._fit(X, None, sample_weight)

    def fit_transform(self, X: Any, y: Any = None, sample_weight: Any = None) -> Matrix:
        """Fit, and the components of all examples."""
        self.fit(X, y, sample_weight)
        if len(self.eigenvectors_) < self.shape_fit_[0]:  # some have no weight
            return np.asarray(self.transform(X))
        return self._scores()

    def transform(self, X: Any) -> Matrix:
        """The components of each example, one column for each."""
        return self._outputs(X)

    def inverse_transform(self, X: Any) -> Matrix:
        """Points of input space whose images are near those with these components: by the learned map or pre-images."""
        scores = self._read_scores(X)
        if "inverse_" in self.__dict__:
            return self.inverse_.decision(scores)
        function = self.predictor_
        if not isinstance(function.kernel, Gaussian) or not isinstance(function.centers, Vectors):
            raise NotFittedError(
                "a map back to inputs was not learned: fit with fit_inverse_transform=True. Without it only Gaussian "
                f"kernels have pre-images, not {type(function.kernel).__name__}."
            )
        # m + Σ scores u as an expansion: the mean has the share of each example.
        coefficients = function.coefficients @ scores.array.T
        return pre_images(function.kernel, function.centers, coefficients + self.shares_[:, None])

    def reconstruction_errors(self, X: Any) -> Vector:
        """‖φ(x) − m‖² − Σ components²: how far each example lies from the span of the components in feature space."""
        new, function = self._new(X), self.predictor_
        mean = Expansion(function.kernel, function.centers, self.shares_[:, None], np.zeros(1), self.n_jobs)
        squared = function.kernel.diagonal(new) - 2.0 * mean.decision(new)[:, 0] + self.middle_
        return np.asarray(np.maximum(squared - np.square(function.decision(new)).sum(axis=1), 0.0))

    @property
    def covariance_eigenvalues_(self) -> Vector:
        """The variances along the components: eigenvalues over the number of examples."""
        return np.asarray(self.eigenvalues_ / self.total_weight_)

    @property
    def explained_variance_ratio_(self) -> Vector:
        """The share of all variance that each component has."""
        return np.asarray(self.covariance_eigenvalues_ / self.total_variance_)

    @property
    def reconstruction_error_(self) -> float:
        """Mean squared distance of training examples from the span of the components: the eigenvalues left out."""
        return max(float(self.total_variance_ - self.covariance_eigenvalues_.sum()), 0.0)

    @property
    def dual_coef_(self) -> Matrix:
        """Coefficients of the learned map back."""
        return self._learned_back().coefficients

    @property
    def X_transformed_fit_(self) -> Matrix:
        """The components of the training examples, where a map back was learned."""
        return np.asarray(self._learned_back().centers)

    @property
    def X_fit_(self) -> Any:
        """The training examples of positive weight."""
        centers = getattr(getattr(self, "predictor_", None), "centers", None)
        if not isinstance(centers, Vectors):
            raise AttributeError("X_fit_ is only available after fit, and for kernels on vectors")
        return centers.array

    @property
    def gamma_(self) -> float:
        """The factor of the kernel, 1/d unless it was given."""
        centers = Vectors.of(self.X_fit_)
        return float(self._kernel_choice()._gamma(centers, np.ones(len(centers))))

    @property
    def _n_features_out(self) -> int:
        return len(self.eigenvalues_)

    def _kernel_choice(self) -> PairwiseChoice:
        return PairwiseChoice(self.kernel, self.degree, self.gamma, self.coef0, self.kernel_params)

    def _learned_back(self) -> Expansion:
        if "inverse_" not in self.__dict__:
            raise AttributeError("only available after fit with fit_inverse_transform=True")
        return self.inverse_

    def _scores(self) -> Matrix:
        """The components of the training examples."""
        return np.asarray(self.eigenvectors_ * np.sqrt(self.eigenvalues_))

    def _read_scores(self, X: Any) -> Vectors:
        if "predictor_" not in self.__dict__:
            raise NotFittedError(f"This {type(self).__name__} instance is not fitted yet.")
        space = Vectors.of(np.zeros((1, self._n_features_out)))
        return Vectors.of(coerce_like(space, X, type(self).__name__)).in_double()

    def _learn(self, sample: Sample) -> Fitted:
        self.__dict__.pop("inverse_", None)
        kernel = self._kernel(sample)
        if self.copy_X:
            sample = sample.take(np.arange(len(sample)))
        gram = self._gram(kernel, sample.inputs)
        require_kernel_values(gram, kernel)
        count = len(sample) if self.n_components is None else min(int(self.n_components), len(sample))
        with self._watch() as watch:
            found = self._solved(Covariance(gram, sample.weights, bool(self.centered)), count, watch)
            watch.end(found.stop is not Stop.INTERRUPTED)
        values = cleaned(found.values, len(sample) * float(np.abs(gram.diagonal()).max()))
        kept = values > 0.0 if self.remove_zero_eig or self.n_components is None else values >= 0.0
        values = values[kept]
        roots, shares = np.sqrt(sample.weights)[:, None], sample.weights / sample.weights.sum() * self.centered
        # Each copy of an example has the same entry; signs are fixed among these.
        vectors = signed(found.vectors[:, kept] / roots)
        scale = np.divide(1.0, np.sqrt(values), out=np.zeros_like(values), where=values > 0.0)
        duals = sample.weights[:, None] * vectors * scale
        duals = duals - np.outer(shares, duals.sum(axis=0) * self.centered)
        function = Expansion(kernel, sample.inputs, duals, -(found.means @ duals), self.n_jobs)
        attributes = {
            "eigenvalues_": values,
            "eigenvectors_": vectors,
            "residuals_": found.residuals[kept],
            "total_weight_": float(sample.weights.sum()),
            "total_variance_": float(found.trace / sample.weights.sum()),
            "radius_": float(np.sqrt(max(float(gram.diagonal().max()), 0.0))),
            "shares_": shares,
            "middle_": float(shares @ found.means),
            "n_iter_": found.iterations,
        }
        if self.fit_inverse_transform:
            attributes["inverse_"] = self._map_back(kernel, sample, vectors * np.sqrt(values))
        return Fitted(function, found, attributes)

    def _gram(self, kernel: Kernel[Any], inputs: Inputs) -> Gram:
        if isinstance(kernel, Linear) and isinstance(inputs, Vectors) and not too_wide(inputs):
            return LinearGram(Vectors.of(inputs.in_double()))
        return LazyGram(kernel, inputs, self.n_jobs)

    def _solved(self, problem: Covariance, count: int, watch: Watch) -> LeadingComponents:
        fixed = self.eigen_solver == "randomized" and not isinstance(self.iterated_power, str)
        steps = max(1, int(self.iterated_power)) if fixed else int(self.max_iter or 400)
        usual = FINE if self.eigen_solver == "arpack" else USUAL
        way = None if self.eigen_solver == "auto" else Way.DENSE if self.eigen_solver == "dense" else Way.ITERATED
        solver = ComponentSolver(way, float(self.tol) or usual, steps, int(self.cache_size * MEGABYTE))
        state = 0 if self.random_state is None else self.random_state
        found = solver.solve(problem, count, state, watch.progress, watch.keeping)
        if found.stop is Stop.ITERATIONS and not fixed:
            warnings.warn(
                f"KernelPCA {found.stop.value} with residuals up to {found.residuals.max():.1e} at eigenvalues from "
                f"{found.values[0]:.3g} to {found.values[-1]:.3g}; allow more max_iter, a larger tol, or take "
                'eigen_solver="dense".',
                ConvergenceWarning,
                stacklevel=stacklevel_outside(),
            )
        return found

    def _map_back(self, kernel: Kernel[Any], sample: Sample, scores: Matrix) -> Expansion:
        """Kernel ridge regression of examples on their components, with the same kernel."""
        if self._kernel_choice().precomputed:
            raise ParameterError("Cannot fit_inverse_transform with a precomputed kernel.")
        if not isinstance(sample.inputs, Vectors) or sample.inputs.sparse:
            raise InputTypeError(
                f"fit_inverse_transform learns to map back to dense vectors, but X holds "
                f"{'sparse ones' if isinstance(sample.inputs, Vectors) else type(sample.inputs).__name__}."
            )
        places = Vectors.of(scores)
        K = owned(LazyGram(kernel, places, self.n_jobs), int(self.cache_size * MEGABYTE))
        K[np.diag_indices(len(K))] += self.alpha / sample.weights
        targets = np.asarray(sample.inputs.in_double().array, dtype=np.float64)
        try:
            coefficients = solve(K, targets, assume_a="pos", overwrite_a=True)
        except np.linalg.LinAlgError as cause:
            raise InputError(
                f"the map back has no unique solution with alpha = {self.alpha:g}; choose a larger alpha."
            ) from cause
        return Expansion(kernel, places, coefficients, np.zeros(targets.shape[1]), self.n_jobs)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = []
        return tags


def cleaned(values: Vector, size: float = 0.0) -> Vector:
    """Eigenvalues without what rounding made of zeros; an InputError if some are really negative.

    `size` is that of the matrix before it was centered: of values all but equal, centering leaves their rounding.

    >>> cleaned(np.array([1.0, 1e-15, -1e-15])).tolist(), cleaned(np.array([1e-15, -1e-15]), size=4.0).tolist()
    ([1.0, 0.0, 0.0], [0.0, 0.0])
    """
    largest = float(np.abs(values).max(initial=0.0))
    if largest <= ROUNDING * size:
        return np.zeros_like(values)
    if len(values) and values.min() < -NEGATIVE * largest:
        raise InputError(
            f"the kernel matrix has negative eigenvalues, down to {values.min():.3g} where the largest is "
            f"{values.max():.3g}, and so no components there; ask for fewer, or take a positive kernel."
        )
    return np.where(values > ZERO * largest, values, 0.0)
