"""The kernel perceptron: hard or soft, with or without a margin, on a sample or on a stream."""

import math
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.utils.metaestimators import available_if

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.fixed_kernel import unfit
from drupe.estimators.linear_rule import NOT_MORE, hyperplane, training_errors
from drupe.estimators.perceptron.mistake_driven import MistakeDriven
from drupe.estimators.perceptron.stream import Stream, announced, stream_codes
from drupe.estimators.ranges import check_parameters
from drupe.estimators.warnings_before_fit import look_ahead
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.parameters import Interval
from drupe.grams.base import Gram
from drupe.grams.lazy import LazyGram
from drupe.grams.shifted import ShiftedGram
from drupe.inputs.base import Inputs
from drupe.predictors.expansion import Expansion
from drupe.solvers.perceptrons.cached import CachedPerceptron
from drupe.solvers.perceptrons.limits import Limits
from drupe.solvers.perceptrons.problem import PerceptronProblem, squared_radius
from drupe.solvers.perceptrons.rule import UpdateRule
from drupe.solvers.perceptrons.run import MistakeRun
from drupe.witness.assumptions import Assumption
from drupe.witness.evidence import Evidence
from drupe.witness.hyperplane import Hyperplane
from drupe.witness.kept import KeptInOrder
from drupe.witness.mistakes import Mistakes
from drupe.witness.training import Training


def _can_stream(machine: "KernelPerceptron") -> bool:
    if machine._kernel_choice().precomputed:
        raise AttributeError("a stream of precomputed kernel values cannot go on: partial_fit needs a kernel value.")
    return True


