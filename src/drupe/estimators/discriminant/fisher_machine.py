"""What all discriminants in feature space share: their program, the cut of their outputs, what a fit leaves behind."""

from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from sklearn.utils.metaestimators import available_if

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.discriminant.centers import ChosenCenters
from drupe.estimators.discriminant.constant_rule import tell_constant
from drupe.estimators.discriminant.expansion_machine import ExpansionMachine
from drupe.estimators.discriminant.thresholds.base import Threshold, chosen_outputs
from drupe.estimators.discriminant.thresholds.choice import THRESHOLD, threshold_of
from drupe.estimators.discriminant.thresholds.gaussian_crossing import GaussianCrossing, TwoGaussians
from drupe.estimators.fitted import Fitted
from drupe.estimators.largest_output import LargestOutput, class_signs
from drupe.estimators.linear_rule import ALL_COUNT, linear_evidence
from drupe.estimators.regularized.linear_or_expansion import linear_or_expansion
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.shapes import Counted, OneOrMany, Outputs, Reals, SomeKnown, Sometimes, Wholes
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.predictors.predictor import Predictor
from drupe.solvers.expansions.program import ExpansionSolution
from drupe.witness.evidence import Evidence
from drupe.witness.kept import Kept, KeptInOrder


def _believes(machine: "FisherMachine") -> bool:
    if not isinstance(threshold_of(machine.threshold), GaussianCrossing):
        raise AttributeError(
            'predict_proba is only available with threshold="gaussians", of which it is the other side'
        )
    return True


