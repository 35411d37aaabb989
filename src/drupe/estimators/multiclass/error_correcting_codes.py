"""Error-correcting output codes: classes as words, machines as their letters, prediction as decoding."""

import numpy as np

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.multiclass.codes import Code, DenseRandom, Exhaustive
from drupe.estimators.multiclass.decoding import Decoding, LossBased
from drupe.estimators.multiclass.two_class_ensemble import Codes, ScoredEnsemble
from drupe.estimators.ranges import NOTHING, Either, Instance
from drupe.foundation.arrays import Matrix

FEW_CLASSES = 7
"""Up to so many classes the default code is exhaustive."""


@declared
class ErrorCorrectingCodes(ScoredEnsemble):
    """argmin over classes of the distance between the outputs of all machines and the word of the class.

    Each machine learns one way to split the classes in two. Words that lie far apart let some machines err without
    harm. Words equally near go to the first class in `classes_`.

    Parameters
    ----------
    code
        `Exhaustive()`, `DenseRandom(columns)` or `Given(matrix)`; None for exhaustive up to 7 classes and dense above.
    decoding
        `Hamming()` or `LossBased(loss)`; None for the latter with the hinge loss.

    Examples
    --------
    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [1.0], [4.0], [5.0], [9.0]], ["a", "a", "b", "b", "c"]
    >>> ErrorCorrectingCodes(SVC(gamma=1.0, C=100)).fit(X, y).predict([[0.4], [4.1], [9.0]]).tolist()
    ['a', 'b', 'c']

    References
    ----------
    [Dietterich95]_, section 2; [Allwein00]_, section 3; [Graepel02]_, section 1.2.
    """

    code: Code | None = parameter(default=None)
    decoding: Decoding | None = parameter(Either(NOTHING, Instance(Decoding)), default=None)

    def _codes(self, k: int) -> Codes:
        default = Exhaustive() if k <= FEW_CLASSES else DenseRandom()
        return np.asarray((self.code or default).matrix(self.classes_), dtype=np.int8)

    def _scores(self, outputs: Matrix) -> Matrix:
        return (self.decoding or LossBased()).scores(outputs, self.codes_)