@declared
class KernelPerceptron(MistakeDriven):
    """αᵢ ← αᵢ + yᵢ wherever yᵢ f(xᵢ) ≤ margin, with f = Σⱼ αⱼ k(xⱼ, ·) + b, until a whole pass is clean.

    Needs memory for two numbers for each example, and one row of kernel values for each mistake. On classes that the
    kernel separates it ends after at most (R/γ)² mistakes, R the radius of the data and γ the largest margin: with
    an offset (2R/γ)². On others the hard perceptron goes on for ever, is stopped after `max_passes`, and warns; there
    are two soft ones. With `C` no example is learned from more than C times: the 1-norm soft margin. With `diagonal`
    every example has a coordinate of its own in feature space, √diagonal, so that all can be separated: the 2-norm
    soft margin with 1/C = diagonal, and the extended coordinates of Freund and Schapire with Δ² = diagonal.

    Parameters
    ----------
    margin
        ρ²: functional margin that all examples are to exceed. The geometric margin reached is at least
        ρ² / (2ρ² + R²) of the largest possible.
    C
        The most often that one example is learned from.
    diagonal
        What is added to k(xᵢ, xᵢ) while learning, never in predictions.

    Attributes
    ----------
    margins_
        The margins of the training examples under each function, on the kernel without `diagonal`.
    radius_
        √ of the largest k(xᵢ, xᵢ).
    solution_
        The run of each function: mistakes by pass, how long each hypothesis stood, the hardest examples.
    dual_coef_
        As in scikit-learn's SVC; coefficients are whole numbers.

    Examples
    --------
    >>> X, y = [[2, 2], [1, 3], [0, 0], [1, 0]], [1, 1, -1, -1]
    >>> machine = KernelPerceptron("linear").fit(X, y)
    >>> machine.mistakes_[0].tolist(), machine.coef_.tolist(), machine.intercept_.tolist()
    ([0, 2, 3, 0, 2], [[3.0, 4.0]], [-10.0])

    References
    ----------
    [Herbrich02]_, section 2.3 and appendix D.1; [Graepel02]_, sections 2.1.2 and 2.3.6; [Cristianini00]_, table 2.2,
    and remark 2.8 with theorem 2.7 for the extended coordinates; [Freund99]_, section 2.
    """

    margin: float = parameter(Interval(0.0), default=0.0, before="fit_intercept")
    C: float = parameter(Interval(1.0, closed_high=True), default=math.inf, before="fit_intercept")
    diagonal: float = parameter(Interval(0.0), default=0.0, before="fit_intercept")
    _remedies: ClassVar[str] = (
        "Allow slack with diagonal > 0 (a tenth of radius_² is a start) or a finite C, take a richer kernel or, if the "
        "classes are separable, more max_passes; VotedPerceptron, AveragedPerceptron and PocketPerceptron are made for "
        "classes that overlap."
    )

    @available_if(_can_stream)  # type: ignore[untyped-decorator]
    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Learn on-line: meet each of these examples once, in order, from what was learned before.

        Parameters
        ----------
        X, y
            Further examples and their classes.
        classes
            All classes that will ever come; needed at the first call of an unfitted machine. The kernel's scale and
            the offset's step are taken from the examples of that call.
        """
        check_parameters(self)
        fitted = hasattr(self, "predictor_")
        inputs = self._new(X) if fitted else self._kernel_choice().wrap(X)
        labels = self._targets(y, len(inputs))
        classes_ = announced(classes, self.classes_ if fitted else None)
        codes = stream_codes(labels, classes_)
        before = self._stream() if fitted else self._begun(inputs, len(classes_))
        solver = CachedPerceptron(UpdateRule(float(self.margin), float(self.C)), limits=Limits(max_passes=1))
        gram = self._softened(LazyGram(before.function.kernel, inputs, self.n_jobs))
        after = before.after(inputs, gram, codes, solver)
        self.classes_ = classes_
        if not fitted:
            self._describe(inputs)
        self._remember(after)
        return self

    def _run(self, problem: PerceptronProblem, limits: Limits) -> MistakeRun:
        return CachedPerceptron(UpdateRule(float(self.margin), float(self.C)), self._order(), limits).solve(problem)

    def _softened(self, gram: Gram) -> Gram:
        return ShiftedGram(gram, float(self.diagonal)) if self.diagonal > 0 else gram

    def _begun(self, inputs: Inputs, classes: int) -> Stream:
        """A stream on which nothing has come yet; the kernel is that of the first examples."""
        kernel = self._kernel_choice().on(inputs, np.ones(len(inputs)))
        look_ahead(kernel, inputs, self)
        outputs = 1 if classes == 2 else classes
        empty = inputs.take(np.empty(0, dtype=np.int64))
        function = Expansion(kernel, empty, np.empty((0, outputs)), np.zeros(outputs), self.n_jobs)
        gram = self._softened(LazyGram(kernel, inputs, self.n_jobs))
        step = squared_radius(gram) if self.fit_intercept else 0.0
        none = np.empty(0, dtype=np.int64)
        return Stream(function, step, 0, none, (none,) * outputs)

    def _stream(self) -> Stream:
        """What has been learned, by `fit` or by earlier calls."""
        function = self.predictor_
        assert isinstance(function, Expansion)
        return Stream(function, self.offset_step_, self.n_seen_, self.support_, tuple(self.mistakes_))

    def _remember(self, stream: Stream) -> None:
        self.predictor_ = stream.function
        self.offset_step_, self.n_seen_, self.support_ = stream.offset_step, stream.seen, stream.support
        self.mistakes_ = list(stream.mistakes)
        self.n_mistakes_ = np.array([len(mistakes) for mistakes in stream.mistakes])
        self.dual_coef_, self.intercept_ = stream.function.coefficients.T, stream.function.offset
        # These speak of a whole sample, which a stream never has.
        for name in ("margins_", "radius_", "n_passes_", "solution_", "fit_status_"):
            self.__dict__.pop(name, None)

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        """Of a run until nothing was wrong, a compression scheme: only mistakes matter, in their order."""
        n, errors = len(codes), training_errors(self, inputs, codes)
        witnesses: dict[type, Any] = {Training: lambda: Training(errors, n)}
        function: Any = self.predictor_
        loose = unfit(self, function.kernel, inputs)
        plane = hyperplane(self, function, inputs, codes)
        if plane is not None:
            witnesses[Hyperplane] = lambda: plane
        reason = self._no_scheme(np.asarray(function.kernel.diagonal(inputs)))
        if reason:
            return Evidence(n, witnesses, failed=dict.fromkeys((Mistakes, KeptInOrder), reason), loose=loose)
        mistakes = self.mistakes_[0]
        kept = np.unique(mistakes)
        witnesses[Mistakes] = lambda: Mistakes(len(mistakes), n)
        witnesses[KeptInOrder] = lambda: KeptInOrder(len(kept), n, errors)

        def check(assumption: Assumption) -> bool | None:
            match assumption:
                case Assumption.CONSISTENT:
                    return errors == 0
                case Assumption.COMPRESSION:
                    return self._same_from(inputs, codes, kept)
            return None

        return Evidence(n, witnesses, checks=check, loose=loose)

    def _same_from(self, inputs: Inputs, codes: Index, kept: Index) -> bool:
        """Whether the perceptron learns the same from these examples alone."""
        if len(np.unique(codes[kept])) < 2:
            return False
        again = self._twin().fit(inputs.take(kept), self.classes_[codes[kept]])
        return np.array_equal(kept[again.mistakes_[0]], self.mistakes_[0])

    def _no_scheme(self, diagonal: Vector) -> str:
        """Why the mistakes alone would not give the same machine; empty if they do.

        The offset moves by the largest k(x, x) of the sample, so that a part of the examples gives the same machine
        only if all have the same, as under a Gaussian kernel.
        """
        if len(self.mistakes_) > 1:
            return NOT_MORE
        if self.shuffle:
            return "the examples came in random orders, which the mistakes alone do not give again"
        if not hasattr(self, "fit_status_"):
            return "the examples came as a stream, which nobody went through until it was right on all of them"
        if self.fit_status_:
            return "the perceptron stopped before it was right on all examples"
        if self.fit_intercept and np.ptp(diagonal) > 1e-12 * diagonal.max():
            return "the step of the offset depends on the largest example; fit without offset, or normalize the kernel"
        return ""
