"""The default classifier: the one answer that costs least if nothing is looked at."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.base import Classifier
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.neighbors.ballots import one_hot
from drupe.estimators.ranges import NOTHING, Either, Instance, OneOf
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.shapes import Outputs, Reals
from drupe.kernels.linear import Linear
from drupe.losses.cost_matrix import CostMatrix
from drupe.predictors.constant import ConstantFunction


@declared
class DefaultClassifier(Classifier):
    """argmin over classes h of Σ_y P(y) cost(y, h), for every example: what any machine must be better than.

    With unit costs it is the most frequent class. Under balanced costs all constant answers are equally bad. Weights
    count examples.

    Parameters
    ----------
    costs
        None for unit costs, "balanced" for those under which each constant answer has risk 1, or a CostMatrix for
        the classes in sorted order.

    Attributes
    ----------
    priors_
        The share of each class.
    risks_
        The empirical risk of each constant answer.

    Examples
    --------
    >>> machine = DefaultClassifier().fit([[0.0], [1.0], [2.0], [3.0]], list("aabc"))
    >>> machine.predict([[9.0]]).tolist(), machine.risks_.tolist()
    (['a'], [0.5, 0.75, 0.75])

    References
    ----------
    [Graepel02]_, section 1.2; [Herbrich02]_, example 2.7.
    """

    costs: Any = parameter(Either(NOTHING, OneOf("balanced"), Instance(CostMatrix)), default=None, kw_only=False)

    predictor_: Annotated[ConstantFunction, Outputs("classes")] = learned()
    solution_: None = learned()
    priors_: Annotated[Vector, Reals("classes")] = learned()
    risks_: Annotated[Vector, Reals("classes")] = learned()

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The same class for each example; among equal risks the first."""
        return np.full(len(self._outputs(X)), self.classes_[int(self.risks_.argmin())])

    def predict_proba(self, X: Any) -> Matrix:
        """The share of each class, for each example."""
        return self._outputs(X)

    def _learn(self, sample: Sample) -> Fitted:
        counts = (one_hot(sample.targets, len(self.classes_)) * sample.weights[:, None]).sum(axis=0)
        priors = counts / counts.sum()
        costs = self._cost_matrix(priors)
        function = ConstantFunction(priors, sample.inputs.take(np.empty(0, dtype=np.int64)))
        return Fitted(function, None, {"priors_": priors, "risks_": costs.constant_risks(priors)})

    def _cost_matrix(self, priors: npt.NDArray[Any]) -> CostMatrix:
        if self.costs is None:
            return CostMatrix.zero_one(len(priors))
        if isinstance(self.costs, CostMatrix):
            if self.costs.classes != len(priors):
                raise ParameterError(f"costs are for {self.costs.classes} classes, but y holds {len(priors)}.")
            return self.costs
        return CostMatrix.balanced(priors)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True
        return tags

    def _kernel_choice(self) -> KernelChoice:
        return KernelChoice(Linear())