@declared
class FisherMachine(LargestOutput, ExpansionMachine):
    """min Σᵢ wᵢ ℓ(f(xᵢ) + b, yᵢ) + alpha P(f), yᵢ = ±1, f = Σⱼ aⱼ k(xⱼ, ·), for two classes or each against the rest.

    A machine says what ℓ and P are, `_loss` and `_penalty`, and solves the program, `_solved`.

    Parameters
    ----------
    threshold
        Where outputs are cut: "least squares", "svm", "errors", "gaussians", or a value of
        `drupe.estimators.discriminant.thresholds`; None for "svm", on outputs of examples left out where these scatter
        more.

    Attributes
    ----------
    dual_coef_
        a, one row for each function, of the examples that have a coefficient.
    support_
        Their positions.
    intercept_
        b of the rule, moved by the threshold, one for each function.
    offset_
        b of the program, one for each function.
    objective_
        The value reached, summed over the functions.
    leave_one_out_outputs_
        At each example of positive weight the output, with the program's own b, of the machine that is fitted without
        it, which keeps it as a center if the penalty is that of coefficients; a vector for two classes, else a column
        for each. Not there where a solver does not know it.
    progressive_outputs_
        At each example of positive weight the output, with its own b, of the machine that is fitted on those before
        it in the sample, NaN at the first; where one factorization tells it.
    beliefs_
        The Gaussians that make probabilities, one pair for each function; with the threshold "gaussians" only.
    solution_, n_iter_
        What the solver found, and its steps.
    classes_
        The classes.
    """

    threshold: str | Threshold | None = parameter(THRESHOLD, default=None)

    predictor_: Annotated[Predictor, Outputs("scores")] = learned()
    solution_: ExpansionSolution = learned()
    dual_coef_: Annotated[Matrix, Reals("scores", "support")] = learned()
    intercept_: Annotated[Vector, Reals("scores")] = learned()
    offset_: Annotated[Vector, Reals("scores")] = learned()
    objective_: float = learned()
    support_: Annotated[npt.NDArray[np.int32], Wholes("support", below="examples", once=True)] = learned()
    leave_one_out_outputs_: Annotated[Matrix, OneOrMany("trained", "scores"), Sometimes()] = learned()
    progressive_outputs_: Annotated[Matrix, SomeKnown("trained", "scores"), Sometimes()] = learned()
    beliefs_: Annotated[tuple[TwoGaussians, ...], Counted("scores"), Sometimes()] = learned()
    n_iter_: int = learned()

    @available_if(_believes)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Matrix:
        """P(class | output) by Bayes' theorem from a Gaussian for each class and one for the rest, normalized.

        Far out the class whose outputs scatter more is the more probable one again, on either side; `predict` cuts only
        between the means.
        """
        outputs = self._outputs(X) - self.intercept_ + self.offset_
        above = np.column_stack([one.posterior(f) for one, f in zip(self.beliefs_, outputs.T, strict=True)])
        if above.shape[1] == 1:
            return np.hstack([1.0 - above, above])
        total = above.sum(axis=1, keepdims=True)
        even = np.full(above.shape, 1.0 / above.shape[1])
        return np.asarray(np.divide(above, total, out=even, where=total > 0.0))

    def _learn(self, sample: Sample) -> Fitted:
        sample = sample.in_double()
        kernel = self._kernel(sample)
        signs = class_signs(sample.targets, len(self.classes_))
        solution, centers = self._expansion(sample, kernel, signs)
        self._report(solution)
        seen = self._seen(solution, signs, sample.weights)
        cuts = [self._threshold.cut(*one, sample.weights) for one in zip(seen.T, signs.T, strict=True)]
        offset = solution.offset - np.array(cuts)
        tell_constant(type(self).__name__, self.classes_, solution.outputs - solution.offset + offset)
        kept = np.flatnonzero((solution.coefficients != 0.0).any(axis=1))
        coefficients = solution.coefficients[kept]
        attributes = {
            "dual_coef_": np.ascontiguousarray(coefficients.T),
            "intercept_": offset,
            "offset_": solution.offset,
            "objective_": float(solution.objective.sum()),
            "n_iter_": solution.iterations,
            **self._left_out(solution),
            **self._beliefs(seen, signs, sample.weights),
            **self._further(sample, kernel, solution, centers),
        }
        self.__dict__.pop("support_", None)
        if centers.places is not None:
            attributes["support_"] = sample.positions[centers.places[kept]].astype(np.int32)
        predictor = linear_or_expansion(kernel, centers.points.take(kept), coefficients, offset, self.n_jobs)
        return Fitted(predictor, solution, attributes)

    def _expansion(self, sample: Sample, kernel: Kernel[Any], signs: Matrix) -> tuple[ExpansionSolution, ChosenCenters]:
        """The solution, and what it is an expansion over: all examples."""
        solution = self._run(self._stated(sample, kernel, signs))
        return solution, ChosenCenters(sample.inputs, np.arange(len(sample)))

    def _further(
        self, sample: Sample, kernel: Kernel[Any], solution: ExpansionSolution, centers: ChosenCenters
    ) -> dict[str, Any]:
        """What else a machine learns; nothing."""
        return {}

    def _left_out(self, solution: ExpansionSolution) -> dict[str, Any]:
        """What is known of each example from the others."""
        known = {"leave_one_out_outputs_": solution.leave_one_out, "progressive_outputs_": solution.progressive}
        for name in known:
            self.__dict__.pop(name, None)
        return {name: flat(outputs) for name, outputs in known.items() if outputs is not None}

    @property
    def _threshold(self) -> Threshold:
        return threshold_of(self.threshold)

    def _seen(self, solution: ExpansionSolution, signs: Matrix, weights: Vector) -> Matrix:
        """The outputs of each function that its threshold is fitted on."""
        known = one_copy_left_out(solution, signs, weights)
        seen = solution.outputs.copy()
        for code, mine in enumerate(signs.T):
            left_out = None if known is None else known[:, code]
            seen[:, code] = chosen_outputs(self._threshold.outputs, solution.outputs[:, code], left_out, mine, weights)
        return seen

    def _beliefs(self, seen: Matrix, signs: Matrix, weights: Vector) -> dict[str, Any]:
        """What makes probabilities."""
        self.__dict__.pop("beliefs_", None)
        if not isinstance(self._threshold, GaussianCrossing):
            return {}
        pairs = zip(seen.T, signs.T, strict=True)
        return {"beliefs_": tuple(TwoGaussians.of(outputs, mine, weights) for outputs, mine in pairs)}

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        known = linear_evidence(self, self.predictor_, inputs, codes)
        return replace(known, missing={**known.missing, Kept: ALL_COUNT, KeptInOrder: ALL_COUNT})

    def _check_labels(self, signs: Vector) -> None:
        """Nothing to find: an example whose output is beyond its target pulls the function away from its own label."""
        return


def one_copy_left_out(solution: ExpansionSolution, targets: Matrix, weights: Vector) -> Matrix | None:
    """Outputs of machines that are fitted without one copy of each example, of which there are as many as its weight.

    A solver leaves an example out with all its weight. Its target y then misses by r / (1 − h), with r the residual and
    h the share of y in its own output; of h each copy has its part.
    """
    if solution.leave_one_out is None or (weights <= 1.0).all():
        return solution.leave_one_out
    residuals, missed = targets - solution.outputs, targets - solution.leave_one_out
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (1.0 - residuals / missed) / np.maximum(weights, 1.0)[:, None]
        found = targets - residuals / (1.0 - share)
    return np.asarray(np.where(np.isfinite(found), found, solution.leave_one_out))


def flat(columns: Matrix) -> Matrix:
    """One column as a vector, several as they are.

    >>> flat(np.ones((3, 1))).shape, flat(np.ones((3, 2))).shape
    ((3,), (3, 2))
    """
    return columns[:, 0] if columns.shape[1] == 1 else columns
