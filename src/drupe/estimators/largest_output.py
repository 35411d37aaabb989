"""Classifiers with one output for two classes, and one for each class of more: the largest wins."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.base import Classifier
from drupe.foundation.arrays import Matrix
from drupe.foundation.shapes import Outputs
from drupe.predictors.predictor import Predictor


class LargestOutput(Classifier):
    """argmax over classes c of f_c(x); of two classes the second where its one output is zero or above.

    References
    ----------
    [Herbrich02]_, section 1.2 (ten functions for ten digits) and 2.4.4; [Cristianini00]_, section 2.1.3.
    """

    predictor_: Annotated[Predictor, Outputs("scores")]

    def decision_function(self, X: Any) -> Matrix:
        """The outputs of the classes, one column each; for two classes one number, positive for the second."""
        outputs = self._outputs(X)
        return outputs[:, 0] if outputs.shape[1] == 1 else outputs

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of each example; among equal outputs the first class, but of two the second."""
        outputs = self._outputs(X)
        decided = outputs[:, 0] >= 0.0 if outputs.shape[1] == 1 else outputs.argmax(axis=1)
        return np.asarray(self.classes_[decided.astype(np.intp)])


def class_signs(codes: npt.NDArray[Any], classes: int) -> Matrix:
    """+1 where an example is of the class, else −1: a column for each class, but one for the second of two.

    >>> class_signs(np.array([0, 1]), 2).tolist(), class_signs(np.array([2]), 3).tolist()
    ([[-1.0], [1.0]], [[-1.0, -1.0, 1.0]])
    """
    wanted = np.array([1]) if classes == 2 else np.arange(classes)
    return np.where(codes[:, None] == wanted, 1.0, -1.0)
