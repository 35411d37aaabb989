"""The linear support vector classifier, scikit-learn's LinearSVC."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import numpy as np

from drupe.estimators.class_weights import CLASS_WEIGHT, class_factors
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.largest_output import LargestOutput, class_signs
from drupe.estimators.linear.linear_fit import rows_of
from drupe.estimators.linear.linear_machine import LinearMachine
from drupe.estimators.linear.linear_parameters import DUAL
from drupe.estimators.ranges import POSITIVE, OneOf
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.shapes import Counted, Outputs, Reals
from drupe.inputs.vectors import Vectors
from drupe.predictors.linear import LinearFunction
from drupe.solvers.linear_problem import LinearLoss, LinearPenalty, LinearProblem
from drupe.solvers.linear_solution import LinearRun, LinearSolution

LOSSES = {"hinge": LinearLoss.HINGE, "squared_hinge": LinearLoss.SQUARED_HINGE}
PENALTIES = {"l1": LinearPenalty.ABSOLUTES, "l2": LinearPenalty.SQUARES}


@declared
class LinearSVC(LinearMachine, LargestOutput):
    """min ½‖w‖² (or ‖w‖₁) + C Σᵢ sᵢ max(0, 1 − yᵢ(⟨w, xᵢ⟩ + b))² (or without the square), one class against the rest.

    Takes the place of `sklearn.svm.LinearSVC`: the same parameters, defaults and attributes. It stops by the duality
    gap and says how large that is. Where columns are few, it finds w by second order, so that neither a large C nor
    columns in unlike units trouble it.

    Parameters
    ----------
    penalty
        "l2" for ½‖w‖², "l1" for ‖w‖₁, which makes weights zero; the offset is penalized alike.
    loss
        "squared_hinge" or "hinge", with and without the square.
    dual
        Has no effect: the solver sees to it which problem is the easier one.
    C
        Price of slack.
    multi_class
        "ovr", each class against the rest; of "crammer_singer" an error says what would do.
    class_weight
        Factors of C by class, or "balanced" for n / (k nᶜ). Of more than two classes the rest keeps the factor 1.
    verbose
        Whether to show how far the fit is: a bar on a terminal, elsewhere lines on the standard error.

    Attributes
    ----------
    classes_
        The classes.

    Notes
    -----
    A weight of 3 is the same as three copies of an example, also in "balanced", which in scikit-learn counts rows.

    Examples
    --------
    >>> machine = LinearSVC(C=10.0, loss="hinge", intercept_scaling=1e3).fit([[0.0], [1.0], [3.0]], ["a", "a", "b"])
    >>> machine.coef_.round(3).tolist(), machine.intercept_.round(3).tolist(), machine.predict([[2.5]]).tolist()
    ([[1.0]], [-2.0], ['b'])

    References
    ----------
    [Cristianini00]_, section 6.1; [Herbrich02]_, section 2.4.2; [Fan08]_, section 2.
    """

    penalty: str = parameter(OneOf(*PENALTIES), default="l2", kw_only=False)
    loss: str = parameter(OneOf(*LOSSES), default="squared_hinge", kw_only=False)
    dual: bool | str = parameter(DUAL, default="auto", before="tol")
    C: float = parameter(POSITIVE, default=1.0, before="fit_intercept")
    multi_class: str = parameter(OneOf("ovr", "crammer_singer"), default="ovr", before="fit_intercept")
    class_weight: dict[Any, float] | str | None = parameter(CLASS_WEIGHT, default=None, before="random_state")

    predictor_: Annotated[LinearFunction, Outputs("scores")] = learned()
    coef_: Annotated[Any, Reals("scores", "columns")] = learned()
    intercept_: Annotated[Vector, Reals("scores")] = learned()
    solution_: Annotated[tuple[LinearSolution, ...], Counted("scores")] = learned()
    gap_: float = learned()
    n_iter_: int = learned()

    def _problem(self, sample: Sample) -> LinearProblem:
        self._check_combination()
        self._vectors_only(sample)
        k = len(self.classes_)
        signs = class_signs(sample.targets, k)
        rows = rows_of(sample, signs.shape[1])
        constant = float(self.intercept_scaling) if self.fit_intercept else 0.0
        return LinearProblem(
            rows,
            signs.T,
            self._costs(sample, signs),
            LOSSES[self.loss],
            penalty=PENALTIES[self.penalty],
            constant=constant,
            penalized=True,
        )

    def _found(self, rows: Vectors, constant: float, runs: Sequence[LinearRun]) -> Fitted:
        machine = super()._found(rows, constant, runs)
        steps = {"n_iter_": max(1, max(one.steps for one in machine.solution))}
        return replace(machine, attributes={**machine.attributes, **steps})

    def _check_combination(self) -> None:
        if self.multi_class == "crammer_singer":
            raise ParameterError(
                "multi_class='crammer_singer' is not solved here; take 'ovr', LogisticRegression, which learns all "
                "classes together, or scikit-learn's LinearSVC."
            )
        if self.penalty == "l1" and self.loss == "hinge":
            raise ParameterError("penalty='l1' goes with loss='squared_hinge', not with 'hinge'; LPSVC takes both.")

    def _costs(self, sample: Sample, signs: Matrix) -> Matrix:
        """What each example costs in each problem: a row for every column of signs."""
        factors = one_sided_factors(self.class_weight, self.classes_, sample, signs)
        return np.asarray(self.C * sample.weights * factors)


def one_sided_factors(class_weight: Any, classes: Any, sample: Sample, signs: Matrix) -> Matrix:
    """The factors of the classes, a row for each problem; of more than two classes the rest keeps the factor 1.

    References
    ----------
    [Fan08]_, section 2.2.
    """
    counts = np.bincount(sample.targets, weights=sample.weights, minlength=len(classes)).astype(np.float64)
    own: Vector = class_factors(class_weight, classes, counts)[sample.targets]
    if len(classes) == 2:
        return own[None, :]
    return np.where(signs.T > 0.0, own[None, :], 1.0)
