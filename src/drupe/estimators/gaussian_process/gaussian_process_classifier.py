"""Gaussian process classification: a distribution over functions, conditioned on the classes of examples."""

import time
import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.fixed_kernel import loose
from drupe.estimators.gaussian_process.class_evidence import ClassEvidence
from drupe.estimators.gaussian_process.class_problems import ClassProblem
from drupe.estimators.gaussian_process.class_processes import Competing, Division, Logistic, Pairs, Probit, Separate
from drupe.estimators.gaussian_process.class_search import ClassSearch, FoundProcesses
from drupe.estimators.gaussian_process.evidence_search import Summit
from drupe.estimators.gaussian_process.found_kernels import column_relevance, found_process, given_back
from drupe.estimators.gaussian_process.prior_kernel import AUTO
from drupe.estimators.gaussian_process.process_questions import ProcessQuestions
from drupe.estimators.gaussian_process.scikit_learn.theta_space import ThetaSpace
from drupe.estimators.gaussian_process.scikit_learn.translation import default_class_kernel, translated
from drupe.estimators.gaussian_process.scikit_learn.wrapped import is_of_scikit_learn
from drupe.estimators.gaussian_process.search_space import SearchSpace
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.kernel_parameters import KERNEL
from drupe.estimators.linear_rule import linear_evidence
from drupe.estimators.ranges import NOTHING, TRUTH, Callable_, Either, Instance, OneOf
from drupe.estimators.run_parameters import RunParameters
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import require_kernel_values
from drupe.estimators.unweighted import Unweighted
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.progress import share
from drupe.foundation.randomness import RandomState, generator
from drupe.foundation.shapes import Wholes
from drupe.foundation.threads import threads_for_matrix
from drupe.grams.lazy import LazyGram
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.predictors.expansion import Expansion
from drupe.predictors.latent_processes import LatentProcesses
from drupe.predictors.softmax_processes import SoftmaxProcesses
from drupe.solvers.solution import Stop
from drupe.witness.evidence import Evidence

PRIOR_VARIANCE = 4.0
"""Of the outputs, at which the search for the factor of kernel="auto" starts: probabilities between .02 and .98."""

DIFFERENT = 1e-9
"""Share of the largest coefficient by which one may have the wrong sign, for rounding's sake."""


