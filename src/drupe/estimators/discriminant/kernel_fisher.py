"""Fisher's discriminant in feature space: least squares of labels, under a penalty."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.discriminant.centers import Centers, ChosenCenters, GivenCenters, RandomExamples
from drupe.estimators.discriminant.embedding import Embedding, Features, embedding, embedding_of
from drupe.estimators.discriminant.progressive_evidence import ProgressiveEvidence
from drupe.estimators.discriminant.solver_choice import SOLVER, ExpansionSolver, require_penalty, solver_of
from drupe.estimators.ranges import NOTHING, TRUTH, Either, OneOf
from drupe.estimators.regularized.linear_or_expansion import linear_or_expansion
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import LARGEST
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Outputs, Reals, Sometimes, Wholes
from drupe.grams.lazy import LazyGram
from drupe.kernels.base import Kernel
from drupe.predictors.expansion import Expansion
from drupe.predictors.predictor import Predictor
from drupe.solvers.expansions.eigen import Eigen
from drupe.solvers.expansions.factorization import Factorization
from drupe.solvers.expansions.few_centers import FewCenters
from drupe.solvers.expansions.penalties import CoefficientNorm, FunctionNorm, Penalty
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.expansions.rayleigh_form import RayleighForm
from drupe.solvers.rayleigh import orientation

PENALTIES: dict[str, Penalty] = {"function": FunctionNorm(), "coefficients": CoefficientNorm()}
"""What may pay, by name."""


@declared
class KernelFisher(ClassNamePrefixFeaturesOutMixin, TransformerMixin, ProgressiveEvidence):  # type: ignore[misc]
    """min ½ Σᵢ wᵢ (f(xᵢ) + b − yᵢ)² + (alpha/2) ‖f‖² (or ‖a‖²), yᵢ = ±1: Fisher's direction in feature space.

    Along f the means of two classes are far apart for how much their members scatter, and the penalty is what is added
    to that scatter: aᵀMa / aᵀ(N + alpha P)a is largest. The same function is called a least-squares support vector
    machine, or kernel ridge regression of labels with a free offset. Several classes are learned one against the rest,
    from one factorization.

    Parameters
    ----------
    alpha
        What the penalty is multiplied by: the larger, the smoother; zero for the solvers "pseudo-inverse" and "least
        noise", and with few centers.
    penalty
        "function" for ‖f‖² = aᵀKa, "coefficients" for ‖a‖².
    solver
        "auto" for what suits the size and `cache_size`, "cholesky", "eigen", "coordinate descent", "greedy", "interior
        point", "rayleigh", with alpha = 0 "pseudo-inverse" or "least noise", or a solver as a value.
    leave_one_out
        Whether to say what the machine without each example would say of it, which is where a threshold looks if the
        fit nearly interpolates, and what the machine of the examples before it; without it a fit takes half the time.
    n_components
        How many discriminant directions `transform` shall have. None for all that tell classes apart, one less than
        there are classes, which the fit brings with it; more are found at right angles to them, and take longer.
    centers
        Points that f is an expansion over: None for all examples, a number of examples drawn at random, points, or a
        value of `drupe.estimators.discriminant.centers`.

    Attributes
    ----------
    support_
        Positions of the examples that f is an expansion over; not there where centers are other points.
    embedding_, directions_, rayleigh_
        The map of `transform`, its coefficients, one row for each direction, and the Rayleigh coefficient along each.

    Examples
    --------
    >>> machine = KernelFisher("linear", alpha=0.01).fit([[0.0], [1.0], [3.0], [4.0]], ["a", "a", "b", "b"])
    >>> machine.predict([[1.5], [2.5]]).tolist()
    ['a', 'b']

    References
    ----------
    [Mika02]_, sections 3.4.4 to 3.4.7; [Herbrich02]_, section 3.5.
    """

    alpha: float = parameter(Interval(0.0, LARGEST, closed_high=True), default=1.0)
    penalty: str = parameter(OneOf(*PENALTIES), default="function", before="threshold")
    solver: str | ExpansionSolver = parameter(SOLVER, default="auto", before="cache_size")
    leave_one_out: bool = parameter(TRUTH, default=True, before="cache_size")
    n_components: int | None = parameter(Either(NOTHING, Interval(1, whole=True)), default=None, before="cache_size")
    centers: Any = parameter(default=None, before="cache_size")

    support_: Annotated[npt.NDArray[np.int32], Wholes("support", below="examples", once=True), Sometimes()] = learned()
    embedding_: Annotated[Predictor, Outputs("components")] = learned()
    directions_: Annotated[Matrix, Reals("components", "centers")] = learned()
    rayleigh_: Annotated[Vector, Reals("components")] = learned()

    def transform(self, X: Any) -> Matrix:
        """Coordinates along the discriminant directions, zero at the mean of the training examples."""
        return self.embedding_.decision(self._new(X))

    @property
    def _n_features_out(self) -> int:
        """How many columns `transform` has, for their names."""
        return len(self.directions_)

    def _penalty(self) -> Penalty:
        return PENALTIES[self.penalty]

    def _solved(self, program: ExpansionProgram, watch: Watch) -> ExpansionSolution:
        require_penalty(program.alpha, self.solver)
        n, penalty = len(program.gram), program.penalty
        solver = solver_of(self.solver, n, penalty, bool(self.leave_one_out), self._budget)
        # There is no half of a factorization to keep: only the terminal is told, not who might end it early.
        whole = isinstance(solver, Factorization | Eigen | RayleighForm) and watch.told is not None
        return solver.solve(program, None if whole else watch.progress, watch.keeping)

    def _expansion(self, sample: Sample, kernel: Kernel[Any], signs: Matrix) -> tuple[ExpansionSolution, ChosenCenters]:
        if self.centers is None:
            return super()._expansion(sample, kernel, signs)
        chosen = self._centers().of(sample.inputs, sample.weights)
        columns, among = _blocks(kernel, sample, chosen, self.n_jobs)
        alpha = self._strength
        return FewCenters(columns, among, signs, sample.weights, alpha, self._penalty()).solve(), chosen

    def _further(
        self, sample: Sample, kernel: Kernel[Any], solution: ExpansionSolution, centers: ChosenCenters
    ) -> dict[str, Any]:
        """The map onto discriminant directions."""
        if self.n_components is None or self.n_components < len(self.classes_):
            found, coordinates = self._among_functions(sample, kernel, solution, centers)
        else:
            columns, among = _blocks(kernel, sample, centers, self.n_jobs)
            features = Features.of(columns, among, self.penalty == "function")
            found = embedding(features, sample.targets, sample.weights, self._strength, int(self.n_components))
            coordinates = columns @ found.coefficients
        middle = sample.weights @ coordinates / sample.weights.sum()
        function = linear_or_expansion(kernel, centers.points, found.coefficients, -middle, self.n_jobs)
        return {"embedding_": function, "directions_": found.coefficients.T.copy(), "rayleigh_": found.values}

    def _among_functions(
        self, sample: Sample, kernel: Kernel[Any], solution: ExpansionSolution, centers: ChosenCenters
    ) -> tuple[Embedding, Matrix]:
        """Directions that are combinations of the fitted functions, and the examples along them."""
        images = solution.outputs - solution.offset
        at_centers: Matrix = images
        if self.centers is not None:
            free = np.zeros(len(solution.offset))
            at_centers = Expansion(kernel, centers.points, solution.coefficients, free).decision(centers.points)
        metric = solution.coefficients.T @ at_centers
        paid = metric if self.penalty == "function" else solution.coefficients.T @ solution.coefficients
        mixed, values = embedding_of(images, paid, sample.targets, sample.weights, self._strength)
        lengths = np.sqrt(np.abs(np.einsum("ij,ij->j", mixed, metric @ mixed)))
        mixed = mixed[:, : self.n_components] / np.where(lengths > 0.0, lengths, 1.0)[: self.n_components]
        mixed *= orientation(solution.coefficients @ mixed)
        return Embedding(solution.coefficients @ mixed, values[: self.n_components]), images @ mixed

    def _centers(self) -> Centers:
        """What the user said of centers, as a value."""
        if isinstance(self.centers, Centers):
            return self.centers
        if isinstance(self.centers, int | np.integer) and not isinstance(self.centers, bool):
            return RandomExamples(int(self.centers))
        if isinstance(self.centers, str | bool | float):
            raise ParameterError(
                "The 'centers' parameter of KernelFisher must be None, a whole number above 0, points, or a value such "
                f"as ClusterCenters(20). Got {self.centers!r} instead."
            )
        return GivenCenters(self.centers)


def _blocks(kernel: Kernel[Any], sample: Sample, chosen: ChosenCenters, n_jobs: int | None) -> tuple[Matrix, Matrix]:
    """k between examples and centers, and among centers, in float64."""
    if chosen.places is not None:
        gram = LazyGram(kernel, sample.inputs, n_jobs)
        everything = np.arange(len(sample))
        columns = gram.dense() if len(chosen.places) == len(sample) else gram.block(everything, chosen.places)
        columns = np.asarray(columns, dtype=np.float64)
        return columns, columns[chosen.places]
    centers = LazyGram(kernel, chosen.points, n_jobs)
    columns = np.asarray(centers.against(sample.inputs), dtype=np.float64)
    return columns, np.asarray(centers.dense(), dtype=np.float64)
