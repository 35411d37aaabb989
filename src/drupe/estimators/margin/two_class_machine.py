"""What the machines for two classes share: signs, the Gram, predictions by sign, and the attributes of a hyperplane."""

from abc import abstractmethod
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.base import Classifier
from drupe.estimators.class_weights import class_factors
from drupe.estimators.fitted import Fitted
from drupe.estimators.margin.found_plane import FoundPlane
from drupe.estimators.margin.support_vector_machine import SupportVectorMachine, whole_numbers
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Counted, Labels, Outputs, Reals, Wholes
from drupe.grams.base import Gram
from drupe.predictors.expansion import Expansion
from drupe.solvers.margins import Margins
from drupe.solvers.objectives import Objectives


class TwoClassMachine(Classifier, SupportVectorMachine):
    """A hyperplane between two classes: an author writes `_plane(gram, signs, weights) -> FoundPlane`.

    Outputs are positive for `classes_[1]`.

    Attributes
    ----------
    margins_
        The margins of all training examples.
    objectives_
        Primal and dual objective.
    classes_, intercept_
        As in scikit-learn.
    """

    class_weight: Any = None
    classes_: Annotated[npt.NDArray[Any], Labels("classes"), Counted(2)]
    predictor_: Annotated[Expansion, Outputs(1, "support")]
    n_support_: Annotated[npt.NDArray[np.int32], Wholes("classes")]
    intercept_: Annotated[Vector, Reals(1)]
    margins_: Margins
    objectives_: Objectives

    @abstractmethod
    def _plane(self, gram: Gram, signs: Vector, weights: Vector) -> FoundPlane:
        """The hyperplane for examples with signs, each counted as often as its weight says."""

    def decision_function(self, X: Any) -> Vector:
        """f(x) of each example, positive for the second class."""
        new = self._new(X)
        return self.predictor_.decision(new)[:, 0]

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of each example; f(x) = 0 goes to the second one."""
        above = self.decision_function(X) >= 0.0
        return np.asarray(self.classes_[above.astype(np.intp)])

    def _learn(self, sample: Sample) -> Fitted:
        if len(self.classes_) > 2:
            raise InputError(
                f"Only binary classification is supported. The type of the target is multiclass: {len(self.classes_)} "
                f"classes; wrap {type(self).__name__} in OneVsOneClassifier or OneVsRestClassifier."
            )
        kernel, sample = self._seen(sample)
        gram = self._gram(kernel, sample.inputs)
        signs = np.where(sample.targets == 1, 1.0, -1.0)
        plane = self._plane(gram, signs, sample.weights)
        chosen = np.flatnonzero(plane.weights)
        vectors = sample.inputs.take(chosen)
        kept = plane.weights[chosen, None]
        predictor = Expansion(kernel, vectors, kept, np.array([plane.offset]), self.n_jobs)
        attributes = {
            **self._support(sample.positions[chosen], vectors, kept),
            "n_support_": whole_numbers(np.bincount(sample.targets[chosen], minlength=2)),
            "intercept_": np.array([plane.offset]),
            "margins_": Margins.of_outputs(plane.outputs, gram.diagonal(), plane.weights, signs, plane.offset),
            "objectives_": plane.objectives,
            **plane.attributes,
        }
        return Fitted(predictor, plane.solution, attributes)

    def _costs(self, C: float, signs: Vector, weights: Vector) -> Vector:
        """C times how often each example counts times the factor of its class."""
        counts = np.array([weights[signs < 0].sum(), weights[signs > 0].sum()])
        factors = class_factors(self.class_weight, self.classes_, counts)
        return np.asarray(C * weights * np.where(signs > 0, factors[1], factors[0]))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