@declared
class GaussianProcessClassifier(ProcessQuestions, RunParameters, Unweighted):
    """f ~ GP(0, k), P(y | f) = σ(y f(x)): P(y | x) = ∫ σ(y t) N(t; mean, variance) dt, with the labels' evidence.

    scikit-learn's, faster: the same Laplace approximation, kernels (its own objects or drupe's), search and attributes.
    The parameters of the kernel are chosen by the evidence, without a validation set. The integral is exact to 10⁻¹²,
    where scikit-learn's is off by up to 10⁻³. Besides there is expectation propagation, and a true soft-max.

    Parameters
    ----------
    kernel
        A kernel of drupe or of scikit-learn, at whose parameters the search starts; None for 1.0 · Gaussian(1.0),
        fixed, as in scikit-learn; "auto" for a Gaussian with a factor, both on the scale of the data; or a word of SVC,
        or a function f(X, Z), which has no parameters.
    optimizer
        "fmin_l_bfgs_b" to maximize the evidence, a function (objective, start, bounds) as scikit-learn has it, or None
        to take the kernel as it is.
    n_restarts_optimizer
        Further starts of the search.
    max_iter_predict
        Newton steps at most to the mode of the posterior, or rounds of expectation propagation.
    warm_start
        As scikit-learn has it; modes always start where the one before was found.
    copy_X_train
        Whether to keep a copy of X, rather than X itself, which then must not change.
    random_state
        For further starts.
    multi_class
        Of more than two classes: "one_vs_rest", with a kernel for each class; "one_vs_one", for each pair, without
        probabilities; or "softmax", with one for all, which compete.
    approximation
        "laplace" for the logistic likelihood at its mode, "ep" for the probit likelihood by expectation propagation,
        which is slower and nearer to the truth.
    held
        Names of parameters of the kernel that stay as they are.
    max_iter
        Steps of each start of the search at most.
    cache_size
        Memory in MB that matrices may take: four, of n² numbers, and two more for each class with "softmax".
    n_jobs
        As scikit-learn has it; the native core takes the threads that OpenMP has.
    on_interrupt
        Whether Ctrl-C raises, "raise", or keeps the best parameters so far, "keep".

    Attributes
    ----------
    n_classes_
        How many there are.
    kernel_
        With the parameters of the largest evidence: of the kind that was given; of several problems scikit-learn's
        CompoundKernel, or a tuple of drupe's.
    log_evidence_
        ln P(labels), summed over the problems.
    column_relevance_
        1/width of each column, one row for each problem, of kernels with a width for each; else None.
    predictor_
        Means and variances of the outputs.
    solution_
        How the evidence was maximized, and the posterior approximated.
    y_train_
        The codes of the classes.
    n_iter_
        How often the evidence was computed.

    Notes
    -----
    Complexity: O(n³) time for each step of the search, O(n²) memory. Where two classes can be separated, more and more
    certain functions are more and more probable: the factor of the kernel then grows to its bound.

    Examples
    --------
    >>> machine = GaussianProcessClassifier().fit([[0.0], [1.0], [3.0], [4.0]], ["a", "a", "b", "b"])
    >>> machine.predict([[0.5], [3.5]]).tolist(), machine.predict_proba([[2.0]]).round(12).tolist()
    (['a', 'b'], [[0.5, 0.5]])

    References
    ----------
    [Herbrich02]_, section 3.2.2, algorithm 5 and eq. 3.21; [Rasmussen06]_, algorithms 3.1 to 3.6, 5.1 and 5.2.
    """

    kernel: Any = parameter(Either(NOTHING, OneOf("auto"), KERNEL), default=None, kw_only=False)
    optimizer: Any = parameter(Either(NOTHING, OneOf("fmin_l_bfgs_b"), Callable_()), default="fmin_l_bfgs_b")
    n_restarts_optimizer: int = parameter(Interval(0, whole=True), default=0)
    max_iter_predict: int = parameter(Interval(1, whole=True), default=100)
    warm_start: bool = parameter(TRUTH, default=False)
    copy_X_train: bool = parameter(TRUTH, default=True)
    random_state: RandomState = parameter(default=None)
    multi_class: str = parameter(OneOf("one_vs_rest", "one_vs_one", "softmax"), default="one_vs_rest")
    approximation: str = parameter(OneOf("laplace", "ep"), default="laplace")
    held: tuple[str, ...] = parameter(Instance(tuple, list), default=())
    max_iter: int = parameter(Interval(1, whole=True), default=200)
    cache_size: float = 4096

    predictor_: LatentProcesses | SoftmaxProcesses = learned()
    solution_: FoundProcesses = learned()
    n_classes_: int = learned()
    kernel_: Any = learned()
    log_evidence_: float = learned()
    column_relevance_: Any = learned()
    y_train_: Annotated[Index, Wholes("examples", below="classes")] = learned()
    n_iter_: int = learned()

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Learn from examples and their classes."""
        return self._fit(X, y)

    def decision_function(self, X: Any) -> Matrix:
        """ln P(c | x) / (1 − P(c | x)) of each class c, of two classes the second; or the votes of pairs.

        For two classes it has the sign of the mean of f(x), which `latent_mean_and_variance` gives.
        """
        new = self._new(X)
        outputs = self._division().outputs(self.predictor_, new)
        return outputs[:, 0] if outputs.shape[1] == 1 else outputs

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The most probable class of each example; of two that are equally so the second, of more the first."""
        new = self._new(X)
        return np.asarray(self.classes_[self._division().winners(self.predictor_, new)])

    def predict_proba(self, X: Any) -> Matrix:
        """The probability of each class, the uncertainty of f(x) allowed for.

        Where both of two classes have ½ `predict` says the second, as wherever an output is zero.
        """
        new = self._new(X)
        return self._division().probabilities(self.predictor_, new)

    def _division(self) -> Division:
        steps = int(self.max_iter_predict)
        laplace = self.approximation == "laplace"
        if self.n_classes_ > 2 and self.multi_class == "softmax":
            if not laplace:
                raise ParameterError(
                    "multi_class='softmax' goes with approximation='laplace', got 'ep'; take 'one_vs_rest' with it."
                )
            return Competing(steps)
        divided = Pairs if self.n_classes_ > 2 and self.multi_class == "one_vs_one" else Separate
        return divided(Logistic(steps) if laplace else Probit(steps))

    def _kernel_choice(self) -> KernelChoice:
        if _is_auto(self.kernel):
            return KernelChoice("rbf")
        if self.kernel is None or is_of_scikit_learn(self.kernel):
            columns = getattr(self, "n_features_in_", None)
            return KernelChoice(translated(self._original(), columns).kernel)
        return KernelChoice(self.kernel)

    def _original(self) -> Any:
        """The kernel of scikit-learn."""
        if type(self.kernel).__name__ == "CompoundKernel":
            raise ParameterError("kernel cannot be a CompoundKernel; give one kernel, which every class then tunes.")
        return default_class_kernel() if self.kernel is None else self.kernel

    def _space(self, sample: Sample) -> SearchSpace | ThetaSpace:
        kernel = self._kernel(sample)
        if self.kernel is None or is_of_scikit_learn(self.kernel):
            return ThetaSpace.of(self._original(), sample.inputs.dimension, None, tuple(self.held))
        return SearchSpace.of(PRIOR_VARIANCE * kernel if _is_auto(self.kernel) else kernel, None, tuple(self.held))

    def _learn(self, sample: Sample) -> Fitted:
        began = time.perf_counter()
        inputs, codes = self._kept(sample.inputs.in_double()), sample.targets
        self.n_classes_ = len(self.classes_)
        division, space = self._division(), self._space(sample.in_double())
        require_kernel_values(LazyGram(space.kernel, inputs), space.kernel)
        problems = division.problems(codes, self.n_classes_)
        evidences = [self._evidence_of(problem, inputs) for problem in problems]
        with threads_for_matrix(len(codes)):
            summits = self._searched(evidences, space)
            kernels = [space.kernel if summit is None else space.at(summit.point)[0] for summit in summits]
            gaussians = [evidence.gaussian(kernel) for evidence, kernel in zip(evidences, kernels, strict=True)]
            facts = zip(gaussians, kernels, summits, strict=True)
            found = tuple(found_process(gaussian, kernel, summit, space) for gaussian, kernel, summit in facts)
            predictor = division.predictor(kernels, [evidence.inputs for evidence in evidences], gaussians)
        solution = FoundProcesses(found, time.perf_counter() - began)
        self._report(solution, space, summits)
        attributes = {
            "kernel_": given_back(space, summits, kernels),
            "log_evidence_": solution.log_evidence,
            "column_relevance_": column_relevance(kernels),
            "y_train_": codes,
            "n_iter_": max(problem.search.evaluations for problem in found),
        }
        return Fitted(predictor, solution, attributes)

    def _kept(self, inputs: Inputs) -> Inputs:
        """The examples in memory of their own, if so wished."""
        if not isinstance(inputs, Vectors) or not self.copy_X_train:
            return inputs
        return replace(inputs, array=inputs.array.copy())

    def _evidence_of(self, problem: ClassProblem, inputs: Inputs) -> ClassEvidence:
        part = inputs if len(problem.examples) == len(inputs) else inputs.take(problem.examples)
        return ClassEvidence(part, problem.labels, self._division().approximation(), self._budget)

    @property
    def _budget(self) -> int:
        return int(self.cache_size * MEGABYTE)

    def _searched(self, evidences: Sequence[ClassEvidence], space: SearchSpace | ThetaSpace) -> list[Summit | None]:
        """Where the evidence of each problem is largest; None if nothing may move."""
        if self.optimizer is None or not space.moving:
            with self._watch() as watch:
                if watch.progress is not None:
                    watch.progress(1.0)
            return [None] * len(evidences)
        optimizer = self.optimizer if callable(self.optimizer) else None
        search = ClassSearch(optimizer, int(self.n_restarts_optimizer), int(self.max_iter))
        found: list[Summit | None] = []
        with self._watch() as watch:
            draws = generator(self.random_state)
            for i, evidence in enumerate(evidences):
                told = share(watch.progress, i, len(evidences))
                last = search.run(evidence, space, draws, told, watch.keeping)
                found.append(last)
                if last.stop is Stop.INTERRUPTED and i + 1 < len(evidences):
                    raise KeyboardInterrupt
            watch.end(last.stop is not Stop.INTERRUPTED)
        return found

    def _report(
        self, solution: FoundProcesses, space: SearchSpace | ThetaSpace, summits: Sequence[Summit | None]
    ) -> None:
        said = [text for summit in summits if summit is not None for text in space.at_bounds(summit.point)]
        if not solution.converged:
            worst = max(problem.violation for problem in solution.problems)
            said.append(
                f"{type(self).__name__} {solution.stop.value} after {solution.problems[0].search.evaluations} "
                f"evaluations of the evidence, its last Gaussian with a violation of {worst:.1e}. Allow more max_iter "
                "or max_iter_predict, or hold some parameters."
            )
        for text in dict.fromkeys(said):
            warnings.warn(text, ConvergenceWarning, stacklevel=stacklevel_outside())

    def _loose(self) -> str:
        if self.optimizer is not None and self._tuned():
            return (
                "the evidence took the parameters of the kernel from the labels; give a kernel that was chosen "
                "beforehand with optimizer=None"
            )
        if _is_auto(self.kernel):
            return 'kernel="auto" takes the kernel from the data; give one that was chosen beforehand'
        return loose({"kernel": self.kernel, "gamma": "scale"})

    def _tuned(self) -> bool:
        """Whether the search had anything to search for."""
        return any(problem.search.slopes for problem in self.solution_.problems)

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        return linear_evidence(self, self._plane() if self.n_classes_ == 2 else self.predictor_, inputs, codes)

    def _plane(self) -> Expansion:
        """The mean of the one process behind two classes."""
        machine: Any = self
        plane: Expansion = machine.predictor_.processes[0].mean
        return plane

    def _check_labels(self, signs: Vector) -> None:
        if not self.solution_.converged:
            return  # short of the mode a coefficient may pull anywhere
        pulls = self._plane().coefficients[:, 0] * signs
        if pulls.min(initial=0.0) < -DIFFERENT * np.abs(pulls).max(initial=0.0):
            raise InputError("y does not hold the labels that the model was fitted on, or not in their order.")


def _is_auto(kernel: Any) -> bool:
    return isinstance(kernel, str) and kernel == AUTO
