"""What all boosting classifiers share: staged answers, probabilities, margins, and what a vote can witness."""

import warnings
from collections.abc import Iterator
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from scipy.special import expit, softmax

from drupe.estimators.boosting.vote_evidence import many_class_evidence, vote_evidence
from drupe.estimators.boosting.weak_parameters import WeakParameters
from drupe.estimators.declaration import declared, learned
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.largest_output import LargestOutput
from drupe.estimators.linear_rule import training_errors
from drupe.estimators.run_parameters import ThreadParameters, WatchedParameters
from drupe.estimators.warnings import FitWarning
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Outputs, Reals
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.linear import Linear
from drupe.predictors.weighted_vote import ClassVote, WeightedVote
from drupe.rules.stumps import Stumps
from drupe.solvers.boosting.run import Boosted
from drupe.solvers.boosting.vote_solution import LastRound, VoteSolution
from drupe.witness.evidence import Evidence
from drupe.witness.rule_classes import Cuts, RuleClass, Unknown

UNLIMITED = Unknown("how many rules the weak learner chooses from is not known")
BEYOND = Unknown("the rules of this vote have values beyond -1 and 1")


@declared
class BoostingMachine(LargestOutput, WeakParameters, ThreadParameters, WatchedParameters):
    """f(x) = Σₜ aₜ hₜ(x): rules of a weak learner, each chosen for what those before it get wrong.

    Attributes
    ----------
    estimator_weights_
        aₜ, the weight of each rule in the vote.
    estimator_errors_
        Its weighted error when it was chosen.
    margins_
        y f(x) / Σ aₜ of the training examples of positive weight, from −1 to 1: how clear the majority for the right
        class is. Of several classes the share of the votes for the right one, less that for the strongest other one.
    solution_
        The rounds, with the bound on training errors after each, and why no further one came.
    """

    predictor_: Annotated[WeightedVote | ClassVote, Outputs("scores")] = learned()
    solution_: VoteSolution = learned()
    estimator_weights_: Annotated[Vector, Reals("rules")] = learned()
    estimator_errors_: Annotated[Vector, Reals("rules")] = learned()
    margins_: Annotated[Vector, Reals(None)] = learned()

    @property
    def estimators_(self) -> Any:
        """The rules, as one value."""
        return self.predictor_.rules

    def predict_proba(self, X: Any) -> Matrix:
        """1 / (1 + exp(−2 f(x))) for the second of two classes, as the exponential loss has it; else the soft-max.

        These are too sure of themselves after many rounds: calibrate them where they count
        (`sklearn.calibration.CalibratedClassifierCV`).
        """
        return self._probabilities(self._outputs(X))

    def predict_log_proba(self, X: Any) -> Matrix:
        """Logarithms of `predict_proba`."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def staged_decision_function(self, X: Any) -> Iterator[Matrix]:
        """What `decision_function` would give after each round."""
        for outputs in self._staged(X):
            yield outputs[:, 0] if outputs.shape[1] == 1 else outputs

    def staged_predict(self, X: Any) -> Iterator[npt.NDArray[Any]]:
        """What `predict` would give after each round."""
        for outputs in self._staged(X):
            decided = outputs[:, 0] >= 0.0 if outputs.shape[1] == 1 else outputs.argmax(axis=1)
            yield np.asarray(self.classes_[decided.astype(np.intp)])

    def staged_predict_proba(self, X: Any) -> Iterator[Matrix]:
        """What `predict_proba` would give after each round."""
        for outputs in self._staged(X):
            yield self._probabilities(outputs)

    def staged_score(self, X: Any, y: Any, sample_weight: Any = None) -> Iterator[float]:
        """Accuracy after each round."""
        labels = np.asarray(y)
        for answers in self.staged_predict(X):
            yield float(np.average(answers == labels, weights=sample_weight))

    @property
    def feature_importances_(self) -> Vector:
        """Share of the weight of the vote that stumps on each column have."""
        if not isinstance(self.predictor_.rules, Stumps):
            raise AttributeError("only stumps tell which column they look at")
        rules, weights = self.predictor_.rules, self.estimator_weights_
        cut = np.isfinite(rules.thresholds)
        found = np.bincount(rules.columns[cut], weights=weights[cut], minlength=self.n_features_in_)
        return np.asarray(found / (found.sum() or 1.0), dtype=np.float64)

    def _staged(self, X: Any) -> Iterator[Matrix]:
        new = self._new(X)
        values, vote = self.predictor_.rules.values(new), self.predictor_
        total = np.zeros((len(new), vote.outputs))
        for t, weight in enumerate(vote.weights):
            said = values[:, [t]]
            if isinstance(vote, ClassVote):
                said = np.where(said == np.arange(vote.classes), 1.0, -1.0 / (vote.classes - 1))
            total = total + weight * said
            yield total

    def _probabilities(self, outputs: Matrix) -> Matrix:
        if outputs.shape[1] == 1:
            return np.hstack([expit(-2.0 * outputs), expit(2.0 * outputs)])
        return np.asarray(softmax(outputs / (outputs.shape[1] - 1.0), axis=1))

    def _fitted(self, found: Boosted, signs: Vector, **others: Any) -> Fitted:
        """What a fit on two classes hands back; `others` are further attributes."""
        vote = WeightedVote(found.rules, found.solution.steps)
        margins = signs * found.outputs / (vote.length or 1.0)
        return Fitted(vote, found.solution, {**self._told_by(found.solution, margins), **others})

    def _told_by(self, solution: VoteSolution, margins: Vector) -> dict[str, Any]:
        """What every fit leaves behind; what went otherwise than wished for is said."""
        if not solution.iterations:
            warnings.warn(
                f"{type(self).__name__} found no rule that is better than chance on these examples: it answers "
                f"{self.classes_[1]} for all. Columns may hold nothing on the classes, or only together; try deeper "
                "trees, or a kernel machine.",
                FitWarning,
                stacklevel=stacklevel_outside(),
            )
        if solution.end is LastRound.INTERRUPTED:
            warnings.warn(
                f"{type(self).__name__} was interrupted after {solution.iterations} rounds; these are kept.",
                FitWarning,
                stacklevel=stacklevel_outside(),
            )
        return {"estimator_weights_": solution.steps, "estimator_errors_": solution.errors, "margins_": margins}

    def _kernel_choice(self) -> KernelChoice:
        return KernelChoice(Linear())

    def _loose(self) -> str:
        return ""

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        if len(self.classes_) > 2:
            return many_class_evidence(training_errors(self, inputs, codes), len(codes))
        outputs = self.predictor_.decision(inputs)[:, 0]
        signs = np.where(codes == 1, 1.0, -1.0)
        return vote_evidence(
            outputs, signs, self.estimator_weights_, self._rule_class(inputs), remembered=self.margins_
        )

    def _rule_class(self, inputs: Inputs) -> RuleClass:
        """What is known of the rules that could have been chosen."""
        rules = self.predictor_.rules
        if not isinstance(rules, Stumps):
            return UNLIMITED
        if max(np.abs(rules.left).max(initial=0.0), np.abs(rules.right).max(initial=0.0)) > 1.0:
            return BEYOND
        # All cuts, also where bins leave some out: those were formed by a look at these very examples.
        return Cuts.of(Vectors.of(inputs).dense())

    def _check_labels(self, signs: Vector) -> None:
        """Nothing to find: margins are compared in `_evidence`."""


def two_signs(machine: BoostingMachine, codes: Index) -> Vector:
    """±1 for the examples of two classes; an InputError for more."""
    if len(machine.classes_) > 2:
        raise InputError(
            f"Only binary classification is supported. The type of the target is multiclass: {len(machine.classes_)} "
            f"classes; wrap {type(machine).__name__} in OneVsRestClassifier, or take AdaBoostClassifier."
        )
    return np.where(codes == 1, 1.0, -1.0)
