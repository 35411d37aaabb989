"""One against one: a machine for each pair of classes, and a vote."""

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.multiclass.shared_gram import Pieces
from drupe.estimators.multiclass.two_class_ensemble import Codes, ScoredEnsemble, agreements, pair_codes, tie_breaker
from drupe.estimators.ranges import NOTHING, Either, Instance
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.shapes import Sometimes, Wholes


@declared
class OneVsOne(ScoredEnsemble):
    """argmax over classes of the pairwise duels won: k(k − 1)/2 machines, each trained on two classes only.

    Among classes with equally many votes the one with the larger sum of real outputs towards it is chosen, and among
    those the first in `classes_`. A duel that ends at exactly zero goes to the earlier class.

    Parameters
    ----------
    priors
        Prior probability of each class, as a mapping from labels or one number each in the order of `classes_`. None
        counts votes alone. Otherwise the number of duels that class c wins is taken for binomial, the chance of
        winning as observed on the training examples, and the class of largest posterior probability is chosen:
        votes · log(p/(1 − p)) + log P(c). Equal priors change nothing.

    Attributes
    ----------
    win_rate_
        Share of its duels that the true class won on the training examples; only with `priors`.

    Examples
    --------
    >>> from sklearn.svm import SVC
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], ["a", "a", "b", "c"]
    >>> OneVsOne(SVC(kernel="linear", C=100)).fit(X, y).predict([[0.4], [2.1], [9.0]]).tolist()
    ['a', 'b', 'c']

    References
    ----------
    [Herbrich02]_, section 2.4.4, page 60; [Graepel02]_, section 1.2.
    """

    priors: Any = parameter(Either(NOTHING, Instance(Mapping, list, tuple, np.ndarray)), default=None)

    codes_: Annotated[Codes, Wholes("classes", "machines"), Wholes("classes", "pairs")] = learned()
    win_rate_: Annotated[float, Sometimes()] = learned()

    def _codes(self, k: int) -> Codes:
        return pair_codes(k)

    def _scores(self, outputs: Matrix) -> Matrix:
        if len(self.classes_) == 2 and self.priors is None:
            return np.hstack([np.zeros_like(outputs), outputs])
        votes = agreements(outputs, self.codes_) + tie_breaker(outputs, self.codes_)
        if self.priors is None:
            return votes
        return self._log_odds() * votes + np.log(self._priors())

    def _look_back(self, pieces: Pieces, counted: Index, classes: Index) -> None:
        self.__dict__.pop("win_rate_", None)
        if self.priors is None:
            return
        self._priors()
        sides = self.codes_[classes]
        outputs = np.column_stack([self._output(column, pieces, counted) for column in range(sides.shape[1])])
        won = np.where(outputs > 0, 1, -1) == sides
        duels = len(classes) * (len(self.classes_) - 1)
        # One duel won and one lost beforehand, so that a perfect record is not taken for certainty.
        self.win_rate_ = (int(won.sum()) + 1) / (duels + 2)

    def _log_odds(self) -> float:
        """What a vote weighs; nothing, if duels are no better than a coin."""
        check_is_fitted(self, "win_rate_")
        return max(float(np.log(self.win_rate_ / (1.0 - self.win_rate_))), 0.0)

    def _priors(self) -> Vector:
        given = self.priors
        if isinstance(given, Mapping):
            missing = [label for label in self.classes_.tolist() if label not in given]
            if missing:
                raise ParameterError(f"priors must name every class; {missing} are missing.")
            given = [given[label] for label in self.classes_.tolist()]
        priors = np.asarray(given, dtype=np.float64)
        if priors.shape != self.classes_.shape or not (priors > 0).all() or not np.isfinite(priors).all():
            raise ParameterError(f"priors must be one number above zero for each of {len(self.classes_)} classes.")
        return np.asarray(priors / priors.sum())
