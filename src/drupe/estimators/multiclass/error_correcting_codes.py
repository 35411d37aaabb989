"""Error-correcting output codes: classes as words, machines as their letters, prediction as decoding."""

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from sklearn.base import BaseEstimator

from drupe.estimators.multiclass.codes import Code, DenseRandom, Exhaustive
from drupe.estimators.multiclass.decoding import Decoding, LossBased
from drupe.estimators.multiclass.two_class_ensemble import Codes, ScoredEnsemble
from drupe.estimators.ranges import NOTHING, Either, Instance, Range
from drupe.foundation.arrays import Matrix

FEW_CLASSES = 7
"""Up to so many classes the default code is exhaustive."""


class ErrorCorrectingCodes(ScoredEnsemble):
    """argmin over classes of the distance between the outputs of all machines and the word of the class.

    Each machine learns one way to split the classes in two. Words that lie far apart let some machines err without
    harm. Words equally near go to the first class in `classes_`.

    Parameters
    ----------
    estimator
        A two-class machine with `decision_function`. If its `kernel` is one of drupe's, the kernel is evaluated once
        for all machines.
    code
        `Exhaustive()`, `DenseRandom(columns)` or `Given(matrix)`; None for exhaustive up to 7 classes and dense above.
    decoding
        `Hamming()` or `LossBased(loss)`; None for the latter with the hinge loss.
    budget
        Bytes that the shared Gram matrix may take; None for 4 GiB.

    Attributes
    ----------
    classes_, codes_, estimators_
        The classes, the code matrix, and the machines in the order of its columns.
    examples_
        Positions of the training examples of each machine.

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

    _ranges: ClassVar[Mapping[str, Range]] = {"decoding": Either(NOTHING, Instance(Decoding))}

    def __init__(
        self,
        estimator: BaseEstimator,
        *,
        code: Code | None = None,
        decoding: Decoding | None = None,
        budget: int | None = None,
    ):
        self.estimator = estimator
        self.code = code
        self.decoding = decoding
        self.budget = budget

    def _codes(self, k: int) -> Codes:
        default = Exhaustive() if k <= FEW_CLASSES else DenseRandom()
        return np.asarray((self.code or default).matrix(self.classes_), dtype=np.int8)

    def _scores(self, outputs: Matrix) -> Matrix:
        return (self.decoding or LossBased()).scores(outputs, self.codes_)
