"""Rosenblatt's perceptron on the columns themselves: a weight vector, for many examples or a stream of them."""

import math
from typing import Annotated, Any, Self

import numpy as np

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.largest_output import class_signs
from drupe.estimators.perceptron.account import MistakeMachine, account
from drupe.estimators.perceptron.convergence import report
from drupe.estimators.perceptron.stream import announced, stream_codes
from drupe.estimators.ranges import check_parameters
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Outputs, Reals
from drupe.inputs.occupied import require_weights
from drupe.inputs.vectors import Vectors
from drupe.kernels.linear import Linear
from drupe.predictors.linear import LinearFunction
from drupe.solvers.margins import Margins
from drupe.solvers.perceptrons.limits import Limits
from drupe.solvers.perceptrons.primal import PrimalPerceptron
from drupe.solvers.perceptrons.rule import UpdateRule
from drupe.solvers.perceptrons.run import MistakeRun


@declared
class Perceptron(MistakeMachine):
    """w ← w + yᵢxᵢ and b ← b + yᵢR² wherever yᵢ(⟨w, xᵢ⟩ + b) ≤ margin, until a whole pass is clean.

    Makes the same mistakes as KernelPerceptron(kernel="linear"), at a cost of O(d) each and no kernel value at all:
    for tables, dense or CSR, with more rows than kernel rows could be computed for. The step R² of the offset, with R
    the radius of the data, is what makes the number of mistakes at most (2R/γ)², with γ the largest margin.

    Parameters
    ----------
    margin
        ρ²: functional margin that all examples are to exceed.

    Attributes
    ----------
    coef_
        w, one row for each function: one for two classes, else one for each class against the rest.
    radius_
        The largest ‖xᵢ‖.

    Examples
    --------
    >>> machine = Perceptron().fit([[2, 2], [1, 3], [0, 0], [1, 0]], ["a", "a", "b", "b"])
    >>> machine.mistakes_[0].tolist(), machine.coef_.tolist(), machine.intercept_.tolist()
    ([0, 2, 3, 0, 2], [[-3.0, -4.0]], [10.0])

    References
    ----------
    [Cristianini00]_, table 2.1 and theorem 2.3; [Herbrich02]_, section 2.2.1; [Graepel02]_, sections 2.1.1 and 2.1.2.
    """

    margin: float = parameter(Interval(0.0), default=0.0, before="fit_intercept")

    predictor_: Annotated[LinearFunction, Outputs("scores")] = learned()
    coef_: Annotated[Matrix, Reals("scores", "columns")] = learned()

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Learn on-line: meet each of these examples once, in order; `classes` are needed at the first call."""
        check_parameters(self)
        fitted = hasattr(self, "predictor_")
        vectors = self._vectors(self._new(X) if fitted else self._kernel_choice().wrap(X))
        labels = self._targets(y, len(vectors))
        classes_ = announced(classes, self.classes_ if fitted else None)
        signs = class_signs(stream_codes(labels, classes_), len(classes_))
        if not fitted:
            self._describe(vectors)
            self.n_seen_, self.offset_step_ = 0, self._step(vectors)
            self.mistakes_ = [np.empty(0, dtype=np.int64)] * signs.shape[1]
        before = self.predictor_ if fitted else _nothing(vectors, signs.shape[1])
        assert isinstance(before, LinearFunction)
        runs, function = self._met(before, vectors, signs, self.offset_step_, [Limits(max_passes=1)] * signs.shape[1])
        self.classes_ = classes_
        self.mistakes_ = [
            np.concatenate([before, self.n_seen_ + run.mistakes])
            for before, run in zip(self.mistakes_, runs, strict=True)
        ]
        self.n_mistakes_ = np.array([len(mistakes) for mistakes in self.mistakes_])
        self.n_seen_ += len(vectors)
        self.predictor_, self.coef_, self.intercept_ = function, function.weights.T, function.offset
        # These speak of a whole sample, which a stream never has.
        for name in ("margins_", "radius_", "n_passes_", "solution_", "fit_status_"):
            self.__dict__.pop(name, None)
        return self

    def _learn(self, sample: Sample) -> Fitted:
        vectors = self._vectors(sample.inputs)
        signs = class_signs(sample.targets, len(self.classes_))
        step = self._step(vectors)
        with self._watch() as watch:
            limits = [self._limits(watch.progress, part, signs.shape[1]) for part in range(signs.shape[1])]
            runs, function = self._met(_nothing(vectors, signs.shape[1]), vectors, signs, step, limits)
        report(
            type(self).__name__,
            runs,
            "Take KernelPerceptron with diagonal > 0, a finite C or a richer kernel, or, if the classes are separable, "
            "more max_passes.",
        )
        attributes = {
            "coef_": function.weights.T,
            "intercept_": function.offset,
            **account(sample, runs),
            "offset_step_": step,
            "radius_": math.sqrt(float(vectors.squared_norms().max())),
            "margins_": _margins(vectors, signs, function),
        }
        return Fitted(function, runs, attributes)

    def _met(
        self, before: LinearFunction, vectors: Vectors, signs: Matrix, step: float, limits: list[Limits]
    ) -> tuple[tuple[MistakeRun, ...], LinearFunction]:
        """The runs over these examples from where a function stands, and the function they end in."""
        rule, found = UpdateRule(float(self.margin)), []
        for output, limit in enumerate(limits):
            start = before.weights[:, output], float(before.offset[output])
            solver = PrimalPerceptron(rule, self._order(), limit)
            found.append(solver.solve(vectors.array, signs[:, output], step, start))
        weights = np.column_stack([w for _, w, _ in found])
        function = LinearFunction(weights, np.array([b for _, _, b in found]), vectors)
        return tuple(run for run, _, _ in found), function

    def _step(self, vectors: Vectors) -> float:
        return float(vectors.squared_norms().max()) if self.fit_intercept else 0.0

    def _vectors(self, inputs: Any) -> Vectors:
        return Vectors.of(inputs)

    def _kernel_choice(self) -> KernelChoice:
        return KernelChoice(Linear())


def _nothing(vectors: Vectors, outputs: int) -> LinearFunction:
    require_weights(vectors, outputs)
    return LinearFunction(np.zeros((vectors.dimension, outputs)), np.zeros(outputs), vectors)


def _margins(vectors: Vectors, signs: Matrix, function: LinearFunction) -> list[Margins]:
    outputs = function.decision(vectors)
    lengths = np.sqrt(vectors.squared_norms())
    norms = np.linalg.norm(function.weights, axis=0)
    return [Margins(signs[:, c] * outputs[:, c], float(norms[c]), lengths) for c in range(signs.shape[1])]
