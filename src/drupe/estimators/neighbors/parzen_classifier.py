"""The Parzen classifier: the class whose examples are densest here, by windows of any shape."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from scipy.special import softmax

from drupe.estimators.base import Classifier
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.neighbors.ballots import one_hot
from drupe.estimators.neighbors.rejection import with_rejects
from drupe.estimators.ranges import OneOf
from drupe.estimators.run_parameters import ThreadParameters
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.shapes import Outputs, Reals
from drupe.predictors.expansion import Expansion
from drupe.predictors.windows import Windows


@declared
class ParzenClassifier(ThreadParameters, Classifier, KernelFirst):
    """argmax over classes y of Σ k(x, xᵢ) over the examples of the class: priors times densities.

    For two classes it is the sign of Σ yᵢ k(x, xᵢ). Any kernel that is nowhere negative will do: Gaussian, Cauchy,
    Epanechnikov, Uniform (the moving window), or one on sequences. A Gaussian is summed in logarithms, so that a very
    narrow one is the nearest neighbor rule, even far away from all examples. Where no window reaches, the most
    frequent class is predicted, or nothing. Weights count examples.

    Parameters
    ----------
    outside
        What is predicted where no window reaches: "majority" for the most frequent class, "reject" for the reject
        label.
    reject_label
        What `predict` says where it does not answer.

    Attributes
    ----------
    priors_
        The share of each class.

    Examples
    --------
    >>> from drupe.kernels import Gaussian
    >>> machine = ParzenClassifier(Gaussian(0.01)).fit([[0.0], [1.0], [3.0]], ["a", "b", "b"])
    >>> machine.predict([[0.4], [0.6], [99.0]]).tolist()
    ['a', 'b', 'b']

    References
    ----------
    [Graepel02]_, sections 2.2.3 and 2.3.5, where the limit is that of a width to zero.
    """

    outside: str = parameter(OneOf("majority", "reject"), default="majority")
    reject_label: Any = parameter(default=None)

    predictor_: Annotated[Windows, Outputs("classes")] = learned()
    solution_: None = learned()
    priors_: Annotated[Vector, Reals("classes")] = learned()

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of each example, or the reject label; among equal sums the first class."""
        logs = self._logarithms(X)
        alone = np.asarray(np.isneginf(logs).all(axis=1))
        logs[alone] = np.log(self.priors_)
        labels = np.asarray(self.classes_[logs.argmax(axis=1)])
        return with_rejects(labels, alone & (self.outside == "reject"), self.reject_label)

    def predict_proba(self, X: Any) -> Matrix:
        """The share of each class in the sums; of all examples where no window reaches."""
        logs = self._logarithms(X)
        logs[np.isneginf(logs).all(axis=1)] = np.log(self.priors_)
        return np.asarray(softmax(logs, axis=1))

    def rejected(self, X: Any) -> npt.NDArray[np.bool_]:
        """Where no window reaches."""
        return np.asarray(np.isneginf(self._logarithms(X)).all(axis=1))

    def _logarithms(self, X: Any) -> Matrix:
        new, windows = self._new(X), self.predictor_
        assert isinstance(windows, Windows)
        return windows.logarithms(new)

    def _learn(self, sample: Sample) -> Fitted:
        kernel = self._kernel(sample)
        weights = one_hot(sample.targets, len(self.classes_)) * sample.weights[:, None]
        sums = Expansion(kernel, sample.inputs, weights, np.zeros(len(self.classes_)), self.n_jobs)
        return Fitted(Windows(sums), None, {"priors_": weights.sum(axis=0) / weights.sum()})
